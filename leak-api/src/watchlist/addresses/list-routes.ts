import {
  ADDRESS_PAGE_SIZES,
  addressesBodySchema,
  addressesOutcomeSchema,
  addressPageSchema,
  assignBodySchema,
  changedSchema,
  labelBodySchema,
  saoPauloDay,
} from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import { problemSchema } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { authenticationFailures, organisationOf, security, seesPeople } from '../../base/access/caller.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import { recordAudit } from '../../base/audit/record-audit.ts'
import type { Clock } from '../../base/clock.ts'
import { pageOf } from '../../base/list.ts'
import { NO_OWNER } from '../cases/case-answer.ts'
import { isUuid } from '../../numbers/exposure/exposure-repository.ts'
import type { Visits } from '../../numbers/visits.ts'
import type { SummaryRepository } from '../../numbers/summary-repository.ts'
import { addAddresses, assignAddresses, previewAddresses, listIsFull } from './change-list.ts'
import { createMembersRepository } from '../../base/people/members-repository.ts'
import { judgeAddresses } from '../../numbers/severity/evidence-repository.ts'
import { createAddressList } from './address-list.ts'
import { addressQueryOf, addressQuerySchema, toldAddress } from './list-answer.ts'
import { createMarksRepository } from './marks-repository.ts'
import { createRemovedRepository } from './removed-repository.ts'
import { removedRoutes } from './removed-routes.ts'

type ListParts = {
  readonly database: Database
  readonly summary: Pick<SummaryRepository, 'coverage'>
  readonly visits: Visits
  readonly clock: Clock
  readonly maxAddresses: number
  readonly isOwnershipChecked: boolean
}

/** 200 addresses of 320 characters, quoted. */
const BODY_LIMIT_BYTES = 80 * 1024
const failures = { ...authenticationFailures, 422: problemSchema }

const schemaOf = <Body>(summary: string, body: Body) => ({ summary, security, body })

/** For sessions alone (P-LIST-7). Portals keep `GET /emails`. */
export const listRoutes: FastifyPluginCallbackZod<ListParts> = (
  app,
  { database, summary, visits, clock, maxAddresses, isOwnershipChecked },
  done,
) => {
  const list = createAddressList(database)
  const marks = createMarksRepository(database)
  const removed = createRemovedRepository(database)
  const peopleOf = async (organisationId: string) =>
    (await createMembersRepository(database).list(organisationId)).map(({ accountId: id, email }) => ({ id, email }))
  const changeOf = (request: FastifyRequest) => {
    return { organisationId: organisationOf(request), actor: actorOf(request), at: clock(), isOwnershipChecked }
  }

  app.get(
    '/enderecos',
    {
      schema: {
        summary: 'A page of the monitored addresses',
        security,
        querystring: addressQuerySchema,
        response: { 200: addressPageSchema, ...authenticationFailures },
      },
      config: { operation: 'leaks:read', compressed: true },
    },
    async (request) => {
      const organisationId = organisationOf(request)
      const isOwnerShown = seesPeople(request)
      const today = saoPauloDay(clock())
      const query = addressQueryOf(request.query, { since: await visits.sinceOf(request), today, isOwnerShown })
      // One after the other: a call takes one connection of the pool.
      const { found, all, ofDay } = await list.counts(organisationId, query)
      const rows = await list.page(organisationId, query, pageOf(request.query, ADDRESS_PAGE_SIZES[0]))
      const ids = rows.map(({ id }) => id)
      const judged = await judgeAddresses(database, { organisationId, ids, today })
      return {
        encontrados: found,
        todos: all,
        linhas: rows.map((row) => toldAddress(row, judged(row.id), { isPast: query.day !== undefined, isOwnerShown })),
        etiquetas: await marks.labels(organisationId),
        dominios: await marks.domains(organisationId),
        ...(isOwnerShown && {
          donos: await marks.owners(organisationId),
          pessoas: await peopleOf(organisationId),
          ha_removidos: await removed.hasAny(organisationId, clock()),
        }),
        cobertura: await summary.coverage(organisationId),
        ...(ofDay && {
          no_dia: {
            total_vazamentos: ofDay.leaks,
            total_senhas: ofDay.passwords,
            soma_vazamentos: ofDay.listedLeaks,
            soma_senhas: ofDay.listedPasswords,
          },
        }),
      }
    },
  )

  const config = { operation: 'addresses:write' } as const
  const several = { bodyLimit: BODY_LIMIT_BYTES, config }
  const outcome = { 200: addressesOutcomeSchema, ...failures }
  app.post(
    '/enderecos/conferir',
    {
      ...several,
      schema: { ...schemaOf('What adding these addresses would do', addressesBodySchema), response: outcome },
    },
    (request) => previewAddresses(database, organisationOf(request), request.body.enderecos),
  )
  app.post(
    '/enderecos',
    { ...several, schema: { ...schemaOf('Monitor several addresses', addressesBodySchema), response: outcome } },
    async (request) => {
      const change = changeOf(request)
      const added = await addAddresses(database, change, request.body.enderecos, maxAddresses)
      if (added === undefined) throw await listIsFull(database, change.organisationId, maxAddresses)
      return added
    },
  )

  const changed = { 200: changedSchema, ...failures }
  app.post(
    '/enderecos/etiquetar',
    { schema: { ...schemaOf('Label addresses, or take a label off', labelBodySchema), response: changed }, config },
    async (request) => {
      const { ids, etiqueta, tem } = request.body
      const [organisationId, label] = [organisationOf(request), etiqueta.trim()]
      const alterados = await database.transaction(async (tx) => {
        const count = await createMarksRepository(tx).label(organisationId, ids.filter(isUuid), label, tem)
        const target = { kind: 'addresses', name: label } as const
        const act = { organisationId, actor: actorOf(request), at: clock(), target } as const
        if (count > 0) await recordAudit(tx, { ...act, action: 'addresses.labelled', after: { count, labelled: tem } })
        return count
      })
      return { alterados }
    },
  )
  app.post(
    '/enderecos/atribuir',
    { schema: { ...schemaOf('Give addresses an owner', assignBodySchema), response: changed }, config },
    async (request) => {
      const alterados = await assignAddresses(database, changeOf(request), request.body.ids, request.body.responsavel)
      if (alterados === undefined) throw NO_OWNER()
      return { alterados }
    },
  )
  void app.register(removedRoutes, { database, clock, maxAddresses, isOwnershipChecked })
  done()
}
