import { writeReason, type CanaryVerdict } from '@atalaia/artifact/rows'
import { evidenceOfWorse, periodEvidence, ratioInterval, shareInterval, type Period } from './always-valid.ts'
import { MIN_SEEN } from './judge-promotion.ts'

/** The chance at which a version that fails no more often is called worse, over all looks and steps together. */
const MAX_FALSE_ALARMS = 0.005
/** Evidence of a step from which on the rollout waits for more reports. */
const UNCLEAR_FROM = 2

const NOTHING: Period = { share: 0.5, canary: { seen: 0, failed: 0 }, stable: { seen: 0, failed: 0 } }

export type CanaryEvidence = {
  readonly canary: string
  readonly stable: string
  /** The oldest first. */
  readonly periods: readonly Period[]
  /** Failures of the newest period, by the phase in which they happened. */
  readonly phases: readonly PhaseFailures[]
}

export type PhaseFailures = CanaryVerdict['phases'][number]

/** Compares a canary version with the stable one over the same time. May be called as often as one likes. */
export const judgeCanary = ({ canary, stable, periods, phases }: CanaryEvidence): CanaryVerdict => {
  const now = periods.at(-1) ?? NOTHING
  const found = {
    status: canaryStatus(periods),
    evidence: Math.min(evidenceOfWorse(periods), Number.MAX_VALUE),
    canary: { version: canary, ...now.canary, ...shareInterval(now.canary) },
    stable: { version: stable, ...now.stable, ...shareInterval(now.stable) },
    ratio: ratioInterval(now),
    phases: phases.toSorted((one, other) => other.canary - one.canary),
  }
  return { ...found, reason: reasonOf(found) }
}

/** The verdict without its figures. */
export const canaryStatus = (periods: readonly Period[]): CanaryVerdict['status'] => {
  const now = periods.at(-1) ?? NOTHING
  if (now.canary.seen < MIN_SEEN || now.stable.seen < MIN_SEEN) return 'unknown'
  if (evidenceOfWorse(periods) >= 1 / MAX_FALSE_ALARMS) return 'worse'
  return periodEvidence(now) >= UNCLEAR_FROM ? 'unclear' : 'fine'
}

const reasonOf = ({ status, canary, stable, ratio, phases }: Omit<CanaryVerdict, 'reason'>): string => {
  const [most] = phases
  return writeReason({
    kind: 'verdict',
    status,
    canary,
    stable,
    ...(most && canary.failed > 0 && { phase: { name: most.phase, failed: most.canary } }),
    ...(status === 'worse' && ratio.low > 1 && { times: ratio.low }),
  })
}
