import type { Queryable } from '@atalaia/database'
import { nullable, number, object, string, type infer as Infer } from 'zod/mini'

const mailSchema = object({
  id: string(),
  kind: string(),
  /** A mailbox, or the id of a push subscription. */
  to: string(),
  subject: string(),
  body: string(),
  attempts: number(),
  stop: nullable(string()),
  /** ISO 8601: no attempt is made from then on. */
  until: string(),
})

/** A message that this process is to send now. `attempts` counts this one. */
export type TakenMail = Infer<typeof mailSchema>

/** The way of a message: to a mailbox, or to a browser. */
export type MailChannel = 'email' | 'push'

export type MailOutcome = 'sent' | 'refused'

const countSchema = object({ kind: string(), state: string(), mails: number() })
export type MailCount = Infer<typeof countSchema>

/** The queue of mails and pushes, as the processes that send those of one channel see it. */
export type MailRepository = {
  /**
   * Takes the mail of the channel that is due longest; `undefined` when none is due. No other process gets it before `again`,
   * the time from which the sender counts as dead.
   */
  take(now: Date, again: Date): Promise<TakenMail | undefined>
  /** Ends a mail that was taken, and forgets what it said (M-MAIL-1). */
  end(mail: TakenMail, outcome: MailOutcome, now: Date, failure?: string): Promise<void>
  /** Puts a mail that was taken off until `due`. */
  defer(mail: TakenMail, due: Date, failure: string): Promise<void>
  /** Gives up mails of both channels that have expired, and forgets those that ended before `endedBefore`. Returns the number that was given up. */
  tidy(now: Date, endedBefore: Date): Promise<number>
  /** The mails of both channels by kind and state: `waiting`, `sent`, `refused` or `expired`. */
  count(): Promise<MailCount[]>
}

/** Pushes of an organisation that the operator has suspended wait. */
const OF_CHANNEL: Readonly<Record<MailChannel, string>> = {
  email: 'subscription_id IS NULL',
  push: `subscription_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM push_subscription AS browser JOIN organisation ON organisation.id = organisation_id
    WHERE browser.id = subscription_id AND suspended_at IS NOT NULL)`,
}

export const createMailRepository = (database: Queryable, channel: MailChannel = 'email'): MailRepository => ({
  take: async (now, again) => {
    const [mail] = await database.query(
      mailSchema,
      // SKIP LOCKED: two processes that look at the same moment get two mails.
      `UPDATE mail SET due_at = $2, attempts = attempts + 1
       WHERE id = (SELECT id FROM mail WHERE ended_at IS NULL AND due_at <= $1 AND expires_at > $1 AND ${OF_CHANNEL[channel]}
                   ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING id::text, kind, coalesce(recipient, subscription_id::text) AS "to", subject, body, attempts,
         stop_link AS stop, to_json(expires_at) #>> '{}' AS until`,
      [now.toISOString(), again.toISOString()],
    )
    return mail
  },
  end: async ({ id, attempts }, outcome, now, failure) => {
    await database.execute(
      `UPDATE mail SET ended_at = $3, outcome = $4, last_failure = $5, body = NULL, stop_link = NULL
       WHERE id = $1 AND attempts = $2 AND ended_at IS NULL`,
      [id, attempts, now.toISOString(), outcome, failure ?? null],
    )
  },
  defer: async ({ id, attempts }, due, failure) => {
    await database.execute(
      'UPDATE mail SET due_at = $3, last_failure = $4 WHERE id = $1 AND attempts = $2 AND ended_at IS NULL',
      [id, attempts, due.toISOString(), failure],
    )
  },
  tidy: async (now, endedBefore) => {
    await database.execute('DELETE FROM mail WHERE ended_at < $1', [endedBefore.toISOString()])
    // One that a process is sending at this moment has a due time ahead.
    return database.execute(
      `UPDATE mail SET ended_at = $1, outcome = 'expired', body = NULL, stop_link = NULL
       WHERE ended_at IS NULL AND expires_at <= $1 AND due_at <= $1`,
      [now.toISOString()],
    )
  },
  count: () =>
    database.query(
      countSchema,
      `SELECT kind, coalesce(outcome, 'waiting') AS state, count(*)::int AS mails FROM mail GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
})
