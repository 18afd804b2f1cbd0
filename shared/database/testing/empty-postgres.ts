import type { Database } from '../src/database.ts'
import type { MigrationOptions } from '../src/migrate.ts'
import { openPostgres } from '../src/postgres.ts'
import { DELETE_ROWS } from './delete-rows.ts'
import { createIdleDatabases } from './idle-databases.ts'
import { createTestDatabase } from './test-database.ts'

export type OpenedPostgres = { readonly database: Database; readonly url: string }

const idle = createIdleDatabases<OpenedPostgres>(({ database }) => database.close())

const createPostgres = async (): Promise<OpenedPostgres> => {
  const url = await createTestDatabase()
  return { url, database: await openPostgres(url) }
}

/**
 * Opens a database without rows on the PostgreSQL server of the test run, and tells its address. It has the schema that an
 * earlier test has given it by `migrations`, if any: a test that is about to apply them, and does not change the schema,
 * gives them. `seed` writes the rows that they write. Closing it empties it and keeps it for the next test of the file,
 * because migrating takes a third of a second.
 */
export const openEmptyPostgres = async (migrations: MigrationOptions, seed = ''): Promise<OpenedPostgres> => {
  const key = migrations.folder.href
  const opened = idle.take(key) ?? (await createPostgres())
  const { database, url } = opened
  const close = async () => {
    await database.script(`${DELETE_ROWS}; ${seed}`)
    await idle.put(key, opened)
  }
  return { url, database: { ...database, close } }
}
