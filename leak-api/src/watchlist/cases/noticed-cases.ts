import { type Queryable, sql } from '@atalaia/database'
import { recountAddresses } from './undo-repository.ts'

export type NoticedCaseRef = { readonly monitoredId: string; readonly source: string }

const TELL_STEP = 'avisar-pessoa'

const changeOf = (event: string) => JSON.stringify([{ campo: 'aviso', de: null, para: event }])

/** Marks the step of telling the person as done, with a line of history (P-NOTICE-24). */
export const tickNoticedCases = async (
  tx: Queryable,
  { organisationId, by, at }: { readonly organisationId: string; readonly by: string; readonly at: Date },
  cases: readonly NoticedCaseRef[],
): Promise<void> => {
  const now = sql`${at.toISOString()}::timestamptz`
  const ids = cases.map(({ monitoredId }) => monitoredId)
  const named = sql`unnest(${ids}::uuid[], ${cases.map(({ source }) => source)}::text[]) AS one (id, source)`
  await tx.execute(
    sql`INSERT INTO leak_case (organisation_id, monitored_id, source, changed_at, owner_id)
      SELECT ${organisationId}::bigint, mine.id, one.source, ${now}, mine.owner_id
      FROM ${named} JOIN monitored_address AS mine ON mine.id = one.id ORDER BY 2, 3 ON CONFLICT DO NOTHING`,
  )
  await tx.execute(
    sql`INSERT INTO case_step (monitored_id, source, step, done_at, account_id)
      SELECT one.id, one.source, ${TELL_STEP}, ${now}, ${by}::uuid FROM ${named} ORDER BY 1, 2
      ON CONFLICT (monitored_id, source, step) DO UPDATE SET done_at = excluded.done_at, account_id = excluded.account_id`,
  )
  await tx.execute(
    sql`INSERT INTO case_event (monitored_id, source, at, kind, account_id, version, changes)
      SELECT monitored_id, leak_case.source, ${now}, 'aviso', ${by}::uuid, version, ${changeOf('enviado')}::jsonb
      FROM leak_case JOIN ${named} ON one.id = monitored_id AND one.source = leak_case.source ORDER BY 1, 2`,
  )
  await recountAddresses(tx, [...new Set(ids)], at)
}

/** Adds a line to the history of a notice's cases. */
export const noteInCases = (tx: Queryable, noticeId: string, event: string, at: Date): Promise<number> =>
  tx.execute(
    sql`INSERT INTO case_event (monitored_id, source, at, kind, version, changes)
      SELECT leak_case.monitored_id, leak_case.source, ${at.toISOString()}::timestamptz, 'aviso', version, ${changeOf(event)}::jsonb
      FROM notice JOIN notice_case ON notice_case.notice_id = notice.id
      JOIN leak_case ON leak_case.monitored_id = notice.monitored_id AND leak_case.source = notice_case.source
      WHERE notice.id = ${noticeId}::uuid ORDER BY 1, 2`,
  )
