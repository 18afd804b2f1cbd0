import { formatDate, formatNumber, ScrollBox } from '@atalaia/ui'
import type { ChartPoint } from './chart-points.ts'

/** The chart's points as a table, newest first. */
export const ChartTable = ({ points }: { points: readonly ChartPoint[] }) => (
  <ScrollBox label="Tabela do gráfico" className="ui-chart analytics-chart__table">
    <table className="ui-table">
      <thead>
        <tr>
          <th scope="col">Data</th>
          <th scope="col" className="ui-table__number">
            Vazamentos
          </th>
          <th scope="col" className="ui-table__number">
            Senhas
          </th>
        </tr>
      </thead>
      <tbody>
        {points.toReversed().map(({ day, leaks, passwords }) => (
          <tr key={day}>
            <th scope="row">{formatDate(day)}</th>
            <td className="ui-table__number">{formatNumber(leaks)}</td>
            <td className="ui-table__number">{formatNumber(passwords)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollBox>
)
