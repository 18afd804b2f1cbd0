import type { ListedLeakReport } from '@atalaia/contracts/leak-reports'
import { DataTable, ScrollBox, type TableColumn } from '@atalaia/ui'
import { ReportLink } from './report-link.tsx'
import { useReportsWords } from './reports-words.ts'
import './reports.css'

export const ReportsTable = ({ reports }: { readonly reports: readonly ListedLeakReport[] }) => {
  const words = useReportsWords()
  return (
    <ScrollBox label={words.t('table')}>
      <DataTable
        className="analytics-list__table analytics-report-table"
        rows={reports}
        keyOf={({ id }) => id}
        columns={columnsOf(words)}
      />
    </ScrollBox>
  )
}

const columnsOf = ({ t, date }: ReturnType<typeof useReportsWords>): readonly TableColumn<ListedLeakReport>[] => [
  {
    key: 'about',
    title: t('about'),
    isRowHeader: true,
    cell: (report) => <ReportLink report={report} isShort />,
  },
  { key: 'kind', title: t('kind'), cell: ({ tipo }) => t(`kind.${tipo}`) },
  { key: 'why', title: t('why'), cell: ({ motivo }) => t(`why.${motivo}`) },
  {
    key: 'period',
    title: t('period'),
    hasLabel: true,
    cell: ({ de, ate }) => (de === null ? date(ate) : t('period.range', { from: date(de), to: date(ate) })),
  },
  { key: 'made', title: t('made'), hasLabel: true, cell: ({ dia }) => date(dia) },
]
