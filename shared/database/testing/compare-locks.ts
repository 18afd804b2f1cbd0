import { sql } from 'kysely'
import { readdir, readFile } from 'node:fs/promises'
import { array, object, string } from 'zod/mini'
import type { Database } from '../src/database.ts'
import type { MigrationOptions } from '../src/migrate.ts'
import { planLocks } from '../src/plan-migrations.ts'
import { compile, type Sql } from '../src/statement.ts'

const named = object({ names: array(string()) })
const namesOf = async (database: Pick<Database, 'query'>, found: Sql) =>
  (
    await database.query(named, sql`SELECT coalesce(array_agg(DISTINCT name), '{}') AS names FROM (${found}) AS found`)
  )[0]?.names ?? []

const RELATIONS = sql`SELECT oid, relkind, coalesce(pg_partition_root(oid), oid)::regclass::text AS name FROM pg_class
  WHERE relkind IN ('r', 'p', 'v', 'm') AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'pg_toast'::regnamespace, 'information_schema'::regnamespace)`

const MODES = {
  'reads and writes': ['AccessExclusiveLock'],
  writes: ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock'],
} as const

export type ComparedLocks = {
  readonly name: string
  readonly planned: readonly string[]
  readonly taken: readonly string[]
}

/**
 * Applies each migration to an empty `database`. Returns planned and taken locks on older tables,
 * such as `account: writes`.
 */
export const compareLocks = async (
  database: Database,
  { folder, schema }: MigrationOptions,
): Promise<readonly ComparedLocks[]> => {
  if (schema !== undefined) await database.script(`CREATE SCHEMA ${schema}`)
  const compared: ComparedLocks[] = []
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()) {
    const text = await readFile(new URL(name, folder), 'utf8')
    await database.transaction(async (on) => {
      await on.script(`DROP TABLE IF EXISTS pg_temp.before; CREATE TEMPORARY TABLE before AS ${compile(RELATIONS).sql}`)
      const planned = (await planLocks(on, text)).filter(({ waiting }) => waiting !== 'rows')
      await on.script(text)
      const taken: string[] = []
      for (const [waiting, modes] of Object.entries(MODES)) {
        const found = await namesOf(
          on,
          sql`SELECT name FROM pg_locks JOIN pg_temp.before ON before.oid = relation WHERE pid = pg_backend_pid() AND mode = ANY(${modes})`,
        )
        for (const table of found) if (!taken.includes(`${table}: reads and writes`)) taken.push(`${table}: ${waiting}`)
      }
      compared.push({
        name,
        planned: planned.map(({ table, waiting }) => `${table}: ${waiting}`).toSorted(),
        taken: taken.toSorted(),
      })
    })
  }
  return compared
}
