import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem, type RateLimit } from '@atalaia/server'
import { tooManyRequests } from '../problems.ts'
import { SESSION_ENDED, type Caller } from './caller.ts'
import { foreignOriginOf, readableBy, type AllowedOrigins } from './cross-origin.ts'
import type { Scope } from './scopes.ts'
import type { ReadToken, Tokens } from './tokens.ts'

/** The accounts and clients that a token may be about, as authentication looks them up. */
export type Subjects = {
  /** `email` is trimmed and in lower case. */
  findAccount(email: string): Promise<{ readonly id: string; readonly organisationId: string } | undefined>
  /** `undefined` for a client that is revoked, too. */
  findClient(id: string): Promise<{ readonly organisationId: string; readonly scopes: readonly Scope[] } | undefined>
}

export type AuthenticateParts = {
  readonly tokens: Tokens
  readonly subjects: Subjects
  readonly origins: AllowedOrigins
  /** Limits the calls of portals, and of pages of other origins. */
  readonly limit: RateLimit
}

type Identified =
  | { readonly status: 'valid' | 'expired'; readonly caller: Caller }
  /** No token, a forged one, or one of an account or a client that is gone. */
  | { readonly status: 'unknown' }

const BEARER = /^Bearer ([\w.-]+)$/i
const INVALID_TOKEN = 'Bearer error="invalid_token"'
const NOT_ALLOWED = 'Este site não tem permissão para usar a API com este acesso.'

const callerOf = async (subjects: Subjects, read: ReadToken): Promise<Caller | undefined> => {
  if (read.status === 'unreadable') return undefined
  const { subject } = read
  if (subject.kind === 'client') {
    const { clientId, tokenId, scopes } = subject
    const client = await subjects.findClient(clientId)
    if (client === undefined) return undefined
    // A scope that the client has lost since is lost.
    const kept = scopes.filter((scope) => client.scopes.includes(scope))
    return { kind: 'portal', organisationId: client.organisationId, clientId, tokenId, scopes: kept }
  }
  const account = await subjects.findAccount(subject.email)
  if (account?.id !== subject.accountId) return undefined
  return { kind: 'session', organisationId: account.organisationId, accountId: account.id }
}

const identify = async ({ tokens, subjects }: AuthenticateParts, request: FastifyRequest): Promise<Identified> => {
  const [, token] = BEARER.exec(request.headers.authorization ?? '') ?? []
  if (token === undefined) return { status: 'unknown' }
  const read = await tokens.read(token)
  const caller = await callerOf(subjects, read)
  return caller === undefined || read.status === 'unreadable' ? { status: 'unknown' } : { status: read.status, caller }
}

const isAllowed = (origins: AllowedOrigins, identified: Identified, origin: string): Promise<boolean> =>
  identified.status === 'unknown'
    ? origins.isAllowedByAny(origin)
    : origins.isAllowed(identified.caller.organisationId, origin)

const checkScope = (request: FastifyRequest, caller: Caller, origin: string | undefined) => {
  const { scope } = request.routeOptions.config
  if (scope === undefined && (caller.kind === 'portal' || origin !== undefined)) throw new Problem(403, NOT_ALLOWED)
  if (caller.kind === 'session' || scope === undefined || caller.scopes.includes(scope)) return
  throw new Problem(403, 'Este acesso não permite esta operação.', {
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  })
}

const limitKey = (caller: Caller): string =>
  caller.kind === 'portal' ? `${caller.clientId} ${caller.tokenId}` : caller.accountId

/**
 * A hook that asks for a valid token of an account or a client that still exists, and sets `request.caller`.
 * A page of another origin gets an answer that it can read only when the token's organisation has allowed it.
 */
export const createAuthenticate =
  (parts: AuthenticateParts) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { origins, limit } = parts
    const origin = foreignOriginOf(request)
    const identified = await identify(parts, request)
    if (origin !== undefined) {
      if (!(await isAllowed(origins, identified, origin))) {
        request.log.info({ origin }, 'origin not allowed')
        throw new Problem(403, NOT_ALLOWED)
      }
      readableBy(reply, origin)
    }
    if (identified.status !== 'valid')
      throw new Problem(401, SESSION_ENDED, { headers: { 'www-authenticate': INVALID_TOKEN } })
    const { caller } = identified
    checkScope(request, caller, origin)
    if (caller.kind === 'portal' || origin !== undefined) {
      const allowed = await limit.consume(limitKey(caller))
      if (!allowed.ok) throw tooManyRequests(allowed)
    }
    request.caller = caller
  }
