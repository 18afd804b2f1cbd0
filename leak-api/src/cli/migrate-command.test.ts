import { openPostgres } from '@atalaia/database'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { newDataDir, runHere } from '../../testing/process.ts'
import { migrate } from '../base/store/store.ts'
import { leaksCommands } from './leaks-commands.ts'

const createLeaks = async (sql: string) => {
  const url = await createTestDatabase()
  const database = await openPostgres(url)
  await migrate(database)
  await database.script(sql)
  await database.close()
  const dataDir = newDataDir()
  return (words: string, more: NodeJS.ProcessEnv = {}) =>
    runHere(leaksCommands, dataDir, { DATABASE_URL: url, ...more })(...words.split(' '))
}

const OLDER = `ALTER TABLE monitored_address DROP COLUMN case_sources, DROP COLUMN case_severities;
  DELETE FROM schema_migration WHERE name = '0070-judged-cases.sql'`

// Rule: M-SCHEMA-2, M-SCHEMA-4
test('on an older schema a command asks for a backup and names both ways, and the plan lists what is pending', async () => {
  const leaks = await createLeaks(OLDER)
  expect(await leaks('sources')).toEqual({
    code: 1,
    out: '',
    err:
      "leaks: the database's schema is older than this version (0070-judged-cases.sql to be applied): " +
      'make a backup, then run npm run leaks -- migrate, or start with MIGRATE=yes\n',
  })
  expect((await leaks('migrate --plan')).out).toContain(
    '0070-judged-cases.sql\n  monitored_address: reads and writes wait; each row is read or written (',
  )
  expect(await leaks('sources', { MIGRATE: 'yes' })).toMatchObject({ code: 0, out: 'No sources yet.\n' })
  expect(await leaks('sources')).toMatchObject({ code: 0 })
})

// Rule: M-SCHEMA-1
test('on a newer schema commands are refused with the migrations that this version does not have', async () => {
  const leaks = await createLeaks("INSERT INTO schema_migration (name) VALUES ('9999-of-tomorrow.sql')")
  const refused = {
    code: 1,
    err: expect.stringMatching(
      /^leaks: .* is newer than this version, which does not have 9999-of-tomorrow\.sql: .*\n$/,
    ),
  }
  expect(await leaks('sources')).toMatchObject(refused)
  expect(await leaks('migrate')).toMatchObject(refused)
})

// Rule: M-SCHEMA-3
test('an empty database is set up by the command, and a second call finds it up to date', async () => {
  const leaks = runHere(leaksCommands, newDataDir(), { DATABASE_URL: await createTestDatabase() })
  expect((await leaks('migrate')).out).toMatch(/^applied 0001-accounts\.sql\n[^]*The schema is up to date\.\n$/)
  expect((await leaks('migrate')).out).toBe('The schema is up to date.\n')
})
