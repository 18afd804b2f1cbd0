import {
  newWebhookBodySchema,
  newWebhookSchema,
  webhookChangeBodySchema,
  webhookRemovedSchema,
  webhookSchema,
  webhookSecretSchema,
  webhooksSchema,
} from '@atalaia/contracts/alerts'
import { Problem } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { organisationOf, security } from '../../base/access/caller.ts'
import { addressProblem } from '../../base/called-address.ts'
import { createWebhookChange, toldOf, toldWebhook } from './change-webhook.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import {
  CHANGES_WEBHOOKS,
  idIn,
  unknownWebhook,
  READS_WEBHOOKS,
  webhookFailures,
  webhookParams,
  type WebhookRouteParts,
} from './webhook-route-parts.ts'
import { createWebhooksRepository, MAX_WEBHOOKS } from './webhooks-repository.ts'

/** For sessions of administrators, and portals that may see or change webhooks (M-HOOK-1). */
export const webhookRoutes: FastifyPluginCallbackZod<WebhookRouteParts> = (app, parts, done) => {
  const { database, ring, webhookRules: rules = { http: false, local: false }, clock } = parts
  void app.register(deliveryRoutes, parts)
  const webhooks = createWebhooksRepository(database, ring)
  const change = createWebhookChange(parts)

  app.get(
    '/webhooks',
    {
      schema: {
        summary: 'Webhooks of the organisation',
        security,
        response: { 200: webhooksSchema, ...webhookFailures },
      },
      config: READS_WEBHOOKS,
    },
    async (request) => ({ webhooks: (await webhooks.list(organisationOf(request), clock())).map(toldWebhook) }),
  )
  app.post(
    '/webhooks',
    {
      schema: {
        summary: 'Tell another system of new findings',
        security,
        body: newWebhookBodySchema,
        response: { 201: newWebhookSchema, ...webhookFailures },
      },
      config: CHANGES_WEBHOOKS,
    },
    async (request, reply) => {
      const { nome: name, endereco: address, modelo: template, gravidade_minima: least } = request.body
      const problem = addressProblem(address, rules)
      if (problem !== undefined) throw new Problem(422, problem)
      const added = await change(request, undefined, async (work) => {
        const { organisationId, at, record } = work
        const made = await work.webhooks.add({ organisationId, name, template, least, address, at })
        if (made === 'limit-reached') throw new Problem(422, `São no máximo ${MAX_WEBHOOKS} webhooks.`)
        const { id, secret: segredo } = made
        const { origin } = new URL(address)
        await record('webhook.added', { id, name }, { after: { template, least, origin } })
        return { webhook: await toldOf(work, id), segredo }
      })
      return reply.code(201).send(added)
    },
  )
  app.post(
    '/webhooks/:id/mudar',
    {
      schema: {
        summary: 'Change, pause or go on with a webhook',
        security,
        params: webhookParams,
        body: webhookChangeBodySchema,
        response: { 200: webhookSchema, ...webhookFailures },
      },
      config: CHANGES_WEBHOOKS,
    },
    async (request) => {
      const id = idIn(request.params)
      const { nome: name, gravidade_minima: least, ativo: active } = request.body
      return change(request, id, async (work) => {
        const { organisationId, before, record } = work
        await work.webhooks.change({ organisationId, id, name, least, active })
        await record(
          'webhook.changed',
          { id, name, formerName: before?.name },
          { ...(before && { before: { least: before.least, active: before.active } }), after: { least, active } },
        )
        return toldOf(work, id)
      })
    },
  )
  app.post(
    '/webhooks/:id/segredo',
    {
      schema: {
        summary: 'Replace the secret; the one of before signs for another day',
        security,
        params: webhookParams,
        response: { 200: webhookSecretSchema, ...webhookFailures },
      },
      config: CHANGES_WEBHOOKS,
    },
    async (request) => {
      const id = idIn(request.params)
      return change(request, id, async ({ webhooks: own, organisationId, at, before, record }) => {
        const rotated = await own.rotate(organisationId, id, at)
        if (rotated === undefined) throw unknownWebhook()
        await record('webhook.secret-replaced', { id, name: before?.name })
        return { segredo: rotated.secret, anterior_ate: rotated.oldUntil.toISOString() }
      })
    },
  )
  app.post(
    '/webhooks/:id/remover',
    {
      schema: {
        summary: 'Remove a webhook',
        security,
        params: webhookParams,
        response: { 200: webhookRemovedSchema, ...webhookFailures },
      },
      config: CHANGES_WEBHOOKS,
    },
    async (request) => {
      const id = idIn(request.params)
      return change(request, id, async ({ webhooks: own, organisationId, before, record }) => {
        await own.remove(organisationId, id)
        await record('webhook.removed', { id, name: before?.name })
        return { removido: id }
      })
    },
  )
  done()
}
