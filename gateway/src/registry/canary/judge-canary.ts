import { writeReason, type CanaryVerdict } from '@atalaia/artifact/rows'
import { evidenceOfWorse, periodEvidence, ratioInterval, shareInterval, type Period } from './always-valid.ts'
import { MIN_SEEN } from './judge-promotion.ts'
import type { MeasureName } from './measures.ts'

/**
 * The chance at which a version that fails no more often is called worse, over all looks and steps together
 * (M-ROLLOUT-3).
 */
const MAX_FALSE_ALARMS = 0.005
/** Evidence of a step from which on the rollout waits for more reports. */
const UNCLEAR_FROM = 2

const NOTHING: Period = { share: 0.5, canary: { seen: 0, failed: 0 }, stable: { seen: 0, failed: 0 } }

/** The reports about one metric, the oldest period first. */
export type MeasuredPeriods = { readonly metric: MeasureName; readonly periods: readonly Period[] }

export type CanaryEvidence = {
  readonly canary: string
  readonly stable: string
  /** Failed activations, the oldest period first. */
  readonly periods: readonly Period[]
  /** Failures of the newest period, by the phase in which they happened. */
  readonly phases: readonly PhaseFailures[]
  /** Default: none. */
  readonly measures?: readonly MeasuredPeriods[]
}

export type PhaseFailures = CanaryVerdict['phases'][number]

type Metric = 'failures' | MeasureName

/**
 * The parts of the error budget that the metrics have (M-ROLLOUT-6). The evidence of all is the mean of each one's with
 * these weights: an average of e-values is one, however they depend on each other (Vovk and Wang, "E-values", Annals of
 * Statistics 2021), and it reaches a limit at the latest when one metric alone passes Bonferroni's for its part.
 */
const WEIGHTS: Readonly<Record<Metric, number>> = { failures: 0.5, calls: 0.2, lcp: 0.1, cls: 0.1, inp: 0.1 }

type Measured = { readonly metric: Metric; readonly periods: readonly Period[] }

const allOf = (periods: readonly Period[], measures: readonly MeasuredPeriods[]): readonly Measured[] => [
  { metric: 'failures', periods },
  ...measures,
]

/** The mean of all metrics; one without reports says nothing, which is 1. */
const meanOf = (all: readonly Measured[], evidenceOf: (periods: readonly Period[]) => number): number =>
  all.reduce((sum, { metric, periods }) => sum + WEIGHTS[metric] * (evidenceOf(periods) - 1), 1)

const newestEvidence = (periods: readonly Period[]): number => periodEvidence(periods.at(-1) ?? NOTHING)

/** The metric that says most. */
const decisive = (all: readonly Measured[], evidenceOf: (periods: readonly Period[]) => number): Metric =>
  all.reduce((most, one) =>
    WEIGHTS[one.metric] * evidenceOf(one.periods) > WEIGHTS[most.metric] * evidenceOf(most.periods) ? one : most,
  ).metric

/** Compares a canary version with the stable one over the same time. May be called as often as one likes. */
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

/** The verdict without its figures. */
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
