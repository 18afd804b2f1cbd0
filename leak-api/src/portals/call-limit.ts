import type { Clock } from '../clock.ts'

/** Calls of one token in one minute. */
export const CALLS_PER_MINUTE = 120

const WINDOW_MS = 60_000
const MAX_KEYS = 20_000

export type CallLimit = {
  /** Counts a call; gives the seconds to wait when there were too many. */
  enter(key: string): number | undefined
}

/** So many calls a minute for each key, counted in memory by each process for itself. */
export const createCallLimit = (clock: Clock, callsPerMinute = CALLS_PER_MINUTE): CallLimit => {
  const windows = new Map<string, { readonly ends: number; calls: number }>()

  const windowOf = (key: string, now: number) => {
    const known = windows.get(key)
    if (known !== undefined && now < known.ends) return known
    const fresh = { ends: now + WINDOW_MS, calls: 0 }
    // Deleted first, so that the map stays in the order in which windows end, and the oldest one goes.
    windows.delete(key)
    windows.set(key, fresh)
    const [oldest] = windows.keys()
    if (windows.size > MAX_KEYS && oldest !== undefined) windows.delete(oldest)
    return fresh
  }

  return {
    enter: (key) => {
      const now = clock().getTime()
      const window = windowOf(key, now)
      window.calls += 1
      return window.calls > callsPerMinute ? Math.ceil((window.ends - now) / 1000) : undefined
    },
  }
}
