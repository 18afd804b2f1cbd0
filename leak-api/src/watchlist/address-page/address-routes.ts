import type { Database } from '@atalaia/database'
import type { RateLimits } from '@atalaia/server'
import type { FastifyPluginAsync } from 'fastify'
import type { FairShares } from '../../base/access/fair-shares.ts'
import { caseRoutes } from './case-routes.ts'
import { createCasesRepository } from '../cases/cases-repository.ts'
import type { Clock } from '../../base/clock.ts'
import { incidentRoutes } from '../incidents/incident-routes.ts'
import type { Visits } from '../../numbers/visits.ts'
import type { SummaryRepository } from '../../numbers/summary-repository.ts'
import { createExposureRepository } from '../../numbers/exposure/exposure-repository.ts'
import { exposureRoutes } from './exposure-routes.ts'
import { numberRowsRoute } from './number-rows-route.ts'

type AddressParts = {
  readonly database: Database
  readonly summary: Pick<SummaryRepository, 'coverage'>
  readonly limits: RateLimits
  readonly brand: string
  readonly shares: Pick<FairShares, 'outside'>
  readonly visits: Visits
  readonly clock: Clock
}

/** The routes of single addresses, their cases, and the incidents that gather those. */
export const addressRoutes: FastifyPluginAsync<AddressParts> = async (app, parts) => {
  const exposures = createExposureRepository(parts.database)
  const cases = createCasesRepository(parts.database)
  await app.register(exposureRoutes, { ...parts, exposures, cases })
  await app.register(numberRowsRoute, { ...parts, exposures })
  await app.register(caseRoutes, { ...parts, exposures, cases })
  await app.register(incidentRoutes, parts)
}
