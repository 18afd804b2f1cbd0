import type { Queryable } from '@atalaia/database'
import { boolean, object, string, type infer as Infer } from 'zod/mini'
import { storeJudgements } from '../../numbers/severity/store-judgements.ts'
import { recountCases, reopenSql } from '../../numbers/case-evidence.ts'

const doneSchema = object({ monitoredId: string(), source: string(), untouched: boolean() })
/** A case that a batch has changed, and whether nobody has changed it since. */
export type DoneCase = Infer<typeof doneSchema>

const IN_BATCH = `FROM case_event AS event JOIN leak_case USING (monitored_id, source)
  WHERE leak_case.organisation_id = $1 AND event.batch = $2::uuid AND event.at >= $3::timestamptz - interval '1 day'`

/** An owner who has left meanwhile stays away; a case that nobody had touched has that of its address again. */
const UNDO = `WITH done AS (SELECT event.* ${IN_BATCH} AND leak_case.version = event.version
  ), restored AS (
    UPDATE leak_case SET state = coalesce(before->>'state', 'novo'), note = coalesce(before->>'note', ''),
      owner_id = CASE WHEN before IS NULL THEN (SELECT owner_id FROM monitored_address WHERE id = leak_case.monitored_id)
        ELSE (SELECT account_id FROM membership WHERE organisation_id = $1 AND account_id = (before->>'owner_id')::uuid) END,
      due_on = (before->>'due_on')::date, known_import = coalesce((before->>'known_import')::bigint, 0),
      known_file = before->>'known_file', known_day = (before->>'known_day')::date, known_passwords = before->>'known_passwords',
      reopened_by = (before->>'reopened_by')::bigint, closed_state = before->>'closed_state',
      closed_due = (before->>'closed_due')::date, version = leak_case.version + 1, changed_at = $3::timestamptz
    FROM done WHERE leak_case.monitored_id = done.monitored_id AND leak_case.source = done.source
    RETURNING leak_case.monitored_id, leak_case.source, leak_case.version, done.changes
  )
  INSERT INTO case_event (monitored_id, source, at, kind, account_id, version, changes)
  SELECT monitored_id, source, $3::timestamptz, 'desfazer', $4::uuid, version,
    (SELECT jsonb_agg(jsonb_build_object('campo', change->'campo', 'de', change->'para', 'para', change->'de'))
     FROM jsonb_array_elements(changes) AS change)
  FROM restored`

/** Evidence that came since a case was closed, while it was open. */
const reopen = reopenSql('later.id > one.known_import', 'one.monitored_id = ANY($2::uuid[])')
const CHANGED = 'monitored_address.id = ANY($1::uuid[])'
const recount = recountCases(CHANGED)

export type UndoneBatch = {
  readonly organisationId: string
  readonly batch: string
  readonly by: string | null
  readonly at: Date
}

/** Counts what is closed of addresses whose cases were changed, and judges cases that are new. */
export const recountAddresses = async (transaction: Queryable, ids: readonly string[], at: Date): Promise<void> => {
  for (const sql of recount) await transaction.execute(sql, [ids])
  await storeJudgements(transaction, { which: CHANGED, parameters: [ids], at })
}

/** Puts cases back that a change in bulk has changed within a day, and nobody since. Called with the organisation locked. */
export const undoBatch = async (
  transaction: Queryable,
  { organisationId, batch, by, at }: UndoneBatch,
): Promise<DoneCase[]> => {
  const now = at.toISOString()
  const done = await transaction.query(
    doneSchema,
    `SELECT monitored_id::text AS "monitoredId", source, leak_case.version = event.version AS untouched ${IN_BATCH}
     ORDER BY event.id`,
    [organisationId, batch, now],
  )
  const ids = done.flatMap(({ monitoredId, untouched }) => (untouched ? [monitoredId] : []))
  if (ids.length === 0) return done
  await transaction.execute(UNDO, [organisationId, batch, now, by])
  await transaction.execute(reopen, [now, ids])
  await recountAddresses(transaction, ids, at)
  return done
}
