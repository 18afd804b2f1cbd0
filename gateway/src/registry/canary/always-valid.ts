/** Numbers of browsers that reported, and of those that failed. */
export type Share = { readonly seen: number; readonly failed: number }

/** Bounds that hold at every look at once; `high` is `null` where there is no bound above. */
export type Interval = { readonly low: number; readonly high: number | null }

/** Reports of one time in which the canary version had one share of the browsers, and the stable one the rest. */
export type Period = {
  /** Above 0 and below 1. */
  readonly share: number
  readonly canary: Share
  readonly stable: Share
}

/** The confidence at which intervals hold, over all looks together (M-ROLLOUT-3). */
const CONFIDENCE = 0.95
const LOG_LIMIT = -Math.log(1 - CONFIDENCE)

/** Ratios of failures, and their weights, that the test against "no worse" bets on. */
const BETS: readonly (readonly [ratio: number, weight: number])[] = [
  [1.5, 0.1],
  [2, 0.2],
  [2.5, 0.3],
  [4, 0.2],
  [10, 0.1],
  [40, 0.1],
]
/** Ratios from 1/1,000 to 1,000 with one weight each, for the interval of the ratio. */
const LOG_RATIOS = Array.from({ length: 61 }, (_, at) => ((at - 30) / 30) * Math.log(1000))

/**
 * The factor by which the reports of one period fit a canary version that fails more often better than one that fails as often as
 * the stable version. If it fails no more often, the value ever reaches `x` with a probability of at most `1 / x`, however
 * often it is looked at: it is a mixture of likelihood ratios, and so a non-negative supermartingale that begins at 1
 * (Ville's inequality).
 *
 * A browser is given its version by chance, so that each failure is the canary's with the probability of its share, whatever
 * fails for both at that time. That makes the test exact; it is the one-sided form of Lindon and Malek, "Anytime-Valid
 * Inference for Multinomial Count Data" (NeurIPS 2022), on the mixture SPRT of Robbins (1970) and Johari et al. (2022).
 */
export const periodEvidence = (period: Period): number =>
  Math.exp(logSumExp(BETS.map(([ratio, weight]) => Math.log(weight) + logLikelihood(period, Math.log(ratio)))))

/**
 * The evidence of several periods, with the same guarantee. A browser that always fails does so in each of them, so that
 * periods are not independent: their values are averaged, which holds for any dependence, and not multiplied.
 */
export const evidenceOfWorse = (periods: readonly Period[]): number =>
  periods.reduce((sum, period, at) => sum + (periodEvidence(period) - 1) / ((at + 1) * (at + 2)), 1)

/** The always-valid interval of the ratio of both versions' failures: all ratios that {@link CONFIDENCE} does not exclude. */
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

/** The always-valid interval of a share, by the mixture of all shares with the weight of Jeffreys (Robbins 1970). */
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

/** Against a ratio of 1. */
const logLikelihood = ({ share, canary, stable }: Period, logRatio: number): number =>
  canary.failed * logRatio - (canary.failed + stable.failed) * Math.log1p(share * Math.expm1(logRatio))

const logBernoulli = ({ seen, failed }: Share, share: number): number =>
  (failed === 0 ? 0 : failed * Math.log(share)) + (failed === seen ? 0 : (seen - failed) * Math.log1p(-share))

const logSumExp = (logs: readonly number[]): number => {
  const most = Math.max(...logs)
  return most + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0))
}

/** The last value on the way from `inside` to `outside` that is not excluded. */
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

/** The coefficients of Lanczos' approximation (g = 7), which has 15 digits. */
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
