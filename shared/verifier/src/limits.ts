/** Times in milliseconds. */
export type Limits = {
  /** An activation may take 15 s (M-FAIL-10). */
  readonly visitMs: number
  /** Afterwards, the browser is ended. */
  readonly totalMs: number
  readonly visits: number
}

/** Defaults (M-VERIFY-6). */
export const DEFAULT_LIMITS: Limits = { visitMs: 20_000, totalMs: 300_000, visits: 60 }

export const REST_MS = { quiet: 300, most: 3000 } as const

export const MAX_ALIKE = 3

export const FETCH_TIMEOUT_MS = 30_000
