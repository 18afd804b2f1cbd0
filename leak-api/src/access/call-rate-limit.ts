import type { Clock } from '../clock.ts'

/** Calls of one token in one minute, by default. */
const CALLS_PER_MINUTE = 120

const WINDOW_MS = 60_000
/** Limits the number of keys kept, so that invented keys cannot exhaust memory. */
const MAX_KEYS = 20_000

export type CallRateLimit = {
  /** Counts a call. Returns the seconds to wait when there were too many, else `undefined`. */
  enter(key: string): number | undefined
}

/** Limits the calls of each key in a fixed window of one minute, in the memory of this process. */
export const createCallRateLimit = (clock: Clock, callsPerMinute = CALLS_PER_MINUTE): CallRateLimit => {
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
