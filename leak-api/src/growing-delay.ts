import type { Clock } from './clock.ts'

export type GrowingDelayOptions = {
  readonly clock: Clock
  /** Attempts that cost nothing. */
  readonly free: number
  /** The first delay after them; it doubles with each further attempt. */
  readonly firstDelaySeconds: number
  readonly maxDelaySeconds: number
  /** Attempts are forgotten this long after the last one. */
  readonly forgetSeconds: number
}

export type GrowingDelay = {
  /** Counts an attempt, unless the last one was too recent: then it has to wait. */
  begin(key: string): { readonly allowed: true } | { readonly allowed: false; readonly waitSeconds: number }
  /** Forgets all attempts of `key`. */
  forget(key: string): void
  /** Takes back the last attempt of `key`: it succeeded, and the ones before it still count. */
  takeBack(key: string): void
}

type Entry = { readonly count: number; readonly last: number; readonly blockedUntil: number }

/** Limits the number of keys kept, so that invented keys cannot exhaust memory. */
const MAX_KEYS = 20_000

/** Delays attempts more and more, by key. It lives in memory: each process counts for itself. */
export const createGrowingDelay = (options: GrowingDelayOptions): GrowingDelay => {
  const entries = new Map<string, Entry>()

  const delayAfter = (count: number): number => {
    if (count < options.free) return 0
    return Math.min(options.firstDelaySeconds * 2 ** (count - options.free), options.maxDelaySeconds)
  }
  const remember = (key: string, entry: Entry) => {
    // Deleted first, so that the map stays in the order of the last attempts and the oldest one goes.
    entries.delete(key)
    entries.set(key, entry)
    if (entries.size <= MAX_KEYS) return
    const [oldest] = entries.keys()
    if (oldest !== undefined) entries.delete(oldest)
  }

  return {
    begin: (key) => {
      const now = options.clock().getTime()
      const kept = entries.get(key)
      const known = kept !== undefined && now - kept.last < options.forgetSeconds * 1000 ? kept : undefined
      if (known !== undefined && now < known.blockedUntil) {
        return { allowed: false, waitSeconds: Math.ceil((known.blockedUntil - now) / 1000) }
      }
      // Counted before the answer is known: attempts made at the same time cannot slip by together.
      const count = (known?.count ?? 0) + 1
      remember(key, { count, last: now, blockedUntil: now + delayAfter(count) * 1000 })
      return { allowed: true }
    },
    forget: (key) => {
      entries.delete(key)
    },
    takeBack: (key) => {
      const known = entries.get(key)
      if (known === undefined) return
      const count = known.count - 1
      remember(key, { ...known, count, blockedUntil: count < options.free ? 0 : known.blockedUntil })
    },
  }
}
