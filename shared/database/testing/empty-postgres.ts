import type { Database } from '../src/database.ts'
import type { MigrationOptions } from '../src/migrate.ts'
import { openPostgres } from '../src/postgres.ts'
import { deleteRows } from './delete-rows.ts'
import { createIdleDatabases } from './idle-databases.ts'
import { createTestDatabase } from './test-database.ts'

export type OpenedPostgres = { readonly database: Database; readonly url: string }

const idle = createIdleDatabases<OpenedPostgres>(({ database }) => database.close())

const createPostgres = async (): Promise<OpenedPostgres> => {
  const url = await createTestDatabase()
  return { url, database: await openPostgres(url) }
}

/**
 * Opens an empty database on the server of the test run. `migrations`: reuses a database with this
 * schema. `seed`: rows that the migrations write. Closing empties it for the next test, because
 * migrating takes a third of a second.
 */
export const openEmptyPostgres = async (migrations: MigrationOptions, seed = ''): Promise<OpenedPostgres> => {
  const key = migrations.folder.href
  const opened = idle.take(key) ?? (await createPostgres())
  const { database, url } = opened
  const close = async () => {
    await deleteRows(database, seed)
    await idle.put(key, opened)
  }
  return { url, database: { ...database, close } }
}
