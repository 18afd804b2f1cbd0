import { randomUUID } from 'node:crypto'
import { WEBHOOK_DELIVERY_PAGE_SIZE as SIZE } from '@atalaia/contracts/alerts'
import type { Queryable } from '@atalaia/database'
import { enum as oneOf, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { DAY_MS } from '../../base/clock.ts'
import { CALL_KINDS, type BodyOf, type CallKind } from './webhook-body.ts'
import { IS_WORKING } from './webhooks-repository.ts'

/** A delivery is tried for so long, and again when somebody sends it again (M-HOOK-3). */
const TRIED_MS = DAY_MS
/** Deliveries that have ended are listed for so long. */
const KEPT_MS = 30 * DAY_MS

export type NewDelivery = { readonly webhookId: string; readonly kind: CallKind; readonly at: Date }

const takenSchema = object({
  id: string(),
  webhookId: string(),
  organisationId: string(),
  kind: oneOf(CALL_KINDS),
  body: string(),
  attempts: int(),
})
/** A delivery that this process is to make now. `attempts` counts this one. */
export type TakenDelivery = Infer<typeof takenSchema> & { readonly until: Date }

const listedSchema = object({
  id: string(),
  kind: string(),
  addedAt: string(),
  attempts: int(),
  triedAt: nullable(string()),
  dueAt: string(),
  status: nullable(int()),
  failure: nullable(string()),
  outcome: nullable(oneOf(['delivered', 'dead'])),
})
export type ListedDelivery = Infer<typeof listedSchema>

/** A page of the calls to a webhook, from 1; `outcome` leaves those that ended so, or wait still. */
export type DeliveryQuery = { readonly outcome?: 'delivered' | 'dead' | 'waiting' | undefined; readonly page: number }
export type DeliveryPage = { readonly found: number; readonly rows: readonly ListedDelivery[] }

/** The end of an attempt: the status of the answer, or a code where there was none. */
export type Attempt = { readonly at: Date; readonly status?: number; readonly failure?: string }

const webhookNameSchema = object({ id: string(), name: string() })

/** The queue of calls to webhooks. */
export type DeliveriesRepository = {
  /** Adds a call in the transaction of the caller, tried for a day. Gives its id. */
  enqueue(delivery: NewDelivery, body: BodyOf): Promise<string>
  /**
   * Takes a call of the webhook that has waited longest for its turn; of one webhook one at a time, the oldest first. No other
   * process gets it before `until`. `undefined` when none is due.
   */
  take(now: Date, until: Date): Promise<TakenDelivery | undefined>
  /** Ends a call that was answered, and forgets what it said. */
  delivered(taken: TakenDelivery, attempt: Attempt): Promise<void>
  /** Puts a call off until `due`, or gives it up when that is after its day. */
  failed(taken: TakenDelivery, attempt: Attempt, due: Date): Promise<'put-off' | 'dead'>
  /** Calls to a webhook of the organisation, the newest first; `undefined` when it has no such webhook. */
  list(organisationId: string, webhookId: string, query: DeliveryQuery): Promise<DeliveryPage | undefined>
  /**
   * Sends a call that was given up once more, for another day, under its id. Gives its webhook; `undefined` when there is none of
   * the organisation's.
   */
  again(organisationId: string, id: string, at: Date): Promise<Infer<typeof webhookNameSchema> | undefined>
  /** Forgets what ended long ago. */
  tidy(now: Date): Promise<void>
}

const instant = (column: string) => `to_json(${column}) #>> '{}'`
const after = (at: Date, ms: number) => new Date(at.getTime() + ms).toISOString()

// SKIP LOCKED: two processes that look at the same moment get two webhooks.
const TURN = `SELECT webhook.id FROM webhook
  WHERE ${IS_WORKING} AND (sending_until IS NULL OR sending_until <= $1) AND EXISTS (
    SELECT FROM webhook_delivery WHERE webhook_id = webhook.id AND ended_at IS NULL AND due_at <= $1)
  ORDER BY tried_at NULLS FIRST, id LIMIT 1 FOR UPDATE SKIP LOCKED`
const TAKE = `WITH turn AS (
    UPDATE webhook SET sending_until = $2, tried_at = $1 WHERE id = (${TURN}) RETURNING id, organisation_id
  )
  UPDATE webhook_delivery SET attempts = attempts + 1, tried_at = $1, due_at = $2
  FROM turn WHERE webhook_delivery.id = (
    SELECT next.id FROM webhook_delivery AS next JOIN turn ON turn.id = webhook_id
    WHERE ended_at IS NULL AND due_at <= $1 ORDER BY added_at, next.id LIMIT 1)
    AND ended_at IS NULL AND due_at <= $1
  RETURNING webhook_delivery.id::text, webhook_id::text AS "webhookId", organisation_id::text AS "organisationId",
    kind, body, attempts`
const REST = 'UPDATE webhook SET sending_until = NULL WHERE id = $1::uuid AND sending_until = $2'

export const createDeliveriesRepository = (database: Queryable): DeliveriesRepository => {
  const rest = ({ webhookId, until }: TakenDelivery) => database.execute(REST, [webhookId, until.toISOString()])
  return {
    enqueue: async ({ webhookId, kind, at }, body) => {
      const id = randomUUID()
      await database.execute(
        `INSERT INTO webhook_delivery (id, webhook_id, kind, body, added_at, due_at, expires_at)
         VALUES ($1::uuid, $2::uuid, $3, $4, $5, $5, $6)`,
        [id, webhookId, kind, body(id), at.toISOString(), after(at, TRIED_MS)],
      )
      return id
    },
    take: async (now, until) => {
      const [taken] = await database.query(takenSchema, TAKE, [now.toISOString(), until.toISOString()])
      return taken && { ...taken, until }
    },
    delivered: async (taken, { at, status }) => {
      await database.execute(
        `UPDATE webhook_delivery SET outcome = 'delivered', ended_at = $3, last_status = $4, last_failure = NULL, body = NULL
         WHERE id = $1::uuid AND attempts = $2 AND ended_at IS NULL`,
        [taken.id, taken.attempts, at.toISOString(), status ?? null],
      )
      await rest(taken)
    },
    failed: async (taken, { at, status, failure }, due) => {
      const [row] = await database.query(
        object({ outcome: nullable(string()) }),
        `UPDATE webhook_delivery SET last_status = $4, last_failure = $5, due_at = least($6::timestamptz, expires_at),
           ended_at = CASE WHEN $3::timestamptz >= expires_at THEN $3::timestamptz END,
           outcome = CASE WHEN $3::timestamptz >= expires_at THEN 'dead' END
         WHERE id = $1::uuid AND attempts = $2 AND ended_at IS NULL RETURNING outcome`,
        [taken.id, taken.attempts, at.toISOString(), status ?? null, failure ?? null, due.toISOString()],
      )
      await rest(taken)
      return row?.outcome === 'dead' ? 'dead' : 'put-off'
    },
    list: async (organisationId, webhookId, { outcome = null, page }) => {
      const own = 'SELECT 1 FROM webhook WHERE organisation_id = $1 AND id = $2::uuid'
      if ((await database.query(object({}), own, [organisationId, webhookId])).length === 0) return undefined
      const chosen = "webhook_id = $1::uuid AND coalesce($2, outcome, 'waiting') = coalesce(outcome, 'waiting')"
      const [counted] = await database.query(
        object({ found: int() }),
        `SELECT count(*)::int AS found FROM webhook_delivery WHERE ${chosen}`,
        [webhookId, outcome],
      )
      const rows = await database.query(
        listedSchema,
        `SELECT id::text, kind, ${instant('added_at')} AS "addedAt", attempts, ${instant('tried_at')} AS "triedAt",
           ${instant('due_at')} AS "dueAt", last_status AS status, last_failure AS failure, outcome
         FROM webhook_delivery WHERE ${chosen} ORDER BY added_at DESC, id LIMIT ${SIZE} OFFSET $3`,
        [webhookId, outcome, (page - 1) * SIZE],
      )
      return { found: counted?.found ?? 0, rows }
    },
    again: async (organisationId, id, at) => {
      const [webhook] = await database.query(
        webhookNameSchema,
        `UPDATE webhook_delivery SET outcome = NULL, ended_at = NULL, due_at = $3, expires_at = $4
         FROM webhook WHERE webhook.id = webhook_id AND organisation_id = $1
           AND webhook_delivery.id = $2::uuid AND outcome = 'dead'
         RETURNING webhook.id::text, webhook.name`,
        [organisationId, id, at.toISOString(), after(at, TRIED_MS)],
      )
      return webhook
    },
    tidy: async (now) => {
      await database.execute('DELETE FROM webhook_delivery WHERE ended_at < $1', [after(now, -KEPT_MS)])
    },
  }
}
