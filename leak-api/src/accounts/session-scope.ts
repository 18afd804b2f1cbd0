import type { Database } from '@atalaia/database'
import type { RateLimits } from '@atalaia/server'
import {
  createAuthenticate,
  createQueueAfterBody,
  demandOperations,
  type AuthenticateParts,
} from '../base/access/authenticate.ts'
import type { InSessions } from '../base/access/in-sessions.ts'
import { preflight, varyByCaller, watchPortalPaths } from '../base/access/cross-origin.ts'
import { createStepUp, type StepUpParts } from './step-up.ts'
import { createSupportLog } from './support/support-log.ts'

type SessionScopeParts = StepUpParts & {
  readonly database: Database
  readonly access: AuthenticateParts
  readonly limits: RateLimits
}

/**
 * Adds routes with the rules of sessions: authentication, operation, proof of the person, support
 * log. Paths for portals answer preflights, which carry no token.
 */
export const createSessionScope = ({ access, limits, ...parts }: SessionScopeParts): InSessions => {
  const authenticate = createAuthenticate(access)
  const logSupport = createSupportLog({ ...parts, limits })
  const queueAfterBody = createQueueAfterBody(access.shares)
  const stepUp = createStepUp(parts)
  return async (wing, add) => {
    await wing.register(async (session) => {
      varyByCaller(session)
      demandOperations(session)
      session.addHook('onRequest', authenticate)
      session.addHook('onRequest', logSupport)
      session.addHook('preValidation', queueAfterBody)
      session.addHook('preValidation', stepUp)
      const portalPaths = watchPortalPaths(session)
      await add(session)
      for (const [path, methods] of portalPaths) wing.route(preflight(path, { ...access, methods }))
    })
  }
}
