import { Problem, problemSchema } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { Scope } from './scopes.ts'

/** The account or the portal that calls, as its token says. */
export type Caller =
  | { readonly kind: 'session'; readonly organisationId: string; readonly accountId: string }
  | {
      readonly kind: 'portal'
      readonly organisationId: string
      readonly clientId: string
      readonly tokenId: string
      readonly scopes: readonly Scope[]
    }

declare module 'fastify' {
  // Fastify's types are extended by merging interfaces.
  interface FastifyContextConfig {
    /** The scope that a portal's token needs; a route without it is for sessions of our own pages alone. */
    scope?: Scope
  }
  interface FastifyRequest {
    /** Set on the routes that need a token; null on all others. */
    caller: Caller | null
  }
}

/** For the schemas of routes that need a token. */
export const security = [{ bearer: [] }]
/** The failures of routes that need a token; see `createAuthenticate`. */
export const authenticationFailures = { 401: problemSchema, 403: problemSchema, 429: problemSchema, 503: problemSchema }

export const SESSION_ENDED = 'Sua sessão terminou. Entre de novo.'

/** The organisation of the caller; it comes from the token alone. Throws a 401 where no token was asked for. */
export const organisationOf = (request: FastifyRequest): string => {
  if (request.caller === null) throw new Problem(401, SESSION_ENDED)
  return request.caller.organisationId
}
