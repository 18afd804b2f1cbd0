import { numberRowsQueryShape, numberRowsSchema } from '@atalaia/contracts/number-rows'
import type { Database } from '@atalaia/database'
import { problemSchema } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object, string } from 'zod/mini'
import { authenticationFailures, organisationOf, security } from '../../base/access/caller.ts'
import type { ExposureRepository } from '../../numbers/exposure/exposure-repository.ts'
import { readNumberRows } from '../../numbers/exposure/number-rows.ts'
import { createMonitoredOf } from './exposure-routes.ts'

type RowsParts = { readonly database: Database; readonly exposures: Pick<ExposureRepository, 'find'> }

const schema = {
  summary: 'The rows that a number of a monitored address is made of',
  security,
  params: object({ id: string() }),
  querystring: object(numberRowsQueryShape),
  response: { 200: numberRowsSchema, ...authenticationFailures, 404: problemSchema },
}

/** The rows of the numbers of one address, for whoever may see the address (P-ADDRESS-13). */
export const numberRowsRoute: FastifyPluginCallbackZod<RowsParts> = (app, { database, exposures }, done) => {
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
        linhas: rows.map(({ ordinal, name, day, last, kinds, sources }) => ({
          ordem: ordinal,
          nome: name,
          dia: day,
          ultimo: last,
          tipos: kinds,
          fontes: sources,
        })),
      }
    },
  )
  done()
}
