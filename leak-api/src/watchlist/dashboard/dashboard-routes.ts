import {
  ANALYTICS_PERIODS,
  analysesSchema,
  coveredSourcesSchema,
  monthsBefore,
  saoPauloDay,
  SOURCE_PAGE_SIZES,
  sourcesQueryShape,
  summarySchema,
  type Summary,
} from '@atalaia/contracts'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object } from 'zod/mini'
import type { Clock } from '../../base/clock.ts'
import { authenticationFailures, organisationOf, portalOf, security, tenantOf } from '../../base/access/caller.ts'
import type { ReportLinks } from '../reports/report-link.ts'
import type { ListedReport, ReportsRepository } from '../reports/reports-repository.ts'
import type { AnalysisRepository } from '../../numbers/analysis-repository.ts'
import type { Keys } from '../../base/store/keys.ts'
import type { Freshness } from '../../numbers/freshness.ts'
import { revisionOf } from '../../numbers/live/revisions.ts'
import type { SummaryRepository } from '../../numbers/summary-repository.ts'

type DashboardParts = {
  readonly analyses: AnalysisRepository
  readonly summary: SummaryRepository
  readonly reports: ReportsRepository
  readonly links: ReportLinks
  readonly fresh: Freshness
  readonly isOwnershipChecked: boolean
  readonly keys: Pick<Keys, 'link'>
  readonly clock: Clock
}

/** Longest period of a page (M-NUM-7). */
const CHART_MONTHS = Math.max(...ANALYTICS_PERIODS.map(Number))
const LISTED_REPORTS = 3
const MAX_SOURCES = Math.max(...SOURCE_PAGE_SIZES)

const access = { operation: 'leaks:read', scope: 'leaks:read' } as const

const analysesSchemas = {
  summary: 'Analysis runs of the last 3 months, oldest first',
  security,
  response: { 200: analysesSchema, ...authenticationFailures },
}
const summarySchemas = {
  summary: 'Totals, tops and last reports',
  security,
  response: { 200: summarySchema, ...authenticationFailures },
}
const sourcesSchemas = {
  summary: 'A page of the sources that the numbers come from',
  security,
  querystring: object(sourcesQueryShape),
  response: { 200: coveredSourcesSchema, ...authenticationFailures },
}

/** Chart (P-API-15) and cards (P-API-14) of the caller's reach. */
export const dashboardRoutes: FastifyPluginCallbackZod<DashboardParts> = (app, parts, done) => {
  const { analyses, summary, reports, links, fresh, isOwnershipChecked, keys, clock } = parts
  /** `nome` begins with the address (M-NUM-9). */
  const linked = ({ id, day, address }: ListedReport): Summary['ultimos_3_relatorios'][number] => ({
    data: day,
    nome: `${address} - ${day}.pdf`,
    url: links.sign(id),
  })

  const chart = fresh('analyses', { ...access, compressed: true })
  app.get('/clientes/me/analises', { schema: analysesSchemas, ...chart }, (request) =>
    analyses.list(tenantOf(request), monthsBefore(saoPauloDay(clock()), CHART_MONTHS)),
  )

  // Signed links stand beside addresses: its size must not tell them, so it is not compressed (P-API-20).
  const cards = fresh('summary', access)
  app.get('/dashboard/resumo', { schema: summarySchemas, ...cards }, async (request) => {
    const tenant = tenantOf(request)
    // One after the other: a call takes one connection of the pool.
    // Cases are the organisation's own: portals are told nothing of them.
    const { facts, ...numbers } = await summary.numbers(tenant, { open: portalOf(request) === undefined })
    const latest = await reports.latest(tenant, LISTED_REPORTS)
    const cobertura = await summary.coverage(tenant.organisationId)
    return {
      ...numbers,
      ultimos_3_relatorios: latest.map(linked),
      cobertura,
      posse_verificada: isOwnershipChecked,
      ...(facts !== undefined && { revisao: revisionOf(keys.link, tenant.organisationId, facts) }),
    }
  })

  // For sessions alone: a portal is told their number.
  const ofSessions = { operation: 'leaks:read', compressed: true } as const
  app.get('/dashboard/fontes', { schema: sourcesSchemas, config: ofSessions }, async (request) => {
    const organisationId = organisationOf(request)
    const { pagina = 1, tamanho = MAX_SOURCES } = request.query
    const fontes = await summary.sources(organisationId, { page: Number(pagina), size: Number(tamanho) })
    return { encontrados: (await summary.coverage(organisationId)).fontes, fontes }
  })
  done()
}
