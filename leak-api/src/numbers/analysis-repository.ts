import { sql, type Queryable } from '@atalaia/database'
import { analysesSchema, saoPauloDay, type Analysis } from '@atalaia/contracts'
import { boolean, int, object, string } from 'zod/mini'
import { reachable, type Tenant } from '../base/access/tenancy.ts'
import { holdCount } from './counting-lock.ts'
import { recordReopened, recordNothing, recordRuns } from './record-runs.ts'
import { createRecount, type GoneImports } from './recount.ts'
import { outdated, removalSql } from './removal-sql.ts'

/** The first of several imports wakes, and mails are 10 minutes apart (M-ALERT-1). */
const wakeMails = (organisations: readonly string[], at: Date) => sql`UPDATE alert_setting
  SET due_at = greatest(${at.toISOString()}::timestamptz + interval '15 seconds', mailed_at + interval '10 minutes')
  WHERE organisation_id = ANY(${organisations}::bigint[]) AND frequency = 'imediata' AND due_at IS NULL`
const wakeWebhooks = (
  organisations: readonly string[],
  at: Date,
) => sql`UPDATE webhook SET due_at = ${at.toISOString()}::timestamptz + interval '15 seconds'
  WHERE organisation_id = ANY(${organisations}::bigint[]) AND active AND due_at IS NULL`

/** Has new findings looked for, of organisations that an import has brought some. Called in the transaction that records their runs. */
const scheduleAlerts = async (database: Queryable, organisations: readonly string[], at: Date): Promise<void> => {
  for (const wake of [wakeMails, wakeWebhooks]) await database.execute(wake(organisations, at))
}

// Two runs of an organisation at once would both report the same change. Rows that refer to it can be added meanwhile.
const lockSql = (organisationId: string) =>
  sql`SELECT 1 FROM organisation WHERE id = ${organisationId} FOR NO KEY UPDATE`
const claim = (importId: string, atMost: number, waits: boolean) => sql`SELECT id::text FROM organisation
  WHERE id IN (SELECT organisation_id FROM pending_analysis WHERE import_id = ${importId})
  ORDER BY id LIMIT ${atMost} FOR NO KEY UPDATE ${waits ? sql`` : sql`SKIP LOCKED`}`
// Another process may have done it while this one waited for the lock.
const stillPending = (
  importId: string,
  claimed: readonly string[],
) => sql`SELECT pending.organisation_id::text AS id, bool_or(watched) AS watches
  FROM pending_analysis AS pending JOIN monitored_address ON monitored_address.id = monitored_id
  WHERE import_id = ${importId} AND pending.organisation_id = ANY(${claimed}::bigint[]) GROUP BY pending.organisation_id`

/** Excludes runs caused only by addresses out of reach. */
export const reachableRun = (tenant: Tenant) =>
  tenant.rows === 'all'
    ? sql`organisation_id = ${tenant.organisationId}`
    : sql`(organisation_id = ${tenant.organisationId} AND (added IS NULL OR ${reachable(tenant, sql`added`)})
  AND (touched IS NULL OR EXISTS (SELECT FROM unnest(touched) AS one WHERE ${reachable(tenant, sql`one`)}))
  AND ran_at >= (SELECT min(added_at) FROM monitored_address WHERE ${reachable(tenant)}))`

/** A run's own numbers count the whole organisation. */
const listLimited = (tenant: Tenant, since: string) => sql`
  WITH change AS (
    SELECT analysis_id, sum((snapshot->>'leaks')::int - (snapshot->>'previousLeaks')::int) AS leaks,
           sum((snapshot->>'passwords')::int - (snapshot->>'previousPasswords')::int) AS passwords
    FROM report WHERE ${reachable(tenant)} GROUP BY analysis_id
  ),
  run AS (
    SELECT analysis.*, sum(change.leaks) OVER until_then AS reached_leaks,
           sum(change.passwords) OVER until_then AS reached_passwords
    FROM analysis LEFT JOIN change ON change.analysis_id = analysis.id
    WHERE organisation_id = ${tenant.organisationId} WINDOW until_then AS (ORDER BY analysis.id)
  )
  SELECT day::text AS data_analise, coalesce(reached_passwords, 0)::int AS total_senhas,
         coalesce(reached_leaks, 0)::int AS total_vazamentos
  FROM run WHERE ${reachableRun(tenant)} AND day >= ${since}::date ORDER BY day, ran_at, id`

const claimDay = (after: string, day: string, atMost: number) => sql`SELECT id::text FROM organisation
  WHERE id > ${after}::bigint AND EXISTS (SELECT FROM monitored_address WHERE organisation_id = organisation.id)
    AND NOT EXISTS (SELECT FROM analysis WHERE organisation_id = organisation.id AND day = ${day}::date)
  ORDER BY id LIMIT ${atMost} FOR NO KEY UPDATE`

const rowSchema = object({ id: string() })
const pendingSchema = object({ id: string(), watches: boolean() })

export type Additions = {
  readonly organisationId: string
  /** At least one. */
  readonly addresses: readonly string[]
  readonly at: Date
}
export type ChangedDomain = { readonly organisationId: string; readonly domain: string; readonly at: Date }
export type ImportedNumbers = {
  readonly importId: string
  readonly at: Date
  /** Organisations. */
  readonly atMost: number
  /** False: leaves out organisations that others work on. */
  readonly waits: boolean
}

export type Day = {
  readonly at: Date
  /** '0' at first. */
  readonly after: string
  /** Organisations. */
  readonly atMost: number
}

export const createAnalysisRepository = (database: Queryable) => ({
  /** Call in the adding transaction. */
  recordAdditions: async ({ organisationId, addresses, at }: Additions): Promise<void> => {
    await database.execute(lockSql(organisationId))
    await holdCount(database, organisationId)
    await createRecount(database).added(organisationId, addresses, at)
    const [only, ...others] = addresses
    const cause = others.length === 0 ? { added: only } : { touched: addresses }
    await database.execute(recordRuns([organisationId], at, cause))
  },
  /** Call in the removing transaction. */
  recordLoss: async ({ organisationId, addresses, at }: Additions): Promise<void> => {
    await database.execute(lockSql(organisationId))
    const [instant, day] = [at.toISOString(), saoPauloDay(at)]
    await database.execute(recordRuns([organisationId], at, { touched: addresses }))
    await database.execute(recordNothing(organisationId, instant, day, addresses))
  },
  /** For a domain that was proved or lost its proof. */
  recordDomain: async ({ organisationId, domain, at }: ChangedDomain): Promise<void> => {
    await database.execute(lockSql(organisationId))
    await holdCount(database, organisationId)
    await createRecount(database).domain(organisationId, domain, at)
    await database.execute(recordRuns([organisationId], at, { added: `@${domain}` }))
  },
  /** Organisations that `recordImport` has still to do. */
  pendingOrganisations: async (importId: string): Promise<number> => {
    const [row] = await database.query(
      object({ total: int() }),
      sql`SELECT count(DISTINCT organisation_id)::int AS total FROM pending_analysis WHERE import_id = ${importId}`,
    )
    return row?.total ?? 0
  },
  /**
   * Renews at most so many organisations, each with a run, and a report per changed address
   * (M-NUM-8). Call in a separate transaction. Returns the number of organisations; 0: done.
   */
  recordImport: async ({ importId, at, atMost, waits }: ImportedNumbers): Promise<number> => {
    const claimed = await database.query(rowSchema, claim(importId, atMost, waits))
    if (claimed.length === 0) return 0
    // A statement of its own each: it sees what others have written until the organisations were locked.
    const pending = await database.query(
      pendingSchema,
      stillPending(
        importId,
        claimed.map(({ id }) => id),
      ),
    )
    const organisations = pending.map(({ id }) => id)
    // A run would tell that an address which waits is in the import (M-OWN-1).
    const watching = pending.filter(({ watches }) => watches).map(({ id }) => id)
    const reopened = await createRecount(database).imported(importId, organisations, at)
    await database.execute(recordRuns(watching, at, { importId, pendingOf: importId }))
    await scheduleAlerts(database, watching, at)
    await database.execute(
      sql`DELETE FROM pending_analysis WHERE import_id = ${importId} AND organisation_id = ANY(${organisations}::bigint[])`,
    )
    if (reopened > 0) await recordReopened(database, { importId, organisations, at })
    return claimed.length
  },
  /**
   * For organisations without a run on the São Paulo day. Call in a separate transaction.
   * `undefined`: none was left.
   */
  recordDay: async ({ at, after, atMost }: Day): Promise<string | undefined> => {
    const day = saoPauloDay(at)
    const claimed = await database.query(rowSchema, claimDay(after, day, atMost))
    const ids = claimed.map(({ id }) => id)
    const without = await database.query(
      rowSchema,
      sql`SELECT id::text FROM organisation WHERE id = ANY(${ids}::bigint[])
  AND NOT EXISTS (SELECT FROM analysis WHERE organisation_id = organisation.id AND day = ${day}::date)`,
    )
    await database.execute(
      recordRuns(
        without.map(({ id }) => id),
        at,
      ),
    )
    return ids.at(-1)
  },
  /**
   * Recounts addresses that lost pairs; changed numbers get one more run. Call in the removing
   * transaction.
   */
  recordRemoval: async ({ imports, pendingOf, at }: GoneImports): Promise<void> => {
    const { lock, unreport, forget } = removalSql(imports, pendingOf)
    await database.execute(lock)
    await database.execute(unreport)
    await createRecount(database).removed({ imports, pendingOf, at })
    await database.execute(forget)
    const organisations = await database.query(rowSchema, outdated(pendingOf))
    if (organisations.length === 0) return
    const ids = organisations.map(({ id }) => id)
    await database.execute(recordRuns(ids, at, { pendingOf }))
  },
  /** Since a São Paulo day, oldest first. Under a row limit, numbers count only the tenant's addresses. */
  list: (tenant: Tenant, since: string): Promise<Analysis[]> =>
    tenant.rows === 'all'
      ? database.query(
          analysesSchema.def.element,
          sql`SELECT day::text AS data_analise, passwords AS total_senhas, leaks AS total_vazamentos
  FROM analysis WHERE organisation_id = ${tenant.organisationId} AND day >= ${since}::date ORDER BY day, ran_at, id`,
        )
      : database.query(analysesSchema.def.element, listLimited(tenant, since)),
})
export type AnalysisRepository = ReturnType<typeof createAnalysisRepository>
