import type { Database } from '../src/database.ts'
import { openPostgres } from '../src/postgres.ts'
import { DELETE_ROWS } from './delete-rows.ts'
import { createTestDatabase } from './test-database.ts'

export type OpenedPostgres = { readonly database: Database; readonly url: string }

/** Empty, and used by no test at the moment. */
const idle: OpenedPostgres[] = []

let isOver = false

afterAll(async () => {
  isOver = true
  await Promise.all(idle.splice(0).map(({ database }) => database.close()))
})

/**
 * Opens a database without rows on the PostgreSQL server of the test run, and tells its address. It has the schema that an
 * earlier test of the same file has given it, if any. Closing it empties it and keeps it for the next test of the file.
 */
export const openEmptyPostgres = async (): Promise<OpenedPostgres> => {
  const opened = idle.pop() ?? (await openNew())
  const { database, url } = opened
  const close = async () => {
    if (isOver) return database.close()
    await database.script(DELETE_ROWS)
    idle.push(opened)
  }
  return { url, database: { ...database, close } }
}

const openNew = async (): Promise<OpenedPostgres> => {
  const url = await createTestDatabase()
  return { url, database: await openPostgres(url) }
}
