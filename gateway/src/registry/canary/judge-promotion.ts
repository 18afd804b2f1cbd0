import type { Share } from './always-valid.ts'

/** Browsers that must report before the gateway judges a version (M-ROLLBACK-1). */
export const MIN_SEEN = 20
const MAX_FAILED_SHARE = 0.05
/** One-sided 1 % point of the normal distribution. */
const Z = 2.33
/** Networks in which established browsers must fail before a rollback; T-REPORT gives the reason. */
export const ROLLBACK_NETWORKS = 10

/**
 * True when a version fails too often, and more often than the one before (M-ROLLBACK-8).
 * Uses a two-proportion z-test; with few reports about the older version, a fixed share decides.
 */
export const isWorse = (now: Share, before: Share): boolean => {
  if (now.failed <= now.seen * MAX_FAILED_SHARE) return false
  if (before.seen < MIN_SEEN) return true
  const pooled = (now.failed + before.failed) / (now.seen + before.seen)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / now.seen + 1 / before.seen))
  return now.failed / now.seen - before.failed / before.seen > Z * error
}
