import type { AUDIENCE_KINDS } from './audience-row.ts'

// The bounds of what an order may say. The schemas of its body and the fields of screens are made from them.

/** The share of the browsers that a promotion gives a version to, in percent, where the order names none. */
export const DEFAULT_PERCENT = 100
/** The most steps of a rollout. */
export const MAX_STEPS = 10
/** Milliseconds from one step to the next: the least and the most. */
export const STEP_LIMITS_MS = { least: 1000, most: 7 * 86_400_000 } as const
/** Milliseconds that another person may have for an approval: the least and the most. */
export const APPROVAL_LIMITS_MS = { least: 60_000, most: 7 * 86_400_000 } as const
/** The most milliseconds that a promotion may be planned ahead (M-SCHEDULE-1). */
export const MAX_AHEAD_MS = 365 * 86_400_000

/** Hours for which an address shows one version (M-OVERRIDE-11): where nobody says others, and the most. */
export const PREVIEW_HOURS = { usual: 72, most: 168 } as const

/** Whether the shares of a rollout are whole percents, at least two and at most {@link MAX_STEPS}, that grow and end with 100. */
export const areSteps = (steps: readonly number[]): boolean =>
  steps.length >= 2 &&
  steps.length <= MAX_STEPS &&
  steps.at(-1) === 100 &&
  steps.every((share, at) => Number.isInteger(share) && share > (steps[at - 1] ?? 0))

/** The most values of one kind in an audience. */
export const MAX_AUDIENCE_VALUES = 50
const WORD = /^[\w.-]{1,64}$/
/** The form of one value of an audience, by its kind. */
export const AUDIENCE_VALUES: Readonly<Record<(typeof AUDIENCE_KINDS)[number], RegExp>> = {
  org: WORD,
  role: WORD,
  region: /^[A-Za-z0-9-]{1,20}$/,
  header: /^[A-Za-z0-9-]{1,64}:[\x21-\x7e]{1,100}$/,
}

/** The name of a freeze, which stands between quotation marks in sentences. */
export const FREEZE_NAME = /^[^\p{C}"]{1,80}$/u
/** The days of a weekly freeze, as its times name them (`fri 16:00`), from Sunday on. */
export const FREEZE_DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** Whether a text is the name of a time zone that this process knows. */
export const isTimeZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
