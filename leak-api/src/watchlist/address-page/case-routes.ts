import {
  addressCasesSchema,
  CASE_CHANGED_PROBLEM,
  caseDetailSchema,
  caseOfSchema,
  caseStepBodySchema,
  changeCaseBodySchema,
  newCase,
  type CaseDetail,
} from '@atalaia/contracts/cases'
import { Problem, problemSchema } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object, string } from 'zod/mini'
import { authenticationFailures, organisationOf, security, seesPeople } from '../../base/access/caller.ts'
import { caseChecklist, readTicks } from '../cases/checklist.ts'
import { sourcesOf } from './exposure.ts'
import type { Monitored } from '../../numbers/exposure/exposure-repository.ts'
import { createMonitoredOf, withoutPeople } from './exposure-routes.ts'
import { actOf, caseOf, INVALID_CHANGE, mayChange, NO_OWNER, type CaseParts } from '../cases/case-answer.ts'
import { caseListRoutes } from '../cases/case-list-routes.ts'
import { changeCases, markStep } from '../cases/change-cases.ts'
import { readDecisions } from '../cases/decisions-repository.ts'
import { readHistory } from '../cases/history-repository.ts'

const params = object({ id: string() })
const failures = { ...authenticationFailures, 404: problemSchema, 409: problemSchema, 422: problemSchema }
const NO_CASE = 'Esta fonte não tem mais este endereço. A importação dela pode ter sido desfeita.'
const CHANGED = 'Este caso mudou enquanto você o via. Confira como ele está agora e tente de novo.'

/** Portals learn of no people, and name no owner (P-CASE-1). */
export const caseRoutes: FastifyPluginCallbackZod<CaseParts> = (app, parts, done) => {
  const { database, exposures, cases, clock } = parts
  const monitoredOf = createMonitoredOf(exposures)
  const read = { operation: 'cases:read', scope: 'cases:read' } as const
  const change = { operation: 'cases:change', scope: 'cases:change', invalid: INVALID_CHANGE } as const
  void app.register(caseListRoutes, parts)

  const viewOf = (request: FastifyRequest) => ({ isOwnerShown: seesPeople(request), now: clock() })

  /** Serial: a call takes one connection of the pool. */
  const detailOf = async (request: FastifyRequest, monitored: Monitored, source: string): Promise<CaseDetail> => {
    const sources = await sourcesOf({ exposures }, organisationOf(request), monitored, clock())
    const found = sources.find(({ fonte }) => fonte === source)
    if (found === undefined) throw new Problem(404, NO_CASE)
    const row = (await cases.ofAddress(monitored.id)).find((one) => one.source === source)
    const { total, events } = await readHistory(database, monitored.id, source)
    const isShown = seesPeople(request)
    return {
      caso: row ? caseOf(row, viewOf(request)) : newCase(source, isShown ? await cases.ownerOf(monitored.id) : null),
      passos: withoutPeople(request, caseChecklist(await readTicks({ exposures, cases }, monitored), found)),
      historico: events.map(({ at, by, key, kind, changes }) => ({
        em: at,
        por: isShown ? by : null,
        ...(isShown && key !== null && { chave: key }),
        tipo: kind,
        mudancas: isShown ? changes : changes.filter(({ campo }) => campo !== 'responsavel'),
      })),
      historico_total: total,
    }
  }
  app.get(
    '/emails/:id/casos',
    {
      schema: {
        summary: 'The cases of a monitored address that are not simply new',
        security,
        params,
        response: { 200: addressCasesSchema, ...failures },
      },
      config: read,
    },
    async (request) => {
      const monitored = await monitoredOf(request, request.params.id)
      return {
        casos: (await cases.ofAddress(monitored.id)).map((row) => caseOf(row, viewOf(request))),
        responsavel: seesPeople(request) ? await cases.ownerOf(monitored.id) : null,
        decisoes: await readDecisions(database, monitored.id, { showsPeople: seesPeople(request) }),
        pessoas: seesPeople(request) ? await cases.people(organisationOf(request)) : [],
        pode_mudar: mayChange(request),
      }
    },
  )

  const detail = { 200: caseDetailSchema, ...failures }
  app.get(
    '/emails/:id/caso',
    {
      schema: { summary: 'A case with its history', security, params, querystring: caseOfSchema, response: detail },
      config: read,
    },
    async (request) => detailOf(request, await monitoredOf(request, request.params.id), request.query.fonte),
  )
  app.post(
    '/emails/:id/caso',
    {
      schema: { summary: 'Change a case', security, params, body: changeCaseBodySchema, response: detail },
      config: change,
    },
    async (request) => {
      const monitored = await monitoredOf(request, request.params.id)
      const { fonte, versao, ...wanted } = request.body
      if (wanted.responsavel !== undefined && !seesPeople(request)) throw NO_OWNER()
      const ref = { endereco: monitored.id, fonte, versao }
      const changed = await changeCases(database, actOf(request, clock()), [ref], wanted)
      if (changed === undefined) throw NO_OWNER()
      if (changed.recusados[0]?.motivo === 'nao-existe') throw new Problem(404, NO_CASE)
      const now = await detailOf(request, monitored, fonte)
      if (changed.recusados.length > 0)
        throw new Problem(409, CHANGED, { type: CASE_CHANGED_PROBLEM, extensions: { ...now } })
      return now
    },
  )
  app.post(
    '/emails/:id/caso/passos',
    {
      schema: {
        summary: 'Mark a step of a case as done, or not',
        security,
        params,
        body: caseStepBodySchema,
        response: detail,
      },
      config: change,
    },
    async (request) => {
      const monitored = await monitoredOf(request, request.params.id)
      const { fonte, passo, feito } = request.body
      // Throws for a source without the address.
      await detailOf(request, monitored, fonte)
      await markStep(database, actOf(request, clock()), {
        monitoredId: monitored.id,
        address: monitored.address,
        source: fonte,
        step: passo,
        done: feito,
      })
      return detailOf(request, monitored, fonte)
    },
  )
  done()
}
