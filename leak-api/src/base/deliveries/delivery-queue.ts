import { randomUUID } from 'node:crypto'
import type { Queryable } from '@atalaia/database'
import { number, object, string, nullable, type infer as Infer } from 'zod/mini'

/** The column of `delivery` that names the receiver, by channel. A delivery goes with its receiver. */
const RECEIVERS = { mail: 'recipient', push: 'subscription_id', webhook: 'webhook_id', siem: 'siem_id' } as const
export type ChannelName = keyof typeof RECEIVERS

/** What a queue has to know of the receivers of its channel. */
export type Receivers = {
  readonly name: ChannelName
  /** SQL: the receiver of a row of `delivery` is sent to now; what is not stays in the queue. Default: always. */
  readonly isOpen?: string
  /**
   * The table of receivers that are sent one delivery at a time, the oldest first, and take turns; it has `sending_until` and
   * `tried_at`. Default: a receiver may be sent several at a time.
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
  const added = await database.execute(
    `INSERT INTO delivery (id, ${RECEIVERS[channel]}, kind, subject, body, added_at, due_at, expires_at, once_key, stop_link)
     VALUES ($1::uuid, $2, $3, $4, $5, $6, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
    [id, to, kind, subject ?? null, body ?? null, at.toISOString(), until.toISOString(), onceKey ?? null, stop ?? null],
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

/** The deliveries of one channel, as the processes that make them see it. What comes late, after the lease, changes nothing. */
export type DeliveryQueue = {
  /** Takes the delivery that is due longest; `undefined` when none is due. */
  take(now: Date, lease: Date): Promise<TakenDelivery | undefined>
  /** Ends a delivery, and forgets what it said. */
  end(taken: TakenDelivery, outcome: 'sent' | 'refused' | 'expired', now: Date, facts: AttemptFacts): Promise<void>
  /** Puts a delivery off until `due`, after an attempt that failed. */
  defer(taken: TakenDelivery, due: Date, facts: AttemptFacts): Promise<void>
  /** Has a delivery that never ends be made again at `due`, as if nobody had tried it yet. */
  renew(taken: TakenDelivery, due: Date): Promise<void>
}

/** SQL: what stays of a delivery that was given up. Of a webhook somebody may want it made again (M-HOOK-3). */
const GIVEN_UP_BODY = 'CASE WHEN webhook_id IS NOT NULL THEN body END'
const DUE = 'ended_at IS NULL AND due_at <= $1 AND expires_at > $1'

/** SQL: the id of the delivery that is next. SKIP LOCKED: two processes that look at the same moment get two. */
const nextOf = ({ name, isOpen = 'true', turns }: Receivers): { readonly turn: string; readonly next: string } => {
  if (turns === undefined)
    return {
      turn: '',
      next: `SELECT id FROM delivery WHERE ${DUE} AND ${RECEIVERS[name]} IS NOT NULL AND ${isOpen}
        ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    }
  const { table, key } = turns
  return {
    turn: `WITH turn AS (
      UPDATE ${table} SET sending_until = $2, tried_at = $1 WHERE ${key} = (
        SELECT ${key} FROM ${table} WHERE (sending_until IS NULL OR sending_until <= $1) AND EXISTS (
          SELECT FROM delivery WHERE ${RECEIVERS[name]} = ${table}.${key} AND ${DUE} AND ${isOpen})
        ORDER BY tried_at NULLS FIRST, ${key} LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING ${key} AS receiver)`,
    next: `SELECT id FROM delivery JOIN turn ON receiver = ${RECEIVERS[name]} WHERE ${DUE} ORDER BY added_at, id LIMIT 1`,
  }
}

export const createDeliveryQueue = (database: Queryable, receivers: Receivers): DeliveryQueue => {
  const { name, turns } = receivers
  const { turn, next } = nextOf(receivers)
  const change = async ({ id, to, attempts, lease }: TakenDelivery, set: string, values: readonly unknown[]) => {
    await database.execute(`UPDATE delivery SET ${set} WHERE id = $1::uuid AND attempts = $2 AND ended_at IS NULL`, [
      id,
      attempts,
      ...values,
    ])
    if (turns === undefined) return
    const rest = `UPDATE ${turns.table} SET sending_until = NULL WHERE ${turns.key} = $1::uuid AND sending_until = $2`
    await database.execute(rest, [to, lease.toISOString()])
  }
  return {
    take: async (now, lease) => {
      const [taken] = await database.query(
        takenSchema,
        `${turn} UPDATE delivery SET due_at = $2, tried_at = $1, attempts = attempts + 1
         WHERE id = (${next}) AND ${DUE}
         RETURNING id::text, kind, ${RECEIVERS[name]}::text AS "to", coalesce(subject, '') AS subject,
           coalesce(body, '') AS body, attempts, stop_link AS stop, to_json(expires_at) #>> '{}' AS until`,
        [now.toISOString(), lease.toISOString()],
      )
      return taken && { ...taken, lease }
    },
    end: (taken, outcome, now, { answer, failure }) => {
      const body = outcome === 'sent' ? 'NULL' : GIVEN_UP_BODY
      const set = `ended_at = $3, outcome = $4, last_status = $5, last_failure = $6, body = ${body}, stop_link = NULL`
      return change(taken, set, [now.toISOString(), outcome, answer ?? null, failure ?? null])
    },
    defer: (taken, due, { answer, failure }) =>
      change(taken, 'due_at = $3, last_status = $4, last_failure = $5', [
        due.toISOString(),
        answer ?? null,
        failure ?? null,
      ]),
    renew: (taken, due) => change(taken, 'due_at = $3, attempts = 0, last_failure = NULL', [due.toISOString()]),
  }
}

/** Gives up deliveries that have expired, and forgets those that ended before `endedBefore`. Returns the number that was given up. */
export const tidyDeliveries = async (database: Queryable, now: Date, endedBefore: Date): Promise<number> => {
  await database.execute('DELETE FROM delivery WHERE ended_at < $1', [endedBefore.toISOString()])
  // One that a process is making at this moment has a due time ahead.
  return database.execute(
    `UPDATE delivery SET ended_at = $1, outcome = 'expired', body = ${GIVEN_UP_BODY}, stop_link = NULL
     WHERE ended_at IS NULL AND expires_at <= $1 AND due_at <= $1`,
    [now.toISOString()],
  )
}

const countSchema = object({ channel: string(), kind: string(), state: string(), deliveries: number() })
export type DeliveryCount = Infer<typeof countSchema>

/** The deliveries of the last 30 days by channel, kind and state: `waiting`, `sent`, `refused` or `expired`. */
export const countDeliveries = (database: Queryable): Promise<DeliveryCount[]> => {
  const channels = Object.entries(RECEIVERS).map(([name, column]) => `WHEN ${column} IS NOT NULL THEN '${name}'`)
  return database.query(
    countSchema,
    `SELECT CASE ${channels.join(' ')} END AS channel, kind, coalesce(outcome, 'waiting') AS state,
       count(*)::int AS deliveries
     FROM delivery GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  )
}
