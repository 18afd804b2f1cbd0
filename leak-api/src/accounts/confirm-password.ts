import { networkOf, Problem, type RateLimits } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import { sessionOf } from '../access/caller.ts'
import { HOUR_MS } from '../clock.ts'
import { tooManyRequests } from '../problems.ts'
import type { Account } from '../people/accounts-repository.ts'
import type { Passwords } from './passwords.ts'

/** Wrong passwords of one session in an hour, whatever was asked for. */
const WRONG_PER_HOUR = 10

/**
 * Refuses what a session asks for unless its account's password comes with it: 422 for a wrong one, 429 after
 * {@link WRONG_PER_HOUR} of them, so that a session that was stolen cannot guess, nor keep the person's other sessions from it.
 */
export type ConfirmPassword = (request: FastifyRequest, account: Account, password: string) => Promise<void>

export const createConfirmPassword = (passwords: Passwords, limits: RateLimits): ConfirmPassword => {
  const wrong = limits.window({ name: 'account-wrong-password', points: WRONG_PER_HOUR, windowMs: HOUR_MS })
  return async (request, account, password) => {
    // Counted before it is looked at: of those that come at the same time, no more are looked at than one after the other.
    const session = sessionOf(request)?.id ?? account.id
    const allowed = await wrong.consume(session)
    if (!allowed.ok) throw tooManyRequests(allowed)
    const client = { network: networkOf(request.ip), isKnown: true }
    let isWrong = false
    try {
      isWrong = !(await passwords.check(client, account.passwordHash, password))
    } finally {
      if (!isWrong) await wrong.takeBack(session)
    }
    if (isWrong) throw new Problem(422, 'A senha atual não confere.')
  }
}
