import { openPostgres } from '../src/postgres.ts'
import { migrate, type MigrationOptions } from '../src/migrate.ts'
import { compareLocks } from './compare-locks.ts'
import { describeSchema, findBreaks, readReleased } from './released-schema.ts'
import { createTestDatabase } from './test-database.ts'

/** The tests of a server's migrations. `released` is its file of what the last release rests on. */
export const testMigrations = (migrations: MigrationOptions, released: URL): void => {
  test('a plan names the locks that PostgreSQL takes, of every migration', async () => {
    const database = await openPostgres(await createTestDatabase())
    const compared = await compareLocks(database, migrations)
    await database.close()
    expect(compared.map(({ name, planned }) => ({ name, locks: planned }))).toEqual(
      compared.map(({ name, taken }) => ({ name, locks: taken })),
    )
  })

  test('the migrations leave what the statements of the last release rest on', async () => {
    const database = await openPostgres(await createTestDatabase())
    await migrate(database, migrations)
    const current = await describeSchema(database)
    await database.close()
    expect(findBreaks(readReleased(released), current)).toEqual([])
  })
}
