import type { HttpClient } from '@atalaia/contracts'
import {
  newWebhookSchema,
  webhookDeliveriesSchema,
  webhookRemovedSchema,
  webhookResentSchema,
  webhookSchema,
  webhookSecretSchema,
  type AlertLevel,
  type Webhook,
  type WebhookTemplate,
} from '@atalaia/contracts/alerts'

export type WebhookDraft = {
  readonly nome: string
  readonly endereco: string
  readonly modelo: WebhookTemplate
  readonly gravidade_minima: AlertLevel
}

export const createWebhookCalls = (http: HttpClient) => ({
  add: (draft: WebhookDraft) => http.postJson('/webhooks', draft, newWebhookSchema),
  setActive: ({ id, nome, gravidade_minima }: Webhook, ativo: boolean) =>
    http.postJson(`/webhooks/${id}/mudar`, { nome, gravidade_minima, ativo }, webhookSchema),
  rotate: ({ id }: Webhook) => http.postJson(`/webhooks/${id}/segredo`, {}, webhookSecretSchema),
  test: ({ id }: Webhook) => http.postJson(`/webhooks/${id}/teste`, {}, webhookDeliveriesSchema),
  remove: ({ id }: Webhook) => http.postJson(`/webhooks/${id}/remover`, {}, webhookRemovedSchema),
  deliveries: (id: string, query: string, signal: AbortSignal) =>
    http.get(`/webhooks/${id}/entregas${query}`, webhookDeliveriesSchema, { signal }),
  sendAgain: (id: string) => http.postJson(`/webhooks/entregas/${id}/reenviar`, {}, webhookResentSchema),
})

export type WebhookCalls = ReturnType<typeof createWebhookCalls>
