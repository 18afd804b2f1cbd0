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

const tableOf = (schema: string | undefined) =>
  schema === undefined ? 'schema_migration' : `${schema}.schema_migration`

/** The names of the migrations that a database has, in order. */
export const appliedMigrations = async (
  database: Queryable,
  { schema }: Pick<MigrationOptions, 'schema'>,
): Promise<string[]> => {
  const isThere = 'SELECT to_regclass($1) IS NOT NULL AS there'
  const [list] = await database.query(object({ there: boolean() }), isThere, [tableOf(schema)])
  if (list?.there !== true) return []
  const applied = await database.query(object({ name: string() }), `SELECT name FROM ${tableOf(schema)}`)
  return applied.map(({ name }) => name).toSorted()
}

/** Applies these migrations and no others, in the order in which they are given. Other processes wait meanwhile. */
export const applyMigrations = async (
  transaction: Queryable,
  { folder, schema }: MigrationOptions,
  names: readonly string[],
): Promise<void> => {
  if (schema !== undefined) await transaction.script(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
  const table = tableOf(schema)
  await transaction.script(
    `CREATE TABLE IF NOT EXISTS ${table} (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`,
  )
  for (const name of names) {
    await transaction.script(await readFile(new URL(name, folder), 'utf8'))
    await transaction.execute(`INSERT INTO ${table} (name) VALUES ($1)`, [name])
  }
}

/** The names of the migrations in a folder, in order. */
export const namedMigrations = async ({ folder }: Pick<MigrationOptions, 'folder'>): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()

/** Lets one process at a time change schemas, until the transaction ends. */
export const lockMigrations = async (transaction: Queryable): Promise<void> => {
  await transaction.execute('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migration])
}

/** Brings the schema up to date; when several processes start at once, one does it and the others wait. */
export const migrate = (database: Database, migrations: MigrationOptions): Promise<void> =>
  database.transaction(
    async (transaction) => {
      await lockMigrations(transaction)
      const known = new Set(await appliedMigrations(transaction, migrations))
      const missing = (await namedMigrations(migrations)).filter((name) => !known.has(name))
      if (missing.length > 0) await applyMigrations(transaction, migrations, missing)
    },
    { statementMs: STATEMENT_MS },
  )
