import type { Operation, Role } from '@atalaia/contracts'
import { Problem, problemSchema } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { PortalActor } from './portal-log.ts'
import type { Grant, RemoteTokenScope, Scope } from './scopes.ts'
import type { Tenant } from './tenancy.ts'

export type FreshPart = 'addresses' | 'analyses' | 'summary'

/** `since`: last call of the previous visit. */
export type CallerVisit = { readonly since: string | null; readonly calledAt: number | null }

/**
 * `until`: the end without another sign of life. `provedAt`: the login, or the last later proof of
 * the person. Both in milliseconds since 1970 (P-SESSION-28).
 */
export type CallerSession = {
  readonly id: string
  readonly kind: 'browser' | 'client'
  readonly until: number
  readonly provedAt: number
}

export type MemberCaller = {
  readonly kind: 'session'
  readonly organisationId: string
  readonly accountId: string
  readonly email: string
  readonly generation: number
  readonly role: Role
  readonly isMailboxProved: boolean
  readonly mustEnrol: boolean
  readonly isOperator: boolean
  readonly supportId: string | null
  readonly visit: CallerVisit
  /** Of the route's `fresh` part. */
  readonly state: string | null
  /** Absent for tokens from before sessions existed. */
  readonly session?: CallerSession | undefined
  /** The token's end, in milliseconds since 1970. */
  readonly tokenUntil: number
  /** For a remote's token: the parts of the API that it opens. */
  readonly scopes?: readonly RemoteTokenScope[] | undefined
}

export type Caller = (MemberCaller | (Grant & PortalActor & { readonly kind: 'portal' })) & {
  /** The operator's reason; `null`: not suspended. */
  readonly suspendedBecause: string | null
}

declare module 'fastify' {
  // Fastify's types are extended by merging interfaces.
  interface FastifyContextConfig {
    /** Scope that a portal's token needs. Without it, only sessions of our pages may call. */
    scope?: Scope
    /** Open to a person before a required second factor. */
    withoutSecondFactor?: boolean
    /** Open to a suspended organisation, like the own account's routes. */
    whileSuspended?: boolean
    sessionTokenAlone?: boolean
    operation?: Operation
    fresh?: FreshPart
  }
  interface FastifyRequest {
    caller: Caller | null
  }
}

export const security = [{ bearer: [] }]
export const authenticationFailures = { 401: problemSchema, 403: problemSchema, 429: problemSchema, 503: problemSchema }

export const SESSION_ENDED = 'Sua sessão terminou. Entre de novo.'

/** The rows of the caller, from the token alone. Throws a 401 on routes without a token (M-PRIVACY-3). */
export const tenantOf = ({ caller }: FastifyRequest): Tenant => {
  if (caller === null) throw new Problem(401, SESSION_ENDED)
  const { organisationId } = caller
  return { organisationId, rows: caller.kind === 'portal' ? caller.rows : 'all' }
}

export const memberOf = ({ caller }: FastifyRequest): MemberCaller => {
  if (caller?.kind !== 'session') throw new Problem(401, SESSION_ENDED)
  return caller
}

export const accountOf = (request: FastifyRequest): string => memberOf(request).accountId

export const sessionOf = ({ caller }: FastifyRequest): CallerSession | undefined =>
  caller?.kind === 'session' ? caller.session : undefined

export const portalOf = ({ caller }: FastifyRequest): PortalActor | undefined =>
  caller?.kind === 'portal' ? caller : undefined

/** True for members alone: portals and support accesses see no people (M-EMBED-42, M-SUPPORT-2). */
export const seesPeople = ({ caller }: FastifyRequest): boolean =>
  caller?.kind === 'session' && caller.supportId === null

export const accountOrNone = ({ caller }: FastifyRequest): string | null =>
  caller?.kind === 'session' ? caller.accountId : null

export const organisationOf = (request: FastifyRequest): string => tenantOf(request).organisationId
