import { sql } from 'kysely'
import { readdir, readFile } from 'node:fs/promises'
import { boolean, nullable, object, string } from 'zod/mini'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import type { Database, Queryable } from './database.ts'

/** Per statement, and for waiting for another process. */
const STATEMENT_MS = 600_000

export type MigrationOptions = {
  /**
   * Folder of `.sql` files with a trailing slash. Each runs once, in the order of names. Its file
   * `LAST_RELEASE` names the newest migration of the release that all of them keep working.
   */
  readonly folder: URL
  /** Schema of the list of migrations, created on demand. Default: the connection's first schema. */
  readonly schema?: 'gateway'
}

/** Its rejection stops the migrations. */
export type BeforeMigrating = (pending: readonly string[]) => Promise<void>

export type SchemaState = {
  /** Applied migrations in order. Empty: a new schema. */
  readonly applied: readonly string[]
  /** Migrations to apply, in order. */
  readonly pending: readonly string[]
}

const listOf = ({ schema }: MigrationOptions) =>
  schema === undefined ? 'schema_migration' : `${schema}.schema_migration`

const appliedSchema = object({ name: string(), runsFrom: nullable(string()) })

/** Changes nothing. Rejects for a newer schema that does not keep this version (M-SCHEMA-1). */
export const readSchemaState = async (database: Queryable, migrations: MigrationOptions): Promise<SchemaState> => {
  const list = listOf(migrations)
  // Not to_regclass: within a transaction it may remember that there was none, after another process has made one.
  const [found] = await database.query(
    object({ present: boolean() }),
    sql`SELECT EXISTS (SELECT FROM pg_tables
    WHERE schemaname = coalesce(${migrations.schema ?? null}, current_schema()) AND tablename = 'schema_migration') AS present`,
  )
  // By to_jsonb: versions without the column made the list.
  const rows = found?.present
    ? await database.query(
        appliedSchema,
        sql`SELECT name, to_jsonb(list) ->> 'runs_from' AS "runsFrom" FROM ${sql.table(list)} AS list ORDER BY name`,
      )
    : []
  const files = (await readdir(migrations.folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const applied = rows.map(({ name }) => name)
  const unknown = rows.filter(({ name }) => !files.includes(name))
  if (unknown.some(({ runsFrom }) => runsFrom === null || !files.includes(runsFrom)))
    throw new Error(
      `the database's schema is newer than this version, which does not have ${unknown.map(({ name }) => name).join(', ')}: ` +
        'start the version that migrated it, or restore the backup from before',
    )
  return { applied, pending: files.filter((name) => !applied.includes(name)) }
}

const LAST_RELEASE = 'LAST_RELEASE'

/** `null`: no earlier version works on these migrations. */
const readLastRelease = async (folder: URL): Promise<string | null> => {
  const files = await readdir(folder)
  return files.includes(LAST_RELEASE) ? (await readFile(new URL(LAST_RELEASE, folder), 'utf8')).trim() : null
}

/** Until the transaction ends. */
export const lockMigrations = async (transaction: Queryable): Promise<void> => {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.migration})`)
}

/** Applies exactly these, in order, under {@link lockMigrations}. */
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
  await transaction.script(`ALTER TABLE ${list} ADD COLUMN IF NOT EXISTS runs_from text`)
  const runsFrom = await readLastRelease(folder)
  for (const name of names) {
    await transaction.script(await readFile(new URL(name, folder), 'utf8'))
    await transaction.execute(sql`INSERT INTO ${sql.table(list)} (name, runs_from) VALUES (${name}, ${runsFrom})`)
  }
}

/**
 * All pending ones or none; returns their names. Parallel processes wait for one. `beforeFirst`
 * runs for a schema in use with pending migrations.
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
