import { mayDo, mayDoAsSupport, PROBLEM_TYPES, type Operation } from '@atalaia/contracts'
import { isOfViews, isOfWholeOrganisation } from '@atalaia/contracts/portal-scopes'
import { Problem } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { Caller, MemberCaller } from './caller.ts'
import { opensRoute } from './scopes.ts'

const NOT_FOR_ROLE = 'O seu papel na organização não permite isto. Fale com quem a administra.'
export const NOT_ALLOWED = 'Este site não tem permissão para usar a API com este acesso.'

const allows = ({ role, isOperator, supportId }: MemberCaller, operation: Operation): boolean => {
  if (operation === 'installation:operate') return isOperator
  return supportId === null ? mayDo(role, operation) : mayDoAsSupport(operation)
}

const insufficientScope = (scope: string | undefined) =>
  new Problem(403, 'Este acesso não permite esta operação.', {
    type: PROBLEM_TYPES['operation-not-allowed'],
    headers: { 'www-authenticate': `Bearer error="insufficient_scope"${scope ? `, scope="${scope}"` : ''}` },
  })

/**
 * Throws for a call beyond the caller's scopes or role, or from a forbidden `origin` (another than
 * the API's).
 */
export const checkScope = (request: FastifyRequest, caller: Caller, origin: string | undefined): void => {
  const { scope, operation, sessionTokenAlone = false } = request.routeOptions.config
  if (caller.kind === 'session' && caller.scopes !== undefined) {
    // Remotes run in pages of ours alone.
    if (origin !== undefined) throw new Problem(403, NOT_ALLOWED)
    if (sessionTokenAlone || !opensRoute(caller.scopes, { scope, operation })) throw insufficientScope(scope)
  }
  if (caller.kind === 'session' && (operation === undefined || !allows(caller, operation)))
    throw new Problem(403, NOT_FOR_ROLE, { type: PROBLEM_TYPES['operation-not-allowed'] })
  if (scope === undefined && (caller.kind === 'portal' || origin !== undefined)) throw new Problem(403, NOT_ALLOWED)
  if (caller.kind === 'session' && origin !== undefined && scope !== undefined && isOfViews(scope))
    throw new Problem(403, NOT_ALLOWED)
  if (caller.kind === 'session' || scope === undefined) return
  // A client may have been limited since the token was issued.
  const isReached = caller.rows === 'all' || !isOfWholeOrganisation(scope)
  if (!caller.scopes.includes(scope) || !isReached) throw insufficientScope(scope)
}
