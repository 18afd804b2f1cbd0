import {
  changeIncidentBodySchema,
  gatherCasesBodySchema,
  INCIDENT_CHANGED_PROBLEM,
  INCIDENT_PAGE_SIZE,
  incidentPageSchema,
  incidentSchema,
  registerIncidentBodySchema,
  removeIncidentBodySchema,
} from '@atalaia/contracts/incidents'
import { Problem, problemSchema } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object, optional, regex, string } from 'zod/mini'
import { authenticationFailures, memberOf, organisationOf, security } from '../../base/access/caller.ts'
import { pageOf } from '../../base/list.ts'
import { changeCasesOf, changeIncident, removeIncident } from './change-incident.ts'
import { dossierRoute } from './dossier-route.ts'
import type { ChangeOutcome } from './incident-act.ts'
import { actOf, listedIncident, mayChange, readIncident, type IncidentParts } from './incident-answer.ts'
import { createIncidentsRepository, incidentList } from './incidents-repository.ts'
import { registerIncident } from './register-incident.ts'

/** 27 items of 4,000 characters, of up to four bytes. */
const BODY_LIMIT_BYTES = 512 * 1024
const params = object({ id: string() })
const querySchema = object({ pagina: optional(string().check(regex(/^[1-9]\d{0,2}$/))) })
const failures = { ...authenticationFailures, 404: problemSchema, 409: problemSchema, 422: problemSchema }
const NOT_HERE = 'Este incidente não está no registro da sua organização.'
const CHANGED = 'Este incidente mudou enquanto você o via. Confira como ele está agora e salve de novo.'
const CLOSED = 'Este incidente está encerrado. Reabra-o para mudar alguma coisa.'
const KEPT =
  'O registro é guardado por cinco anos (Resolução CD/ANPD nº 15/2024, art. 10): encerre o incidente em vez de excluí-lo.'
const invalid = { status: 422, message: 'Confira os campos: algum texto é longo demais, ou um dia ou hora não existe.' }

/** For sessions alone (P-INCIDENT-1). */
export const incidentRoutes: FastifyPluginCallbackZod<IncidentParts> = (app, parts, done) => {
  const { database, clock } = parts
  const read = { operation: 'incidents:read' } as const
  const write = { operation: 'incidents:write', compressed: true, invalid } as const
  void app.register(dossierRoute, parts)

  const answer = async (request: FastifyRequest, id: string) => {
    const row = await createIncidentsRepository(database).find(organisationOf(request), id)
    // The same for an id of another organisation: it learns nothing.
    if (row === undefined) throw new Problem(404, NOT_HERE)
    return readIncident(parts, request, row)
  }
  /** Throws when the change failed. */
  const settle = async (request: FastifyRequest, id: string, outcome: ChangeOutcome) => {
    if (outcome.status === 'done') return { ...(await answer(request, outcome.id)), reunidos: outcome.gathered }
    if (outcome.status === 'missing') throw new Problem(404, NOT_HERE)
    if (outcome.status === 'refused') throw new Problem(422, outcome.reason)
    if (outcome.status === 'changed')
      throw new Problem(409, CHANGED, {
        type: INCIDENT_CHANGED_PROBLEM,
        extensions: { incidente: await answer(request, id) },
      })
    throw new Problem(409, outcome.status === 'closed' ? CLOSED : KEPT)
  }

  app.get(
    '/incidentes',
    {
      schema: {
        summary: 'A page of the register of incidents, the newest first',
        security,
        querystring: querySchema,
        response: { 200: incidentPageSchema, ...authenticationFailures },
      },
      config: { ...read, compressed: true },
    },
    async (request) => {
      const now = clock()
      const { organisationId } = memberOf(request)
      const { found, rows } = await incidentList.page(
        database,
        { organisationId },
        pageOf(request.query, INCIDENT_PAGE_SIZE),
      )
      const linhas = rows.map((row) => listedIncident(row, now))
      return { encontrados: found, linhas, pode_mudar: mayChange(request) }
    },
  )
  const told = { 200: incidentSchema, ...failures }
  app.post(
    '/incidentes',
    {
      schema: { summary: 'Register an incident', security, body: registerIncidentBodySchema, response: told },
      config: write,
      bodyLimit: BODY_LIMIT_BYTES,
    },
    async (request) => {
      const { casos = [], ...wanted } = request.body
      const outcome = await registerIncident(database, actOf(request, clock()), { ...wanted, casos })
      return settle(request, '', outcome)
    },
  )
  app.get(
    '/incidentes/:id',
    {
      schema: { summary: 'An incident with its clocks, items and cases', security, params, response: told },
      config: { ...read, compressed: true },
    },
    (request) => answer(request, request.params.id),
  )
  app.post(
    '/incidentes/:id',
    {
      schema: { summary: 'Change an incident', security, params, body: changeIncidentBodySchema, response: told },
      config: write,
      bodyLimit: BODY_LIMIT_BYTES,
    },
    async (request) => {
      const { id } = request.params
      const { versao: version, ...changed } = request.body
      return settle(request, id, await changeIncident(database, actOf(request, clock()), { id, version }, changed))
    },
  )
  app.post(
    '/incidentes/:id/casos',
    {
      schema: { summary: 'Gather cases in an incident', security, params, body: gatherCasesBodySchema, response: told },
      config: write,
      bodyLimit: BODY_LIMIT_BYTES,
    },
    async (request) => {
      const { id } = request.params
      const { versao: version, ...wanted } = request.body
      return settle(request, id, await changeCasesOf(database, actOf(request, clock()), { id, version }, wanted))
    },
  )
  app.post(
    '/incidentes/:id/excluir',
    {
      schema: {
        summary: 'Remove an incident whose five years are over',
        security,
        params,
        body: removeIncidentBodySchema,
        response: { 200: object({}), ...failures },
      },
      config: { operation: 'incidents:remove', invalid },
    },
    async (request) => {
      const { id } = request.params
      const target = { id, version: request.body.versao }
      const outcome = await removeIncident(database, actOf(request, clock()), target)
      if (outcome.status !== 'done') await settle(request, id, outcome)
      return {}
    },
  )
  done()
}
