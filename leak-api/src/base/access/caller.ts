import type { Operation, Role } from '@atalaia/contracts'
import { Problem, problemSchema } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { PortalActor } from './portal-log.ts'
import type { Grant, RemoteTokenScope, Scope } from './scopes.ts'
import type { Tenant } from './tenancy.ts'

/**
 * The session of a call. `until`: its end if nothing more is heard of it. `provedAt`: its login, or the last proof of its person since
 * (P-SESSION-28). Both in milliseconds since 1970.
 */
export type CallerSession = {
  readonly id: string
  readonly kind: 'browser' | 'client'
  readonly until: number
  readonly provedAt: number
}

/** The account of a session in the organisation that its token names, with its role there now. */
export type MemberCaller = {
  readonly kind: 'session'
  readonly organisationId: string
  readonly accountId: string
  readonly email: string
  /** The account's generation, which the token names: it moves on when all sessions end. */
  readonly generation: number
  readonly role: Role
  readonly isMailboxProved: boolean
  /** Its organisation wants a second factor, and it has none. */
  readonly mustEnrol: boolean
  /** It runs the installation. */
  readonly isOperator: boolean
  /** The support access by which it sees the organisation; `null`: it is a member. */
  readonly supportId: string | null
  /** Tokens from before there were sessions on the server have none. */
  readonly session?: CallerSession | undefined
  /** The end of the token of the call, in milliseconds since 1970. */
  readonly tokenUntil: number
  /** The parts of the API that the token opens, if it is a remote's own. */
  readonly scopes?: readonly RemoteTokenScope[] | undefined
}

/** The account or the portal that calls, as its token says. */
export type Caller = (MemberCaller | (Grant & PortalActor & { readonly kind: 'portal' })) & {
  /** The operator's reason for having suspended the organisation; `null`: it is not. */
  readonly suspendedBecause: string | null
}

declare module 'fastify' {
  // Fastify's types are extended by merging interfaces.
  interface FastifyContextConfig {
    /** The scope that a portal's token needs; a route without it is for sessions of our own pages alone. */
    scope?: Scope
    /** Open to a person who has yet to set up the second factor that the organisation wants. */
    withoutSecondFactor?: boolean
    /** Open to a suspended organisation, beside what is about the own account alone. */
    whileSuspended?: boolean
    /** Closed to the tokens of remotes, whatever their scopes. */
    sessionTokenAlone?: boolean
    /** The operation that a session's role has to allow, with the proof that its changes need; each route with sessions names one. */
    operation?: Operation
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

/**
 * The rows that the caller reaches; they come from the token alone (M-PRIVACY-3). Throws a 401 where no token was asked
 * for.
 */
export const tenantOf = ({ caller }: FastifyRequest): Tenant => {
  if (caller === null) throw new Problem(401, SESSION_ENDED)
  const { organisationId } = caller
  return { organisationId, rows: caller.kind === 'portal' ? caller.rows : 'all' }
}

/** The caller, for routes of our own pages alone. */
export const memberOf = ({ caller }: FastifyRequest): MemberCaller => {
  if (caller?.kind !== 'session') throw new Problem(401, SESSION_ENDED)
  return caller
}

/** The account of the caller, for routes of our own pages alone. */
export const accountOf = (request: FastifyRequest): string => memberOf(request).accountId

/** The session of the caller, for routes of our own pages alone. */
export const sessionOf = ({ caller }: FastifyRequest): CallerSession | undefined =>
  caller?.kind === 'session' ? caller.session : undefined

/** The caller, if it is a portal: the log names it with what it does. */
export const portalOf = ({ caller }: FastifyRequest): PortalActor | undefined =>
  caller?.kind === 'portal' ? caller : undefined

/** True for members of the organisation: portals and support accesses learn of no people (M-EMBED-42, M-SUPPORT-2). */
export const seesPeople = ({ caller }: FastifyRequest): boolean =>
  caller?.kind === 'session' && caller.supportId === null

/** The account of the caller; `null` for a portal, which has none. */
export const accountOrNone = ({ caller }: FastifyRequest): string | null =>
  caller?.kind === 'session' ? caller.accountId : null

/** The organisation of the caller, for routes that show nothing of single addresses, or hold them to the limit of the caller themselves. */
export const organisationOf = (request: FastifyRequest): string => tenantOf(request).organisationId
