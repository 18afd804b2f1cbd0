import { saoPauloDay } from '@atalaia/contracts'
import {
  CASE_FILTERS,
  CASE_ORDERS,
  CASE_PAGE_SIZES,
  casePageSchema,
  caseQueryShape,
  casesOutcomeSchema,
  changeCasesBodySchema,
  undoCasesBodySchema,
} from '@atalaia/contracts/cases'
import { problemSchema } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object, type infer as Infer } from 'zod/mini'
import { accountOrNone, authenticationFailures, security, seesPeople, tenantOf } from '../../base/access/caller.ts'
import { judgeAddresses } from '../../numbers/severity/evidence-repository.ts'
import { isNewSince } from '../../numbers/visits.ts'
import { isUuid } from '../../numbers/exposure/exposure-repository.ts'
import { greatestSeverity } from '../../numbers/severity/severity.ts'
import { actOf, caseOf, INVALID_CHANGE, mayChange, NO_OWNER, type CaseParts } from './case-answer.ts'
import { caseSourceRoutes } from './case-source-routes.ts'
import type { CaseQuery } from './case-list-query.ts'
import { createCaseListRepository } from './case-list-repository.ts'
import { changeCases, undoCases } from './change-cases.ts'

/** 200 cases with sources of 300 characters. */
const BODY_LIMIT_BYTES = 256 * 1024
const [SMALLEST_PAGE] = CASE_PAGE_SIZES
const querySchema = object(caseQueryShape)
const failures = { ...authenticationFailures, 422: problemSchema }

const queryOf = (request: FastifyRequest, asked: Infer<typeof querySchema>, today: string): CaseQuery => {
  const { busca = '', estado, responsavel, prazo, gravidade, fonte, ordem, invertida, pagina, tamanho } = asked
  const named = responsavel === 'eu' ? (accountOrNone(request) ?? undefined) : responsavel
  const owner = seesPeople(request) ? named : undefined
  return {
    search: busca.trim().toLowerCase(),
    filter: estado ?? CASE_FILTERS[0],
    owner: owner === 'ninguem' ? null : owner,
    due: prazo,
    level: gravidade,
    source: fonte,
    order: ordem ?? CASE_ORDERS[0],
    reversed: invertida === 'sim',
    page: Number(pagina ?? 1),
    size: Number(tamanho ?? SMALLEST_PAGE),
    today,
  }
}

/** The list of cases, and changes of several, which are for sessions alone: no portal's token changes many (P-CASE-11). Marks new cases (P-CASE-19). */
export const caseListRoutes: FastifyPluginCallbackZod<CaseParts> = (app, parts, done) => {
  const { database, cases, summary, visits, clock } = parts
  void app.register(caseSourceRoutes, parts)
  const list = createCaseListRepository(database)
  app.get(
    '/casos',
    {
      schema: {
        summary: 'A page of the cases',
        security,
        querystring: querySchema,
        response: { 200: casePageSchema, ...authenticationFailures },
      },
      config: { operation: 'cases:read', scope: 'cases:read', compressed: true },
    },
    async (request) => {
      const tenant = tenantOf(request)
      const { organisationId } = tenant
      const isShown = seesPeople(request)
      const now = clock()
      const query = queryOf(request, request.query, saoPauloDay(now))
      const since = await visits.sinceOf(request)
      const { found, rows } = await list.page(tenant, query)
      const ids = [...new Set(rows.map(({ monitoredId }) => monitoredId))]
      const judged = await judgeAddresses(database, { organisationId, ids, today: query.today })
      const { open, all } = await list.totals(tenant)
      const sources = await list.sources(organisationId)
      return {
        encontrados: found,
        abertos: open,
        todos: all,
        linhas: rows.map((row) => {
          const evidence = judged(row.monitoredId).sources.get(row.source)
          return {
            ...caseOf(row, { isOwnerShown: isShown, now }),
            endereco: row.monitoredId,
            email: row.address,
            titulo: row.title,
            visto_por_ultimo: evidence?.lastSeen ?? null,
            aqui_desde: evidence?.since ?? null,
            gravidade: evidence?.severity ?? greatestSeverity([]),
            ...(isNewSince(since, evidence?.knownAt, row.toldSince) && { novo: true }),
          }
        }),
        fontes: sources.map(({ source, title }) => ({ fonte: source, titulo: title })),
        pessoas: isShown ? await cases.people(organisationId) : [],
        // A portal changes cases one by one.
        pode_mudar: isShown && mayChange(request),
        cobertura: await summary.coverage(organisationId),
      }
    },
  )

  const together = {
    config: { operation: 'cases:change', invalid: INVALID_CHANGE },
    bodyLimit: BODY_LIMIT_BYTES,
  } as const
  const outcome = { 200: casesOutcomeSchema, ...failures }
  app.post(
    '/casos/mudar',
    {
      ...together,
      schema: { summary: 'Change several cases', security, body: changeCasesBodySchema, response: outcome },
    },
    async (request) => {
      const { casos, mudanca } = request.body
      const changed = await changeCases(database, actOf(request, clock()), casos, mudanca)
      if (changed === undefined) throw NO_OWNER()
      return changed
    },
  )
  app.post(
    '/casos/desfazer',
    {
      ...together,
      schema: { summary: 'Undo a change of several cases', security, body: undoCasesBodySchema, response: outcome },
    },
    async (request) => {
      const { lote } = request.body
      if (!isUuid(lote)) return { mudados: 0, iguais: 0, recusados: [], lote: null }
      return undoCases(database, actOf(request, clock()), lote)
    },
  )
  done()
}
