import { type Queryable, sql } from '@atalaia/database'
import { saoPauloDay } from '@atalaia/contracts'
import { int, object, string } from 'zod/mini'
import { recordActs } from '../base/audit/record-audit.ts'

const reopenedSchema = object({ organisationId: string(), source: string(), cases: int() })

type Reopening = { readonly importId: string; readonly organisations: readonly string[]; readonly at: Date }

export const recordReopened = async (
  transaction: Queryable,
  { importId, organisations, at }: Reopening,
): Promise<void> => {
  const reopened = await transaction.query(
    reopenedSchema,
    sql`SELECT organisation_id::text AS "organisationId", source, count(*)::int AS cases FROM leak_case
  WHERE organisation_id = ANY(${organisations}::bigint[]) AND reopened_by IS NOT NULL AND reopened_at = ${at.toISOString()}::timestamptz
  GROUP BY organisation_id, source ORDER BY organisation_id, source`,
  )
  await recordActs(
    transaction,
    reopened.map(({ organisationId, source: name, cases }) => ({
      organisationIds: [organisationId],
      act: {
        action: 'cases.reopened',
        actor: { kind: 'system' },
        at,
        target: { kind: 'source', name },
        after: { cases, import: importId },
      },
    })),
  )
}

type Cause = {
  readonly added?: string | undefined
  readonly importId?: string
  readonly pendingOf?: string
  readonly touched?: readonly string[]
}

/** Also a report for each judged address with changed numbers. */
export const recordRuns = (
  organisationIds: readonly string[],
  at: Date,
  { added, importId, pendingOf, touched }: Cause = {},
) => sql`
  WITH run AS (
    INSERT INTO analysis (organisation_id, ran_at, day, leaks, passwords, added, import_id, touched)
    SELECT organisation_id, ${at.toISOString()}::timestamptz, ${saoPauloDay(at)}::date, sum(leaks), sum(passwords), ${added}::text, ${importId}::bigint,
           CASE WHEN ${pendingOf}::bigint IS NOT NULL THEN array(
             SELECT touched.address FROM pending_analysis JOIN monitored_address AS touched ON touched.id = monitored_id
             WHERE import_id = ${pendingOf}::bigint AND touched.watched
               AND pending_analysis.organisation_id = monitored_address.organisation_id
           ) ELSE ${touched}::text[] END
    FROM monitored_address WHERE organisation_id = ANY(${organisationIds}::bigint[]) GROUP BY organisation_id
    RETURNING id, organisation_id
  ),
  changed AS (
    SELECT numbers.*, run.id AS analysis_id FROM monitored_address AS numbers JOIN run USING (organisation_id)
    WHERE (leaks, passwords) <> (reported_leaks, reported_passwords)
  ),
  reported AS (
    UPDATE monitored_address SET reported_leaks = changed.leaks, reported_passwords = changed.passwords
    FROM changed WHERE monitored_address.id = changed.id
  )
  INSERT INTO report (organisation_id, analysis_id, address, day, snapshot)
  SELECT organisation_id, analysis_id, address, ${saoPauloDay(at)}::date, jsonb_build_object(
    'leaks', leaks, 'passwords', passwords,
    'previousLeaks', reported_leaks, 'previousPasswords', reported_passwords,
    'sources', (
      SELECT coalesce(jsonb_agg(found ORDER BY found."seenOn" DESC NULLS LAST, found.source), '[]')
      FROM unnest(case_sources, case_passwords, case_days::text[]) AS found (source, passwords, "seenOn")
    ))
  FROM changed ORDER BY organisation_id, leaks, address DESC`

export const recordNothing = (
  organisationId: string,
  instant: string,
  day: string,
  addresses: readonly string[],
) => sql`INSERT INTO analysis (organisation_id, ran_at, day, leaks, passwords, touched)
  SELECT ${organisationId}, ${instant}::timestamptz, ${day}::date, 0, 0, ${addresses}::text[]
  WHERE NOT EXISTS (SELECT FROM monitored_address WHERE organisation_id = ${organisationId})`
