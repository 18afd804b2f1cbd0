import { numberRowsQueryShape, numberRowsSchema } from '@atalaia/contracts/number-rows'
import type { Database } from '@atalaia/database'
import { problemSchema, type RateLimits } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object, string } from 'zod/mini'
import type { FastifyPluginAsync } from 'fastify'
import { authenticationFailures, organisationOf, security } from '../../base/access/caller.ts'
import { type ExposureRepository, createExposureRepository } from '../../numbers/exposure/exposure-repository.ts'
import { readNumberRows } from '../../numbers/exposure/number-rows.ts'
import { createMonitoredOf, exposureRoutes } from './exposure-routes.ts'
import type { FairShares } from '../../base/access/fair-shares.ts'
import { caseRoutes } from './case-routes.ts'
import { createCasesRepository } from '../cases/cases-repository.ts'
import type { Clock } from '../../base/clock.ts'
import type { Draw } from '../drawing/draw-thread.ts'
import { incidentRoutes } from '../incidents/incident-routes.ts'
import type { Visits } from '../../numbers/visits.ts'
import type { SummaryRepository } from '../../numbers/summary-repository.ts'

type RowsParts = { readonly database: Database; readonly exposures: Pick<ExposureRepository, 'find'> }

const schema = {
  summary: 'The rows that a number of a monitored address is made of',
  security,
  params: object({ id: string() }),
  querystring: object(numberRowsQueryShape),
  response: { 200: numberRowsSchema, ...authenticationFailures, 404: problemSchema },
}

/** For callers who may see the address (P-ADDRESS-13). */
const numberRowsRoute: FastifyPluginCallbackZod<RowsParts> = (app, { database, exposures }, done) => {
  const monitoredOf = createMonitoredOf(exposures)
  app.get(
    '/emails/:id/linhas',
    { schema, config: { operation: 'leaks:read', scope: 'addresses:read' } },
    async (request) => {
      const { numero: number, fonte: source, depois = '0' } = request.query
      const monitored = await monitoredOf(request, request.params.id)
      const { total, rows } = await readNumberRows(database, {
        organisationId: organisationOf(request),
        monitored,
        number,
        source,
        after: Number(depois),
      })
      return {
        total,
        linhas: rows.map(({ ordinal, name, day, last, isDayTold, kinds, sources }) => ({
          ordem: ordinal,
          nome: name,
          dia: day,
          ultimo: last,
          ...(!isDayTold && { dia_informado: false }),
          tipos: kinds,
          fontes: sources,
        })),
      }
    },
  )
  done()
}

type AddressParts = {
  readonly database: Database
  readonly summary: Pick<SummaryRepository, 'coverage'>
  readonly limits: RateLimits
  readonly brand: string
  readonly shares: Pick<FairShares, 'outside'>
  readonly draw: Draw
  readonly visits: Visits
  readonly clock: Clock
}

export const addressRoutes: FastifyPluginAsync<AddressParts> = async (app, parts) => {
  const exposures = createExposureRepository(parts.database)
  const cases = createCasesRepository(parts.database)
  await app.register(exposureRoutes, { ...parts, exposures, cases })
  await app.register(numberRowsRoute, { ...parts, exposures })
  await app.register(caseRoutes, { ...parts, exposures, cases })
  await app.register(incidentRoutes, parts)
}
