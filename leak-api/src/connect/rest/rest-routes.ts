import type { Database } from '@atalaia/database'
import { createErrorHandlers } from '@atalaia/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { auditFeedRoute } from '../../base/audit/audit-feed-route.ts'
import type { Clock } from '../../base/clock.ts'
import { findingRoutes } from '../findings/finding-routes.ts'
import { addressRoutes } from './address-routes.ts'
import { caseRoutes } from './case-routes.ts'
import { domainRoutes } from './domain-routes.ts'

type RestParts = {
  readonly database: Database
  /** Asks for a user agent, and on routes with `keyScope` for a key (`createKeyGuard`). */
  readonly guard: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Queues a call with a body once more after the body has arrived (`createQueueAfterBody`). */
  readonly queueAfterBody: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** The absolute address of the API. */
  readonly apiUrl: string
  readonly clock: Clock
}

const { onError, onNotFound } = createErrorHandlers()

/** The calls of other systems, in English; failures are problem details (RFC 9457). Bodies are JSON. */
export const restRoutes: FastifyPluginAsyncZod<RestParts> = async (app, parts) => {
  const { database, guard, queueAfterBody, apiUrl, clock } = parts
  app.setErrorHandler(onError)
  app.setNotFoundHandler(onNotFound)
  app.removeContentTypeParser(['text/plain', 'application/x-www-form-urlencoded'])
  app.addHook('onRequest', guard)
  app.addHook('preHandler', queueAfterBody)
  await app.register(findingRoutes, { database, apiUrl, clock })
  await app.register(addressRoutes, { database, clock })
  await app.register(caseRoutes, { database, clock })
  await app.register(domainRoutes, { database })
  await app.register(auditFeedRoute, { database })
  // Without sessions' routes: they are our own pages' (M-REST-5).
  app.get('/openapi.json', { schema: { hide: true } }, () => {
    const { paths = {}, ...document } = app.swagger()
    const told = Object.entries(paths).filter(([path]) => /^\/api\/(?:v1|hibp)\//.test(path))
    return { ...document, paths: Object.fromEntries(told) }
  })
}
