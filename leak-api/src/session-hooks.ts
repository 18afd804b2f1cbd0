import type { Database } from '@atalaia/database'
import type { RateLimits } from '@atalaia/server'
import type { FastifyInstance } from 'fastify'
import {
  createAuthenticate,
  createQueueAfterBody,
  demandOperations,
  type AuthenticateParts,
} from './base/access/authenticate.ts'
import { varyByCaller } from './base/access/cross-origin.ts'
import { createStepUp, type StepUpParts } from './accounts/step-up.ts'
import { createSupportLog } from './accounts/support/support-log.ts'

type SessionHookParts = StepUpParts & {
  readonly database: Database
  readonly access: AuthenticateParts
  readonly limits: RateLimits
}

/** Adds what holds for each route of sessions: authentication, its operation, the proof of the person, and the log of support. */
export const addSessionHooks = (session: FastifyInstance, { access, limits, ...parts }: SessionHookParts): void => {
  varyByCaller(session)
  demandOperations(session)
  session.addHook('onRequest', createAuthenticate(access))
  session.addHook('onRequest', createSupportLog({ ...parts, limits }))
  session.addHook('preValidation', createQueueAfterBody(access.shares))
  session.addHook('preValidation', createStepUp(parts))
}
