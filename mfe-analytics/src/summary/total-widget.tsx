import { saoPauloDay, type Analysis, type Summary } from '@atalaia/contracts'
import { Icon, Skeleton, Widget, type WidgetStatus } from '@atalaia/ui'
import { useContext, type ReactNode } from 'react'
import { useLanguage, useWidgetTitle } from '../language/use-language.ts'
import { TotalLinkContext, type AddressPart } from '../links/address-link.tsx'
import { monthTrend, trendText } from './trend.ts'
import './summary.css'

export type TotalWidgetProps = {
  readonly total: Summary['total_vazamentos'] | null
  /** Open part; `null` when all is open. */
  readonly open: Summary['total_vazamentos'] | null
  readonly analyses: readonly Analysis[] | null
  readonly status: WidgetStatus
  readonly nothing: ReactNode
  readonly onReload: () => void
}

/** P-DASH-3 P-DASH-4 */
export const TotalWidget = ({ total, open, analyses, status, nothing, onReload }: TotalWidgetProps) => (
  <Widget
    {...useWidgetTitle((t) => t('total.title'))}
    status={status}
    skeleton={<Skeleton height={56} lines={2} />}
    onReload={onReload}
  >
    <dl className={`analytics-totals analytics-totals--${total?.numero_vazamentos === 0 ? 'none' : 'some'}`}>
      <Figure
        tone="leak"
        name="total.leaks"
        opens="vazamentos"
        value={total?.numero_vazamentos}
        open={open?.numero_vazamentos}
        analyses={analyses}
        of={(analysis) => analysis.total_vazamentos}
      />
      <Figure
        tone="password"
        name="total.passwords"
        opens="senhas"
        value={total?.numero_senhas_vazadas}
        open={open?.numero_senhas_vazadas}
        analyses={analyses}
        of={(analysis) => analysis.total_senhas}
      />
    </dl>
    {total?.numero_vazamentos === 0 && nothing}
  </Widget>
)

type FigureProps = {
  readonly tone: 'leak' | 'password'
  readonly name: 'total.leaks' | 'total.passwords'
  readonly opens: AddressPart
  readonly value: number | undefined
  readonly open: number | undefined
  readonly analyses: readonly Analysis[] | null
  readonly of: (analysis: Analysis) => number
}

const Figure = ({ tone, name, opens, value, open, analyses, of }: FigureProps) => {
  const explain = useContext(TotalLinkContext)
  const language = useLanguage()
  const trend = value === undefined ? undefined : monthTrend(value, analyses ?? [], of, saoPauloDay())
  return (
    <div className={`analytics-total analytics-total--${toneOf(tone, value)}`}>
      <dt className="analytics-total__name">{language.t(name, { count: value ?? 0 })}</dt>
      <dd className="analytics-total__value">
        {value === undefined || value === 0 ? language.number(value) : explain({ part: opens }, language.number(value))}
      </dd>
      {open !== undefined && (
        <dd className="analytics-total__note analytics-total__note--open">
          {open > 0 ? explain({ part: opens, of: 'open' }, language.t('open', { open })) : language.t('open', { open })}
        </dd>
      )}
      {trend && (value !== 0 || trend.change !== 0) && (
        <dd className="analytics-total__note">
          {trend.change !== 0 && <Icon name={trend.change > 0 ? 'arrow-up' : 'arrow-down'} />}
          {trend.percent === undefined
            ? trendText(trend, language)
            : explain({ part: opens, of: { day: trend.day } }, trendText(trend, language))}
        </dd>
      )}
    </div>
  )
}

const toneOf = (tone: FigureProps['tone'], value: number | undefined) => {
  if (value === undefined) return 'unknown'
  return value > 0 ? tone : 'none'
}
