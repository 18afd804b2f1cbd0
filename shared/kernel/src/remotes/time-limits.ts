/** The time limits of a load, in milliseconds. The entry script's own limit is the loader's. */
export type LoadLimits = {
  /** For a descriptor that is fetched. */
  readonly descriptor: number
  /** For `activate`. */
  readonly activate: number
  /** For all steps of a load together, and for a later part of a screen, while a fallback version is known. */
  readonly fallback: number
}

/** Time from the first commit of a screen in which an error while rendering counts as one of its first show (M-FALLBACK-12). */
export const FIRST_SHOW_MS = 10_000

/** M-FAIL-3, M-FAIL-10, M-FALLBACK-3. */
export const DEFAULT_LIMITS: LoadLimits = { descriptor: 5_000, activate: 15_000, fallback: 4_000 }
