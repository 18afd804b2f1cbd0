/** The current instant, handed in so that tests and the demonstration data can choose it. */
export type Clock = () => Date

// In milliseconds.
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** São Paulo has had no summer time since 2019. */
const MORNING = 'T08:00:00-03:00'

/** 8 h of a São Paulo day. */
export const morningOf = (day: string): Date => new Date(`${day}${MORNING}`)
