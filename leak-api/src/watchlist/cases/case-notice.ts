import { CASE_NOTICES, type CaseNotice } from '@atalaia/contracts/cases'
import { sql, type Sql } from '@atalaia/database'
import { enum as oneOf, nullable, object, string, type infer as Infer } from 'zod/mini'

/** Days to answer without reminders. */
const ANSWER_DAYS = 7

export const noticeShape = {
  notice: nullable(oneOf(CASE_NOTICES)),
  /** Without an answer until then, the notice has none. */
  noticeDueAt: nullable(string()),
} as const
const noticeSchema = object(noticeShape)

/** Of the newest notice. A notified case has a row. */
const newest = (column: Sql) => sql`(SELECT ${column} FROM notice
  JOIN notice_case ON notice_case.notice_id = notice.id AND notice_case.source = leak_case.source
  WHERE notice.monitored_id = leak_case.monitored_id ORDER BY sent_at DESC, notice.id LIMIT 1)`
const STATE = sql`CASE WHEN answer IS NOT NULL THEN answer WHEN bounced_at IS NOT NULL THEN 'devolvido'
  WHEN opened_at IS NOT NULL THEN 'aberto' ELSE 'enviado' END`
const DUE = sql`to_char((sent_at + make_interval(days => coalesce((SELECT notice_reminder_days FROM organisation
  WHERE organisation.id = notice.organisation_id), ${sql.lit(ANSWER_DAYS)}))) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** Columns of {@link noticeShape} for a row of `leak_case`. */
export const NOTICE_COLUMNS = sql`${newest(STATE)} AS notice, ${newest(DUE)} AS "noticeDueAt"`

const UNANSWERED: readonly (CaseNotice | null)[] = ['enviado', 'aberto']

/** P-NOTICE-27 */
export const noticeOf = ({ notice, noticeDueAt }: Infer<typeof noticeSchema>, now: Date): CaseNotice | null =>
  UNANSWERED.includes(notice) && noticeDueAt !== null && Date.parse(noticeDueAt) <= now.getTime()
    ? 'sem-resposta'
    : notice
