import { openPostgres, type Database } from '@atalaia/database'
import { DELETE_ROWS } from '@atalaia/database/testing/delete-rows'
import { openEmptyPostgres } from '@atalaia/database/testing/empty-postgres'
import { createTestDatabase, createTestShards, SHARDS_VARIABLE } from '@atalaia/database/testing/test-database'
import { spread } from '../src/store/shards/spread.ts'
import { migrate, MIGRATIONS } from '../src/store/store.ts'

/** The row that migration 0035 writes: the chain of the operator's acts. */
const SEED = `INSERT INTO audit_head (organisation_id, ordinal, hash) VALUES (0, 0, decode(repeat('00', 32), 'hex'))`

/** Takes every row that no migration has written. */
export const emptyDatabase = (database: Database): Promise<void> => database.script(`${DELETE_ROWS}; ${SEED}`)

/** Opens a database with the tables and without other rows, on the PostgreSQL server of the test run. */
export const openTestDatabase = async (): Promise<Database> => (await openEmptyPostgres(MIGRATIONS, SEED)).database

/** One database over all servers of the run. Of two servers the first one keeps partitions too, of more it keeps none. */
const openShards = async (): Promise<Database> => {
  const url = await createTestDatabase()
  const others = await createTestShards()
  const database = await openPostgres(url)
  await migrate(database)
  await spread(database, { databaseUrl: url, shards: others.length === 1 ? [url, ...others] : others })
  return database
}

/** Under `npm run shards`. */
const isSpread = process.env[SHARDS_VARIABLE] !== undefined

const on = (name: string, open: () => Promise<Database>, tests: (database: () => Database) => void): void => {
  describe(`on ${name}`, () => {
    let opened: Database | undefined
    const database = () => {
      if (opened === undefined) throw new Error('no database yet: ask for it inside a test')
      return opened
    }

    beforeAll(async () => {
      opened = await open()
      await migrate(opened)
    })
    beforeEach(() => emptyDatabase(database()))
    afterAll(() => opened?.close())

    tests(database)
  })
}

/** Runs the tests on a real PostgreSQL, from an empty database each. */
export const onPostgres = (tests: (database: () => Database) => void): void =>
  isSpread ? on('PostgreSQL on several servers', openShards, tests) : on('PostgreSQL', openTestDatabase, tests)
