import { networkOf, Problem, type RateLimits } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import { sessionOf } from '../base/access/caller.ts'
import { HOUR_MS } from '../base/clock.ts'
import { tooManyRequests } from '../base/problems.ts'
import type { Account } from '../base/people/accounts-repository.ts'
import type { Passwords } from './passwords.ts'

/** Wrong proofs of one session in an hour, over all requests. */
const WRONG_PER_HOUR = 10

/**
 * Answers 429 after {@link WRONG_PER_HOUR} wrong proofs: a stolen session neither guesses nor
 * blocks other sessions.
 */
export type GuardProof = (
  request: FastifyRequest,
  accountId: string,
  isRight: () => Promise<boolean>,
) => Promise<boolean>

export const createGuardProof = (limits: RateLimits): GuardProof => {
  const wrong = limits.window({ name: 'account-wrong-password', points: WRONG_PER_HOUR, windowMs: HOUR_MS })
  return async (request, accountId, isRight) => {
    // Counted before it is looked at: of those that come at the same time, no more are looked at than one after the other.
    const session = sessionOf(request)?.id ?? accountId
    const allowed = await wrong.consume(session)
    if (!allowed.ok) throw tooManyRequests(allowed)
    let isWrong = false
    try {
      isWrong = !(await isRight())
    } finally {
      if (!isWrong) await wrong.takeBack(session)
    }
    return !isWrong
  }
}

export type ConfirmPassword = (request: FastifyRequest, account: Account, password: string) => Promise<void>

export const createConfirmPassword =
  (passwords: Passwords, guard: GuardProof): ConfirmPassword =>
  async (request, account, password) => {
    const client = { network: networkOf(request.ip), isKnown: true }
    if (!(await guard(request, account.id, () => passwords.check(client, account.passwordHash, password))))
      throw new Problem(422, 'A senha atual não confere.')
  }
