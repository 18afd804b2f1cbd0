import type { Database } from '@atalaia/database'
import { deleteRows } from '@atalaia/database/testing/delete-rows'
import { openEmptyPostgres } from '@atalaia/database/testing/empty-postgres'
import { migrate, MIGRATIONS } from '../src/base/store/store.ts'
import { CITUS_URL, openDistributed } from './citus-database.ts'

const SEED = `INSERT INTO audit_head (organisation_id, ordinal, hash) VALUES (0, 0, decode(repeat('00', 32), 'hex'))`

/** Keeps rows of migrations. */
export const emptyDatabase = (database: Database): Promise<void> => deleteRows(database, SEED)

export const openTestDatabase = async (): Promise<Database> =>
  CITUS_URL === undefined ? (await openEmptyPostgres(MIGRATIONS, SEED)).database : openDistributed(CITUS_URL)

export const onPostgres = (tests: (database: () => Database) => void): void => {
  describe('on PostgreSQL', () => {
    let opened: Database | undefined
    const database = () => {
      if (opened === undefined) throw new Error('no database yet: ask for it inside a test')
      return opened
    }

    beforeAll(async () => {
      opened = await openTestDatabase()
      await migrate(opened)
    })
    beforeEach(() => emptyDatabase(database()))
    afterAll(() => opened?.close())

    tests(database)
  })
}
