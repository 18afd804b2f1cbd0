import { monthsBefore, type Analysis } from '@atalaia/contracts'
import { DEFAULT_MONTHS, type ChartMonths } from './period.ts'

export type ChartPoint = { readonly day: string; readonly passwords: number; readonly leaks: number }

export type ChartWindow = {
  readonly months: ChartMonths
  readonly from: string
  readonly to: string
  readonly points: readonly ChartPoint[]
  /** If most of a chart of several months is empty. */
  readonly begunOn?: string | undefined
}

/**
 * Up to `today`, or the last analysis if the clock is behind. Ascending; a day's last analysis
 * counts (P-DASH-18).
 */
export const chartWindow = (
  analyses: readonly Analysis[],
  today: string,
  months: ChartMonths = DEFAULT_MONTHS,
): ChartWindow => {
  const to = analyses.reduce((last, { data_analise: at }) => (at.slice(0, 10) > last ? at.slice(0, 10) : last), today)
  const from = monthsBefore(to, months)
  const byDay = new Map<string, ChartPoint>()
  for (const { data_analise, total_senhas, total_vazamentos } of analyses) {
    const day = data_analise.slice(0, 10)
    if (day >= from && day <= to) byDay.set(day, { day, passwords: total_senhas, leaks: total_vazamentos })
  }
  const points = [...byDay.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const first = points[0]?.day
  const hasBegunLately = first !== undefined && months > 1 && first > monthsBefore(to, 1)
  return { months, from, to, points, begunOn: hasBegunLately ? first : undefined }
}
