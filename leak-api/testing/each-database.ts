import type { Database } from '@atalaia/database'
import { DELETE_ROWS } from '@atalaia/database/testing/delete-rows'
import { openEmptyPglite } from '@atalaia/database/testing/empty-pglite'
import { openEmptyPostgres } from '@atalaia/database/testing/empty-postgres'
import { migrate, MIGRATIONS } from '../src/store/store.ts'

/** The row that migration 0035 writes: the chain of the operator's acts. */
const SEED = `INSERT INTO audit_head (organisation_id, ordinal, hash) VALUES (0, 0, decode(repeat('00', 32), 'hex'))`

/** Opens an embedded database with the tables and without other rows. */
export const openEmbedded = (): Promise<Database> => openEmptyPglite(MIGRATIONS, SEED)

const openServer = async (): Promise<Database> => (await openEmptyPostgres(MIGRATIONS, SEED)).database

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
    beforeEach(() => database().script(`${DELETE_ROWS}; ${SEED}`))
    afterAll(() => opened?.close())

    tests(database)
  })
}

/** Runs the tests on a real PostgreSQL, from an empty database each: for what is no matter of the database. */
export const onPostgres = (tests: (database: () => Database) => void): void => on('PostgreSQL', openServer, tests)

/** Runs the tests on PGlite and on a real PostgreSQL, each from an empty database. */
export const eachDatabase = (tests: (database: () => Database) => void): void => {
  on('PGlite', openEmbedded, tests)
  onPostgres(tests)
}
