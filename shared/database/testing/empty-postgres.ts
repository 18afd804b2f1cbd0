import type { Database } from '../src/database.ts'
import type { MigrationOptions } from '../src/migrate.ts'
import { openPostgres } from '../src/postgres.ts'
import { DELETE_ROWS } from './delete-rows.ts'
import { add, createIdleDatabases } from './idle-databases.ts'
import { createTestDatabase } from './test-database.ts'

export type OpenedPostgres = { readonly database: Database; readonly url: string }

/**
 * The addresses of the databases that earlier files of tests of this process have left empty, by the folder of their
 * migrations: see environment.cjs. Another environment keeps none.
 */
const kept: Map<string, string[]> | undefined = Object(globalThis)[Symbol.for('atalaia.postgres-databases')]

/** Leaves a database to the next file of tests. What was removed goes from its tables, which else grow from file to file. */
const leave = async (key: string, { database, url }: OpenedPostgres) => {
  if (kept) await database.script('VACUUM')
  await database.close()
  if (kept) add(kept, key, url)
}

const idle = createIdleDatabases(leave)

const openOrReopen = async (key: string): Promise<OpenedPostgres> => {
  const url = kept?.get(key)?.pop() ?? (await createTestDatabase())
  return { url, database: await openPostgres(url) }
}

/**
 * Opens a database without rows on the PostgreSQL server of the test run, and tells its address. It has the schema that an
 * earlier test has given it by `migrations`, if any: a test that is about to apply them, and does not change the schema,
 * gives them. `seed` writes the rows that they write. Closing it empties it and keeps it for the next test, because
 * migrating takes a third of a second; the end of a file leaves it to the next file of the same process.
 */
export const openEmptyPostgres = async (migrations: MigrationOptions, seed = ''): Promise<OpenedPostgres> => {
  const key = migrations.folder.href
  const opened = idle.take(key) ?? (await openOrReopen(key))
  const { database, url } = opened
  const close = async () => {
    await database.script(`${DELETE_ROWS}; ${seed}`)
    await idle.put(key, opened)
  }
  return { url, database: { ...database, close } }
}
