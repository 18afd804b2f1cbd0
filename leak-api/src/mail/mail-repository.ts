import type { Queryable } from '@atalaia/database'
import { nullable, number, object, string, type infer as Infer } from 'zod/mini'

const mailSchema = object({
  id: string(),
  kind: string(),
  to: string(),
  subject: string(),
  body: string(),
  attempts: number(),
  stop: nullable(string()),
})

/** A mail that this process is to send now. `attempts` counts this one. */
export type TakenMail = Infer<typeof mailSchema>

export type MailOutcome = 'sent' | 'refused'

const countSchema = object({ kind: string(), state: string(), mails: number() })
export type MailCount = Infer<typeof countSchema>

/** The queue of mails, as the processes that send them see it. */
export type MailRepository = {
  /**
   * Takes the mail that is due longest; `undefined` when none is due. No other process gets it before `again`, the time
   * from which the sender counts as dead.
   */
  take(now: Date, again: Date): Promise<TakenMail | undefined>
  /** Ends a mail that was taken, and forgets what it said. */
  end(mail: TakenMail, outcome: MailOutcome, now: Date, failure?: string): Promise<void>
  /** Puts a mail that was taken off until `due`. */
  defer(mail: TakenMail, due: Date, failure: string): Promise<void>
  /** Gives up what has expired, and forgets mails that ended before `endedBefore`. Gives the number that was given up. */
  tidy(now: Date, endedBefore: Date): Promise<number>
  /** The mails by kind and state: `waiting`, `sent`, `refused` or `expired`. */
  count(): Promise<MailCount[]>
}

export const createMailRepository = (database: Queryable): MailRepository => ({
  take: async (now, again) => {
    const [mail] = await database.query(
      mailSchema,
      // SKIP LOCKED: two processes that look at the same moment get two mails.
      `UPDATE mail SET due_at = $2, attempts = attempts + 1
       WHERE id = (SELECT id FROM mail WHERE ended_at IS NULL AND due_at <= $1 AND expires_at > $1
                   ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING id::text, kind, recipient AS "to", subject, body, attempts, stop_link AS stop`,
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
