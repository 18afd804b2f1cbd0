import { WEBHOOK_DELIVERY_STATES, webhookDeliveriesSchema, webhookResentSchema } from '@atalaia/contracts/alerts'
import { Problem } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { enum as oneOf, object, optional, regex, string } from 'zod/mini'
import { HOUR_MS } from '../../base/clock.ts'
import { organisationOf, security } from '../../base/access/caller.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import { recordAudit } from '../../base/audit/record-audit.ts'
import { tooManyRequests } from '../../base/problems.ts'
import { createDeliveriesRepository, enqueueCall } from './deliveries-repository.ts'
import { pingBody } from './webhook-body.ts'
import {
  CHANGES_WEBHOOKS,
  idIn,
  unknownWebhook,
  READS_WEBHOOKS,
  webhookFailures,
  webhookParams,
  type WebhookRouteParts,
} from './webhook-route-parts.ts'
import { createWebhooksRepository } from './webhooks-repository.ts'

const CALLS_PER_HOUR = 60

const notDead = () => new Problem(409, 'Esta entrega não está entre as que foram desistidas.')

const querySchema = object({
  estado: optional(oneOf(WEBHOOK_DELIVERY_STATES)),
  pagina: optional(string().check(regex(/^[1-9]\d{0,3}$/))),
})

export const deliveryRoutes: FastifyPluginCallbackZod<WebhookRouteParts> = (app, parts, done) => {
  const { database, limits, ring, origin, clock } = parts
  const calls = limits.window({ name: 'webhook-calls', points: CALLS_PER_HOUR, windowMs: HOUR_MS })
  const deliveries = createDeliveriesRepository(database)
  const enter = async (request: FastifyRequest): Promise<string> => {
    const organisationId = organisationOf(request)
    const allowed = await calls.consume(organisationId)
    if (!allowed.ok) throw tooManyRequests(allowed)
    return organisationId
  }

  app.post(
    '/webhooks/:id/teste',
    {
      schema: {
        summary: 'Send a ping',
        security,
        params: webhookParams,
        response: { 200: webhookDeliveriesSchema, ...webhookFailures },
      },
      config: CHANGES_WEBHOOKS,
    },
    async (request) => {
      const organisationId = await enter(request)
      const at = clock()
      const webhook = await createWebhooksRepository(database, ring).find(organisationId, idIn(request.params), at)
      if (webhook === undefined) throw unknownWebhook()
      const { id, template } = webhook
      const body = pingBody({ template, origin, at })
      await enqueueCall(database, { webhookId: id, kind: 'ping', body, at })
      return (await deliveries.page({ organisationId, webhookId: id })) ?? { entregas: [], encontradas: 0 }
    },
  )
  app.get(
    '/webhooks/:id/entregas',
    {
      schema: {
        summary: 'A page of the calls to a webhook, the newest first',
        security,
        params: webhookParams,
        querystring: querySchema,
        response: { 200: webhookDeliveriesSchema, ...webhookFailures },
      },
      config: READS_WEBHOOKS,
    },
    async (request) => {
      const { estado: state, pagina = 1 } = request.query
      const [organisationId, webhookId] = [organisationOf(request), idIn(request.params)]
      const page = await deliveries.page({ organisationId, webhookId, state }, Number(pagina))
      if (page === undefined) throw unknownWebhook()
      return page
    },
  )
  app.post(
    '/webhooks/entregas/:id/reenviar',
    {
      schema: {
        summary: 'Make a call that was given up once more',
        security,
        params: webhookParams,
        response: { 200: webhookResentSchema, ...webhookFailures },
      },
      config: CHANGES_WEBHOOKS,
    },
    async (request) => {
      const organisationId = await enter(request)
      const id = idIn(request.params)
      const at = clock()
      await database.transaction(async (transaction) => {
        const webhook = await createDeliveriesRepository(transaction).again(organisationId, id, at)
        if (webhook === undefined) throw notDead()
        const target = { kind: 'webhook', ...webhook } as const
        const actor = actorOf(request)
        await recordAudit(transaction, { organisationId, actor, at, action: 'webhook.sent-again', target })
      })
      return { reenviada: id }
    },
  )
  done()
}
