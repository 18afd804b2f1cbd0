import { analysesSchema, saoPauloDay, type Analysis } from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'

const LOCK = 4_711_002

const recordRuns = `
  WITH numbers AS (SELECT * FROM address_numbers WHERE $1::bigint IS NULL OR organisation_id = $1::bigint),
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
      SELECT coalesce(jsonb_agg(found ORDER BY found."seenOn" DESC, found.source), '[]') FROM (
        SELECT source, min(first_seen)::text AS "seenOn", count(*) FILTER (WHERE fingerprint <> '')::int AS passwords
        FROM covered_leak
        WHERE covered_leak.organisation_id = changed.organisation_id AND covered_leak.address = changed.address
        GROUP BY source
      ) AS found
    ))
  FROM changed ORDER BY organisation_id, leaks, address DESC`

export type AnalysisRun = {
  readonly at: Date
  /** Without it, every organisation that monitors an address gets its run. */
  readonly organisationId?: string
}

export type AnalysisRepository = {
  /**
   * Records a run for the chart, and a report for each address whose numbers differ from those of its last report.
   * The comparison is with the last report, not with one import: it makes up for an import that was cut off.
   * Called in the transaction of what changed the numbers; runs of several processes wait for each other.
   */
  record(run: AnalysisRun): Promise<void>
  /** The runs of one organisation on São Paulo days from `since` (`YYYY-MM-DD`) on, oldest first. */
  list(organisationId: string, since: string): Promise<Analysis[]>
}

export const createAnalysisRepository = (database: Queryable): AnalysisRepository => ({
  record: async ({ at, organisationId }) => {
    // Two runs at once would both report the same change.
    await database.execute('SELECT pg_advisory_xact_lock($1)', [LOCK])
    await database.execute(recordRuns, [organisationId ?? null, at.toISOString(), saoPauloDay(at)])
  },
  list: (organisationId, since) =>
    database.query(
      analysesSchema.def.element,
      `SELECT day::text AS data_analise, passwords AS total_senhas, leaks AS total_vazamentos
       FROM analysis WHERE organisation_id = $1 AND day >= $2::date ORDER BY day, ran_at, id`,
      [organisationId, since],
    ),
})
