import { createRateLimits, networkOf, type RateLimit, type RateLimits } from '@atalaia/server'
import type { FastifyInstance } from 'fastify'
import { MINUTE_MS } from '../clock.ts'
import { tooManyRequests } from '../problems.ts'

const RANGES_PER_MINUTE = 60

export type CallLimitOptions = {
  /** Of one token from a portal (M-EMBED-12). */
  readonly callsPerMinute: number
  /** Of one account, in one process. */
  readonly accountCallsPerMinute: number
  /** M-HIBP-3 */
  readonly keyCallsPerMinute: number
  /** Of one network on all ways in, in one process. */
  readonly entranceCallsPerMinute: number
}

export const CALL_LIMITS: CallLimitOptions = {
  callsPerMinute: 120,
  accountCallsPerMinute: 1200,
  keyCallsPerMinute: 600,
  entranceCallsPerMinute: 1200,
}

export type CallLimits = {
  /** Counts calls of portals and other origins, by token. */
  readonly portals: RateLimit
  readonly accounts: RateLimit
  readonly keys: RateLimit
  /** Counts by organisation the calls that read all its addresses. */
  readonly ranges: RateLimit
  readonly entrances: RateLimit
}

export const createCallLimits = (
  limits: RateLimits,
  { callsPerMinute, accountCallsPerMinute, keyCallsPerMinute, entranceCallsPerMinute }: CallLimitOptions,
): CallLimits => ({
  portals: limits.window({ name: 'calls', points: callsPerMinute, windowMs: MINUTE_MS }),
  // In memory: a count in PostgreSQL would cost each call of a page as much as its answer.
  accounts: createRateLimits({ service: 'leak-api' }).window({
    name: 'account-calls',
    points: accountCallsPerMinute,
    windowMs: MINUTE_MS,
  }),
  keys: limits.window({ name: 'key-calls', points: keyCallsPerMinute, windowMs: MINUTE_MS }),
  ranges: limits.window({ name: 'key-ranges', points: RANGES_PER_MINUTE, windowMs: MINUTE_MS }),
  // In memory, for the same reason: these calls are to cost the database nothing.
  entrances: createRateLimits({ service: 'leak-api' }).window({
    name: 'entrance-calls',
    points: entranceCallsPerMinute,
    windowMs: MINUTE_MS,
  }),
})

export const limitNetworks = (app: FastifyInstance, limit: RateLimit): void => {
  app.addHook('onRequest', async ({ ip }) => {
    const allowed = await limit.consume(networkOf(ip))
    if (!allowed.ok) throw tooManyRequests(allowed)
  })
}
