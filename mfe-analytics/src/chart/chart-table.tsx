import { ScrollBox } from '@atalaia/ui'
import { useLanguage } from '../language/use-language.ts'
import type { ChartPoint } from './chart-points.ts'

/** The chart's points as a table, newest first. */
export const ChartTable = ({ points }: { points: readonly ChartPoint[] }) => {
  const { t, date, number } = useLanguage()
  return (
    <ScrollBox label={t('chart.table')} className="ui-chart analytics-chart__table">
      <table className="ui-table">
        <thead>
          <tr>
            <th scope="col">{t('chart.day')}</th>
            <th scope="col" className="ui-table__number">
              {t('leaks')}
            </th>
            <th scope="col" className="ui-table__number">
              {t('passwords')}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ day, leaks, passwords }) => (
            <tr key={day}>
              <th scope="row">{date(day)}</th>
              <td className="ui-table__number">{number(leaks)}</td>
              <td className="ui-table__number">{number(passwords)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
