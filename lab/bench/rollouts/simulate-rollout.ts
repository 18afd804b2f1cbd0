import { canaryStatus, type MeasuredPeriods } from 'gateway/canary'

type Period = MeasuredPeriods['periods'][number]

const STEPS = [0.01, 0.1, 0.5]
const LOOK_EVERY = 50

export type SimulatedRollout = {
  readonly browsers: number
  readonly stable: number
  readonly canary: number
  /** Shares worse than good, by metric. Default: no measurement. */
  readonly measures?: readonly MeasuredShares[]
  random(): number
}

export type MeasuredShares = {
  readonly metric: MeasuredPeriods['metric']
  readonly stable: number
  readonly canary: number
}

/** `done` at everybody; otherwise the reached share. */
export type SimulatedEnd = { readonly status: 'done' | 'stopped' | 'waiting'; readonly share: number }

const MAX_WAIT = 10

/**
 * Runs the real judging code every 50 reports. A step ends after all reports with a fine verdict;
 * otherwise further browsers come.
 */
export const simulateRollout = ({
  browsers,
  stable,
  canary,
  measures = [],
  random,
}: SimulatedRollout): SimulatedEnd => {
  const periods: Period[] = []
  const measured = measures.map(({ metric }) => ({ metric, periods: new Array<Period>() }))
  const runStep = (share: number): 'fine' | 'stopped' | 'waiting' => {
    const beginPeriod = (of: Period[]) => {
      const counts = { canary: { seen: 0, failed: 0 }, stable: { seen: 0, failed: 0 } }
      of.push({ share, ...counts })
      return counts
    }
    const shares = [
      { stable, canary, counts: beginPeriod(periods) },
      ...measures.map((one, at) => ({ ...one, counts: beginPeriod(measured[at]?.periods ?? []) })),
    ]
    for (let at = 1; at <= browsers * MAX_WAIT; at += 1) {
      const isCanary = random() < share
      for (const of of shares) {
        const count = isCanary ? of.counts.canary : of.counts.stable
        count.seen += 1
        if (random() < (isCanary ? of.canary : of.stable)) count.failed += 1
      }
      if (at % LOOK_EVERY !== 0) continue
      const status = canaryStatus(periods, measured)
      if (status === 'worse') return 'stopped'
      if (at >= browsers && status === 'fine') return 'fine'
    }
    return 'waiting'
  }
  for (const share of STEPS) {
    const end = runStep(share)
    if (end !== 'fine') return { status: end, share }
  }
  return { status: 'done', share: 1 }
}

/** Mulberry32: the same numbers in every run. */
export const createRandom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
