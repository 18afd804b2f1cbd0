import type { GrowingDelay, RateLimits } from '@atalaia/server'
import { tooManyRequests } from '../problems.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const enter = async (delay: GrowingDelay, key: string): Promise<void> => {
  const allowed = await delay.begin(key)
  if (!allowed.ok) throw tooManyRequests(allowed)
}

export type LoginRateLimit = {
  /** Counts an attempt; rejects with a 429 and the seconds to wait. */
  enter(ip: string, email: string): Promise<void>
  /** Forgets the attempts on this address: the caller knows its password. */
  succeeded(ip: string, email: string): Promise<void>
}

const keyOf = (ip: string, email: string) => `${ip} ${email}`

/** Slows down attempts on one password, by address and caller, and attempts on many addresses, by caller. */
export const createLoginRateLimit = (limits: RateLimits): LoginRateLimit => {
  const rules = { firstDelayMs: 2000, maxDelayMs: 15 * MINUTE_MS, forgetMs: HOUR_MS }
  const perAddress = limits.growingDelay({ ...rules, name: 'login-address', free: 5 })
  const perCaller = limits.growingDelay({ ...rules, name: 'login-caller', free: 30 })
  return {
    enter: async (ip, email) => {
      await enter(perAddress, keyOf(ip, email))
      await enter(perCaller, ip)
    },
    succeeded: async (ip, email) => {
      await Promise.all([perAddress.forget(keyOf(ip, email)), perCaller.takeBack(ip)])
    },
  }
}

export type SignupRateLimit = {
  /** Counts an attempt; rejects with a 429 and the seconds to wait. */
  enter(ip: string): Promise<void>
}

/** Slows down new accounts, by caller. */
export const createSignupRateLimit = (limits: RateLimits): SignupRateLimit => {
  const perCaller = limits.growingDelay({
    name: 'signup-caller',
    free: 20,
    firstDelayMs: 30_000,
    maxDelayMs: HOUR_MS,
    forgetMs: HOUR_MS,
  })
  return { enter: (ip) => enter(perCaller, ip) }
}
