import { type Database, type Queryable, sql } from '@atalaia/database'
import { array, boolean, number, object, string } from 'zod/mini'
import { DAY_MS } from '../clock.ts'
import { lockWritersOut } from './write-lock.ts'

/**
 * Keeps each credential look-up in a separate statement (ADR 0070). PostgreSQL inlines SQL
 * functions into queries that may join tables unknown to Citus.
 */
const SET_LOOKUPS_APART = `DO $do$ DECLARE one record; BEGIN
  FOR one IN SELECT pg_proc.* FROM pg_proc JOIN pg_language ON pg_language.oid = prolang AND lanname = 'sql'
    WHERE pronamespace = current_schema()::regnamespace
      AND proname IN ('credentials_of', 'sightings_of', 'credentials_between')
  LOOP
    EXECUTE format('CREATE OR REPLACE FUNCTION %I(%s) RETURNS %s LANGUAGE plpgsql STABLE ROWS 10 AS %L', one.proname,
      pg_get_function_identity_arguments(one.oid), pg_get_function_result(one.oid),
      E'#variable_conflict use_column\\nBEGIN RETURN QUERY ' || one.prosrc || '; END');
  END LOOP;
END $do$`

const TABLES = ['credential', 'resighting'] as const
const DISTRIBUTE = `SELECT create_distributed_table('credential', 'address', colocate_with => 'none');
  SELECT create_distributed_table('resighting', 'address', colocate_with => 'credential')`
const TRUNCATE = TABLES.map((table) => `SELECT truncate_local_data_after_distributing_table('${table}')`).join(';')

const LONG = { statementMs: DAY_MS }

const yesSchema = object({ yes: boolean() })
const hasCitus = async (on: Queryable) =>
  (await on.query(yesSchema, sql`SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS yes`))[0]?.yes ===
  true

export const isDistributed = async (on: Queryable): Promise<boolean> =>
  (await hasCitus(on)) &&
  (
    await on.query(
      yesSchema,
      sql`SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'credential'::regclass) AS yes`,
    )
  )[0]?.yes === true

const planSchema = object({ servers: array(string()), megabytes: number() })
const PLAN = sql`SELECT array(SELECT nodename || ':' || nodeport FROM pg_dist_node
      WHERE isactive AND shouldhaveshards AND noderole = 'primary' ORDER BY 1) AS servers,
    (SELECT coalesce(sum(pg_total_relation_size(relid)), 0)::float8 / 1024 / 1024
     FROM unnest(ARRAY['credential', 'resighting']) AS whole, pg_partition_tree(whole::regclass)) AS megabytes`

export type DistributionPlan = { readonly servers: readonly string[]; readonly megabytes: number }

/** Throws without the Citus extension, or without a server for rows. */
export const planDistribution = async (on: Queryable): Promise<DistributionPlan> => {
  if (!(await hasCitus(on)))
    throw new Error('distribute: this database has no extension Citus, without which nothing is distributed')
  const [plan] = await on.query(planSchema, PLAN)
  if (plan === undefined || plan.servers.length === 0)
    throw new Error('distribute: Citus knows no server that may have rows: SELECT citus_add_node(…) adds one')
  return plan
}

/**
 * Distributes the credentials by address over Citus's servers, all or nothing. Imports wait.
 * If already distributed, it separates look-ups that a migration restored (M-DISTRIBUTE-1).
 */
export const distribute = async (database: Database): Promise<void> => {
  await database.transaction(async (on) => {
    await lockWritersOut(on)
    // Before the first table: Citus changes no function after it has worked on several servers at once.
    await on.script(SET_LOOKUPS_APART)
    if (await isDistributed(on)) return
    await on.script(`${DISTRIBUTE}; ${TRUNCATE}`)
  }, LONG)
  await database.transaction((on) => on.script(`ANALYZE ${TABLES.join(', ')}`), LONG)
}
