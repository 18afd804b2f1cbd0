import type { Clock } from '../clock.ts'
import { createGrowingDelay, type GrowingDelay } from '../growing-delay.ts'
import { tooManyRequests } from '../http/problems.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

const enter = (delay: GrowingDelay, key: string) => {
  const outcome = delay.begin(key)
  if (!outcome.allowed) throw tooManyRequests(outcome.waitSeconds)
}

export type LoginRateLimit = {
  /** Counts an attempt; throws a 429 with the seconds to wait. */
  enter(ip: string, email: string): void
  /** Forgets the attempts on this address: the caller knows its password. */
  succeeded(ip: string, email: string): void
}

const keyOf = (ip: string, email: string) => `${ip} ${email}`

/** Slows down attempts on one password, by address and caller, and attempts on many addresses, by caller. */
export const createLoginRateLimit = (clock: Clock): LoginRateLimit => {
  const rules = { clock, firstDelaySeconds: 2, maxDelaySeconds: 15 * MINUTE, forgetSeconds: HOUR }
  const perAddress = createGrowingDelay({ ...rules, free: 5 })
  const perCaller = createGrowingDelay({ ...rules, free: 30 })
  return {
    enter: (ip, email) => {
      enter(perAddress, keyOf(ip, email))
      enter(perCaller, ip)
    },
    succeeded: (ip, email) => {
      perAddress.forget(keyOf(ip, email))
      perCaller.takeBack(ip)
    },
  }
}

export type SignupRateLimit = {
  /** Counts an attempt; throws a 429 with the seconds to wait. */
  enter(ip: string): void
}

/** Slows down new accounts, by caller. */
export const createSignupRateLimit = (clock: Clock): SignupRateLimit => {
  const perCaller = createGrowingDelay({
    clock,
    free: 20,
    firstDelaySeconds: 30,
    maxDelaySeconds: HOUR,
    forgetSeconds: HOUR,
  })
  return { enter: (ip) => enter(perCaller, ip) }
}
