import { addEmailBodySchema, monitoredEmailsSchema, PROBLEM_TYPES } from '@atalaia/contracts'
import { EMAIL_ORDERS, emailsQueryShape, monitoredPageSchema } from '@atalaia/contracts/monitored-page'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object, string, union } from 'zod/mini'
import { normalAddress } from '../../base/address.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import type { Clock } from '../../base/clock.ts'
import type { Database } from '@atalaia/database'
import { authenticationFailures, portalOf, security, tenantOf } from '../../base/access/caller.ts'
import { reaches } from '../../base/access/tenancy.ts'
import { Problem, problemSchema } from '@atalaia/server'
import type { Visits } from '../visits.ts'
import type { Freshness } from '../freshness.ts'
import { limitOf } from '../../base/limits/limits-repository.ts'
import { addAddress } from './add-address.ts'
import { createMonitoredRepository } from './monitored-repository.ts'

type MonitoredParts = {
  readonly database: Database
  readonly visits: Visits
  readonly fresh: Freshness
  readonly clock: Clock
  readonly maxAddresses: number
  readonly isOwnershipChecked: boolean
}

const addFailures = { ...authenticationFailures, 409: problemSchema, 422: problemSchema }
/** Refuses anything but one valid address (P-EMAIL-11). */
const INVALID = 'Informe um único endereço de e-mail válido, com até 254 caracteres, como nome@empresa.com.br.'

const outOfReach = (address: string) =>
  new Problem(403, `Este acesso não permite monitorar ${address}.`, {
    type: PROBLEM_TYPES['address-out-of-reach'],
    headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' },
  })

/** The first addresses at once or by pages (P-API-16, P-EMAIL-15). */
export const monitoredRoutes: FastifyPluginCallbackZod<MonitoredParts> = (app, parts, done) => {
  const { database, visits, fresh, clock, maxAddresses, isOwnershipChecked } = parts
  const monitored = createMonitoredRepository(database)

  app.get(
    '/emails',
    {
      schema: {
        summary: 'Monitored addresses: all, or a page with `tamanho`',
        security,
        querystring: object(emailsQueryShape),
        response: { 200: union([monitoredEmailsSchema, monitoredPageSchema]), ...authenticationFailures },
      },
      ...fresh('addresses', { operation: 'leaks:read', scope: 'leaks:read', compressed: true }),
    },
    async (request) => {
      const since = await visits.sinceOf(request)
      const { busca = '', ordem, invertida, pagina, tamanho } = request.query
      if (tamanho === undefined) return monitored.list(tenantOf(request), since)
      return monitored.page(tenantOf(request), {
        since,
        search: busca.trim().toLowerCase(),
        order: ordem ?? EMAIL_ORDERS[0],
        reversed: invertida === 'sim',
        page: Number(pagina ?? 1),
        size: Number(tamanho),
      })
    },
  )

  app.post(
    '/emails',
    {
      schema: {
        summary: 'Monitor an address',
        security,
        body: addEmailBodySchema,
        response: { 201: object({ email: string() }), ...addFailures },
      },
      config: {
        operation: 'addresses:write',
        scope: 'emails:add',
        invalid: { status: 422, message: INVALID, type: PROBLEM_TYPES['address-invalid'] },
      },
    },
    async (request, reply) => {
      const address = normalAddress(request.body.email)
      const { organisationId, rows } = tenantOf(request)
      if (!reaches(rows, address)) throw outOfReach(address)
      const by = { by: portalOf(request), actor: actorOf(request) }
      const added = { organisationId, address, at: clock(), ...by, isOwnershipChecked }
      const outcome = await addAddress(database, added, maxAddresses)
      if (outcome === 'already-there') {
        const type = PROBLEM_TYPES['address-monitored']
        throw new Problem(409, `${address} já está na lista: veja Emails Monitorados.`, { type })
      }
      if (outcome === 'limit-reached') {
        const type = PROBLEM_TYPES['address-limit']
        const most = await limitOf(database, organisationId, 'enderecos', maxAddresses)
        const detail = `Sua organização já monitora ${most} endereços, o máximo. Fale com o suporte.`
        throw new Problem(422, detail, { type })
      }
      return reply.code(201).send({ email: address })
    },
  )
  done()
}
