import { randomUUID } from 'node:crypto'
import { sql, type Queryable, type Sql } from '@atalaia/database'
import { number, object, string, nullable, type infer as Infer } from 'zod/mini'

/** The column of `delivery` that names the receiver, by channel. A delivery goes with its receiver. */
const RECEIVERS = { mail: 'recipient', push: 'subscription_id', webhook: 'webhook_id', siem: 'siem_id' } as const
export type ChannelName = keyof typeof RECEIVERS
const receiverOf = (channel: ChannelName) => sql.ref(RECEIVERS[channel])

/** The receivers of a channel, as its queue needs them. */
export type Receivers = {
  readonly name: ChannelName
  /** Whether the receiver of a row of `delivery` is open; other rows wait. Default: always. */
  readonly isOpen?: Sql
  /**
   * The table of receivers that take turns, one delivery at a time, the oldest first. It has `sending_until` and `tried_at`.
   * Default: none, and a receiver may get several at a time.
   */
  readonly turns?: { readonly table: string; readonly key: string }
}

export type NewDelivery = {
  readonly channel: ChannelName
  readonly to: string
  /** Names the delivery in logs and lists. */
  readonly kind: string
  /** Default: a new one. */
  readonly id?: string
  readonly subject?: string
  readonly body?: string
  readonly at: Date
  /** No attempt is made from then on. */
  readonly until: Date
  /** A delivery with the key of an earlier one is not added. Default: none. */
  readonly onceKey?: string | undefined
  /** The link that stops deliveries of this kind. Default: none. */
  readonly stop?: string | undefined
}

/**
 * Adds a delivery. In a transaction it is sent only after the commit, and not at all after a rollback. `false`: one with its
 * `onceKey`, or its id, was there.
 */
export const enqueueDelivery = async (database: Queryable, delivery: NewDelivery): Promise<boolean> => {
  const { channel, to, kind, id = randomUUID(), subject, body, at, until, onceKey, stop } = delivery
  const due = at.toISOString()
  const added = await database.execute(
    sql`INSERT INTO delivery
        (id, ${receiverOf(channel)}, kind, subject, body, added_at, due_at, expires_at, once_key, stop_link)
      VALUES (${id}, ${to}, ${kind}, ${subject ?? null}, ${body ?? null}, ${due}, ${due}, ${until.toISOString()},
        ${onceKey ?? null}, ${stop ?? null})
      ON CONFLICT DO NOTHING`,
  )
  return added > 0
}

const takenSchema = object({
  id: string(),
  kind: string(),
  /** A mailbox, or the id of the receiver. */
  to: string(),
  subject: string(),
  body: string(),
  attempts: number(),
  stop: nullable(string()),
  /** ISO 8601: no attempt is made from then on. */
  until: string(),
})
/** A delivery that this process is to make now, and no other one before `lease`. `attempts` counts this one. */
export type TakenDelivery = Infer<typeof takenSchema> & { readonly lease: Date }

/** The end of an attempt: the status of an answer by HTTP, or a code that repeats nothing of what the receiver said. */
export type AttemptFacts = { readonly answer?: number | undefined; readonly failure?: string | undefined }

/** The content that stays of a delivery that was given up: a webhook may be called again with it (M-HOOK-3). */
const GIVEN_UP_BODY = sql`CASE WHEN webhook_id IS NOT NULL THEN body END`
const isDue = (now: Sql) => sql`ended_at IS NULL AND due_at <= ${now} AND expires_at > ${now}`

/** The id of the delivery that is next. SKIP LOCKED: two processes that look at the same moment get two. */
const nextOf = (receivers: Receivers, now: Sql, lease: Sql): { readonly turn: Sql; readonly next: Sql } => {
  const { name, isOpen = sql`true`, turns } = receivers
  const receiver = receiverOf(name)
  if (turns === undefined)
    return {
      turn: sql``,
      next: sql`SELECT id FROM delivery WHERE ${isDue(now)} AND ${receiver} IS NOT NULL AND ${isOpen}
        ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    }
  const [table, key] = [sql.table(turns.table), sql.ref(`${turns.table}.${turns.key}`)]
  return {
    turn: sql`WITH turn AS (
      UPDATE ${table} SET sending_until = ${lease}, tried_at = ${now} WHERE ${key} = (
        SELECT ${key} FROM ${table} WHERE (sending_until IS NULL OR sending_until <= ${now}) AND EXISTS (
          SELECT FROM delivery WHERE ${receiver} = ${key} AND ${isDue(now)} AND ${isOpen})
        ORDER BY tried_at NULLS FIRST, ${key} LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING ${key} AS receiver)`,
    next: sql`SELECT id FROM delivery JOIN turn ON receiver = ${receiver} WHERE ${isDue(now)}
      ORDER BY added_at, id LIMIT 1`,
  }
}

const factsOf = ({ answer, failure }: AttemptFacts) =>
  sql`last_status = ${answer ?? null}, last_failure = ${failure ?? null}`

/** The deliveries of one channel, as the processes that make them see it. What comes late, after the lease, changes nothing. */
export const createDeliveryQueue = (database: Queryable, receivers: Receivers) => {
  const { name, turns } = receivers
  const change = async ({ id, to, attempts, lease }: TakenDelivery, set: Sql) => {
    await database.execute(
      sql`UPDATE delivery SET ${set} WHERE id = ${id} AND attempts = ${attempts} AND ended_at IS NULL`,
    )
    if (turns === undefined) return
    await database.execute(
      sql`UPDATE ${sql.table(turns.table)} SET sending_until = NULL
        WHERE ${sql.ref(turns.key)} = ${to} AND sending_until = ${lease.toISOString()}`,
    )
  }
  return {
    /** Takes the delivery that is due longest; `undefined` when none is due. */
    take: async (now: Date, lease: Date): Promise<TakenDelivery | undefined> => {
      const [at, until] = [sql`${now.toISOString()}::timestamptz`, sql`${lease.toISOString()}::timestamptz`]
      const { turn, next } = nextOf(receivers, at, until)
      const [taken] = await database.query(
        takenSchema,
        sql`${turn} UPDATE delivery SET due_at = ${until}, tried_at = ${at}, attempts = attempts + 1
          WHERE id = (${next}) AND ${isDue(at)}
          RETURNING id::text, kind, ${receiverOf(name)}::text AS "to", coalesce(subject, '') AS subject,
            coalesce(body, '') AS body, attempts, stop_link AS stop, to_json(expires_at) #>> '{}' AS until`,
      )
      return taken && { ...taken, lease }
    },
    /** Ends a delivery, and forgets what it said. */
    end: (
      taken: TakenDelivery,
      outcome: 'sent' | 'refused' | 'expired',
      now: Date,
      ended: AttemptFacts,
    ): Promise<void> => {
      const body = outcome === 'sent' ? sql`NULL` : GIVEN_UP_BODY
      return change(
        taken,
        sql`ended_at = ${now.toISOString()}, outcome = ${outcome}, ${factsOf(ended)}, body = ${body}, stop_link = NULL`,
      )
    },
    /** Puts a delivery off until `due`, after an attempt that failed. */
    defer: (taken: TakenDelivery, due: Date, ended: AttemptFacts): Promise<void> =>
      change(taken, sql`due_at = ${due.toISOString()}, ${factsOf(ended)}`),
    /** Makes a delivery that never ends due again, as if it had not been tried yet. */
    renew: (taken: TakenDelivery, due: Date): Promise<void> =>
      change(taken, sql`due_at = ${due.toISOString()}, attempts = 0, last_failure = NULL`),
  }
}

/** Expires overdue deliveries, and deletes those that ended before `endedBefore` (M-DELIVERY-3). Returns how many expired. */
export const tidyDeliveries = async (database: Queryable, now: Date, endedBefore: Date): Promise<number> => {
  await database.execute(sql`DELETE FROM delivery WHERE ended_at < ${endedBefore.toISOString()}`)
  const at = sql`${now.toISOString()}::timestamptz`
  // One that a process is making at this moment has a due time ahead.
  return database.execute(
    sql`UPDATE delivery SET ended_at = ${at}, outcome = 'expired', body = ${GIVEN_UP_BODY}, stop_link = NULL
      WHERE ended_at IS NULL AND expires_at <= ${at} AND due_at <= ${at}`,
  )
}

const countSchema = object({ channel: string(), kind: string(), state: string(), deliveries: number() })
export type DeliveryCount = Infer<typeof countSchema>

/** The deliveries of the last 30 days by channel, kind and state: `waiting`, `sent`, `refused` or `expired`. */
export const countDeliveries = (database: Queryable): Promise<DeliveryCount[]> => {
  const channels = Object.entries(RECEIVERS).map(
    ([name, column]) => sql`WHEN ${sql.ref(column)} IS NOT NULL THEN ${sql.lit(name)}`,
  )
  return database.query(
    countSchema,
    sql`SELECT CASE ${sql.join(channels, sql` `)} END AS channel, kind, coalesce(outcome, 'waiting') AS state,
        count(*)::int AS deliveries
      FROM delivery GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  )
}
