import { Problem } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import { accountOf, SESSION_ENDED } from '../access/caller.ts'
import type { Account, AccountsRepository } from '../people/accounts-repository.ts'

/** The account of the session that calls. */
export type OwnAccount = (request: FastifyRequest) => Promise<Account>

/** Throws a 401 for an account that is gone. */
export const createOwnAccount =
  (accounts: AccountsRepository): OwnAccount =>
  async (request) => {
    const account = await accounts.find(accountOf(request))
    if (account === undefined) throw new Problem(401, SESSION_ENDED)
    return account
  }
