export type Share = { readonly seen: number; readonly failed: number }

/** `high` is `null` without an upper bound. The interval is valid at every look. */
export type Interval = { readonly low: number; readonly high: number | null }

/** Reports of a time in which the canary version had a constant share of the browsers. */
export type Period = {
  /** Above 0 and below 1. */
  readonly share: number
  readonly canary: Share
  readonly stable: Share
}

/** Confidence over all looks together (M-ROLLOUT-3). */
const CONFIDENCE = 0.95
const LOG_LIMIT = -Math.log(1 - CONFIDENCE)

/** Failure ratios and weights of the test against "no worse". */
const BETS: readonly (readonly [ratio: number, weight: number])[] = [
  [1.5, 0.1],
  [2, 0.2],
  [2.5, 0.3],
  [4, 0.2],
  [10, 0.1],
  [40, 0.1],
]
/** Ratios from 1/1,000 to 1,000 with equal weights. */
const LOG_RATIOS = Array.from({ length: 61 }, (_, at) => ((at - 30) / 30) * Math.log(1000))

/**
 * The evidence of one period that the canary version fails more often. Without a difference, it
 * reaches `x` with a probability of at most `1 / x`, however often it is computed (Ville's
 * inequality). The one-sided test of Lindon and Malek, "Anytime-Valid Inference for Multinomial
 * Count Data" (NeurIPS 2022).
 */
export const periodEvidence = (period: Period): number =>
  Math.exp(logSumExp(BETS.map(([ratio, weight]) => Math.log(weight) + logLikelihood(period, Math.log(ratio)))))

/**
 * Averages the periods. Browsers that always fail make periods dependent, and an average stays
 * valid then.
 */
export const evidenceOfWorse = (periods: readonly Period[]): number =>
  periods.reduce((sum, period, at) => sum + (periodEvidence(period) - 1) / ((at + 1) * (at + 2)), 1)

/** All ratios that {@link CONFIDENCE} does not exclude, valid at every look. */
export const ratioInterval = (period: Period): Interval => {
  const likelihood = (logRatio: number) => logLikelihood(period, logRatio)
  const mixture = logSumExp(LOG_RATIOS.map(likelihood)) - Math.log(LOG_RATIOS.length)
  const isExcluded = (logRatio: number) => mixture - likelihood(logRatio) >= LOG_LIMIT
  const best = LOG_RATIOS.reduce((one, other) => (likelihood(other) > likelihood(one) ? other : one))
  const [lowest = 0, highest = 0] = [LOG_RATIOS[0], LOG_RATIOS.at(-1)]
  return {
    low: period.canary.failed === 0 || !isExcluded(lowest) ? 0 : Math.exp(edge(lowest, best, isExcluded)),
    high: period.stable.failed === 0 || !isExcluded(highest) ? null : Math.exp(edge(highest, best, isExcluded)),
  }
}

/** The always-valid interval of a share, with Jeffreys' weight (Robbins 1970). */
export const shareInterval = ({ seen, failed }: Share): { readonly low: number; readonly high: number } => {
  if (seen === 0) return { low: 0, high: 1 }
  const mixture = logBeta(failed + 0.5, seen - failed + 0.5) - logBeta(0.5, 0.5)
  const isExcluded = (share: number) => mixture - logBernoulli({ seen, failed }, share) >= LOG_LIMIT
  const best = failed / seen
  return {
    low: failed === 0 ? 0 : edge(0, best, isExcluded),
    high: failed === seen ? 1 : edge(1, best, isExcluded),
  }
}

/** Relative to a ratio of 1. */
const logLikelihood = ({ share, canary, stable }: Period, logRatio: number): number =>
  canary.failed * logRatio - (canary.failed + stable.failed) * Math.log1p(share * Math.expm1(logRatio))

const logBernoulli = ({ seen, failed }: Share, share: number): number =>
  (failed === 0 ? 0 : failed * Math.log(share)) + (failed === seen ? 0 : (seen - failed) * Math.log1p(-share))

const logSumExp = (logs: readonly number[]): number => {
  const most = Math.max(...logs)
  return most + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0))
}

/** Bisects for the last value between `inside` and `outside` that is not excluded. */
const edge = (outside: number, inside: number, isExcluded: (value: number) => boolean): number => {
  let [far, near] = [outside, inside]
  for (let round = 0; round < 50; round += 1) {
    const middle = (far + near) / 2
    if (isExcluded(middle)) far = middle
    else near = middle
  }
  return near
}

const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b)

const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

/** For values from 0.5 on. */
const logGamma = (value: number): number => {
  const x = value - 1
  const t = x + 7.5
  const series = LANCZOS.reduce((sum, coefficient, at) => sum + coefficient / (x + at + 1), 0.99999999999980993)
  return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(t) - t + Math.log(series)
}
