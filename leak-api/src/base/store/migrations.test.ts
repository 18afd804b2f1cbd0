import { migrate, openPostgres } from '@atalaia/database'
import { compareLocks } from '@atalaia/database/testing/compare-locks'
import { describeSchema, findBreaks, readReleased } from '@atalaia/database/testing/released-schema'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { MIGRATIONS } from './store.ts'

// Rule: M-SCHEMA-4
test('a plan names the locks that PostgreSQL takes, of every migration', async () => {
  const database = await openPostgres(await createTestDatabase())
  const compared = await compareLocks(database, MIGRATIONS)
  await database.close()
  expect(compared.map(({ name, planned }) => ({ name, locks: planned }))).toEqual(
    compared.map(({ name, taken }) => ({ name, locks: taken })),
  )
})

// Rule: M-SCHEMA-6
test('the migrations leave what the statements of the last release rest on', async () => {
  const database = await openPostgres(await createTestDatabase())
  await migrate(database, MIGRATIONS)
  const current = await describeSchema(database)
  await database.close()
  expect(findBreaks(readReleased(new URL('../../../../etc/leak-api.schema.txt', import.meta.url)), current)).toEqual([])
})
