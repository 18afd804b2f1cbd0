import type { FastifyRequest } from 'fastify'
import type { AccountsRepository } from '../accounts/accounts-repository.ts'
import type { Tokens } from '../accounts/tokens.ts'
import { Problem } from './problem.ts'

const BEARER = /^Bearer ([\w.-]+)$/i
const SIGN_IN_AGAIN = 'Sua sessão terminou. Entre de novo.'

/** Asks for a valid token of an account that still exists; everything behind it knows the organisation. */
export const createAuthenticate =
  (tokens: Tokens, accounts: AccountsRepository) =>
  async (request: FastifyRequest): Promise<void> => {
    const [, token] = BEARER.exec(request.headers.authorization ?? '') ?? []
    const subject = token === undefined ? undefined : await tokens.read(token)
    const account = subject === undefined ? undefined : await accounts.findByEmail(subject.email)
    if (account === undefined || account.id !== subject?.accountId) throw new Problem(401, SIGN_IN_AGAIN)
    const { id, organisationId, email } = account
    request.account = { id, organisationId, email }
  }

/** The organisation of the caller; it comes from the token alone. */
export const organisationOf = (request: FastifyRequest): string => {
  if (request.account === null) throw new Problem(401, SIGN_IN_AGAIN)
  return request.account.organisationId
}
