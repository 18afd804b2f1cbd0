import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { migrate, openPostgres, sql } from '@atalaia/database'
import { findSchemaBreaks, findWrongPlans } from '@atalaia/database/testing/check-migrations'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { int, object } from 'zod/mini'
import { MIGRATIONS } from './store.ts'

// Rule: M-SCHEMA-4
test('a plan names the locks that PostgreSQL takes, of every migration', async () => {
  expect(await findWrongPlans(MIGRATIONS)).toEqual([])
})

// Rule: M-SCHEMA-6
test('the migrations leave what the statements of the last release rest on', async () => {
  expect(await findSchemaBreaks(MIGRATIONS, new URL('../../../../etc/leak-api.schema.txt', import.meta.url))).toEqual(
    [],
  )
})

test('the totals of before have the addresses of the list of a day', async () => {
  const folder = pathToFileURL(`${await mkdtemp(join(tmpdir(), 'migrations-'))}/`)
  await cp(MIGRATIONS.folder, folder, { recursive: true })
  for (const name of await readdir(folder)) if (name >= '0087' && name.endsWith('.sql')) await rm(new URL(name, folder))
  const database = await openPostgres(await createTestDatabase())
  try {
    await migrate(database, { folder })
    await database.execute(sql`INSERT INTO organisation (name, created_at) VALUES ('Acme', now()), ('Other', now())`)
    await database.execute(sql`INSERT INTO monitored_address (organisation_id, address, added_at, watched, leaks)
      SELECT organisation.id, 'p' || leaks || '@acme.com', now(), leaks <> 3, leaks
      FROM organisation CROSS JOIN generate_series(0, 3) AS leaks WHERE name = 'Acme' OR leaks = 0`)
    await migrate(database, MIGRATIONS)
    const listed = await database.query(
      object({ listed: int() }),
      sql`SELECT listed FROM organisation_total ORDER BY organisation_id`,
    )
    expect(listed.map((row) => row.listed)).toEqual([2, 0])
  } finally {
    await database.close()
    await rm(folder, { recursive: true })
  }
})
