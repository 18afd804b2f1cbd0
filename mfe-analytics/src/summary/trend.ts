import type { Analysis } from '@atalaia/contracts'
import type { Language } from '../language/language.ts'

/**
 * Change since the previous month's last analysis, on `day`. `percent` has no sign, and is absent
 * after 0.
 */
export type Trend = {
  readonly since: string
  readonly day: string
  readonly change: number
  readonly percent?: number
}

const monthOf = (day: string) => day.slice(0, 7)

/**
 * Trend against the month before `today`; `undefined`: no analysis (P-DASH-4). `analyses` ascend by
 * day.
 */
export const monthTrend = (
  current: number,
  analyses: readonly Analysis[],
  value: (analysis: Analysis) => number,
  today: string,
): Trend | undefined => {
  const before = previousMonth(monthOf(today))
  const last = analyses.findLast((analysis) => monthOf(analysis.data_analise) === before)
  if (!last) return undefined
  const then = value(last)
  const change = current - then
  const trend = { since: before, day: last.data_analise, change }
  return then === 0 ? trend : { ...trend, percent: Math.abs((100 * change) / then) }
}

const previousMonth = (month: string) => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7)
}

/** From a factor of ten on, a percentage explains less than the number. */
const MAX_PERCENT = 1000

/** '+34 (+12%) desde outubro'. */
export const trendText = ({ since, change, percent = 0 }: Trend, language: Language): string => {
  const { t } = language
  const month = language.month(since)
  if (change === 0) return t('trend.same', { month })
  const share = Math.round(percent)
  const told = { change: language.change(change), month }
  return share > 0 && percent < MAX_PERCENT
    ? t('trend.share', { ...told, share: language.percent(Math.sign(change) * share) })
    : t('trend.change', told)
}
