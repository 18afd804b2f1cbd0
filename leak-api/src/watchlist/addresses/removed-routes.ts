import {
  addressIdsBodySchema,
  addressQueryShape,
  changedSchema,
  removalsSchema,
  restoredSchema,
} from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import { problemSchema } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object } from 'zod/mini'
import { authenticationFailures, organisationOf, security } from '../../base/access/caller.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import type { Clock } from '../../base/clock.ts'
import { isUuid } from '../../numbers/exposure/exposure-repository.ts'
import { removeAddresses, restoreAddresses, listIsFull } from './change-list.ts'
import { createRemovedRepository } from './removed-repository.ts'

type RemovedParts = {
  readonly database: Database
  readonly clock: Clock
  readonly maxAddresses: number
  readonly isOwnershipChecked: boolean
}

const querySchema = object({ pagina: addressQueryShape.pagina })

/** For sessions that may change addresses (P-LIST-6, P-LIST-13). */
export const removedRoutes: FastifyPluginCallbackZod<RemovedParts> = (
  app,
  { database, clock, maxAddresses, isOwnershipChecked },
  done,
) => {
  const config = { operation: 'addresses:write' } as const
  const failures = { ...authenticationFailures, 422: problemSchema }
  const changeOf = (request: FastifyRequest) => ({
    organisationId: organisationOf(request),
    actor: actorOf(request),
    at: clock(),
    isOwnershipChecked,
  })
  const removed = createRemovedRepository(database)
  app.get(
    '/enderecos/removidos',
    {
      schema: {
        summary: 'The removals of addresses that can be taken back',
        security,
        querystring: querySchema,
        response: { 200: removalsSchema, ...authenticationFailures },
      },
      config: { ...config, compressed: true },
    },
    async (request) => {
      const page = Number(request.query.pagina ?? 1)
      const { found: encontradas, rows: remocoes } = await removed.page(organisationOf(request), clock(), page)
      return { encontradas, remocoes }
    },
  )
  app.post(
    '/enderecos/remover',
    {
      schema: {
        summary: 'Remove addresses',
        security,
        body: addressIdsBodySchema,
        response: { 200: changedSchema, ...failures },
      },
      config,
    },
    async (request) => ({
      alterados: await removeAddresses(database, changeOf(request), request.body.ids.filter(isUuid)),
    }),
  )
  app.post(
    '/enderecos/desfazer',
    {
      schema: {
        summary: 'Take removals back',
        security,
        body: addressIdsBodySchema,
        response: { 200: restoredSchema, ...failures },
      },
      config,
    },
    async (request) => {
      const change = changeOf(request)
      const restored = await restoreAddresses(database, change, request.body.ids, maxAddresses)
      if (restored === undefined) throw await listIsFull(database, change.organisationId, maxAddresses)
      return { alterados: restored.back, existentes: restored.there, recusados: restored.refused }
    },
  )
  done()
}
