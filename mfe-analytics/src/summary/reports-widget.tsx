import type { Report } from '@atalaia/contracts'
import { Icon, Skeleton, UNKNOWN, VisuallyHidden, Widget, type WidgetStatus } from '@atalaia/ui'
import { useLanguage, useWidgetTitle } from '../language/use-language.ts'
import './summary.css'

export type ReportsWidgetProps = {
  readonly reports: readonly Report[] | null
  readonly status: WidgetStatus
  readonly onReload: () => void
}

/** P-DASH-7 */
export const ReportsWidget = ({ reports, status, onReload }: ReportsWidgetProps) => (
  <Widget
    {...useWidgetTitle((t) => t('reports.title'))}
    status={status}
    skeleton={<Skeleton height={36} lines={3} />}
    onReload={onReload}
  >
    <Reports reports={reports} />
  </Widget>
)

const Reports = ({ reports }: Pick<ReportsWidgetProps, 'reports'>) => {
  const { t, date, relativeDay } = useLanguage()
  if (!reports) return <p className="analytics-unknown">{UNKNOWN}</p>
  if (reports.length === 0) {
    return <p className="analytics-nothing">{t('reports.none')}</p>
  }
  return (
    <ul className="analytics-reports">
      {reports.map(({ data, nome, url }) => (
        <li key={url} className="analytics-report">
          <a href={url} target="_blank" rel="noopener noreferrer" className="analytics-report__link" title={nome}>
            <span className="analytics-report__name">{label(nome)}</span>{' '}
            <VisuallyHidden>{t('reports.tab')}</VisuallyHidden>
            <Icon name="external" />
          </a>
          <time dateTime={data} title={date(data)} className="analytics-report__day">
            {relativeDay(data)}
          </time>
        </li>
      ))}
    </ul>
  )
}

/** Part before the at-sign (P-DASH-6). */
const label = (name: string) => name.split('@')[0] ?? name
