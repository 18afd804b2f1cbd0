import type { Clock } from '../clock.ts'
import { Problem } from '../http/problem.ts'
import { createAttempts, type Attempts } from './attempts.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

export const waitText = (seconds: number): string => {
  const minutes = Math.ceil(seconds / MINUTE)
  const time = seconds < MINUTE ? `${seconds} s` : `${minutes} min`
  return `Muitas tentativas. Aguarde ${time} e tente de novo.`
}

const enter = (attempts: Attempts, key: string) => {
  const turn = attempts.begin(key)
  if (!turn.allowed) throw new Problem(429, waitText(turn.waitSeconds), { retryAfterSeconds: turn.waitSeconds })
}

export type LoginLimit = {
  /** Counts an attempt; throws a 429 with the seconds to wait. */
  enter(ip: string, email: string): void
  succeeded(ip: string, email: string): void
}

const keyOf = (ip: string, email: string) => `${ip} ${email}`

/** Guessing one password is slowed per address and caller; trying many addresses, per caller. */
export const createLoginLimit = (clock: Clock): LoginLimit => {
  const rules = { clock, firstDelaySeconds: 2, maxDelaySeconds: 15 * MINUTE, forgetSeconds: HOUR }
  const perAddress = createAttempts({ ...rules, free: 5 })
  const perCaller = createAttempts({ ...rules, free: 30 })
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

export type SignupLimit = { enter(ip: string): void }

/** New accounts per caller. */
export const createSignupLimit = (clock: Clock): SignupLimit => {
  const perCaller = createAttempts({
    clock,
    free: 20,
    firstDelaySeconds: 30,
    maxDelaySeconds: HOUR,
    forgetSeconds: HOUR,
  })
  return { enter: (ip) => enter(perCaller, ip) }
}
