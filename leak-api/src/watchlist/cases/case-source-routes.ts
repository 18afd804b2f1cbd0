import {
  CASE_SOURCE_FILTERS,
  CASE_SOURCE_ORDERS,
  caseSourcesQueryShape,
  caseSourcesSchema,
} from '@atalaia/contracts/cases'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object } from 'zod/mini'
import { authenticationFailures, security, tenantOf } from '../../base/access/caller.ts'
import type { CaseParts } from './case-answer.ts'
import { readCaseSources } from './case-sources-repository.ts'

/** The cases by their sources (P-CASE-20). */
export const caseSourceRoutes: FastifyPluginCallbackZod<CaseParts> = (app, { database, summary }, done) => {
  app.get(
    '/casos/fontes',
    {
      schema: {
        summary: 'A page of the sources that have cases',
        security,
        querystring: object(caseSourcesQueryShape),
        response: { 200: caseSourcesSchema, ...authenticationFailures },
      },
      config: { operation: 'cases:read', scope: 'cases:read', compressed: true },
    },
    async (request) => {
      const tenant = tenantOf(request)
      const { busca = '', estado, ordem, invertida, pagina } = request.query
      const found = await readCaseSources(database, tenant, {
        search: busca.trim().toLowerCase(),
        filter: estado ?? CASE_SOURCE_FILTERS[0],
        order: ordem ?? CASE_SOURCE_ORDERS[0],
        reversed: invertida === 'sim',
        page: Number(pagina ?? 1),
      })
      return { ...found, cobertura: await summary.coverage(tenant.organisationId) }
    },
  )
  done()
}
