import { DataTable, ScrollBox } from '@atalaia/ui'
import { useContext } from 'react'
import { useLanguage } from '../language/use-language.ts'
import { TotalLinkContext, type Total } from '../links/address-link.tsx'
import type { ChartPoint } from './chart-points.ts'

/** The chart's points as a table, newest first (P-DASH-20). Each number leads to the rows that made it (P-DASH-32). */
export const ChartTable = ({ points }: { points: readonly ChartPoint[] }) => {
  const { t, date, number } = useLanguage()
  const explain = useContext(TotalLinkContext)
  const numberOf = (value: number, total: Total) => (value === 0 ? number(value) : explain(total, number(value)))
  return (
    <ScrollBox label={t('chart.table')} className="ui-chart analytics-chart__table">
      <DataTable
        rows={points.toReversed()}
        keyOf={({ day }) => day}
        columns={[
          { key: 'day', title: t('chart.day'), isRowHeader: true, cell: ({ day }) => date(day) },
          {
            key: 'leaks',
            title: t('leaks'),
            align: 'end',
            cell: ({ day, leaks }) => numberOf(leaks, { part: 'vazamentos', of: { day } }),
          },
          {
            key: 'passwords',
            title: t('passwords'),
            align: 'end',
            cell: ({ day, passwords }) => numberOf(passwords, { part: 'senhas', of: { day } }),
          },
        ]}
      />
    </ScrollBox>
  )
}
