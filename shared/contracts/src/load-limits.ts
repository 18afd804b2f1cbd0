/** The time limits of loading, in milliseconds. */
export const LOAD_LIMITS_MS = {
  /** The shell of a page that is seen (M-FAIL-23). */
  start: 15_000,
  /** A descriptor that is fetched (M-FAIL-3). */
  descriptor: 5_000,
  /** An entry script (M-FAIL-5). */
  entryScript: 15_000,
  /** The `activate` of a remote (M-FAIL-10). */
  activate: 15_000,
  /** All steps of a load, and a later part of a screen, while a fallback version is known (M-FALLBACK-3). */
  fallback: 4_000,
  /** A chunk that is loaded later (P-ERROR-4). */
  chunk: 120_000,
} as const
