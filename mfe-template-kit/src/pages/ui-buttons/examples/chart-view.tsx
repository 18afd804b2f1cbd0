import { ChartViewButton, formatNumber, type ChartView } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'De gráfico a tabela'

const months = [
  { month: 'Setembro', leaks: 214 },
  { month: 'Outubro', leaks: 1017 },
  { month: 'Novembro', leaks: 312 },
]
const max = 1017

export const Example = () => {
  const [view, setView] = useState<ChartView>('plot')
  return (
    <>
      {view === 'plot' ? (
        <svg className="kit-columns" viewBox="0 0 120 60" role="img" aria-label="Vazamentos por mês">
          {months.map(({ month, leaks }, at) => (
            <rect key={month} x={at * 42} y={60 - (60 * leaks) / max} width="34" height={(60 * leaks) / max} />
          ))}
        </svg>
      ) : (
        <table className="ui-table" aria-label="Vazamentos por mês">
          <tbody>
            {months.map(({ month, leaks }) => (
              <tr key={month}>
                <th scope="row">{month}</th>
                <td className="ui-table__number">{formatNumber(leaks)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div>
        <ChartViewButton view={view} onView={setView} />
      </div>
    </>
  )
}
