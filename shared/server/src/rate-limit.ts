import type { Count } from './counter.ts'
import { createCounters, type LimiterStore } from './rate-limit-store.ts'

export type Allowance = { readonly ok: true } | Refusal

export type Refusal = { readonly ok: false; readonly retryAfterMs: number }

/** Whole seconds, rounded up, for `Retry-After` (RFC 9110 section 10.2.3). */
export const secondsToWait = ({ retryAfterMs }: Refusal): number => Math.ceil(retryAfterMs / 1000)

/** A number of things in a time window, for each key. */
export type RateLimit = {
  /** Refused ones count too, without a longer window. */
  consume(key: string): Promise<Allowance>
  /** Counts nothing. */
  peek(key: string): Promise<Allowance>
  /** Takes back a count that later proves wrong. */
  takeBack(key: string): Promise<void>
}

export type WindowOptions = {
  readonly name: string
  readonly points: number
  /** Milliseconds from the first count. */
  readonly windowMs: number
}

export type GrowingDelay = {
  /**
   * Counts an attempt before its outcome, so simultaneous attempts keep the limit, across
   * processes. Attempts during the delay do not count.
   */
  begin(key: string): Promise<Allowance>
  /** Takes back the last attempt: it succeeded. Earlier ones still count. */
  takeBack(key: string): Promise<void>
  forget(key: string): Promise<void>
}

export type GrowingDelayOptions = {
  readonly name: string
  readonly free: number
  /** Milliseconds after the last free attempt, doubled after each more. */
  readonly firstDelayMs: number
  readonly maxDelayMs: number
  /** Milliseconds until attempts are forgotten, since the first and each delayed one. */
  readonly forgetMs: number
}

/**
 * A server's limits.
 * - A PostgreSQL server holds the counts across processes. Without one, or with the embedded database,
 *   memory does.
 * - Without contact to PostgreSQL, each process counts in memory; nothing is refused.
 * - Keys are stored as SHA-256 hashes, because they contain people's addresses. Expired rows are removed.
 * - Memory holds at most 20,000 keys for each limit; the least recently counted goes first.
 * - Times use a monotonic clock: clock changes have no effect.
 */
export type RateLimits = {
  window(options: WindowOptions): RateLimit
  growingDelay(options: GrowingDelayOptions): GrowingDelay
}

const refusal = ({ remainingMs }: Count): Refusal => ({ ok: false, retryAfterMs: Math.max(remainingMs, 1) })

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
