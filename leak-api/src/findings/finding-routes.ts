import type { Database } from '@atalaia/database'
import { createErrorHandlers, problemSchema } from '@atalaia/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { array, boolean, enum as oneOf, int, nullable, object, optional, regex, string, union } from 'zod/mini'
import { keyTenantOf } from '../access/key-guard.ts'
import type { Clock } from '../clock.ts'
import { findingCef, findingEcs, findingJson } from './finding-formats.ts'
import { createFindingsRepository } from './findings-repository.ts'

/** Under the API's own address. */
export const REST_PREFIX = '/v1'

type FindingParts = {
  readonly database: Database
  readonly guard: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  readonly clock: Clock
}

const DEFAULT_LIMIT = 100
const findingSchema = object({
  id: string(),
  address: string(),
  found_at: string(),
  seen_on: nullable(string()),
  severity: int(),
  password: oneOf(['clear', 'hash', 'none']),
  websites: array(string()),
  source: object({
    name: string(),
    title: nullable(string()),
    domain: nullable(string()),
    kind: nullable(string()),
    leaked_on: nullable(string()),
    verified: nullable(boolean()),
  }),
})
/** `next` is the cursor of the next call, also on the last page: what comes later is behind it. */
const pageSchema = object({ data: array(findingSchema), next: string(), more: boolean() })
const querySchema = object({
  cursor: optional(string().check(regex(/^\d{1,18}$/, 'is no cursor of an answer'))),
  limit: optional(string().check(regex(/^(?:[1-9]\d{0,2}|1000)$/, 'is 1 to 1000'))),
  format: optional(oneOf(['json', 'ecs', 'cef'])),
})
const failures = { 400: problemSchema, 401: problemSchema, 403: problemSchema, 429: problemSchema, 503: problemSchema }
const { onError, onNotFound } = createErrorHandlers()

/** Findings for other systems: JSON, or lines for a SIEM (M-REST-1). */
export const findingRoutes: FastifyPluginCallbackZod<FindingParts> = (app, { database, guard, clock }, done) => {
  const findings = createFindingsRepository(database)
  app.setErrorHandler(onError)
  app.setNotFoundHandler(onNotFound)
  app.addHook('onRequest', guard)
  app.get(
    '/findings',
    {
      schema: {
        summary: 'Watched addresses in sources, in the order in which they were found',
        description: 'With `format=ecs` one event of the Elastic Common Schema a line, with `format=cef` one of CEF.',
        security: [{ key: [] }],
        querystring: querySchema,
        response: { 200: union([pageSchema, string()]), ...failures },
      },
      config: { keyScope: 'findings:read' },
    },
    async (request, reply) => {
      const { cursor = '0', limit, format = 'json' } = request.query
      const asked = { after: cursor, limit: Number(limit ?? DEFAULT_LIMIT), at: clock() }
      const { findings: read, last, isMore } = await findings.read(keyTenantOf(request), asked)
      if (format === 'json') return { data: read.map(findingJson), next: last, more: isMore }
      const lines = read.map((finding) =>
        format === 'ecs' ? JSON.stringify(findingEcs(finding)) : findingCef(finding),
      )
      reply
        .header('atalaia-next', last)
        .header('atalaia-more', String(isMore))
        .type(format === 'ecs' ? 'application/x-ndjson; charset=utf-8' : 'text/plain; charset=utf-8')
      return lines.map((line) => `${line}\n`).join('')
    },
  )
  // Without sessions' routes: they are our own pages'.
  app.get('/openapi.json', { schema: { hide: true } }, () => {
    const { paths = {}, ...document } = app.swagger()
    const told = Object.entries(paths).filter(([path]) => /^\/api\/(?:v1|hibp)\//.test(path))
    return { ...document, paths: Object.fromEntries(told) }
  })
  done()
}
