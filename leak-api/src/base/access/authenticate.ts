import { isOwnAccount, proofFor, type Role } from '@atalaia/contracts'
import { SUSPENDED_PROBLEM } from '@atalaia/contracts/operator'
import { SECOND_FACTOR_PROBLEMS } from '@atalaia/contracts/second-factor'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf, Problem, SESSION_FACTS_HEADER, writeSessionFacts, type RateLimit } from '@atalaia/server'
import { tooManyRequests } from '../problems.ts'
import { SESSION_ENDED, type Caller, type CallerSession, type CallerVisit, type FreshPart } from './caller.ts'
import type { CallLimits } from './call-limits.ts'
import { foreignOriginOf, readableBy, type AllowedOrigins } from './cross-origin.ts'
import type { FairShares } from './fair-shares.ts'
import { checkScope, NOT_ALLOWED } from './check-scope.ts'
import type { Grant } from './scopes.ts'
import { narrow } from './tenancy.ts'
import type { AccountSubject, ReadToken, RemoteSubject, Tokens } from './tokens.ts'

export type FoundAccount = {
  readonly id: string
  readonly organisationId: string
  readonly role: Role
  readonly generation: number
  readonly isMailboxProved: boolean
  readonly mustEnrol: boolean
  readonly suspendedBecause: string | null
  readonly isOperator: boolean
  readonly supportId: string | null
  readonly visit: CallerVisit
  readonly state: string | null
  readonly session?: CallerSession | undefined
}

export type SubjectUse = {
  readonly ip: string
  readonly part?: FreshPart | undefined
  /** Default: at once. */
  readonly inTurn?: (<Value>(work: () => Promise<Value>) => Promise<Value>) | undefined
}

export type Subjects = {
  /**
   * Notes the session's use. `undefined`: the session has ended, or the account has left the
   * organisation.
   */
  findAccount(subject: Omit<AccountSubject, 'kind'>, use: SubjectUse): Promise<FoundAccount | undefined>
  /** `undefined` also for a revoked client. */
  findClient(
    id: string,
  ): Promise<(Grant & { readonly organisationId: string; readonly suspendedBecause: string | null }) | undefined>
}

export type AuthenticateParts = {
  readonly tokens: Tokens
  readonly subjects: Subjects
  readonly origins: AllowedOrigins
  readonly limits: CallLimits
  readonly shares: FairShares
}

type Identified = { readonly status: 'valid' | 'expired'; readonly caller: Caller } | { readonly status: 'unknown' }

const BEARER = /^Bearer ([\w.-]+)$/i
const INVALID_TOKEN = 'Bearer error="invalid_token"'

export const findMember = async (
  { findAccount }: Pick<Subjects, 'findAccount'>,
  subject: AccountSubject | RemoteSubject,
  use: SubjectUse,
): Promise<Extract<Caller, { kind: 'session' }> | undefined> => {
  const account = await findAccount(subject, use)
  if (account?.id !== subject.accountId || account.generation !== subject.generation) return undefined
  const { id: accountId, ...held } = account
  const scopes = subject.kind === 'remote' ? subject.scopes : undefined
  return { ...held, kind: 'session', accountId, email: subject.email, scopes, tokenUntil: subject.until }
}

const callerOf = async (subjects: Subjects, read: ReadToken, use: SubjectUse): Promise<Caller | undefined> => {
  if (read.status === 'unreadable') return undefined
  const { subject } = read
  if (subject.kind === 'client') {
    const { clientId, tokenId, user, person } = subject
    const client = await subjects.findClient(clientId)
    if (client === undefined) return undefined
    // A right that the client has lost since is lost.
    const scopes = subject.scopes.filter((scope) => client.scopes.includes(scope))
    const rows = narrow(client.rows, subject.rows)
    const { organisationId, suspendedBecause } = client
    return { kind: 'portal', organisationId, suspendedBecause, clientId, tokenId, user, person, scopes, rows }
  }
  return findMember(subjects, subject, use)
}

export const readBearer = async (tokens: Tokens, request: FastifyRequest): Promise<ReadToken> => {
  const [, token] = BEARER.exec(request.headers.authorization ?? '') ?? []
  return token === undefined ? { status: 'unreadable' } : tokens.read(token)
}

const identify = async (subjects: Subjects, read: ReadToken, use: SubjectUse): Promise<Identified> => {
  const caller = await callerOf(subjects, read, use)
  return caller === undefined || read.status === 'unreadable' ? { status: 'unknown' } : { status: read.status, caller }
}

const subjectKey = (read: ReadToken, ip: string) => {
  if (read.status === 'unreadable') return `network ${networkOf(ip)}`
  const { subject } = read
  return subject.kind === 'client'
    ? `client ${subject.clientId}`
    : `account ${subject.accountId} ${subject.organisationId ?? ''}`
}

const MAX_KNOWN_ORGANISATIONS = 10_000

export const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
export const shareOf = ({ organisationId }: Pick<Caller, 'organisationId'>) => `organisation ${organisationId}`

const createShareKeys = () => {
  const organisations = new Map<string, string>()
  return {
    keyOf: (read: ReadToken, ip: string) => {
      const subject = subjectKey(read, ip)
      return organisations.get(subject) ?? subject
    },
    learn: (read: ReadToken, ip: string, caller: Caller) => {
      organisations.set(subjectKey(read, ip), shareOf(caller))
      const [oldest] = organisations.keys()
      if (organisations.size > MAX_KNOWN_ORGANISATIONS && oldest !== undefined) organisations.delete(oldest)
    },
  }
}

const enter = async (limit: RateLimit, key: string): Promise<void> => {
  const allowed = await limit.consume(key)
  if (!allowed.ok) throw tooManyRequests(allowed)
}

const isAllowed = (origins: AllowedOrigins, identified: Identified, origin: string): Promise<boolean> =>
  identified.status === 'unknown'
    ? origins.isAllowedByAny(origin)
    : origins.isAllowed(identified.caller.organisationId, origin)

/** P-FACTOR-7 */
const checkFactor = (request: FastifyRequest, caller: Caller) => {
  if (caller.kind !== 'session' || !caller.mustEnrol || request.routeOptions.config.withoutSecondFactor) return
  throw new Problem(403, 'A sua organização exige a verificação em duas etapas. Ligue-a em Conta.', {
    type: SECOND_FACTOR_PROBLEMS.missing,
  })
}

export const suspended = (because: string, text = `Esta organização está suspensa: ${because}`): Problem =>
  new Problem(403, text, { type: SUSPENDED_PROBLEM })

/** Lets operations on the own account pass, so that people reach their data. */
const checkSuspension = (request: FastifyRequest, { kind, suspendedBecause }: Caller) => {
  const { operation, whileSuspended = operation !== undefined && isOwnAccount(operation) } = request.routeOptions.config
  if (suspendedBecause !== null && (kind === 'portal' || !whileSuspended)) throw suspended(suspendedBecause)
}

const limitKey = (caller: Caller): string =>
  caller.kind === 'portal' ? `${caller.clientId} ${caller.tokenId}` : caller.accountId

/**
 * A hook that demands a valid token of an existing account or client, and sets `request.caller`.
 * Pages of other origins can read the answer only if the token's organisation allows them. The call
 * waits for its turn before any query; of a route with `fresh`, the route does (P-API-7, M-EMBED-11).
 */
export const createAuthenticate = (parts: AuthenticateParts) => {
  const { tokens, subjects, origins, limits, shares } = parts
  const shareKeys = createShareKeys()

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const origin = foreignOriginOf(request)
    const read = await readBearer(tokens, request)
    if (read.status !== 'unreadable' && read.subject.kind !== 'client') {
      await enter(limits.accounts, read.subject.accountId)
    }
    const { fresh: part } = request.routeOptions.config
    const isOwnSession = origin === undefined && read.status !== 'unreadable' && read.subject.kind !== 'client'
    const share = shareKeys.keyOf(read, request.ip)
    if (!isOwnSession && (read.status !== 'unreadable' || origin !== undefined))
      await shares.enter(request, reply, share)
    const inTurn: SubjectUse['inTurn'] = isOwnSession ? (work) => shares.during(share, work) : undefined
    const identified = await identify(subjects, read, { ip: request.ip, part, inTurn })
    if (identified.status !== 'unknown') shareKeys.learn(read, request.ip, identified.caller)
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
    checkFactor(request, caller)
    checkSuspension(request, caller)
    if (caller.kind === 'portal' || origin !== undefined) await enter(limits.portals, limitKey(caller))
    request.caller = caller
    // For the gateway that has passed the call on; pages of other origins have no session here.
    if (
      caller.kind === 'session' &&
      read.status === 'valid' &&
      read.subject.kind !== 'client' &&
      origin === undefined
    ) {
      const { until } = caller.session ?? read.subject
      const { organisationId: organisation, role } = caller
      reply.header(SESSION_FACTS_HEADER, writeSessionFacts({ organisation, role, until }))
    }
    if (hasBody(request)) shares.leave(request)
    else if (part === undefined || isSupport(caller)) await shares.enter(request, reply, shareOf(caller))
  }
}

const isSupport = (caller: Caller) => caller.kind === 'session' && caller.supportId !== null

const READING_METHODS = ['GET', 'HEAD', 'OPTIONS']

export const isChange = (method: string): boolean => !READING_METHODS.includes(method)

/**
 * Refuses at start a session route without an operation, or a change without a declared proof
 * (M-MEMBER-2, P-SESSION-28).
 */
export const demandOperations = (app: FastifyInstance) =>
  app.addHook('onRoute', ({ method, url, config }) => {
    const methods = [method].flat()
    const refuse = (fault: string) => {
      throw new Error(`${methods.join(', ')} ${url}: ${fault}; shared/contracts/src/roles.ts has the operations`)
    }
    if (config?.operation === undefined) return refuse('config.operation is missing')
    if (methods.some(isChange) && proofFor(config.operation) === undefined)
      refuse(`${config.operation} does not say which proof its changes need`)
  })

/** Clients may send bodies slowly. */
export const createQueueAfterBody =
  (shares: FairShares) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const caller = request.caller ?? request.keyCaller
    if (hasBody(request) && caller !== null) await shares.enter(request, reply, shareOf(caller))
  }
