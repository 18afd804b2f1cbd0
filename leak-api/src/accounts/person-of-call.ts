import { TOKEN_EXCHANGE } from '@atalaia/contracts'
import type { FastifyRequest } from 'fastify'
import { findMember, readBearer, type Subjects } from '../base/access/authenticate.ts'
import type { AccountSubject, RemoteSubject, Tokens } from '../base/access/tokens.ts'

/**
 * Finds the person of an optional token on a public route. The remote must have the whole API, like
 * the login page.
 */
export const personOf = async (
  tokens: Tokens,
  request: FastifyRequest,
): Promise<AccountSubject | RemoteSubject | undefined> => {
  const read = await readBearer(tokens, request)
  if (read.status !== 'valid' || read.subject.kind === 'client') return undefined
  const { subject } = read
  return subject.kind === 'remote' && !subject.scopes.includes(TOKEN_EXCHANGE.wholeApi) ? undefined : subject
}

/** Gives the person's account id while their session lasts. */
export const createAccountOfCall =
  (tokens: Tokens, subjects: Pick<Subjects, 'findAccount'>) =>
  async (request: FastifyRequest): Promise<string | undefined> => {
    const person = await personOf(tokens, request)
    return person && (await findMember(subjects, person, { ip: request.ip }))?.accountId
  }
