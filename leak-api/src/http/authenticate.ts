import type { FastifyReply, FastifyRequest } from 'fastify'
import { waitText } from '../accounts/limits.ts'
import type { CallLimit } from '../portals/call-limit.ts'
import type { Caller, createIdentify, Identified } from './caller.ts'
import { foreignOriginOf, readableBy } from './cross-origin.ts'
import type { OriginsRepository } from '../portals/origins-repository.ts'
import { Problem } from './problem.ts'

export type AuthenticateParts = {
  readonly identify: ReturnType<typeof createIdentify>
  readonly origins: OriginsRepository
  readonly limit: CallLimit
}

const INVALID_TOKEN = 'Bearer error="invalid_token"'
const NOT_ALLOWED = 'Este site não tem permissão para usar a API com este acesso.'

const isAllowed = (origins: OriginsRepository, identified: Identified, origin: string): Promise<boolean> =>
  identified.status === 'unknown'
    ? origins.isAllowedByAny(origin)
    : origins.isAllowed(identified.caller.organisationId, origin)

const limitKey = (caller: Caller): string =>
  caller.kind === 'portal' ? `${caller.clientId} ${caller.tokenId}` : caller.accountId

/** A route without a scope is for sessions of our own pages alone. */
const checkScope = (request: FastifyRequest, caller: Caller, origin: string | undefined) => {
  const { scope } = request.routeOptions.config
  if (scope === undefined && (caller.kind === 'portal' || origin !== undefined)) throw new Problem(403, NOT_ALLOWED)
  if (caller.kind === 'session' || scope === undefined || caller.scopes.includes(scope)) return
  throw new Problem(403, 'Este acesso não permite esta operação.', {
    challenge: `Bearer error="insufficient_scope", scope="${scope}"`,
  })
}

/**
 * Asks for a valid token of an account or a client that still exists; everything behind it knows the organisation.
 * A page of another origin gets an answer that it can read only when the token's organisation has allowed it.
 */
export const createAuthenticate =
  ({ identify, origins, limit }: AuthenticateParts) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const origin = foreignOriginOf(request)
    const identified = await identify(request)
    if (origin !== undefined) {
      if (!(await isAllowed(origins, identified, origin))) {
        request.log.info({ origin }, 'origin not allowed')
        throw new Problem(403, NOT_ALLOWED)
      }
      readableBy(reply, origin)
    }
    if (identified.status !== 'valid')
      throw new Problem(401, 'Sua sessão terminou. Entre de novo.', { challenge: INVALID_TOKEN })
    const { caller } = identified
    checkScope(request, caller, origin)
    if (caller.kind === 'portal' || origin !== undefined) {
      const retryAfterSeconds = limit.enter(limitKey(caller))
      if (retryAfterSeconds !== undefined) throw new Problem(429, waitText(retryAfterSeconds), { retryAfterSeconds })
    }
    request.caller = caller
  }
