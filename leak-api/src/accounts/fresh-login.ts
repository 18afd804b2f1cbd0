import type { Database } from '@atalaia/database'
import { Problem } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import { sessionOf } from '../access/caller.ts'
import { MINUTE_MS, type Clock } from '../clock.ts'
import type { Account } from '../people/accounts-repository.ts'
import type { ConfirmPassword } from './confirm-password.ts'
import { createSessionsRepository } from './sessions-repository.ts'

/** A login counts as a proof of its own for so long. */
const FRESH_MS = 10 * MINUTE_MS

/** `nada`: the login is fresh. `senha`: the password comes with the call. `entrada`: the account has none, and logs in anew. */
export type Proof = 'nada' | 'senha' | 'entrada'

type FreshLoginParts = {
  readonly database: Database
  readonly confirmPassword: ConfirmPassword
  /** The act that is asked for, in the infinitive. */
  readonly what: string
  readonly clock: Clock
}

/**
 * The proof that a session brings before it ends others, or makes what outlives it: a stolen token alone shuts nobody out
 * (P-SESSION-21), and leaves nothing behind (M-KEY-4).
 */
export const createFreshLogin = ({ database, confirmPassword, what, clock }: FreshLoginParts) => {
  const sessions = createSessionsRepository(database)
  const needed = async (request: FastifyRequest, { hasPassword }: Account): Promise<Proof> => {
    const session = sessionOf(request)
    const begun = session && (await sessions.begunAt(session.id))
    if (begun !== undefined && clock().getTime() - begun.getTime() < FRESH_MS) return 'nada'
    return hasPassword ? 'senha' : 'entrada'
  }
  return {
    needed,
    /** Throws where the proof is missing, or the password wrong. */
    demand: async (request: FastifyRequest, account: Account, password: string | undefined): Promise<void> => {
      const proof = await needed(request, account)
      if (proof === 'nada') return
      if (proof === 'entrada') throw new Problem(403, `Para ${what}, saia e entre de novo.`)
      if (password === undefined) throw new Problem(422, 'Informe a sua senha.')
      await confirmPassword(request, account, password)
    },
  }
}
