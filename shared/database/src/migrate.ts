import { sql } from 'kysely'
import { readdir, readFile } from 'node:fs/promises'
import { boolean, object, string } from 'zod/mini'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import type { Database, Queryable } from './database.ts'

/** For one statement, and for the process that migrates first. */
const STATEMENT_MS = 600_000

export type MigrationOptions = {
  /** The folder of the `.sql` files, applied once each, in the order of their names; with a trailing slash. */
  readonly folder: URL
  /** Holds the list of what was applied; made when it is not there. Default: the connection's first schema. */
  readonly schema?: 'gateway'
}

/** A step before migrations are applied to a schema that is in use. Rejects to have none applied. */
export type BeforeMigrating = (pending: readonly string[]) => Promise<void>

/** The schema of a database, compared with the migrations of this version. */
export type SchemaState = {
  /** The file names of the migrations that were applied, in their order; none of a new schema. */
  readonly applied: readonly string[]
  /** The file names of the migrations that are to be applied, in their order. */
  readonly pending: readonly string[]
}

const listOf = ({ schema }: MigrationOptions) =>
  schema === undefined ? 'schema_migration' : `${schema}.schema_migration`

/** Reads the state of the schema, and changes nothing. Rejects when the schema is newer than this version (M-SCHEMA-1). */
export const readSchemaState = async (database: Queryable, migrations: MigrationOptions): Promise<SchemaState> => {
  const list = listOf(migrations)
  // Not to_regclass: within a transaction it may remember that there was none, after another process has made one.
  const [found] = await database.query(
    object({ present: boolean() }),
    sql`SELECT EXISTS (SELECT FROM pg_tables
    WHERE schemaname = coalesce(${migrations.schema ?? null}, current_schema()) AND tablename = 'schema_migration') AS present`,
  )
  const applied = found?.present
    ? (await database.query(object({ name: string() }), sql`SELECT name FROM ${sql.table(list)} ORDER BY name`)).map(
        ({ name }) => name,
      )
    : []
  const files = (await readdir(migrations.folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const unknown = applied.filter((name) => !files.includes(name))
  if (unknown.length > 0)
    throw new Error(
      `the database's schema is newer than this version, which does not have ${unknown.join(', ')}: ` +
        'start the version that migrated it, or restore the backup from before',
    )
  return { applied, pending: files.filter((name) => !applied.includes(name)) }
}

/** Lets one process at a time change schemas, until the transaction ends. */
export const lockMigrations = async (transaction: Queryable): Promise<void> => {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.migration})`)
}

/** Applies these migrations and no others, in this order. The caller has {@link lockMigrations}. */
export const applyMigrations = async (
  transaction: Queryable,
  migrations: MigrationOptions,
  names: readonly string[],
): Promise<void> => {
  const { folder, schema } = migrations
  const list = listOf(migrations)
  if (schema !== undefined) await transaction.script(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
  await transaction.script(
    `CREATE TABLE IF NOT EXISTS ${list} (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`,
  )
  for (const name of names) {
    await transaction.script(await readFile(new URL(name, folder), 'utf8'))
    await transaction.execute(sql`INSERT INTO ${sql.table(list)} (name) VALUES (${name})`)
  }
}

/**
 * Brings the schema up to date, and returns the names of the migrations that it applied: all, or none. When several
 * processes start at once, one does it and the others wait. Calls `beforeFirst` unless the schema is new or up to date.
 */
export const migrate = async (
  database: Database,
  migrations: MigrationOptions,
  beforeFirst?: BeforeMigrating,
): Promise<readonly string[]> => {
  const { applied, pending } = await readSchemaState(database, migrations)
  if (pending.length === 0) return []
  if (applied.length > 0) await beforeFirst?.(pending)
  return database.transaction(
    async (transaction) => {
      await lockMigrations(transaction)
      // Another process may have been faster.
      const { pending: missing } = await readSchemaState(transaction, migrations)
      await applyMigrations(transaction, migrations, missing)
      return missing
    },
    { statementMs: STATEMENT_MS },
  )
}
