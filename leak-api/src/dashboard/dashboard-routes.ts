import { analysesSchema, summarySchema, type Summary } from '@atalaia/contracts'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { monthsBefore, saoPauloDay, type Clock } from '../clock.ts'
import { organisationOf } from '../http/caller.ts'
import { problemSchema } from '../http/problem.ts'
import type { ReportLinks } from '../reports/report-link.ts'
import type { Coverage, DashboardRepository, LatestReport } from './dashboard-repository.ts'

type DashboardParts = {
  readonly dashboard: DashboardRepository
  readonly links: ReportLinks
  readonly clock: Clock
}

/** The chart's span (M-NUM-7). */
const MONTHS = 3

const reportOf = ({ id, day, address }: LatestReport, links: ReportLinks): Summary['ultimos_3_relatorios'][number] => ({
  data: day,
  nome: `${address} - ${day}.pdf`,
  url: links.sign(id),
})
const coverageOf = ({ sources, updatedAt }: Coverage): Summary['cobertura'] => ({
  fontes: sources,
  ...(updatedAt === null ? {} : { atualizado_em: updatedAt }),
})

export const dashboardRoutes: FastifyPluginCallbackZod<DashboardParts> = (app, { dashboard, links, clock }, done) => {
  const security = [{ bearer: [] }]

  app.get(
    '/clientes/me/analises',
    {
      schema: {
        summary: 'Analysis runs of the last 3 months, oldest first',
        security,
        response: { 200: analysesSchema, 401: problemSchema },
      },
      config: { scope: 'leaks:read' },
    },
    (request) => dashboard.analyses(organisationOf(request), monthsBefore(saoPauloDay(clock()), MONTHS)),
  )

  app.get(
    '/dashboard/resumo',
    {
      schema: {
        summary: 'Totals, tops and last reports',
        security,
        response: { 200: summarySchema, 401: problemSchema },
      },
      config: { scope: 'leaks:read' },
    },
    async (request) => {
      const organisationId = organisationOf(request)
      const [numbers, reports, coverage] = await Promise.all([
        dashboard.numbers(organisationId),
        dashboard.latestReports(organisationId),
        dashboard.coverage(organisationId),
      ])
      return {
        ...numbers,
        ultimos_3_relatorios: reports.map((report) => reportOf(report, links)),
        cobertura: coverageOf(coverage),
      }
    },
  )
  done()
}
