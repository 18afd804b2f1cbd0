import { formatDate, formatNumber } from '@atalaia/ui'
import type { ChartPoint } from './chart-points.ts'

/** The chart's points for those who read rather than look; newest first. */
export const ChartTable = ({ points }: { points: readonly ChartPoint[] }) => (
  // A box that scrolls must be reachable by keyboard.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className="ui-table-scroll analytics-chart__table" role="region" aria-label="Tabela do gráfico" tabIndex={0}>
    <table className="ui-table">
      <thead>
        <tr>
          <th scope="col">Data</th>
          <th scope="col" className="analytics-number">
            Vazamentos
          </th>
          <th scope="col" className="analytics-number">
            Senhas
          </th>
        </tr>
      </thead>
      <tbody>
        {points.toReversed().map(({ day, leaks, passwords }) => (
          <tr key={day}>
            <th scope="row">{formatDate(day)}</th>
            <td className="analytics-number">{formatNumber(leaks)}</td>
            <td className="analytics-number">{formatNumber(passwords)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
