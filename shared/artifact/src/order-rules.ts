import type { AUDIENCE_KINDS } from './audience-row.ts'

// The bounds of what an order may say. The schemas of its body and the fields of screens are made from them.

export const DEFAULT_PERCENT = 100
export const MAX_STEPS = 10
export const STEP_LIMITS_MS = { least: 1000, most: 7 * 86_400_000 } as const
export const APPROVAL_LIMITS_MS = { least: 60_000, most: 7 * 86_400_000 } as const
/** M-SCHEDULE-1 */
export const MAX_AHEAD_MS = 365 * 86_400_000

/** M-OVERRIDE-11 */
export const PREVIEW_HOURS = { usual: 72, most: 168 } as const

/** True for two to {@link MAX_STEPS} whole percents that grow and end with 100. */
export const areSteps = (steps: readonly number[]): boolean =>
  steps.length >= 2 &&
  steps.length <= MAX_STEPS &&
  steps.at(-1) === 100 &&
  steps.every((share, at) => Number.isInteger(share) && share > (steps[at - 1] ?? 0))

export const MAX_AUDIENCE_VALUES = 50
const WORD = /^[\w.-]{1,64}$/
export const AUDIENCE_VALUES: Readonly<Record<(typeof AUDIENCE_KINDS)[number], RegExp>> = {
  org: WORD,
  role: WORD,
  region: /^[A-Za-z0-9-]{1,20}$/,
  header: /^[A-Za-z0-9-]{1,64}:[\x21-\x7e]{1,100}$/,
}

export const FREEZE_NAME = /^[^\p{C}"]{1,80}$/u
/** Days as in `fri 16:00`, from Sunday. */
export const FREEZE_DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

export const isTimeZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
