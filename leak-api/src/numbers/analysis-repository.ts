import { analysesSchema, saoPauloDay, type Analysis } from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import { boolean, int, object, string } from 'zod/mini'
import { reachable, tenantParameters, type Tenant } from '../base/access/tenancy.ts'
import { holdCount } from './counting-lock.ts'
import { recordReopened } from './record-reopened.ts'
import { createRecount, type GoneImports } from './recount.ts'
import { OUTDATED, removalSql } from './removal-sql.ts'
import { scheduleAlerts } from './schedule-alerts.ts'

// Two runs of an organisation at once would both report the same change. Rows that refer to it can be added meanwhile.
const LOCK = 'SELECT 1 FROM organisation WHERE id = $1 FOR NO KEY UPDATE'
const CLAIM = `SELECT id::text FROM organisation
  WHERE id IN (SELECT organisation_id FROM pending_analysis WHERE import_id = $1)
  ORDER BY id LIMIT $2 FOR NO KEY UPDATE`
// Another process may have done it while this one waited for the lock.
const STILL_PENDING = `SELECT pending.organisation_id::text AS id, bool_or(watched) AS watches
  FROM pending_analysis AS pending JOIN monitored_address ON monitored_address.id = monitored_id
  WHERE import_id = $1 AND pending.organisation_id = ANY($2::bigint[]) GROUP BY pending.organisation_id`

const RECORD_RUNS = `
  WITH run AS (
    INSERT INTO analysis (organisation_id, ran_at, day, leaks, passwords, added, import_id, touched)
    SELECT organisation_id, $2::timestamptz, $3::date, sum(leaks), sum(passwords), $4::text, $5::bigint,
           CASE WHEN $6::bigint IS NOT NULL THEN array(
             SELECT touched.address FROM pending_analysis JOIN monitored_address AS touched ON touched.id = monitored_id
             WHERE import_id = $6::bigint AND touched.watched
               AND pending_analysis.organisation_id = monitored_address.organisation_id
           ) ELSE $7::text[] END
    FROM monitored_address WHERE organisation_id = ANY($1::bigint[]) GROUP BY organisation_id
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
  SELECT organisation_id, analysis_id, address, $3::date, jsonb_build_object(
    'leaks', leaks, 'passwords', passwords,
    'previousLeaks', reported_leaks, 'previousPasswords', reported_passwords,
    'sources', (
      SELECT coalesce(jsonb_agg(found ORDER BY found."seenOn" DESC, found.source), '[]') FROM (
        SELECT source, min(first_seen)::text AS "seenOn", count(password)::int AS passwords
        FROM covered_leaks_of(changed.organisation_id, address_key, domain_key, local_part)
        GROUP BY source
      ) AS found
    ))
  FROM changed ORDER BY organisation_id, leaks, address DESC`

/** The run of an organisation that monitors nothing any more. */
const RECORD_NOTHING = `INSERT INTO analysis (organisation_id, ran_at, day, leaks, passwords, touched)
  SELECT $1, $2::timestamptz, $3::date, 0, 0, $4::text[]
  WHERE NOT EXISTS (SELECT FROM monitored_address WHERE organisation_id = $1)`

/** SQL that holds for the runs that a tenant reaches, none of them caused by addresses out of its reach alone. */
export const REACHABLE_RUN = `(organisation_id = $1 AND ($2::text[] IS NULL OR (
  (added IS NULL OR ${reachable('added')})
  AND (touched IS NULL OR EXISTS (SELECT FROM unnest(touched) AS one WHERE ${reachable('one')}))
  AND ran_at >= (SELECT min(added_at) FROM monitored_address WHERE ${reachable('address')}))))`

const LIST_ALL = `SELECT day::text AS data_analise, passwords AS total_senhas, leaks AS total_vazamentos
  FROM analysis WHERE organisation_id = $1 AND day >= $2::date ORDER BY day, ran_at, id`

/** A run's own numbers are the whole organisation's. Each report tells by how much one address changed in a run. */
const LIST_LIMITED = `
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

/** Organisations without a run on the day; their numbers are as they were counted last. */
const CLAIM_DAY = `SELECT id::text FROM organisation
  WHERE id > $1::bigint AND EXISTS (SELECT FROM monitored_address WHERE organisation_id = organisation.id)
    AND NOT EXISTS (SELECT FROM analysis WHERE organisation_id = organisation.id AND day = $2::date)
  ORDER BY id LIMIT $3 FOR NO KEY UPDATE`
const STILL_WITHOUT = `SELECT id::text FROM organisation WHERE id = ANY($1::bigint[])
  AND NOT EXISTS (SELECT FROM analysis WHERE organisation_id = organisation.id AND day = $2::date)`

const COUNT_PENDING = 'SELECT count(DISTINCT organisation_id)::int AS total FROM pending_analysis WHERE import_id = $1'
const rowSchema = object({ id: string() })
const pendingSchema = object({ id: string(), watches: boolean() })

export type Additions = {
  readonly organisationId: string
  /** At least one. */
  readonly addresses: readonly string[]
  readonly at: Date
}
/** A domain whose addresses came or went, and the moment of it. */
export type ChangedDomain = { readonly organisationId: string; readonly domain: string; readonly at: Date }
/** An import, and the moment at which its numbers are renewed. */
export type ImportedNumbers = {
  readonly importId: string
  readonly at: Date
  /** Organisations. */
  readonly atMost: number
  /** Whether organisations that others work on are waited for, or left out. */
  readonly waits: boolean
}

export type Day = {
  readonly at: Date
  /** The last organisation that was done; '0' at the beginning. */
  readonly after: string
  /** Organisations. */
  readonly atMost: number
}

export type AnalysisRepository = {
  /**
   * Counts the leaks of added addresses, and records a run of their organisation. Called in the transaction that adds them.
   */
  recordAdditions(additions: Additions): Promise<void>
  /** Records a run of an organisation that has removed addresses. Called in the transaction that removes them. */
  recordLoss(lost: Additions): Promise<void>
  /** Counts addresses that a proved domain has brought, or of one that is no longer proved, and records a run. */
  recordDomain(changed: ChangedDomain): Promise<void>
  /**
   * Renews the numbers of the monitored addresses that an import touched, of at most so many organisations, with a run
   * for the chart of each that watches one of them, and a report for each address whose numbers differ from those of its last report (M-NUM-8).
   * Called in a transaction of its own. Gives the number of organisations that it took; 0 when none is left.
   */
  recordImport(imported: ImportedNumbers): Promise<number>
  /**
   * Records a run for organisations that have none on the São Paulo day of `at`. Called in a transaction of its own. Gives
   * the last one, and `undefined` when none was left.
   */
  recordDay(day: Day): Promise<string | undefined>
  /**
   * Removes the runs and reports of imports whose pairs are gone, and counts the addresses that lost pairs anew. An
   * organisation whose last run tells other numbers than these gets one more. Called in the transaction that removes the
   * imports.
   */
  recordRemoval(removed: GoneImports): Promise<void>
  /** Organisations that {@link recordImport} has still to do. */
  pendingOrganisations(importId: string): Promise<number>
  /**
   * The runs that a tenant reaches on São Paulo days from `since` (`YYYY-MM-DD`) on, oldest first. With a limit of rows
   * their numbers are those of the tenant's addresses, as they would be if the organisation monitored no others.
   */
  list(tenant: Tenant, since: string): Promise<Analysis[]>
}

export const createAnalysisRepository = (database: Queryable): AnalysisRepository => ({
  recordAdditions: async ({ organisationId, addresses, at }) => {
    await database.execute(LOCK, [organisationId])
    await holdCount(database, organisationId)
    await createRecount(database).added(organisationId, addresses, at)
    const [only = null, ...others] = addresses
    const cause = others.length === 0 ? [only, null, null, null] : [null, null, null, addresses]
    await database.execute(RECORD_RUNS, [[organisationId], at.toISOString(), saoPauloDay(at), ...cause])
  },
  recordLoss: async ({ organisationId, addresses, at }) => {
    await database.execute(LOCK, [organisationId])
    const [instant, day] = [at.toISOString(), saoPauloDay(at)]
    await database.execute(RECORD_RUNS, [[organisationId], instant, day, null, null, null, addresses])
    await database.execute(RECORD_NOTHING, [organisationId, instant, day, addresses])
  },
  recordDomain: async ({ organisationId, domain, at }) => {
    await database.execute(LOCK, [organisationId])
    await holdCount(database, organisationId)
    await createRecount(database).domain(organisationId, domain, at)
    const ofDomain = `@${domain}`
    await database.execute(RECORD_RUNS, [
      [organisationId],
      at.toISOString(),
      saoPauloDay(at),
      ofDomain,
      null,
      null,
      null,
    ])
  },
  pendingOrganisations: async (importId) => {
    const [row] = await database.query(object({ total: int() }), COUNT_PENDING, [importId])
    return row?.total ?? 0
  },
  recordImport: async ({ importId, at, atMost, waits }) => {
    const sql = waits ? CLAIM : `${CLAIM} SKIP LOCKED`
    const claimed = await database.query(rowSchema, sql, [importId, atMost])
    if (claimed.length === 0) return 0
    // A statement of its own each: it sees what others have written until the organisations were locked.
    const pending = await database.query(pendingSchema, STILL_PENDING, [importId, claimed.map(({ id }) => id)])
    const organisations = pending.map(({ id }) => id)
    // A run would tell that an address which waits is in the import (M-OWN-1).
    const watching = pending.filter(({ watches }) => watches).map(({ id }) => id)
    const reopened = await createRecount(database).imported(importId, organisations, at)
    await database.execute(RECORD_RUNS, [watching, at.toISOString(), saoPauloDay(at), null, importId, importId, null])
    await scheduleAlerts(database, watching, at)
    await database.execute(
      'DELETE FROM pending_analysis WHERE import_id = $1 AND organisation_id = ANY($2::bigint[])',
      [importId, organisations],
    )
    if (reopened > 0) await recordReopened(database, { importId, organisations, at })
    return claimed.length
  },
  recordDay: async ({ at, after, atMost }) => {
    const day = saoPauloDay(at)
    const claimed = await database.query(rowSchema, CLAIM_DAY, [after, day, atMost])
    const ids = claimed.map(({ id }) => id)
    const without = await database.query(rowSchema, STILL_WITHOUT, [ids, day])
    await database.execute(RECORD_RUNS, [without.map(({ id }) => id), at.toISOString(), day, null, null, null, null])
    return ids.at(-1)
  },
  recordRemoval: async ({ imports, target, pendingOf, at }) => {
    const sql = removalSql(imports)
    await database.execute(sql.lock, [target, pendingOf])
    await database.execute(sql.unreport, [target])
    await createRecount(database).removed({ imports, target, pendingOf, at })
    await database.execute(sql.forget, [target])
    const organisations = await database.query(rowSchema, OUTDATED, [pendingOf])
    if (organisations.length === 0) return
    const ids = organisations.map(({ id }) => id)
    await database.execute(RECORD_RUNS, [ids, at.toISOString(), saoPauloDay(at), null, null, pendingOf, null])
  },
  list: (tenant, since) =>
    tenant.rows === 'all'
      ? database.query(analysesSchema.def.element, LIST_ALL, [tenant.organisationId, since])
      : database.query(analysesSchema.def.element, LIST_LIMITED, [...tenantParameters(tenant), since]),
})
