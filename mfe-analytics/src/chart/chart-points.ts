import { monthsBefore, type Analysis } from '@atalaia/contracts'

/** The span of the date axis (P-DASH-17). */
const MONTHS = 3

export type ChartPoint = { readonly day: string; readonly passwords: number; readonly leaks: number }

export type ChartWindow = {
  readonly from: string
  readonly to: string
  readonly points: readonly ChartPoint[]
  /** The day of the first point where that is less than a month old, so that most of the chart is still empty. */
  readonly begunOn?: string | undefined
}

/** The points of the last three months up to `to`; of several analyses on one day the last one counts. */
export const chartWindow = (analyses: readonly Analysis[], to: string): ChartWindow => {
  const from = monthsBefore(to, MONTHS)
  const byDay = new Map<string, ChartPoint>()
  for (const { data_analise, total_senhas, total_vazamentos } of analyses) {
    const day = data_analise.slice(0, 10)
    if (day >= from && day <= to) byDay.set(day, { day, passwords: total_senhas, leaks: total_vazamentos })
  }
  const points = [...byDay.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const first = points[0]?.day
  return { from, to, points, begunOn: first && first > monthsBefore(to, 1) ? first : undefined }
}
