import type { Database } from '@atalaia/database'
import { createErrorHandlers } from '@atalaia/server'
import type { FastifyPluginCallbackZod, FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { array, enum as oneOf, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { keyTenantOf } from '../../base/access/key-guard.ts'
import { keyFailures, keySecurity } from '../../base/access/key-schemas.ts'
import { proofOf } from '../../numbers/domains/domain-state.ts'
import { createDomainsRepository, type WatchedDomain } from '../../numbers/domains/domains-repository.ts'
import { auditFeedRoute } from '../../base/audit/audit-feed-route.ts'
import type { Clock } from '../../base/clock.ts'
import { findingRoutes } from '../findings/finding-routes.ts'
import { addressRoutes } from './address-routes.ts'
import { caseRoutes } from './case-routes.ts'

const domainSchema = object({
  domain: string(),
  state: oneOf(['proved', 'waiting', 'lost']),
  proved_by: nullable(oneOf(['dns', 'file', 'mail'])),
  proved_at: nullable(string()),
  lost_at: nullable(string()),
  checked_at: nullable(string()),
  next_check_at: nullable(string()),
  /** The reason why the last check has not found the proof. */
  fault: nullable(oneOf(['absent', 'different', 'unreachable'])),
  addresses: int(),
})
const answerSchema = object({ data: array(domainSchema) })

const domainJson = (watched: WatchedDomain, counts: ReadonlyMap<string, number>): Infer<typeof domainSchema> => {
  const { domain, provedAt, provedBy, lostAt, checkedAt, nextCheckAt, fault } = watched
  return {
    domain,
    state: proofOf(watched),
    proved_by: provedAt === null ? null : provedBy,
    proved_at: provedAt?.toISOString() ?? null,
    lost_at: lostAt?.toISOString() ?? null,
    checked_at: checkedAt?.toISOString() ?? null,
    next_check_at: nextCheckAt?.toISOString() ?? null,
    fault,
    addresses: counts.get(domain) ?? 0,
  }
}

/** The domains of the organisation for other systems, without the texts that prove them (M-REST-9). */
const domainRoutes: FastifyPluginCallbackZod<{ readonly database: Database }> = (app, { database }, done) => {
  const domains = createDomainsRepository(database)
  app.get(
    '/domains',
    {
      schema: {
        summary: 'The domains of the organisation, with the state of their proofs',
        description: 'A key that is limited sees the domains that its limit names.',
        security: keySecurity,
        response: { 200: answerSchema, ...keyFailures },
      },
      config: { keyScope: 'domains:read' },
    },
    async (request) => {
      const { organisationId, rows } = keyTenantOf(request)
      // One after the other: a call takes one connection of the pool.
      const listed = await domains.list(organisationId)
      const counts = await domains.countAddresses(organisationId)
      const reached = listed.filter(({ domain }) => rows === 'all' || rows.domains.includes(domain))
      return { data: reached.map((each) => domainJson(each, counts)) }
    },
  )
  done()
}

type RestParts = {
  readonly database: Database
  readonly guard: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  readonly queueAfterBody: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  readonly apiUrl: string
  readonly clock: Clock
}

const { onError, onNotFound } = createErrorHandlers()

/** Calls of other systems, in English. Failures are problem details (RFC 9457). Bodies are JSON. */
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
