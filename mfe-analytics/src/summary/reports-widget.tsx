import type { Report } from '@atalaia/contracts'
import {
  formatDate,
  formatRelativeDay,
  Icon,
  Skeleton,
  UNKNOWN,
  VisuallyHidden,
  Widget,
  type WidgetStatus,
} from '@atalaia/ui'
import './summary.css'

export type ReportsWidgetProps = {
  readonly reports: readonly Report[] | null
  readonly status: WidgetStatus
  readonly onReload: () => void
}

/** The last three reports; each opens in a new tab by its signed address. */
export const ReportsWidget = ({ reports, status, onReload }: ReportsWidgetProps) => (
  <Widget
    title="Últimos 3 Relatórios"
    status={status}
    skeleton={<Skeleton height={36} lines={3} />}
    onReload={onReload}
  >
    <Reports reports={reports} />
  </Widget>
)

const Reports = ({ reports }: Pick<ReportsWidgetProps, 'reports'>) => {
  if (!reports) return <p className="analytics-unknown">{UNKNOWN}</p>
  if (reports.length === 0) {
    return <p className="analytics-nothing">Nenhum relatório ainda. Um é feito sempre que os números mudam.</p>
  }
  return (
    <ul className="analytics-reports">
      {reports.map(({ data, nome, url }) => (
        <li key={url} className="analytics-report">
          <a href={url} target="_blank" rel="noopener noreferrer" className="analytics-report__link" title={nome}>
            <span className="analytics-report__name">{label(nome)}</span>
            <VisuallyHidden> (abre em nova aba)</VisuallyHidden>
            <Icon name="external" />
          </a>
          <time dateTime={data} title={formatDate(data)} className="analytics-report__day">
            {formatRelativeDay(data)}
          </time>
        </li>
      ))}
    </ul>
  )
}

/** The part of a report's name before the at-sign (P-DASH-6). */
const label = (name: string) => name.split('@')[0] ?? name
