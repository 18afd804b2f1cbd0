import { openPostgres } from '@atalaia/database'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { until } from '@atalaia/database/testing/until'
import { killServers, newDataDir, runHere, startServer } from '../../testing/process.ts'
import { migrate } from '../base/store/store.ts'
import { leaksCommands } from './leaks-commands.ts'

afterAll(killServers)

const createOlder = async (sql: string) => {
  const url = await createTestDatabase()
  const database = await openPostgres(url)
  await migrate(database)
  await database.script(sql)
  await database.close()
  return url
}

const createLeaks = async (sql: string) => {
  const [url, dataDir] = [await createOlder(sql), newDataDir()]
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

// Rule: M-SCHEMA-27
test('the server waits on an older schema, and listens after the migration', async () => {
  const [DATABASE_URL, dataDir] = [await createOlder(OLDER), newDataDir()]
  const server = startServer(dataDir, { DATABASE_URL })
  await until('it says why', () => server.said.err.includes('leak-api: waits: the database'))
  expect((await runHere(leaksCommands, dataDir, { DATABASE_URL })('migrate')).code).toBe(0)
  expect(await server.listening).toMatchObject({ url: expect.any(String) })
  expect(await server.kill('SIGTERM')).toBe(0)
})

// Rule: M-SCHEMA-27
test('a server that waits ends on SIGTERM', async () => {
  const server = startServer(newDataDir(), { DATABASE_URL: await createOlder(OLDER) })
  await until('it says why', () => server.said.err.includes('leak-api: waits: the database'))
  expect(await server.kill('SIGTERM')).toBe(0)
  await expect(server.listening).rejects.toThrow('ended with 0')
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
