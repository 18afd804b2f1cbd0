import { openPostgres, type Database, sql, type Sql } from '@atalaia/database'
import { createFaultyLink, type FaultyLink } from '@atalaia/database/testing/faulty-link'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { until } from '@atalaia/database/testing/until'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { int, object } from 'zod/mini'
import { killServers, newDataDir, runHere, startServer } from '../../testing/process.ts'
import { leaksCommands } from '../cli/leaks-commands.ts'

const PASSWORD = 'uma senha bem longa'
const countRow = object({ count: int() })

let direct: Database
let link: FaultyLink

beforeEach(async () => {
  const url = await createTestDatabase()
  direct = await openPostgres(url)
  link = await createFaultyLink(url)
})
afterEach(async () => {
  killServers()
  await direct.close()
  await link.close()
})

const others = sql`FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
  AND backend_type = 'client backend'`
const count = async (from: Sql) =>
  (await direct.query(countRow, sql`SELECT count(*)::int AS count ${from}`))[0]?.count ?? 0

const hold = async (change: string, when = 'true') => {
  await direct.script(`CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep(60); RETURN NEW; END $$;
    CREATE TRIGGER hold BEFORE ${change} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION hold()`)
  return () => direct.script('DROP FUNCTION hold CASCADE')
}
const endConnectionsInside = async () => {
  await until('a change is in the middle', async () => (await count(sql`${others} AND wait_event = 'PgSleep'`)) > 0)
  await direct.execute(sql`SELECT pg_terminate_backend(pid) ${others}`)
}

const start = async () => {
  const server = startServer(newDataDir(), { DATABASE_URL: link.url })
  const { url } = await server.listening
  const signUp = (email: string) =>
    fetch(`${url}/api/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
  const statusOf = async (path: string) => (await fetch(url + path)).status
  return { server, signUp, statusOf, health: () => fetch(`${url}/healthz`) }
}

// Threat: T-DB-1, T-DB-5
test('connections ended in the middle of a request: it is answered with 503, and the next one works', async () => {
  const { server, signUp, health } = await start()
  expect((await signUp('before@acme.com')).status).toBe(201)
  const letGo = await hold('INSERT ON account')
  const cut = signUp('cut@acme.com')
  await endConnectionsInside()
  const answer = await cut
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await answer.text()).toBe('O serviço está indisponível por instantes. Tente de novo em alguns segundos.')
  await letGo()
  expect((await signUp('cut@acme.com')).status).toBe(201)
  expect((await health()).status).toBe(200)
  expect(server.said.err).toBe('')
  expect(await server.kill('SIGTERM')).toBe(0)
})

// Threat: T-DB-3, T-DB-5
// Rule: M-HEALTH-1, M-HEALTH-2
test('while the database is out of reach every call is answered in time, and works when it is back', async () => {
  const { server, signUp, statusOf, health } = await start()
  await link.refuse()
  await until('the health tells it', async () => (await health()).status === 503)
  expect((await signUp('refused@acme.com')).status).toBe(503)
  expect([await statusOf('/livez'), await statusOf('/readyz')]).toEqual([200, 200])
  await link.pass()
  link.blackHole()
  link.cut()
  expect((await health()).status).toBe(503)
  expect((await signUp('silent@acme.com')).status).toBe(503)
  await link.pass()
  await until('the health tells it', async () => (await health()).status === 200)
  expect((await signUp('silent@acme.com')).status).toBe(201)
  expect(await server.kill('SIGTERM')).toBe(0)
})

const LINES = 120_000

// Threat: T-DB-6
// Rule: M-NUM-13
test('connections ended in the middle of an import end it with one line, and running it again finishes it', async () => {
  const dataDir = newDataDir()
  const file = join(dataDir, 'big.txt')
  writeFileSync(
    file,
    Array.from({ length: LINES }, (_, at) => `person${at}@company${at % 9}.com:secret${at}`).join('\n'),
  )
  const run = runHere(leaksCommands, dataDir, { DATABASE_URL: link.url })
  expect((await run('sources')).code).toBe(0)
  const letGo = await hold('UPDATE OF lines_read ON import', 'OLD.lines_read > 0')
  const running = run('import', file, '--source', 'big')
  await endConnectionsInside()
  const cut = await running
  expect(cut.code).toBe(1)
  expect(cut.err.trim().split('\n').at(-1)).toMatch(
    /^leaks: big\.txt: the database went away \(.+\); 100,\d{3} lines were written and stay; run the same import again to finish it$/,
  )
  expect(cut.err).not.toMatch(/\n\s+at /)
  await letGo()
  const again = await run('import', file, '--source', 'big')
  // Progress is told by time: a slow machine has lines of it.
  expect([again.code, again.err]).toEqual([0, expect.not.stringContaining('leaks:')])
  expect(again.out).toMatch(/lines read +120,000\n/)
  expect(await count(sql`FROM leak`)).toBe(LINES)
})
