import { ScrollBox } from '@atalaia/ui'
import { useContext } from 'react'
import { useLanguage } from '../language/use-language.ts'
import { TotalLinkContext, type Total } from '../links/address-link.tsx'
import type { ChartPoint } from './chart-points.ts'

/** Newest first (P-DASH-20). Numbers lead to their rows (P-DASH-32). */
export const ChartTable = ({ points }: { points: readonly ChartPoint[] }) => {
  const { t, date, number } = useLanguage()
  const explain = useContext(TotalLinkContext)
  const numberOf = (value: number, total: Total) => (value === 0 ? number(value) : explain(total, number(value)))
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
              <td className="ui-table__number">{numberOf(leaks, { part: 'vazamentos', of: { day } })}</td>
              <td className="ui-table__number">{numberOf(passwords, { part: 'senhas', of: { day } })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
