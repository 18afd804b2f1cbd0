import type { FastifyPluginAsync } from 'fastify'
import type { InSessions } from '../base/access/in-sessions.ts'
import { logged, type Jobs, type RouteParts } from '../base/parts.ts'
import { createAnalysisRepository } from '../numbers/analysis-repository.ts'
import { createFreshness } from '../numbers/freshness.ts'
import { createSummaryRepository } from '../numbers/summary-repository.ts'
import { createVisits } from '../numbers/visits.ts'
import { addressRoutes } from './address-page/address-routes.ts'
import { listRoutes } from './addresses/list-routes.ts'
import { dashboardRoutes } from './dashboard/dashboard-routes.ts'
import { todayRoute } from './dashboard/today-route.ts'
import { createDraw } from './drawing/draw-thread.ts'
import { startReminders } from './incidents/remind-terms.ts'
import { startMonthlyReports } from './generated-reports/monthly-reports.ts'
import { reportListRoutes } from './generated-reports/report-list-routes.ts'
import { createReportLinks } from './reports/report-link.ts'
import { reportRoute } from './reports/report-route.ts'
import { searchRoute } from './search/search-route.ts'
import { createReportsRepository } from './reports/reports-repository.ts'

type Parts = RouteParts & { readonly inSessions: InSessions; readonly maxAddresses: number }

export const watchlistRoutes: FastifyPluginAsync<Parts> = async (wing, { inSessions, ...given }) => {
  const { database, keys, shares, publicUrl, clock } = given
  const visits = createVisits(database, clock)
  const parts = {
    ...given,
    visits,
    fresh: createFreshness({ database, visits, ring: keys.link, shares, clock }),
    summary: createSummaryRepository(database),
    analyses: createAnalysisRepository(database),
    reports: createReportsRepository(database),
    draw: createDraw(),
    links: createReportLinks(keys.link, publicUrl, clock),
  }
  await wing.register(reportRoute, parts)
  await inSessions(wing, async (session) => {
    await session.register(listRoutes, parts)
    await session.register(addressRoutes, parts)
    await session.register(dashboardRoutes, parts)
    await session.register(todayRoute, parts)
    await session.register(searchRoute, parts)
    await session.register(reportListRoutes, parts)
  })
}

export const watchlistJobs: Jobs = (parts) => [
  startMonthlyReports({ ...parts, onFailure: logged(parts, 'reports of the month are not made') }),
  startReminders({ ...parts, onFailure: logged(parts, 'reminders of incident terms are not sent') }),
]
