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

/** The times at which alerts of a person are sent: after the analysis of an import, each day, each Monday, or never. */
export const ALERT_FREQUENCIES = ['nunca', 'imediata', 'diaria', 'semanal'] as const
export type AlertFrequency = (typeof ALERT_FREQUENCIES)[number]
/** The levels from which on somebody wants to be told, the lowest first (P-SEVERITY-3). */
export const ALERT_LEVELS = ['baixa', 'media', 'alta', 'critica'] as const
export type AlertLevel = (typeof ALERT_LEVELS)[number]

/** Body of POST and PUT /alertas. */
export const alertSettingSchema = object({
  frequencia: oneOf(ALERT_FREQUENCIES),
  gravidade_minima: oneOf(ALERT_LEVELS),
})
export type AlertSetting = Infer<typeof alertSettingSchema>
/** GET /alertas: the setting with the mailbox that alerts go to. */
export const ownAlertSettingSchema = object({ ...alertSettingSchema.shape, para: string() })
export type OwnAlertSetting = Infer<typeof ownAlertSettingSchema>

/** The forms in which a webhook is told: ours with a signature, or a message for a channel of Slack or Teams. */
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

/** A webhook of the organisation. Instants are ISO 8601. */
export const webhookSchema = object({
  id: string(),
  nome: string(),
  /** Its origin and the last characters: the whole may be a secret. */
  endereco: string(),
  modelo: oneOf(WEBHOOK_TEMPLATES),
  gravidade_minima: oneOf(ALERT_LEVELS),
  ativo: boolean(),
  criado_em: string(),
  /** Until when the secret before the present one signs, too. */
  segredo_anterior_ate: nullable(string()),
  /** Deliveries that wait for their next attempt, and those that were given up. */
  esperando: int(),
  desistidas: int(),
})
export type Webhook = Infer<typeof webhookSchema>

/** GET /webhooks. */
export const webhooksSchema = object({ webhooks: array(webhookSchema) })
/** The answer to POST /webhooks: the secret in the one moment in which it can be read. */
export const newWebhookSchema = object({ webhook: webhookSchema, segredo: string() })
/** The answer to POST /webhooks/{id}/segredo. */
export const webhookSecretSchema = object({ segredo: string(), anterior_ate: string() })
/** The answer to POST /webhooks/{id}/remover. */
export const webhookRemovedSchema = object({ removido: string() })

/** States of a delivery: it waits for its next attempt, was delivered, or was given up. */
export const WEBHOOK_DELIVERY_STATES = ['esperando', 'entregue', 'desistida'] as const
export type WebhookDeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number]
/** Deliveries that a page of the list has. */
export const WEBHOOK_DELIVERY_PAGE_SIZE = 50

/** A delivery to a webhook. */
export const webhookDeliverySchema = object({
  id: string(),
  tipo: string(),
  estado: oneOf(WEBHOOK_DELIVERY_STATES),
  criada_em: string(),
  tentativas: int(),
  tentada_em: nullable(string()),
  proxima_em: nullable(string()),
  /** The status of the last answer; `null` where there was none. */
  resposta: nullable(int()),
  /** The reason why there was no answer, as a code. */
  falha: nullable(string()),
})
export type WebhookDelivery = Infer<typeof webhookDeliverySchema>

/**
 * GET /webhooks/{id}/entregas?estado=&pagina=: a page of those of the last 30 days, the newest first, and the number of all that the
 * state leaves (P-ALERT-5). Servers before this one tell no number, and the first page alone.
 */
export const webhookDeliveriesSchema = object({ entregas: array(webhookDeliverySchema), encontradas: optional(int()) })
/** The answer to POST /webhooks/entregas/{id}/reenviar. */
export const webhookResentSchema = object({ reenviada: string() })
