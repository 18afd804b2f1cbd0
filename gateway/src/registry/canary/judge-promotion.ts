import type { Share } from './always-valid.ts'

/** A version is judged, and compared with, once this many browsers have reported it (M-ROLLBACK-1). */
export const MIN_SEEN = 20
/** A version may be bad when more than this share failed. */
const MAX_FAILED_SHARE = 0.05
/** The one-sided 1 % point of the normal distribution. */
const Z = 2.33
/** A promotion is taken back only if established browsers failed in this many networks; T-REPORT says why. */
export const ROLLBACK_NETWORKS = 10

/**
 * Whether a version fails too often, and more often than the version before it. The two shares are compared by the
 * two-proportion z-test; without enough reports about the version before, the fixed share alone decides (M-ROLLBACK-8).
 * It is the rule for a version that everybody gets: nothing else runs at the same time that it could be compared with.
 */
export const isWorse = (now: Share, before: Share): boolean => {
  if (now.failed <= now.seen * MAX_FAILED_SHARE) return false
  if (before.seen < MIN_SEEN) return true
  const pooled = (now.failed + before.failed) / (now.seen + before.seen)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / now.seen + 1 / before.seen))
  return now.failed / now.seen - before.failed / before.seen > Z * error
}
