import { type Queryable, sql } from '@atalaia/database'
import { boolean, object, string, type infer as Infer } from 'zod/mini'
import { storeJudgements } from '../../numbers/severity/store-judgements.ts'
import { recountCases, reopenSql } from '../../numbers/case-evidence.ts'

const doneSchema = object({ monitoredId: string(), source: string(), untouched: boolean() })
export type DoneCase = Infer<typeof doneSchema>

const inBatch = (
  organisationId: string,
  batch: string,
  now: string,
) => sql`FROM case_event AS event JOIN leak_case USING (monitored_id, source)
  WHERE leak_case.organisation_id = ${organisationId} AND event.batch = ${batch}::uuid AND event.at >= ${now}::timestamptz - interval '1 day'`

/** Owners who left stay away. Untouched cases get the address's owner again. */
const undo = (
  organisationId: string,
  batch: string,
  now: string,
  by: string | null,
) => sql`WITH done AS (SELECT event.* ${inBatch(organisationId, batch, now)} AND leak_case.version = event.version
  ), restored AS (
    UPDATE leak_case SET state = coalesce(before->>'state', 'novo'), note = coalesce(before->>'note', ''),
      owner_id = CASE WHEN before IS NULL THEN (SELECT owner_id FROM monitored_address WHERE id = leak_case.monitored_id)
        ELSE (SELECT account_id FROM membership WHERE organisation_id = ${organisationId} AND account_id = (before->>'owner_id')::uuid) END,
      due_on = (before->>'due_on')::date, known_import = coalesce((before->>'known_import')::bigint, 0),
      known_file = before->>'known_file', known_day = (before->>'known_day')::date, known_passwords = before->>'known_passwords',
      reopened_by = (before->>'reopened_by')::bigint, closed_state = before->>'closed_state',
      closed_due = (before->>'closed_due')::date, version = leak_case.version + 1, changed_at = ${now}::timestamptz
    FROM done WHERE leak_case.monitored_id = done.monitored_id AND leak_case.source = done.source
    RETURNING leak_case.monitored_id, leak_case.source, leak_case.version, done.changes
  )
  INSERT INTO case_event (monitored_id, source, at, kind, account_id, version, changes)
  SELECT monitored_id, source, ${now}::timestamptz, 'desfazer', ${by}::uuid, version,
    (SELECT jsonb_agg(jsonb_build_object('campo', change->'campo', 'de', change->'para', 'para', change->'de'))
     FROM jsonb_array_elements(changes) AS change)
  FROM restored`

/** Evidence may have come while the case was open. */
const reopen = (ids: readonly string[], at: Date) => reopenSql(sql`one.monitored_id = ANY(${ids}::uuid[])`, at)

export type UndoneBatch = {
  readonly organisationId: string
  readonly batch: string
  readonly by: string | null
  readonly at: Date
}

/** Also judges new cases. */
export const recountAddresses = async (transaction: Queryable, ids: readonly string[], at: Date): Promise<void> => {
  const changed = sql`monitored_address.id = ANY(${ids}::uuid[])`
  for (const recount of recountCases(changed)) await transaction.execute(recount)
  await storeJudgements(transaction, changed, at)
}

/** Within a day, and unchanged since. Call under the organisation's lock. */
export const undoBatch = async (
  transaction: Queryable,
  { organisationId, batch, by, at }: UndoneBatch,
): Promise<DoneCase[]> => {
  const now = at.toISOString()
  const done = await transaction.query(
    doneSchema,
    sql`SELECT monitored_id::text AS "monitoredId", source, leak_case.version = event.version AS untouched ${inBatch(organisationId, batch, now)}
     ORDER BY event.id`,
  )
  const ids = done.flatMap(({ monitoredId, untouched }) => (untouched ? [monitoredId] : []))
  if (ids.length === 0) return done
  await transaction.execute(undo(organisationId, batch, now, by))
  await transaction.execute(reopen(ids, at))
  await recountAddresses(transaction, ids, at)
  return done
}
