import { analysesSchema, saoPauloDay, type Analysis } from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import { reachable, tenantParameters, type Tenant } from '../access/tenancy.ts'

const LOCK = 4_711_002

const recordRuns = `
  WITH numbers AS (SELECT * FROM address_numbers WHERE $1::bigint IS NULL OR organisation_id = $1::bigint),
  run AS (
    INSERT INTO analysis (organisation_id, ran_at, day, leaks, passwords, added)
    SELECT organisation_id, $2::timestamptz, $3::date, sum(leaks), sum(passwords), $4::text FROM numbers GROUP BY organisation_id
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

/** SQL that holds for the runs that a tenant reaches, none of them caused by an address out of its reach. */
export const REACHABLE_RUN = `(organisation_id = $1 AND ($2::text[] IS NULL OR (
  (added IS NULL OR ${reachable('added')})
  AND ran_at >= (SELECT min(added_at) FROM monitored_address WHERE ${reachable('address')}))))`

const listAll = `SELECT day::text AS data_analise, passwords AS total_senhas, leaks AS total_vazamentos
  FROM analysis WHERE organisation_id = $1 AND day >= $2::date ORDER BY day, ran_at, id`

/** A run's own numbers are the whole organisation's. Each report tells by how much one address changed in a run. */
const listLimited = `
  WITH change AS (
    SELECT analysis_id, sum((snapshot->>'leaks')::int - (snapshot->>'previousLeaks')::int) AS leaks,
           sum((snapshot->>'passwords')::int - (snapshot->>'previousPasswords')::int) AS passwords
    FROM report WHERE ${reachable()} GROUP BY analysis_id
  ),
  run AS (
    SELECT analysis.*, sum(change.leaks) OVER until_then AS reached_leaks,
           sum(change.passwords) OVER until_then AS reached_passwords
    FROM analysis LEFT JOIN change ON change.analysis_id = analysis.id
    WHERE organisation_id = $1 WINDOW until_then AS (ORDER BY analysis.id)
  )
  SELECT day::text AS data_analise, coalesce(reached_passwords, 0)::int AS total_senhas,
         coalesce(reached_leaks, 0)::int AS total_vazamentos
  FROM run WHERE ${REACHABLE_RUN} AND day >= $4::date ORDER BY day, ran_at, id`

export type AnalysisRun = {
  readonly at: Date
  /** The address that made the run necessary. Without it, every organisation that monitors an address gets its run. */
  readonly addition?: { readonly organisationId: string; readonly address: string }
}

export type AnalysisRepository = {
  /**
   * Records a run for the chart, and a report for each address whose numbers differ from those of its last report.
   * The comparison is with the last report, not with one import: it makes up for an import that was cut off.
   * Called in the transaction of what changed the numbers; runs of several processes wait for each other.
   */
  record(run: AnalysisRun): Promise<void>
  /**
   * The runs that a tenant reaches on São Paulo days from `since` (`YYYY-MM-DD`) on, oldest first. With a limit of rows
   * their numbers are those of the tenant's addresses, as they would be if the organisation monitored no others.
   */
  list(tenant: Tenant, since: string): Promise<Analysis[]>
}

export const createAnalysisRepository = (database: Queryable): AnalysisRepository => ({
  record: async ({ at, addition }) => {
    // Two runs at once would both report the same change.
    await database.execute('SELECT pg_advisory_xact_lock($1)', [LOCK])
    const { organisationId = null, address = null } = addition ?? {}
    await database.execute(recordRuns, [organisationId, at.toISOString(), saoPauloDay(at), address])
  },
  list: (tenant, since) =>
    tenant.rows === 'all'
      ? database.query(analysesSchema.def.element, listAll, [tenant.organisationId, since])
      : database.query(analysesSchema.def.element, listLimited, [...tenantParameters(tenant), since]),
})
