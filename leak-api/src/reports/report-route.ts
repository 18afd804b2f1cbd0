import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { maxLength, object, regex, string } from 'zod/mini'
import { networkOf, Problem } from '@atalaia/server'
import type { FairShares } from '../access/fair-shares.ts'
import type { ReportLinks } from './report-link.ts'
import type { ReportsRepository } from './reports-repository.ts'

type ReportParts = {
  readonly reports: ReportsRepository
  readonly links: ReportLinks
  readonly brand: string
  readonly shares: FairShares
}

const UNUSABLE = 'Este link expirou ou não é válido. Volte ao painel, recarregue a página e abra o relatório de novo.'
const uuid = regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)

/** An address in a file's name: what no file system takes, and what is not ASCII, becomes `_`. */
const fileNamePart = (address: string) => address.replaceAll(/[^\w.@+-]/g, '_')

const schema = {
  summary: 'A report as PDF, by the signed link of the summary',
  params: object({ id: string().check(uuid) }),
  querystring: object({
    expira: string().check(regex(/^\d{1,12}$/)),
    assinatura: string().check(maxLength(100)),
  }),
}
const config = { failures: 'text', invalid: { status: 403, message: UNUSABLE } } as const

export const reportRoute: FastifyPluginCallbackZod<ReportParts> = (app, { reports, links, brand, shares }, done) => {
  app.get('/relatorios/:id', { schema, config }, async (request, reply) => {
    reply.headers({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    const { id } = request.params
    if (!links.accepts({ id, ...request.query })) throw new Problem(403, UNUSABLE)
    await shares.enter(request, reply, `network ${networkOf(request.ip)}`)
    const report = await reports.findSigned(id)
    if (report === undefined) throw new Problem(403, UNUSABLE)
    // Late: the library of PDF is the largest of the server, and would take a good part of its start.
    const { renderReportPdf } = await import('./report-pdf.ts')
    const fileName = `relatorio-${fileNamePart(report.address)}-${report.day}.pdf`
    reply.headers({ 'content-type': 'application/pdf', 'content-disposition': `inline; filename="${fileName}"` })
    return reply.send(await renderReportPdf(report, brand))
  })
  done()
}
