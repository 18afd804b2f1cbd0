import { openPostgres } from '@atalaia/database'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { runRemotes } from './run-remotes.ts'

const createRemotes = (databaseUrl: string) => {
  const root = mkdtempSync(`${tmpdir()}/gateway-`)
  return async (...args: readonly string[]) => {
    const said = { out: '', err: '' }
    const code = await runRemotes({
      args,
      env: { DATABASE_URL: databaseUrl },
      root,
      out: (text) => (said.out += text),
      err: (text) => (said.err += text),
    })
    return { code, ...said }
  }
}

// Rule: M-INSTALLATION-1, M-SCHEMA-2, M-SCHEMA-3, M-SCHEMA-4
test('an older schema is migrated by its command alone: checks report it, and other commands refuse', async () => {
  const url = await createTestDatabase()
  const remotes = createRemotes(url)
  expect((await remotes('migrate')).out).toMatch(/^applied 001-versions\.sql\n[^]*The schema is up to date\.\n$/)
  const database = await openPostgres(url)
  await database.script("DELETE FROM gateway.schema_migration WHERE name = '011-shells.sql'")
  await database.close()
  expect(await remotes('status')).toMatchObject({
    code: 1,
    err: expect.stringContaining('run npm run remotes -- migrate, or start with MIGRATE=yes'),
  })
  expect(await remotes('installation')).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /fail {2}schema +\S+, 1 to apply\n +Make a backup, then run npm run remotes -- migrate\./,
    ),
  })
  expect((await remotes('migrate', '--plan')).out).toContain(
    '011-shells.sql\n  gateway.artifact: reads and writes wait; no row is touched (few rows',
  )
})
