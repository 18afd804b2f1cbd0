import type { FastifyRequest } from 'fastify'
import type { AccountsRepository } from '../accounts/accounts-repository.ts'
import type { ReadToken, Tokens } from '../accounts/tokens.ts'
import type { ClientsRepository } from '../portals/clients-repository.ts'
import type { Scope } from '../portals/scopes.ts'
import { Problem } from './problem.ts'

/** Who calls, as its token says. */
export type Caller =
  | { readonly kind: 'session'; readonly organisationId: string; readonly accountId: string }
  | {
      readonly kind: 'portal'
      readonly organisationId: string
      readonly clientId: string
      readonly tokenId: string
      readonly scopes: readonly Scope[]
    }

export type Identified =
  | { readonly status: 'valid' | 'expired'; readonly caller: Caller }
  /** No token, none of ours, or one of an account or a client that is gone. */
  | { readonly status: 'unknown' }

const BEARER = /^Bearer ([\w.-]+)$/i

export type IdentifyParts = {
  readonly tokens: Tokens
  readonly accounts: AccountsRepository
  readonly clients: ClientsRepository
}

/** Says whose token a request carries; the account or client must still be there. */
export const createIdentify = ({ tokens, accounts, clients }: IdentifyParts) => {
  const callerOf = async (read: ReadToken): Promise<Caller | undefined> => {
    if (read.status === 'unreadable') return undefined
    const { subject } = read
    if (subject.kind === 'client') {
      const { clientId, tokenId, scopes } = subject
      const client = await clients.find(clientId)
      if (client === undefined) return undefined
      // A scope that the client has lost since is lost.
      const kept = scopes.filter((scope) => client.scopes.includes(scope))
      return { kind: 'portal', organisationId: client.organisationId, clientId, tokenId, scopes: kept }
    }
    const account = await accounts.findByEmail(subject.email)
    if (account?.id !== subject.accountId) return undefined
    return { kind: 'session', organisationId: account.organisationId, accountId: account.id }
  }
  return async (request: FastifyRequest): Promise<Identified> => {
    const [, token] = BEARER.exec(request.headers.authorization ?? '') ?? []
    if (token === undefined) return { status: 'unknown' }
    const read = await tokens.read(token)
    const caller = await callerOf(read)
    return caller === undefined || read.status === 'unreadable'
      ? { status: 'unknown' }
      : { status: read.status, caller }
  }
}

/** The organisation of the caller; it comes from the token alone. */
export const organisationOf = (request: FastifyRequest): string => {
  if (request.caller === null) throw new Problem(401, 'Sua sessão terminou. Entre de novo.')
  return request.caller.organisationId
}
