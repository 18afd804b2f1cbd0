import { writeReason, type CanaryVerdict } from '@atalaia/artifact/rows'
import { evidenceOfWorse, periodEvidence, ratioInterval, shareInterval, type Period } from './always-valid.ts'
import { MIN_SEEN } from './judge-promotion.ts'
import type { MeasureName } from './measures.ts'

/** Chance of calling an equal version worse, over all looks and steps (M-ROLLOUT-3). */
const MAX_FALSE_ALARMS = 0.005
/** From this evidence on, the rollout waits for more reports. */
const UNCLEAR_FROM = 2

const NOTHING: Period = { share: 0.5, canary: { seen: 0, failed: 0 }, stable: { seen: 0, failed: 0 } }

/** Oldest period first. */
export type MeasuredPeriods = { readonly metric: MeasureName; readonly periods: readonly Period[] }

export type CanaryEvidence = {
  readonly canary: string
  readonly stable: string
  /** Failed activations, oldest period first. */
  readonly periods: readonly Period[]
  readonly phases: readonly PhaseFailures[]
  readonly measures?: readonly MeasuredPeriods[]
}

export type PhaseFailures = CanaryVerdict['phases'][number]

type Metric = 'failures' | MeasureName

/**
 * Shares of the error budget (M-ROLLOUT-6). A weighted mean of e-values is an e-value under any
 * dependence (Vovk and Wang, "E-values", Annals of Statistics 2021).
 */
const WEIGHTS: Readonly<Record<Metric, number>> = { failures: 0.5, calls: 0.2, lcp: 0.1, cls: 0.1, inp: 0.1 }

type Measured = { readonly metric: Metric; readonly periods: readonly Period[] }

const allOf = (periods: readonly Period[], measures: readonly MeasuredPeriods[]): readonly Measured[] => [
  { metric: 'failures', periods },
  ...measures,
]

/** A metric without reports counts as 1. */
const meanOf = (all: readonly Measured[], evidenceOf: (periods: readonly Period[]) => number): number =>
  all.reduce((sum, { metric, periods }) => sum + WEIGHTS[metric] * (evidenceOf(periods) - 1), 1)

const newestEvidence = (periods: readonly Period[]): number => periodEvidence(periods.at(-1) ?? NOTHING)

const decisive = (all: readonly Measured[], evidenceOf: (periods: readonly Period[]) => number): Metric =>
  all.reduce((most, one) =>
    WEIGHTS[one.metric] * evidenceOf(one.periods) > WEIGHTS[most.metric] * evidenceOf(most.periods) ? one : most,
  ).metric

/** Compares both versions over the same time. Valid at every look. */
export const judgeCanary = ({ canary, stable, periods, phases, measures = [] }: CanaryEvidence): CanaryVerdict => {
  const all = allOf(periods, measures)
  const status = canaryStatus(periods, measures)
  const figuresOf = (of: readonly Period[]) => {
    const now = of.at(-1) ?? NOTHING
    return {
      canary: { version: canary, ...now.canary, ...shareInterval(now.canary) },
      stable: { version: stable, ...now.stable, ...shareInterval(now.stable) },
      ratio: ratioInterval(now),
    }
  }
  const found = {
    status,
    evidence: Math.min(meanOf(all, evidenceOfWorse), Number.MAX_VALUE),
    ...figuresOf(periods),
    phases: phases.toSorted((one, other) => other.canary - one.canary),
    measures: measures.map(({ metric, periods: of }) => ({ metric, ...figuresOf(of) })),
    ...(status === 'worse' && { decidedBy: decisive(all, evidenceOfWorse) }),
    ...(status === 'unclear' && { decidedBy: decisive(all, newestEvidence) }),
  }
  return { ...found, reason: reasonOf(found) }
}

export const canaryStatus = (
  periods: readonly Period[],
  measures: readonly MeasuredPeriods[] = [],
): CanaryVerdict['status'] => {
  const now = periods.at(-1) ?? NOTHING
  const all = allOf(periods, measures)
  if (now.canary.seen < MIN_SEEN || now.stable.seen < MIN_SEEN) return 'unknown'
  if (meanOf(all, evidenceOfWorse) >= 1 / MAX_FALSE_ALARMS) return 'worse'
  return meanOf(all, newestEvidence) >= UNCLEAR_FROM ? 'unclear' : 'fine'
}

const reasonOf = (verdict: Omit<CanaryVerdict, 'reason'>): string => {
  const { status, decidedBy: metric, phases, measures = [] } = verdict
  const measured = measures.find((one) => one.metric === metric)
  const { canary, stable, ratio } = measured ?? verdict
  const [most] = measured ? [] : phases
  return writeReason({
    kind: 'verdict',
    status,
    canary,
    stable,
    ...(measured && { metric: measured.metric }),
    ...(most && canary.failed > 0 && { phase: { name: most.phase, failed: most.canary } }),
    ...(status === 'worse' && ratio.low > 1 && { times: ratio.low }),
  })
}
