import {
  array,
  boolean,
  enum as oneOf,
  int,
  maxLength,
  minLength,
  nullable,
  object,
  optional,
  regex,
  string,
  trim,
  type infer as Infer,
} from 'zod/mini'

/** When a person gets alerts: after an import, daily, on Mondays, or never. */
export const ALERT_FREQUENCIES = ['nunca', 'imediata', 'diaria', 'semanal'] as const
export type AlertFrequency = (typeof ALERT_FREQUENCIES)[number]
/** Lowest level first (P-SEVERITY-3). */
export const ALERT_LEVELS = ['baixa', 'media', 'alta', 'critica'] as const
export type AlertLevel = (typeof ALERT_LEVELS)[number]

/** Body of POST and PUT /alertas. */
export const alertSettingSchema = object({
  frequencia: oneOf(ALERT_FREQUENCIES),
  gravidade_minima: oneOf(ALERT_LEVELS),
})
export type AlertSetting = Infer<typeof alertSettingSchema>
export const ownAlertSettingSchema = object({ ...alertSettingSchema.shape, para: string() })
export type OwnAlertSetting = Infer<typeof ownAlertSettingSchema>

/** Signed JSON, or a message for Slack or Teams. */
export const WEBHOOK_TEMPLATES = ['atalaia', 'slack', 'teams'] as const
export type WebhookTemplate = (typeof WEBHOOK_TEMPLATES)[number]

const name = () => string().check(trim(), minLength(1), maxLength(60), regex(/^[^\p{C}]*$/u))

/** Body of POST /webhooks. */
export const newWebhookBodySchema = object({
  nome: name(),
  endereco: string().check(trim(), minLength(1), maxLength(2000)),
  modelo: oneOf(WEBHOOK_TEMPLATES),
  gravidade_minima: oneOf(ALERT_LEVELS),
})
/** Body of POST /webhooks/{id}/mudar. */
export const webhookChangeBodySchema = object({ nome: name(), gravidade_minima: oneOf(ALERT_LEVELS), ativo: boolean() })

/** Instants are ISO 8601. */
export const webhookSchema = object({
  id: string(),
  nome: string(),
  /** Origin and last characters: the whole address may be a secret. */
  endereco: string(),
  modelo: oneOf(WEBHOOK_TEMPLATES),
  gravidade_minima: oneOf(ALERT_LEVELS),
  ativo: boolean(),
  criado_em: string(),
  /** The previous secret also signs until then. */
  segredo_anterior_ate: nullable(string()),
  /** Waiting deliveries, and deliveries that failed for good. */
  esperando: int(),
  desistidas: int(),
})
export type Webhook = Infer<typeof webhookSchema>

export const webhooksSchema = object({ webhooks: array(webhookSchema) })
/** Answer of POST /webhooks. Only this answer has the secret. */
export const newWebhookSchema = object({ webhook: webhookSchema, segredo: string() })
/** The answer to POST /webhooks/{id}/segredo. */
export const webhookSecretSchema = object({ segredo: string(), anterior_ate: string() })
/** The answer to POST /webhooks/{id}/remover. */
export const webhookRemovedSchema = object({ removido: string() })

/** Waiting, delivered, or given up. */
export const WEBHOOK_DELIVERY_STATES = ['esperando', 'entregue', 'desistida'] as const
export type WebhookDeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number]
/** Deliveries that a page of the list has. */
export const WEBHOOK_DELIVERY_PAGE_SIZE = 50

export const webhookDeliverySchema = object({
  id: string(),
  tipo: string(),
  estado: oneOf(WEBHOOK_DELIVERY_STATES),
  criada_em: string(),
  tentativas: int(),
  tentada_em: nullable(string()),
  proxima_em: nullable(string()),
  /** Status of the last answer, or `null`. */
  resposta: nullable(int()),
  /** Code of a failure without an answer. */
  falha: nullable(string()),
})
export type WebhookDelivery = Infer<typeof webhookDeliverySchema>

/**
 * GET /webhooks/{id}/entregas: a page of the last 30 days, newest first, and the number of matches
 * (P-ALERT-5). Older servers send the first page without a number.
 */
export const webhookDeliveriesSchema = object({ entregas: array(webhookDeliverySchema), encontradas: optional(int()) })
/** The answer to POST /webhooks/entregas/{id}/reenviar. */
export const webhookResentSchema = object({ reenviada: string() })
