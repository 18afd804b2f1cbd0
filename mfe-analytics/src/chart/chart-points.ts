import { monthsBefore, type Analysis } from '@atalaia/contracts'

/** The span of the date axis (P-DASH-17). */
const MONTHS = 3

export type ChartPoint = { readonly day: string; readonly passwords: number; readonly leaks: number }
export type ChartWindow = { readonly from: string; readonly to: string; readonly points: readonly ChartPoint[] }

/** The points of the last three months up to `to`; of several analyses on one day the last one counts. */
export const chartWindow = (analyses: readonly Analysis[], to: string): ChartWindow => {
  const from = monthsBefore(to, MONTHS)
  const byDay = new Map<string, ChartPoint>()
  for (const { data_analise, total_senhas, total_vazamentos } of analyses) {
    const day = data_analise.slice(0, 10)
    if (day >= from && day <= to) byDay.set(day, { day, passwords: total_senhas, leaks: total_vazamentos })
  }
  return { from, to, points: [...byDay.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1)) }
}
