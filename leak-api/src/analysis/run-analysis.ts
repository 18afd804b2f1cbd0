import { saoPauloDay } from '../clock.ts'
import type { Queryable } from '@atalaia/database'

const LOCK = 4_711_002

/** The numbers of monitored addresses (M-NUM-1, M-NUM-2); `$1` is an organisation, or null for all. */
const numbers = `
  SELECT monitored_address.id, organisation_id, address, reported_leaks, reported_passwords,
         count(DISTINCT source_id)::int AS leaks,
         (count(DISTINCT fingerprint) FILTER (WHERE fingerprint <> ''))::int AS passwords
  FROM monitored_address LEFT JOIN leak USING (address)
  WHERE $1::bigint IS NULL OR organisation_id = $1::bigint
  GROUP BY monitored_address.id`

const writeRun = `
  WITH numbers AS (${numbers}),
  run AS (
    INSERT INTO analysis (organisation_id, ran_at, day, leaks, passwords)
    SELECT organisation_id, $2::timestamptz, $3::date, sum(leaks), sum(passwords) FROM numbers GROUP BY organisation_id
    RETURNING id, organisation_id
  ),
  changed AS (
    SELECT numbers.*, run.id AS analysis_id FROM numbers JOIN run USING (organisation_id)
    WHERE (leaks, passwords) <> (reported_leaks, reported_passwords)
  ),
  reported AS (
    UPDATE monitored_address SET reported_leaks = changed.leaks, reported_passwords = changed.passwords
    FROM changed WHERE monitored_address.id = changed.id
  )
  INSERT INTO report (organisation_id, analysis_id, address, day, snapshot)
  SELECT organisation_id, analysis_id, address, $3::date, jsonb_build_object(
    'leaks', leaks, 'passwords', passwords,
    'previousLeaks', reported_leaks, 'previousPasswords', reported_passwords,
    'sources', (
      SELECT jsonb_agg(found ORDER BY found."seenOn" DESC, found.source) FROM (
        SELECT source.name AS source, min(first_seen)::text AS "seenOn",
               count(*) FILTER (WHERE fingerprint <> '')::int AS passwords
        FROM leak JOIN source ON source.id = leak.source_id
        WHERE leak.address = changed.address
        GROUP BY source.name
      ) AS found
    ))
  FROM changed ORDER BY organisation_id, leaks, address DESC`

export type AnalysisRun = {
  readonly at: Date
  /** Without it, every organisation that monitors an address gets its run. */
  readonly organisationId?: string
}

/**
 * Writes a row for the chart, and a report for each address whose numbers differ from those of its last report.
 * Comparing with the last report, and not with one import, is what makes up for an import that was cut off.
 */
export const runAnalysis = async (transaction: Queryable, { at, organisationId }: AnalysisRun): Promise<void> => {
  // Two runs at once would both report the same change.
  await transaction.execute('SELECT pg_advisory_xact_lock($1)', [LOCK])
  await transaction.execute(writeRun, [organisationId ?? null, at.toISOString(), saoPauloDay(at)])
}
