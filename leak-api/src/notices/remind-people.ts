import { saoPauloDay } from '@atalaia/contracts'
import { NOTICE_LANGUAGES } from '@atalaia/contracts/notices'
import { type Database, type Queryable, sql, type Sql } from '@atalaia/database'
import { enum as oneOf, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { morningOf, type Clock } from '../base/clock.ts'
import { CLOSED } from '../base/closed-cases.ts'
import { enqueueMail } from '../base/mail/enqueue-mail.ts'
import { lockOrganisation } from '../base/people/accounts-repository.ts'
import { IS_PROVED, IS_STOPPED, SENDER } from './find-people.ts'
import { createNoticeLink } from './notice-links.ts'
import { noticeMail } from './notice-mail.ts'
import { createTellOfNotice } from './tell-of-notice.ts'

export type RemindParts = {
  readonly database: Database
  readonly origin: string
  readonly apiUrl: string
  readonly clock: Clock
}

const MAX_REMINDERS = 2
const BATCH = 200

const dueSchema = object({ id: string(), organisationId: string() })
type Due = Infer<typeof dueSchema>

/** Of notices without an answer, the newest of its address, with an open case. */
const due = (now: Sql) => sql`FROM notice
  JOIN organisation ON organisation.id = notice.organisation_id
  JOIN monitored_address AS mine ON mine.id = notice.monitored_id AND mine.watched
  WHERE notice_reminder_days IS NOT NULL AND suspended_at IS NULL AND answer IS NULL AND bounced_at IS NULL
    AND reminders < ${sql.lit(MAX_REMINDERS)}
    AND coalesce(reminded_at, sent_at) <= ${now} - make_interval(days => notice_reminder_days)
    AND NOT EXISTS (SELECT FROM notice AS later WHERE later.monitored_id = mine.id AND later.sent_at > notice.sent_at)
    AND EXISTS (SELECT FROM notice_case JOIN leak_case ON leak_case.monitored_id = mine.id AND leak_case.source = notice_case.source
      WHERE notice_case.notice_id = notice.id AND leak_case.found AND leak_case.state NOT IN ${CLOSED})
    AND ${IS_PROVED} AND NOT ${IS_STOPPED}`

const mailSchema = object({
  to: string(),
  from: string(),
  replyTo: nullable(string()),
  language: oneOf(NOTICE_LANGUAGES),
  above: string(),
  below: string(),
  reminders: int(),
})
const remind = async (tx: Queryable, { id: noticeId, organisationId }: Due, parts: RemindParts): Promise<void> => {
  const { origin, apiUrl } = parts
  const at = parts.clock()
  const now = sql`${at.toISOString()}::timestamptz`
  await lockOrganisation(tx, organisationId)
  // An answer waits for this row, or is seen here.
  await tx.execute(sql`SELECT FROM notice WHERE id = ${noticeId}::uuid FOR UPDATE`)
  const [mail] = await tx.query(
    mailSchema,
    sql`SELECT mine.address AS to, coalesce(organisation.name, '') AS from, ${SENDER} AS "replyTo", language, above, below,
      reminders + 1 AS reminders ${due(now)} AND notice.id = ${noticeId}::uuid`,
  )
  if (mail === undefined) return
  await tx.execute(
    sql`UPDATE notice SET reminders = ${mail.reminders}, reminded_at = ${now} WHERE id = ${noticeId}::uuid`,
  )
  const { token } = await createNoticeLink(tx, noticeId, at)
  const { from, replyTo, reminders: reminder, ...letter } = mail
  const addressed = { ...letter, from: from || undefined, replyTo: replyTo ?? undefined }
  await enqueueMail(tx, noticeMail({ ...addressed, noticeId, reminder, token, origin, apiUrl, at }))
  await createTellOfNotice(origin)(tx, { noticeId, organisationId, event: 'lembrado', at })
}

/** From 8 h in São Paulo on. Of several processes one reminds each person (P-NOTICE-26). */
export const remindPeople = async (parts: RemindParts): Promise<void> => {
  const { database, clock } = parts
  const at = clock()
  if (at < morningOf(saoPauloDay(at))) return
  const failures: unknown[] = []
  const found = await database.query(
    dueSchema,
    sql`SELECT notice.id::text, notice.organisation_id::text AS "organisationId" ${due(sql`${at.toISOString()}::timestamptz`)}
      ORDER BY sent_at LIMIT ${sql.lit(BATCH)}`,
  )
  for (const one of found)
    // One that fails keeps no other waiting.
    await database.transaction((tx) => remind(tx, one, parts)).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
