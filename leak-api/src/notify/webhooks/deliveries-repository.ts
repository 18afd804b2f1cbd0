import { randomUUID } from 'node:crypto'
import {
  WEBHOOK_DELIVERY_PAGE_SIZE as SIZE,
  webhookDeliverySchema,
  type webhookDeliveriesSchema,
  type WebhookDelivery,
} from '@atalaia/contracts/alerts'
import { sql, type Queryable } from '@atalaia/database'
import { object, string, type infer as Infer } from 'zod/mini'
import { DAY_MS } from '../../base/clock.ts'
import { defineList } from '../../base/list.ts'
import { enqueueDelivery } from '../../base/deliveries/delivery-queue.ts'
import type { Call } from './webhook-body.ts'

/** M-HOOK-3 */
const TRIED_MS = DAY_MS

type WebhookDeliveries = Infer<typeof webhookDeliveriesSchema>
const webhookNameSchema = object({ id: string(), name: string() })

const instant = (column: string) => sql`to_json(${sql.ref(column)}) #>> '{}'`
const STATE = sql`CASE outcome WHEN 'sent' THEN 'entregue' WHEN 'expired' THEN 'desistida' ELSE 'esperando' END`
type DeliveryQuery = {
  readonly organisationId: string
  readonly webhookId: string
  readonly state?: WebhookDelivery['estado'] | undefined
}
const deliveries = defineList({
  as: 'delivery',
  from: sql`delivery`,
  of: ({ webhookId }: DeliveryQuery) => sql`webhook_id = ${webhookId}::uuid`,
  row: webhookDeliverySchema,
  columns: {
    id: sql`id::text`,
    tipo: sql`kind`,
    estado: STATE,
    criada_em: instant('added_at'),
    tentativas: sql`attempts`,
    tentada_em: instant('tried_at'),
    proxima_em: sql`CASE WHEN outcome IS NULL THEN ${instant('due_at')} END`,
    resposta: sql`last_status`,
    falha: sql`last_failure`,
  },
  filters: { state: (state) => sql`${STATE} = ${state}` },
  order: sql`added_at DESC, delivery.id`,
})
const dayAfter = (at: Date) => new Date(at.getTime() + TRIED_MS)

/** In the caller's transaction. */
export const enqueueCall = async (
  database: Queryable,
  { webhookId, kind, body, at }: Call & { readonly webhookId: string; readonly at: Date },
): Promise<void> => {
  const id = randomUUID()
  const until = dayAfter(at)
  await enqueueDelivery(database, { channel: 'webhook', to: webhookId, id, kind, body: body(id), at, until })
}

export const createDeliveriesRepository = (database: Queryable) => ({
  /** A page of the calls to a webhook, from 1; `undefined` when the organisation has no such webhook. */
  page: async (query: DeliveryQuery, page = 1): Promise<WebhookDeliveries | undefined> => {
    const own = sql`SELECT 1 FROM webhook WHERE organisation_id = ${query.organisationId} AND id = ${query.webhookId}::uuid`
    if ((await database.query(object({}), own)).length === 0) return undefined
    const { found: encontradas, rows: entregas } = await deliveries.page(database, query, { page, size: SIZE })
    return { entregas, encontradas }
  },
  /** Repeats an abandoned call under its id, for another day. `undefined`: no such call. */
  again: async (organisationId: string, id: string, at: Date): Promise<Infer<typeof webhookNameSchema> | undefined> => {
    const [webhook] = await database.query(
      webhookNameSchema,
      sql`UPDATE delivery
        SET outcome = NULL, ended_at = NULL, due_at = ${at.toISOString()}, expires_at = ${dayAfter(at).toISOString()}
        FROM webhook WHERE webhook.id = webhook_id AND organisation_id = ${organisationId}
          AND delivery.id = ${id}::uuid AND outcome = 'expired'
        RETURNING webhook.id::text, webhook.name`,
    )
    return webhook
  },
})
