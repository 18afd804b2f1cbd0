import { sentNoticeSchema, type SentNotice } from '@atalaia/contracts/notices'
import { type Queryable, sql } from '@atalaia/database'
import { int, nullable, object } from 'zod/mini'
import { defineList } from '../base/list.ts'

const MAX_NOTICES = 100

export type NoticeQuery = {
  readonly organisationId: string
  readonly email?: string | undefined
  readonly incidente?: string | undefined
  readonly fonte?: string | undefined
}

const instant = (column: string) => sql`to_char(${sql.raw(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** Newest first. */
const notices = defineList({
  as: 'notice',
  from: sql`notice`,
  of: ({ organisationId }: NoticeQuery) => sql`notice.organisation_id = ${organisationId}`,
  joins: sql`JOIN monitored_address AS mine ON mine.id = notice.monitored_id
    LEFT JOIN account ON account.id = notice.account_id`,
  row: sentNoticeSchema,
  columns: {
    id: sql`notice.id::text`,
    email: sql`mine.address`,
    fontes: sql`array(SELECT source FROM notice_case WHERE notice_id = notice.id ORDER BY source)`,
    por: sql`account.email`,
    enviado_em: instant('sent_at'),
    vale_ate: instant('expires_at'),
    devolvido_em: instant('bounced_at'),
    aberto_em: instant('opened_at'),
    resposta: sql`answer`,
    respondido_em: instant('answered_at'),
    lembretes: sql`reminders`,
  },
  filters: {
    email: (email, { organisationId }) => sql`notice.monitored_id IN (
      SELECT id FROM monitored_address WHERE organisation_id = ${organisationId} AND address = ${email})`,
    incidente: (id) => sql`notice.incident_id = ${id}::uuid`,
    fonte: (source) => sql`EXISTS (SELECT FROM notice_case WHERE notice_id = notice.id AND source = ${source})`,
  },
  order: sql`sent_at DESC, notice.id`,
})

export const listNotices = async (
  on: Queryable,
  query: NoticeQuery,
): Promise<{ readonly avisos: SentNotice[]; readonly total: number }> => {
  const { found: total, rows: avisos } = await notices.page(on, query, { page: 1, size: MAX_NOTICES })
  return { avisos, total }
}

const daysSchema = object({ dias: nullable(int()) })

export const readReminderDays = async (on: Queryable, organisationId: string): Promise<{ dias: number | null }> => {
  const [found] = await on.query(
    daysSchema,
    sql`SELECT notice_reminder_days AS dias FROM organisation WHERE id = ${organisationId}`,
  )
  return found ?? { dias: null }
}
