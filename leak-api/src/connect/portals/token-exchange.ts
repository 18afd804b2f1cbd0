import { remoteNameSchema, TOKEN_EXCHANGE } from '@atalaia/contracts'
import { createRateLimits, networkOf, secondsToWait, type RateLimits } from '@atalaia/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findMember, type Subjects } from '../../base/access/authenticate.ts'
import type { FairShares } from '../../base/access/fair-shares.ts'
import { parseRemoteScopes, remoteScopes } from '../../base/access/scopes.ts'
import { REMOTE_TOKEN_SECONDS, type Tokens } from '../../base/access/tokens.ts'
import { MINUTE_MS, type Clock } from '../../base/clock.ts'
import { OAuthFailure } from './oauth-failure.ts'

export type ExchangeParts = {
  readonly tokens: Tokens
  readonly sessions: Pick<Subjects, 'findAccount'>
  readonly limits: RateLimits
  readonly shares: FairShares
  readonly clock: Clock
}

type ExchangeRequest = {
  readonly subject_token?: string | undefined
  readonly subject_token_type?: string | undefined
  readonly requested_token_type?: string | undefined
  readonly actor_token?: string | undefined
  readonly resource?: string | undefined
  readonly audience?: string | undefined
  readonly scope?: string | undefined
}

/** Exchanges of one network in a minute, in one process: whole offices share a network. */
const PER_NETWORK = 1200
/** Exchanges of one session in ten minutes: each page load asks once for each remote. */
const PER_SESSION = 300

const invalid = (description: string) => new OAuthFailure('invalid_request', description)

/** Checks the request before the token, so it reveals nothing of the token. */
const readRequest = ({ audience, scope, ...asked }: ExchangeRequest) => {
  const { subject_token: token, subject_token_type: type, requested_token_type: wanted = type } = asked
  if (token === undefined || audience === undefined || scope === undefined)
    throw invalid('subject_token, subject_token_type, audience and scope are needed')
  if (type !== TOKEN_EXCHANGE.tokenType || wanted !== type)
    throw invalid(`subject_token_type and requested_token_type are ${TOKEN_EXCHANGE.tokenType}`)
  if (asked.actor_token !== undefined) throw invalid('actor_token is not known')
  if (asked.resource !== undefined) throw new OAuthFailure('invalid_target', 'name a remote as the audience')
  if (!remoteNameSchema.safeParse(audience).success || audience.length > 100)
    throw new OAuthFailure('invalid_target', 'audience is the name of a remote: mfe-…')
  const scopes = parseRemoteScopes(scope)
  if (scopes === undefined)
    throw new OAuthFailure('invalid_scope', `scope is one or more of ${remoteScopes.join(', ')}`)
  return { token, remote: audience, scopes }
}

/**
 * Exchanges a session's token for a remote's (RFC 8693, M-TOKEN-1). Each opens less, and none is
 * exchangeable again (M-TOKEN-3).
 */
export const createExchange = ({ tokens, sessions, limits, shares, clock }: ExchangeParts) => {
  const networks = createRateLimits({ service: 'leak-api' }).window({
    name: 'exchange-network',
    points: PER_NETWORK,
    windowMs: MINUTE_MS,
  })
  const perSession = limits.window({ name: 'exchanges', points: PER_SESSION, windowMs: 10 * MINUTE_MS })
  const enter = async (limit: typeof networks, key: string) => {
    const allowed = await limit.consume(key)
    if (allowed.ok) return
    const headers = { 'retry-after': String(secondsToWait(allowed)) }
    throw new OAuthFailure('temporarily_unavailable', 'too many exchanges; try again later', { status: 429, headers })
  }

  return async (request: FastifyRequest, reply: FastifyReply, asked: ExchangeRequest) => {
    await enter(networks, networkOf(request.ip))
    const { token, remote, scopes } = readRequest(asked)
    const { status, ...rest } = await tokens.read(token)
    const subject = 'subject' in rest ? rest.subject : undefined
    if (status !== 'valid' || subject?.kind !== 'account') throw invalid('subject_token is no valid token of a session')
    const session = subject.sessionId ?? subject.accountId
    await enter(perSession, session)
    await shares.enter(request, reply, `session ${session}`)
    const member = await findMember(sessions, subject, { ip: request.ip })
    if (member === undefined) throw invalid('the session of subject_token has ended')
    const seconds = Math.min(Math.floor((subject.until - clock().getTime()) / 1000), REMOTE_TOKEN_SECONDS)
    const { role, organisationId } = member
    return {
      access_token: await tokens.issueToRemote({ ...subject, organisationId, remote, scopes }, { role, seconds }),
      issued_token_type: TOKEN_EXCHANGE.tokenType,
      token_type: 'Bearer',
      expires_in: seconds,
      scope: scopes.join(' '),
    }
  }
}
