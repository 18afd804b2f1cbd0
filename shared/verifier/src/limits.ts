/** Bounds of one verification. Times in milliseconds. */
export type Limits = {
  /** Time of one visit. An activation may take 15 s (M-FAIL-10). */
  readonly visitMs: number
  /** Time of the whole verification, after which the browser is ended. */
  readonly totalMs: number
  readonly visits: number
}

/** The bounds of a verification where nobody says others (M-VERIFY-6). */
export const DEFAULT_LIMITS: Limits = { visitMs: 20_000, totalMs: 300_000, visits: 60 }

/** The time that a page has to come to rest once its screen stands. */
export const REST_MS = { quiet: 300, most: 3000 } as const

/** Findings of one kind on one route; more of them say nothing new. */
export const MAX_ALIKE = 3

/** The time for a descriptor, and for what the shell offers. */
export const FETCH_TIMEOUT_MS = 30_000
