import type { Database } from '../src/database.ts'
import { migrate, type MigrationOptions } from '../src/migrate.ts'
import { openPostgres } from '../src/postgres.ts'
import { compareLocks, type ComparedLocks } from './compare-locks.ts'
import { describeSchema, findBreaks, readReleased } from './released-schema.ts'
import { createTestDatabase } from './test-database.ts'

const onNewDatabase = async <Result>(work: (database: Database) => Promise<Result>): Promise<Result> => {
  const database = await openPostgres(await createTestDatabase())
  return work(database).finally(() => database.close())
}

export const findWrongPlans = async (migrations: MigrationOptions): Promise<readonly ComparedLocks[]> =>
  (await onNewDatabase((database) => compareLocks(database, migrations))).filter(
    ({ planned, taken }) => planned.join('\n') !== taken.join('\n'),
  )

export const findSchemaBreaks = (migrations: MigrationOptions, released: URL): Promise<readonly string[]> =>
  onNewDatabase(async (database) => {
    await migrate(database, migrations)
    return findBreaks(readReleased(released), await describeSchema(database))
  })
