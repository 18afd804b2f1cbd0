import { auditPageSchema, auditQueryShape } from '@atalaia/contracts/audit'
import type { Database } from '@atalaia/database'
import { problemSchema, type RateLimits } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { enum as oneOf, object, optional, regex, string, type infer as Infer } from 'zod/mini'
import { accountOf, authenticationFailures, organisationOf, security } from '../access/caller.ts'
import { DAY_MS, HOUR_MS, type Clock } from '../clock.ts'
import { tooManyRequests } from '../problems.ts'
import { actorOf } from './actor-of.ts'
import { AUDIT_FILES, AUDIT_MEDIA_TYPES, auditLines, csvHead } from './audit-formats.ts'
import { auditLog, type AuditQuery } from './audit-repository.ts'
import { readRow } from './read-row.ts'
import { recordAudit } from './record-audit.ts'

type AuditParts = { readonly database: Database; readonly limits: RateLimits; readonly clock: Clock }

const [PAGE, EXPORTED] = [50, 10_000]
const EXPORTS_PER_HOUR = 30
const NEWEST = Number.MAX_SAFE_INTEGER

const querySchema = object({ ...auditQueryShape, antes_de: optional(string().check(regex(/^[1-9]\d{0,14}$/))) })
const exportSchema = object({ ...auditQueryShape, formato: oneOf(AUDIT_FILES) })
const failures = { ...authenticationFailures, 422: problemSchema }
const config = {
  operation: 'audit:read',
  invalid: { status: 422, message: 'Confira os filtros: dias como 2026-11-23, e uma ação da lista.' },
} as const

const startOf = (day: string | undefined, days = 0): string | undefined => {
  const start = Date.parse(`${day ?? ''}T00:00:00-03:00`)
  return Number.isNaN(start) ? undefined : new Date(start + days * DAY_MS).toISOString()
}
type Asked = Omit<Infer<typeof querySchema>, 'antes_de'>
const queryOf = (request: FastifyRequest, { ator, acao, de, ate }: Asked, before = NEWEST): AuditQuery => {
  const organisationId = organisationOf(request)
  return { organisationId, actor: ator, action: acao, from: startOf(de), until: startOf(ate, 1), before }
}

/** The audit log for roles that may read it (P-AUDIT-2). */
export const auditRoutes: FastifyPluginCallbackZod<AuditParts> = (app, { database, limits, clock }, done) => {
  const exports = limits.window({ name: 'audit-exports', points: EXPORTS_PER_HOUR, windowMs: HOUR_MS })

  app.get(
    '/organizacao/auditoria',
    {
      schema: {
        summary: 'A page of the audit log of the organisation, the newest first',
        security,
        querystring: querySchema,
        response: { 200: auditPageSchema, ...failures },
      },
      config: { ...config, compressed: true },
    },
    async (request) => {
      const before = Number(request.query.antes_de ?? NEWEST)
      const { rows, more } = await auditLog.feed(database, queryOf(request, request.query, before), PAGE)
      const linhas = rows.map(readRow)
      return { linhas, proxima: more ? String(linhas.at(-1)?.numero) : null }
    },
  )

  app.get(
    '/organizacao/auditoria/arquivo',
    {
      schema: {
        summary: 'The rows of the audit log that a filter leaves, as a file; at most 10,000, the newest first',
        security,
        querystring: exportSchema,
        response: { 200: string(), ...failures },
      },
      config: { ...config, compressed: true },
    },
    async (request, reply) => {
      const allowed = await exports.consume(accountOf(request))
      if (!allowed.ok) throw tooManyRequests(allowed)
      const { formato: format, ...asked } = request.query
      const organisationId = organisationOf(request)
      const { rows, more } = await database.transaction(async (tx) => {
        const read = await auditLog.feed(tx, queryOf(request, asked), EXPORTED)
        const after = { format, rows: read.rows.length }
        const act = { action: 'audit.exported', actor: actorOf(request), at: clock(), after } as const
        await recordAudit(tx, { organisationId, ...act })
        return read
      })
      reply
        .header('content-disposition', `attachment; filename="auditoria.${format}"`)
        .header('atalaia-more', String(more))
        .type(AUDIT_MEDIA_TYPES[format])
      return `${format === 'csv' ? csvHead() : ''}${auditLines(rows.map(readRow), format)}`
    },
  )
  done()
}
