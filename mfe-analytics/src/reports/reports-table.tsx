import type { ListedLeakReport } from '@atalaia/contracts/leak-reports'
import { ScrollBox } from '@atalaia/ui'
import { ReportLink } from './report-link.tsx'
import { useReportsWords } from './reports-words.ts'
import './reports.css'

/** The reports of a page of the list, each with its link. */
export const ReportsTable = ({ reports }: { readonly reports: readonly ListedLeakReport[] }) => {
  const { t, date } = useReportsWords()
  return (
    <ScrollBox label={t('table')}>
      <table className="ui-table analytics-list__table analytics-report-table">
        <thead>
          <tr>
            <th scope="col">{t('about')}</th>
            <th scope="col">{t('kind')}</th>
            <th scope="col">{t('why')}</th>
            <th scope="col">{t('period')}</th>
            <th scope="col">{t('made')}</th>
          </tr>
        </thead>
        <tbody>
          {reports.map((report) => (
            <tr key={report.id}>
              <th scope="row">
                <ReportLink report={report} isShort />
              </th>
              <td>{t(`kind.${report.tipo}`)}</td>
              <td>{t(`why.${report.motivo}`)}</td>
              <td data-label={t('period')}>
                {report.de === null
                  ? date(report.ate)
                  : t('period.range', { from: date(report.de), to: date(report.ate) })}
              </td>
              <td data-label={t('made')}>{date(report.dia)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
