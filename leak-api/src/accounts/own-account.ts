import { type Queryable, sql } from '@atalaia/database'
import { Problem } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import { object } from 'zod/mini'
import { accountOf, memberOf, SESSION_ENDED } from '../base/access/caller.ts'
import type { Account, AccountsRepository } from '../base/people/accounts-repository.ts'

export type OwnAccount = (request: FastifyRequest) => Promise<Account>

/** Throws a 401 for a deleted account. */
export const createOwnAccount =
  (accounts: AccountsRepository): OwnAccount =>
  async (request) => {
    const account = await accounts.find(accountOf(request))
    if (account === undefined) throw new Problem(401, SESSION_ENDED)
    return account
  }

/**
 * Locks the account, after its organisations. Throws a 401 when its sessions ended meanwhile: a new
 * password overtakes older calls (P-ACCOUNT-2).
 */
export const lockOwnAccount = async (transaction: Queryable, request: FastifyRequest): Promise<void> => {
  const { accountId, generation } = memberOf(request)
  const found = await transaction.query(
    object({}),
    sql`SELECT 1 FROM account WHERE id = ${accountId}::uuid AND session_generation = ${generation} FOR NO KEY UPDATE`,
  )
  if (found.length === 0) throw new Problem(401, SESSION_ENDED)
}
