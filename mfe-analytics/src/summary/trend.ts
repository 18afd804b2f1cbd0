import type { Analysis } from '@atalaia/contracts'
import { lazily } from '@atalaia/ui'

/** The change of a number since the last analysis of the month before; without `percent` when it was 0 then. */
export type Trend = { readonly since: string; readonly change: number; readonly percent?: number }

const monthOf = (day: string) => day.slice(0, 7)

/**
 * The trend of `current` against the month before that of `today`; `undefined` when that month has no analysis.
 * `analyses` ascend by day.
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
  return then === 0 ? { since: before, change } : { since: before, change, percent: change / then }
}

const previousMonth = (month: string) => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7)
}

const monthName = lazily(() => new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: 'UTC' }))
const signed = lazily(() => new Intl.NumberFormat('pt-BR', { signDisplay: 'exceptZero' }))
const share = lazily(
  () => new Intl.NumberFormat('pt-BR', { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 }),
)

/** From ten times as much on, a percentage says less than the number beside it. */
const TELLING = 10

/** '+34 (+12%) desde outubro'. */
export const trendText = ({ since, change, percent }: Trend): string => {
  const month = monthName().format(new Date(`${since}-01T00:00:00Z`))
  if (change === 0) return `igual a ${month}`
  const size = Math.abs(percent ?? 0)
  const rounded = percent !== undefined && size >= 0.005 && size < TELLING ? ` (${share().format(percent)})` : ''
  return `${signed().format(change)}${rounded} desde ${month}`
}
