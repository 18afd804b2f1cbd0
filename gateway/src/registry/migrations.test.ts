import { openPostgres } from '@atalaia/database'
import { compareLocks } from '@atalaia/database/testing/compare-locks'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { MIGRATIONS } from './registry.ts'

// Rule: M-SCHEMA-4
test('a plan names the locks that PostgreSQL takes, of every migration', async () => {
  const database = await openPostgres(await createTestDatabase())
  const compared = await compareLocks(database, MIGRATIONS)
  await database.close()
  expect(compared.map(({ name, planned }) => ({ name, locks: planned }))).toEqual(
    compared.map(({ name, taken }) => ({ name, locks: taken })),
  )
})
