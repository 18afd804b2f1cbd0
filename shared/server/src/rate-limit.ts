import type { Count } from './counter.ts'
import { createCounters, type LimiterStore } from './rate-limit-store.ts'

/** Whether something may be done once more, or how long to wait. */
export type Allowance = { readonly ok: true } | Refusal

export type Refusal = { readonly ok: false; readonly retryAfterMs: number }

/** The wait of a refusal in whole seconds, rounded up, as `Retry-After` has it (RFC 9110 section 10.2.3). */
export const secondsToWait = ({ retryAfterMs }: Refusal): number => Math.ceil(retryAfterMs / 1000)

/** So many of one thing in one window of time, for each key. */
export type RateLimit = {
  /** Counts one for `key`. A refused one counts too, and does not lengthen the window. */
  consume(key: string): Promise<Allowance>
  /** Whether one more would be allowed; counts nothing. */
  peek(key: string): Promise<Allowance>
  /** Takes one that was counted back, for what is known to be none only afterwards. */
  takeBack(key: string): Promise<void>
}

export type WindowOptions = {
  /** Unique in its server; part of the stored keys. */
  readonly name: string
  /** The number of calls allowed in one window. */
  readonly points: number
  /** Milliseconds, from the first one that is counted. */
  readonly windowMs: number
}

/** A delay for each key that grows with each attempt, for what somebody may guess. */
export type GrowingDelay = {
  /**
   * Counts an attempt, before its outcome is known: of attempts made at the same time, in one process or in several, no
   * more pass than one after the other would. An attempt during the delay does not count.
   */
  begin(key: string): Promise<Allowance>
  /** Takes back the last attempt of `key`: it succeeded, and the ones before it still count. */
  takeBack(key: string): Promise<void>
  /** Forgets all attempts of `key`. */
  forget(key: string): Promise<void>
}

export type GrowingDelayOptions = {
  /** Unique in its server; part of the stored keys. */
  readonly name: string
  /** Attempts without a delay. */
  readonly free: number
  /** Milliseconds to wait after the last free one; twice as long after each further one. */
  readonly firstDelayMs: number
  readonly maxDelayMs: number
  /** Milliseconds until attempts are forgotten: since the first one, and since each one that had to wait. */
  readonly forgetMs: number
}

/**
 * The limits of a server.
 *
 * - With a PostgreSQL server as database the counts are kept there and hold across processes; without one, or with the
 *   embedded database, which has one process, they are kept in memory.
 * - When PostgreSQL cannot be reached, each process counts in memory until it can; nothing is refused for that reason.
 * - Keys are stored as SHA-256 hashes, because they hold addresses of people. Rows are removed after they expire.
 * - Memory holds at most 20,000 keys for each limit; the one that was counted least recently goes first.
 * - A system's clock that is set ends no wait and prolongs none: times are counted on a monotonic clock.
 */
export type RateLimits = {
  window(options: WindowOptions): RateLimit
  growingDelay(options: GrowingDelayOptions): GrowingDelay
}

const refusal = ({ remainingMs }: Count): Refusal => ({ ok: false, retryAfterMs: Math.max(remainingMs, 1) })

/** Creates the limits of a server. Nothing is opened; the table is made with the first count. */
export const createRateLimits = (store: LimiterStore): RateLimits => {
  const counterOf = createCounters(store)
  return {
    window: ({ name, points, windowMs }) => {
      const calls = counterOf(name)
      return {
        consume: async (key) => {
          const count = await calls.add(key, 1, windowMs)
          return count.points > points ? refusal(count) : { ok: true }
        },
        peek: async (key) => {
          const count = await calls.get(key)
          return count !== undefined && count.points >= points ? refusal(count) : { ok: true }
        },
        takeBack: async (key) => void (await calls.add(key, -1, windowMs)),
      }
    },

    growingDelay: ({ name, free, firstDelayMs, maxDelayMs, forgetMs }) => {
      const attempts = counterOf(name)
      /** Lets one attempt of a key pass in each delay. */
      const gate = counterOf(`${name}-gate`)
      const delayAfter = (count: number) => Math.min(firstDelayMs * 2 ** (count - free), maxDelayMs)

      return {
        begin: async (key) => {
          const waiting = await gate.get(key)
          if (waiting !== undefined) return refusal(waiting)
          const { points: count } = await attempts.add(key, 1, forgetMs)
          if (count < free) return { ok: true }
          const passed = await gate.add(key, 1, delayAfter(count))
          // One that lost the race for the gate stays counted: taken back, it could undercut the count that is set here.
          if (passed.points > 1) return refusal(passed)
          await attempts.set(key, count, forgetMs)
          return { ok: true }
        },
        takeBack: async (key) => {
          const { points: count } = await attempts.add(key, -1, forgetMs)
          if (count < free) await gate.delete(key)
        },
        forget: async (key) => {
          await Promise.all([attempts.delete(key), gate.delete(key)])
        },
      }
    },
  }
}
