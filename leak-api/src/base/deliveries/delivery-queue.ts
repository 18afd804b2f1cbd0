import { randomUUID } from 'node:crypto'
import { sql, type Queryable, type Sql } from '@atalaia/database'
import { number, object, string, nullable, type infer as Infer } from 'zod/mini'

/** A delivery vanishes with its receiver. */
const RECEIVERS = { mail: 'recipient', push: 'subscription_id', webhook: 'webhook_id', siem: 'siem_id' } as const
export type ChannelName = keyof typeof RECEIVERS
const receiverOf = (channel: ChannelName) => sql.ref(RECEIVERS[channel])

export type Receivers = {
  readonly name: ChannelName
  readonly isOpen?: Sql
  /**
   * The table of receivers that take one delivery at a time, oldest first. Needs `sending_until`
   * and `tried_at`. Default: several at a time.
   */
  readonly turns?: { readonly table: string; readonly key: string }
}

export type NewDelivery = {
  readonly channel: ChannelName
  readonly to: string
  readonly kind: string
  readonly id?: string
  readonly subject?: string
  readonly body?: string
  readonly at: Date
  /** Attempts end here. */
  readonly until: Date
  /** A repeated key adds no delivery. Default: none. */
  readonly onceKey?: string | undefined
  readonly stop?: string | undefined
}

/** Adds a delivery, sent only after the transaction's commit. `false`: its `onceKey` or id exists. */
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
  to: string(),
  subject: string(),
  body: string(),
  attempts: number(),
  stop: nullable(string()),
  until: string(),
})
/** Leased until `lease`. `attempts` includes this one. */
export type TakenDelivery = Infer<typeof takenSchema> & { readonly lease: Date }

/** The HTTP status, or a code without the receiver's words. */
export type AttemptFacts = { readonly answer?: number | undefined; readonly failure?: string | undefined }

/** A failed webhook keeps its content for another call (M-HOOK-3). */
const GIVEN_UP_BODY = sql`CASE WHEN webhook_id IS NOT NULL THEN body END`
const isDue = (now: Sql) => sql`ended_at IS NULL AND due_at <= ${now} AND expires_at > ${now}`

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

/** Changes after the lease have no effect. */
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
    /** Due longest; `undefined`: none. */
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
    /** Forgets the content. */
    end: (
      taken: TakenDelivery,
      outcome: 'sent' | 'written' | 'refused' | 'expired',
      now: Date,
      ended: AttemptFacts,
    ): Promise<void> => {
      const body = outcome === 'sent' || outcome === 'written' ? sql`NULL` : GIVEN_UP_BODY
      return change(
        taken,
        sql`ended_at = ${now.toISOString()}, outcome = ${outcome}, ${factsOf(ended)}, body = ${body}, stop_link = NULL`,
      )
    },
    /** Postpones a failed delivery until `due`. */
    defer: (taken: TakenDelivery, due: Date, ended: AttemptFacts): Promise<void> =>
      change(taken, sql`due_at = ${due.toISOString()}, ${factsOf(ended)}`),
    /** Resets attempts. */
    renew: (taken: TakenDelivery, due: Date): Promise<void> =>
      change(taken, sql`due_at = ${due.toISOString()}, attempts = 0, last_failure = NULL`),
  }
}

/**
 * Also deletes those ended before `endedBefore`. Returns the number of expired ones (M-DELIVERY-3).
 */
export const tidyDeliveries = async (database: Queryable, now: Date, endedBefore: Date): Promise<number> => {
  await database.execute(sql`DELETE FROM delivery WHERE ended_at < ${endedBefore.toISOString()}`)
  const at = sql`${now.toISOString()}::timestamptz`
  // One that a process is making at this moment has a due time ahead.
  return database.execute(
    sql`UPDATE delivery SET ended_at = ${at}, outcome = 'expired', body = ${GIVEN_UP_BODY}, stop_link = NULL
      WHERE ended_at IS NULL AND expires_at <= ${at} AND due_at <= ${at}`,
  )
}

const channelName = (): Sql => {
  const channels = Object.entries(RECEIVERS).map(
    ([name, column]) => sql`WHEN ${sql.ref(column)} IS NOT NULL THEN ${sql.lit(name)}`,
  )
  return sql`CASE ${sql.join(channels, sql` `)} END`
}

const measuredSchema = object({
  channel: string(),
  waiting: number(),
  failing: number(),
  oldestSeconds: nullable(number()),
})

/** A SIEM has one endless delivery, so its age means nothing. */
export const measureDeliveries = (database: Queryable, now: Date): Promise<Infer<typeof measuredSchema>[]> =>
  database.query(
    measuredSchema,
    sql`SELECT channel, count(found)::int AS waiting,
        count(found) FILTER (WHERE attempts > 0 AND last_failure IS NOT NULL)::int AS failing,
        CASE WHEN channel <> 'siem' THEN greatest(coalesce(
          extract(epoch FROM ${now.toISOString()}::timestamptz - min(added_at)), 0), 0)::float8 END AS "oldestSeconds"
      FROM unnest(${sql.val(Object.keys(RECEIVERS))}::text[]) AS channel
      LEFT JOIN (SELECT ${channelName()} AS found, attempts, last_failure, added_at FROM delivery
        WHERE ended_at IS NULL) AS waiting ON found = channel
      GROUP BY channel ORDER BY channel`,
  )

const countSchema = object({ channel: string(), kind: string(), state: string(), deliveries: number() })
export type DeliveryCount = Infer<typeof countSchema>

export const countDeliveries = (database: Queryable): Promise<DeliveryCount[]> =>
  database.query(
    countSchema,
    sql`SELECT ${channelName()} AS channel, kind, coalesce(outcome, 'waiting') AS state, count(*)::int AS deliveries
      FROM delivery GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  )
