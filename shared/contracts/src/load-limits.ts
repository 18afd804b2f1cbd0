/** Milliseconds. */
export const LOAD_LIMITS_MS = {
  /** Shell of a visible page (M-FAIL-23). */
  start: 15_000,
  /** A fetched descriptor (M-FAIL-3). */
  descriptor: 5_000,
  /** An entry script (M-FAIL-5). */
  entryScript: 15_000,
  /** `activate` of a remote (M-FAIL-10). */
  activate: 15_000,
  /** All steps of a load, while a fallback version exists (M-FALLBACK-3). */
  fallback: 4_000,
  /** A later chunk (P-ERROR-4). */
  chunk: 120_000,
} as const
