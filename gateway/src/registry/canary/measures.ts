import type { CallsReport, VitalReport } from '@atalaia/contracts'

/** Further metrics: API calls, and web vitals with a good value. */
export const MEASURES = ['calls', 'lcp', 'cls', 'inp'] as const
export type MeasureName = (typeof MEASURES)[number]

/** `bad`: a failed call, or a web vital above its threshold. */
export type Measure = { readonly metric: MeasureName; readonly bad: boolean }

/** Thresholds of web.dev in milliseconds; CLS has no unit (M-ROLLOUT-6). */
const GOOD: Readonly<Partial<Record<VitalReport['name'], { readonly metric: MeasureName; readonly upTo: number }>>> = {
  LCP: { metric: 'lcp', upTo: 2500 },
  CLS: { metric: 'cls', upTo: 0.1 },
  INP: { metric: 'inp', upTo: 200 },
}

export const measuresOf = (calls: readonly CallsReport[], vitals: readonly VitalReport[]): readonly Measure[] => {
  const found = [
    ...calls.map(({ failed }): Measure => ({ metric: 'calls', bad: failed > 0 })),
    ...vitals.flatMap(({ name, value }): Measure[] => {
      const good = GOOD[name]
      return good ? [{ metric: good.metric, bad: value > good.upTo }] : []
    }),
  ]
  // Once for each metric: one statement cannot write a row twice.
  return MEASURES.flatMap((metric) => {
    const mine = found.filter((one) => one.metric === metric)
    return mine.length > 0 ? [{ metric, bad: mine.some(({ bad }) => bad) }] : []
  })
}
