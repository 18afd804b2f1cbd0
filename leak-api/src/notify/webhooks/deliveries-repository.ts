import { randomUUID } from 'node:crypto'
import { WEBHOOK_DELIVERY_PAGE_SIZE as SIZE } from '@atalaia/contracts/alerts'
import { sql, type Queryable } from '@atalaia/database'
import { enum as oneOf, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { DAY_MS } from '../../base/clock.ts'
import { enqueueDelivery } from '../../base/deliveries/delivery-queue.ts'
import type { Call } from './webhook-body.ts'

/** A call is tried for so long, and again when somebody sends it again (M-HOOK-3). */
const TRIED_MS = DAY_MS

const listedSchema = object({
  id: string(),
  kind: string(),
  addedAt: string(),
  attempts: int(),
  triedAt: nullable(string()),
  dueAt: string(),
  status: nullable(int()),
  failure: nullable(string()),
  outcome: nullable(oneOf(['sent', 'expired'])),
})
export type ListedDelivery = Infer<typeof listedSchema>

/** A page of the calls to a webhook, from 1; `outcome` leaves those that ended so, or wait still. */
export type DeliveryQuery = { readonly outcome?: 'sent' | 'expired' | 'waiting' | undefined; readonly page: number }
export type DeliveryPage = { readonly found: number; readonly rows: readonly ListedDelivery[] }

const webhookNameSchema = object({ id: string(), name: string() })

/** The calls to webhooks, as people of an organisation see them. */
export type DeliveriesRepository = {
  /** Calls to a webhook of the organisation, the newest first; `undefined` when it has no such webhook. */
  list(organisationId: string, webhookId: string, query: DeliveryQuery): Promise<DeliveryPage | undefined>
  /**
   * Sends a call that was given up once more, for another day, under its id. Gives its webhook; `undefined` when there is none of
   * the organisation's.
   */
  again(organisationId: string, id: string, at: Date): Promise<Infer<typeof webhookNameSchema> | undefined>
}

const instant = (column: string) => sql`to_json(${sql.ref(column)}) #>> '{}'`
const dayAfter = (at: Date) => new Date(at.getTime() + TRIED_MS)

/** Queues a call, in the transaction of the caller. */
export const enqueueCall = async (
  database: Queryable,
  { webhookId, kind, body, at }: Call & { readonly webhookId: string; readonly at: Date },
): Promise<void> => {
  const id = randomUUID()
  const until = dayAfter(at)
  await enqueueDelivery(database, { channel: 'webhook', to: webhookId, id, kind, body: body(id), at, until })
}

export const createDeliveriesRepository = (database: Queryable): DeliveriesRepository => ({
  list: async (organisationId, webhookId, { outcome = null, page }) => {
    const own = sql`SELECT 1 FROM webhook WHERE organisation_id = ${organisationId} AND id = ${webhookId}::uuid`
    if ((await database.query(object({}), own)).length === 0) return undefined
    const state = sql`coalesce(outcome, 'waiting')`
    const chosen = sql`webhook_id = ${webhookId}::uuid AND coalesce(${outcome}, ${state}) = ${state}`
    const [counted] = await database.query(
      object({ found: int() }),
      sql`SELECT count(*)::int AS found FROM delivery WHERE ${chosen}`,
    )
    const rows = await database.query(
      listedSchema,
      sql`SELECT id::text, kind, ${instant('added_at')} AS "addedAt", attempts, ${instant('tried_at')} AS "triedAt",
          ${instant('due_at')} AS "dueAt", last_status AS status, last_failure AS failure, outcome
        FROM delivery WHERE ${chosen} ORDER BY added_at DESC, id LIMIT ${SIZE} OFFSET ${(page - 1) * SIZE}`,
    )
    return { found: counted?.found ?? 0, rows }
  },
  again: async (organisationId, id, at) => {
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
