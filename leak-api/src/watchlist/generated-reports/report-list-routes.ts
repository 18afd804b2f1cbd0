import { mayDo, monthsBefore, saoPauloDay } from '@atalaia/contracts'
import {
  newReportBodySchema,
  newReportSchema,
  REPORT_PAGE_SIZE,
  reportPageSchema,
  reportQueryShape,
  verifiedSchema,
  verifyBodySchema,
  type ListedLeakReport,
} from '@atalaia/contracts/leak-reports'
import type { Database } from '@atalaia/database'
import { Problem, problemSchema, type RateLimits } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object, optional, regex, string } from 'zod/mini'
import { accountOf, authenticationFailures, memberOf, organisationOf, security } from '../../base/access/caller.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import { HOUR_MS, type Clock } from '../../base/clock.ts'
import { pageOf } from '../../base/list.ts'
import { createIssuedDocuments } from '../documents/issued-documents.ts'
import { createExposureRepository } from '../../numbers/exposure/exposure-repository.ts'
import { createMonitoredOf } from '../address-page/exposure-routes.ts'
import { tooManyRequests } from '../../base/problems.ts'
import { createFactsRepository } from './facts-repository.ts'
import { makeReport } from './make-report.ts'
import { reportList } from './report-list.ts'
import type { ReportLinks } from '../reports/report-link.ts'

type ListParts = {
  readonly database: Database
  readonly links: Pick<ReportLinks, 'sign'>
  readonly limits: RateLimits
  readonly clock: Clock
}

/** Each looks up a thousand addresses' credentials (P-REPORT-2). */
const REPORTS_PER_HOUR = 30
const LONG = { statementMs: 15_000 }
const querySchema = object({ ...reportQueryShape, pagina: optional(string().check(regex(/^[1-9]\d{0,4}$/))) })

/** For sessions of our own pages alone (P-REPORT-1). */
export const reportListRoutes: FastifyPluginCallbackZod<ListParts> = (
  app,
  { database, links, limits, clock },
  done,
) => {
  const facts = createFactsRepository(database)
  const made = limits.window({ name: 'reports', points: REPORTS_PER_HOUR, windowMs: HOUR_MS })
  const monitoredOf = createMonitoredOf(createExposureRepository(database))
  const listed = (row: Omit<ListedLeakReport, 'url'>): ListedLeakReport => ({ ...row, url: links.sign(row.id) })

  app.get(
    '/relatorios',
    {
      schema: {
        summary: 'A page of the reports, the newest first',
        security,
        querystring: querySchema,
        response: { 200: reportPageSchema, ...authenticationFailures, 422: problemSchema },
      },
      // Signed links stand beside addresses: its size must not tell them, so it is not compressed.
      config: { operation: 'leaks:read', invalid: { status: 422, message: 'Confira os filtros da lista.' } },
    },
    async (request) => {
      const { organisationId, role } = memberOf(request)
      const { tipo: kind, busca } = request.query
      const query = { organisationId, kind, search: busca?.trim().toLowerCase() || undefined }
      const { found, rows } = await reportList.page(database, query, pageOf(request.query, REPORT_PAGE_SIZE))
      return { encontrados: found, relatorios: rows.map(listed), pode_fazer: mayDo(role, 'reports:make') }
    },
  )

  app.post(
    '/relatorios',
    {
      schema: {
        summary: 'Make a report about the organisation, or about one address',
        security,
        body: newReportBodySchema,
        response: { 201: newReportSchema, ...authenticationFailures, 404: problemSchema, 422: problemSchema },
      },
      config: { operation: 'reports:make', invalid: { status: 422, message: 'Escolha um período da lista.' } },
    },
    async (request, reply) => {
      const { endereco, meses } = request.body
      const organisationId = organisationOf(request)
      // What is no address of theirs has no id: it is refused as one that is not there.
      const wanted = endereco === undefined ? undefined : ((await facts.idOf(organisationId, endereco)) ?? '')
      const monitored = wanted === undefined ? undefined : await monitoredOf(request, wanted)
      const allowed = await made.consume(accountOf(request))
      if (!allowed.ok) throw tooManyRequests(allowed)
      const at = clock()
      const to = saoPauloDay(at)
      const period = { from: monthsBefore(to, Number(meses)), to }
      const asked = { organisationId, occasion: 'pedido', period, at } as const
      const report = await database.transaction(
        (tx) => makeReport(tx, { ...asked, monitoredId: monitored?.id, actor: actorOf(request) }),
        LONG,
      )
      // Somebody has removed the address meanwhile.
      if (report === undefined) throw new Problem(404, 'Este endereço não está mais entre os monitorados.')
      const { id, title: titulo } = report
      const tipo = monitored === undefined ? 'organizacao' : 'endereco'
      return reply.code(201).send(listed({ id, tipo, motivo: 'pedido', titulo, dia: to, de: period.from, ate: to }))
    },
  )

  app.post(
    '/documentos/conferir',
    {
      schema: {
        summary: 'Whether the organisation was handed a document, by the digest that it shows or by that of its file',
        security,
        body: verifyBodySchema,
        response: { 200: verifiedSchema, ...authenticationFailures, 422: problemSchema },
      },
      config: {
        operation: 'leaks:read',
        invalid: { status: 422, message: 'Um resumo tem 64 dígitos: de 0 a 9, e de a a f.' },
      },
    },
    async (request) => {
      const found = await createIssuedDocuments(database).find(organisationOf(request), request.body.resumo)
      if (found === undefined) return { documento: null }
      const { kind: tipo, title: titulo, firstDay: de, lastDay: ate, at: emitido_em, digest: resumo, isFile } = found
      return { documento: { tipo, titulo, de, ate, emitido_em, resumo, arquivo: isFile } }
    },
  )
  done()
}
