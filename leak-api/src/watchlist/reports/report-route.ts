import type { Queryable } from '@atalaia/database'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { maxLength, object, regex, string } from 'zod/mini'
import { contentPolicy, networkOf, Problem } from '@atalaia/server'
import type { FairShares } from '../../base/access/fair-shares.ts'
import { openReport, type DrawReport } from './open-report.ts'
import type { ReportLinks } from './report-link.ts'
import type { ReportsRepository } from './reports-repository.ts'

type ReportParts = {
  readonly database: Queryable
  readonly reports: ReportsRepository
  readonly links: ReportLinks
  readonly brand: string
  readonly shares: FairShares
  readonly draw: DrawReport
}

const UNUSABLE = 'Este link expirou ou não é válido. Volte ao painel, recarregue a página e abra o relatório de novo.'
const uuid = regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)

/** Older browsers keep their PDF viewer out of a sandbox. */
const POLICY = contentPolicy({ 'default-src': ["'none'"], 'object-src': ["'self'"], 'style-src': ["'unsafe-inline'"] })

const schema = {
  summary: 'A report as PDF, by the signed link of the summary',
  params: object({ id: string().check(uuid) }),
  querystring: object({
    expira: string().check(regex(/^\d{1,12}$/)),
    assinatura: string().check(maxLength(100)),
  }),
}
const config = { failures: 'text', invalid: { status: 403, message: UNUSABLE } } as const

export const reportRoute: FastifyPluginCallbackZod<ReportParts> = (
  app,
  { database, reports, links, brand, shares, draw },
  done,
) => {
  app.get('/relatorios/:id', { schema, config }, async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    const { id } = request.params
    if (!links.accepts({ id, ...request.query })) throw new Problem(403, UNUSABLE)
    await shares.enter(request, reply, `network ${networkOf(request.ip)}`)
    const drawOutside: DrawReport = (...given) => shares.outside(request, reply, () => draw(...given))
    const opened = await openReport({ database, reports, brand, draw: drawOutside }, id)
    if (opened === undefined) throw new Problem(403, UNUSABLE)
    const { name, file } = opened
    reply.headers({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${name}"`,
      'content-security-policy': POLICY,
    })
    return reply.send(file)
  })
  done()
}
