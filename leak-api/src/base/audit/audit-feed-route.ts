import type { Database } from '@atalaia/database'
import { Problem } from '@atalaia/server'
import { AUDIT_ACTOR_KINDS } from '@atalaia/contracts/audit'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { array, boolean, enum as oneOf, object, optional, record, regex, string } from 'zod/mini'
import { keyTenantOf } from '../access/key-guard.ts'
import { keyFailures, keySecurity, limitOf, limitSchema } from '../access/key-schemas.ts'
import { feedAnswers } from '../answer-forms.ts'
import { auditCef, auditEcs, auditJson } from './audit-formats.ts'
import { auditLog } from './audit-repository.ts'
import { readRow } from './read-row.ts'

const [ECS_TYPE, CEF_TYPE] = ['application/x-ndjson; charset=utf-8', 'text/plain; charset=utf-8']
const facts = optional(record(string(), string()))
const rowSchema = object({
  id: string(),
  at: string(),
  action: string(),
  actor: object({
    kind: oneOf(AUDIT_ACTOR_KINDS),
    id: optional(string()),
    name: optional(string()),
    network: optional(string()),
  }),
  target: optional(
    object({ kind: string(), id: optional(string()), name: optional(string()), former_name: optional(string()) }),
  ),
  before: facts,
  after: facts,
  hash: string(),
})
const pageSchema = object({ data: array(rowSchema), next: string(), more: boolean() })
const querySchema = object({
  cursor: optional(string().check(regex(/^\d{1,15}$/, 'is no cursor of an answer'))),
  limit: limitSchema,
  format: optional(oneOf(['json', 'ecs', 'cef'])),
})

/**
 * The audit log for a SIEM, in commit order. The log's lock keeps acts from appearing behind a
 * cursor (M-REST-3).
 */
export const auditFeedRoute: FastifyPluginCallbackZod<{ readonly database: Database }> = (app, { database }, done) => {
  app.get(
    '/audit',
    {
      schema: {
        summary: 'The audit log of the organisation, the oldest act first',
        description: 'With `format=ecs` one event of the Elastic Common Schema a line, with `format=cef` one of CEF.',
        security: keySecurity,
        querystring: querySchema,
        response: { 200: feedAnswers(pageSchema), ...keyFailures },
      },
      config: { keyScope: 'audit:read' },
    },
    async (request, reply) => {
      const { organisationId, rows: reached } = keyTenantOf(request)
      if (reached !== 'all')
        throw new Problem(
          403,
          'Your API key is limited to addresses, and the audit log is about the whole organisation.',
        )
      const { cursor = '0', limit, format = 'json' } = request.query
      const read = await auditLog.feed(database, { organisationId, after: Number(cursor) }, limitOf(limit))
      const [rows, more] = [read.rows.map(readRow), read.more]
      const next = String(rows.at(-1)?.numero ?? cursor)
      if (format === 'json') return { data: rows.map(auditJson), next, more }
      reply
        .header('atalaia-next', next)
        .header('atalaia-more', String(more))
        .type(format === 'ecs' ? ECS_TYPE : CEF_TYPE)
      return rows.map((row) => `${format === 'ecs' ? JSON.stringify(auditEcs(row)) : auditCef(row)}\n`).join('')
    },
  )
  done()
}
