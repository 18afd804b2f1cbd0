import { TOKEN_EXCHANGE } from '@atalaia/contracts'
import type { FastifyRequest } from 'fastify'
import { findMember, readBearer, type Subjects } from '../base/access/authenticate.ts'
import type { AccountSubject, RemoteSubject, Tokens } from '../base/access/tokens.ts'

/**
 * The person that the token names which a call brings along to a route that asks for none. A remote acts for them that has the
 * whole API, as the login page's has.
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

/** Makes a function that gives the id of that person's account while their session goes on. */
export const createAccountOfCall =
  (tokens: Tokens, subjects: Pick<Subjects, 'findAccount'>) =>
  async (request: FastifyRequest): Promise<string | undefined> => {
    const person = await personOf(tokens, request)
    return person && (await findMember(subjects, person, request.ip))?.accountId
  }
