export type Clock = () => Date

// In milliseconds.
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const MORNING = 'T08:00:00-03:00'

export const morningOf = (day: string): Date => new Date(`${day}${MORNING}`)
