import { readdir, readFile } from 'node:fs/promises'
import { object, string } from 'zod/mini'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import type { Database } from './database.ts'

/** For one statement, and for the process that migrates first. */
const STATEMENT_MS = 600_000

export type MigrationOptions = {
  /** The folder of the `.sql` files, applied once each, in the order of their names; with a trailing slash. */
  readonly folder: URL
  /** Holds the list of what was applied; made when it is not there. Default: the connection's first schema. */
  readonly schema?: 'gateway'
}

/** Brings the schema up to date; when several processes start at once, one does it and the others wait. */
export const migrate = (database: Database, { folder, schema }: MigrationOptions): Promise<void> =>
  database.transaction(
    async (transaction) => {
      const table = schema === undefined ? 'schema_migration' : `${schema}.schema_migration`
      await transaction.execute('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migration])
      if (schema !== undefined) await transaction.script(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
      await transaction.script(
        `CREATE TABLE IF NOT EXISTS ${table} (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`,
      )
      const applied = await transaction.query(object({ name: string() }), `SELECT name FROM ${table}`)
      const known = new Set(applied.map(({ name }) => name))
      const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
      for (const name of files) {
        if (known.has(name)) continue
        await transaction.script(await readFile(new URL(name, folder), 'utf8'))
        await transaction.execute(`INSERT INTO ${table} (name) VALUES ($1)`, [name])
      }
    },
    { statementMs: STATEMENT_MS },
  )
