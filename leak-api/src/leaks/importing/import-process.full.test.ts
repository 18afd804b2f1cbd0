import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loginAnswerSchema } from '@atalaia/contracts'
import { ADVISORY_LOCKS, type Database, sql } from '@atalaia/database'
import { until } from '@atalaia/database/testing/until'
import { openDatabase } from '@atalaia/server'
import { int, object } from 'zod/mini'
import { killServers, newDataDirWithDatabase, runHere, startLeaks, startServer } from '../../../testing/process.ts'
import { waiting } from '../../../testing/waiting.ts'
import { leaksCommands } from '../../cli/leaks-commands.ts'
import { MIGRATIONS } from '../../base/store/store.ts'

const openInstallation = async (lines: number) => {
  const dataDir = await newDataDirWithDatabase()
  const { database } = await openDatabase({
    databaseUrl: undefined,
    dataDir,
    server: 'leak-api',
    migrations: MIGRATIONS,
  })
  const file = join(dataDir, 'big.txt')
  writeFileSync(file, Array.from({ length: lines }, (_, at) => `p${at}@company${at % 9}.com:secret${at}`).join('\n'))
  return {
    database,
    words: ['import', file, '--source', 'big', '--json'],
    start: (words: readonly string[]) => startLeaks(dataDir, words),
    run: runHere(leaksCommands, dataDir),
    startServer: () => startServer(dataDir),
    killPostgres: () =>
      process.kill(Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL'),
  }
}

const linesWritten = async (database: Database) =>
  (
    await database.query(object({ lines: int() }), sql`SELECT coalesce(max(lines_read), 0)::int AS lines FROM import`)
  )[0]?.lines ?? 0

const betweenBatches = <Value>(database: Database, work: () => Promise<Value>): Promise<Value> =>
  database.transaction(async (held) => {
    await held.script('SET LOCAL idle_in_transaction_session_timeout = 0')
    await held.execute(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.credentialWrites})`)
    await until('a batch waits', async () => (await waiting(database)) === 1)
    return work()
  })

const monitor = async (url: string) => {
  const [username, password] = ['ana@acme.com', 'uma senha bem longa']
  const post = (path: string, body: object, token = '') =>
    fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
  await post('/auth/signup', { email: username, password })
  const login = await fetch(`${url}/api/login`, { method: 'POST', body: new URLSearchParams({ username, password }) })
  const token = loginAnswerSchema.parse(await login.json()).access_token ?? ''
  expect((await post('/emails', { email: 'p9@company0.com' }, token)).status).toBe(201)
  return async (at: string): Promise<unknown> => {
    const answer = await fetch(`${at}/api/emails`, { headers: { authorization: `Bearer ${token}` } })
    return (await answer.json())[0].numero_vazamentos
  }
}

afterEach(killServers)

const LINES = 301_000

// Rule: M-IMPORT-6, M-IMPORT-7
test('a command imports while the API runs; killed in the middle it loses nothing, the next start renews numbers, and the same import finishes it', async () => {
  const { database, words, start, run, startServer: serve } = await openInstallation(LINES)
  const server = serve()
  const { url } = await server.listening
  const leaksAt = await monitor(url)
  const killed = start(words)
  await until('a batch is written', async () => (await linesWritten(database)) > 0)
  const written = await betweenBatches(database, async () => {
    expect(await leaksAt(url)).toBe(0)
    expect(await run(...words)).toMatchObject({ code: 1, err: expect.stringContaining('another import is running') })
    killed.kill('SIGKILL')
    expect(await killed.ended()).toBe('SIGKILL')
    return linesWritten(database)
  })
  expect(written).toBeLessThan(LINES)
  expect(await server.kill('SIGTERM')).toBe(0)
  const next = serve()
  const { url: nextUrl } = await next.listening
  await until('the numbers are renewed', async () => (await leaksAt(nextUrl)) === 1)

  const again = JSON.parse((await run(...words)).out)
  expect(again).toMatchObject({ read: LINES, rejected: 0 })
  // The batch that waited may have been written after its process was gone.
  expect(again.known).toBeGreaterThanOrEqual(written)
  expect((await run('sources')).out).toMatch(/big +2 +301,000 /)
  expect(await next.kill('SIGTERM')).toBe(0)
  await database.close()
})

// Rule: M-IMPORT-7
test('a command that is asked to stop writes its batch and ends; asked again, it ends at once', async () => {
  const { database, words, start, run } = await openInstallation(101_000)
  const stopped = start(words)
  await betweenBatches(database, async () => stopped.kill('SIGTERM'))
  expect(await stopped.ended()).toBe(130)
  expect(stopped.said.err).toMatch(/interrupted; 100,000 lines were written and stay; run the same import again/)

  const impatient = start(words)
  let code: unknown
  void impatient.ended().then((ended) => (code = ended))
  await betweenBatches(database, () =>
    until('it ends', () => {
      impatient.kill('SIGINT')
      return code === 130
    }),
  )
  expect(JSON.parse((await run(...words)).out)).toMatchObject({ read: 101_000 })
  expect((await run('sources')).out).toMatch(/big +3 +101,000 /)
  await database.close()
})

// Rule: M-DB-2, M-IMPORT-7, M-IMPORT-12
test('PostgreSQL that is killed in the middle of an import, and of an undo, is up again; run again, both finish with exact counts', async () => {
  const { database, words, start, run, startServer: serve, killPostgres } = await openInstallation(LINES)
  const server = serve()
  const { url } = await server.listening
  const ready = async () => (await fetch(`${url}/healthz`)).ok
  const cut = start(words)
  await until('a batch is written', async () => (await linesWritten(database)) > 0)
  killPostgres()
  expect(await cut.ended()).toBe(1)
  expect(cut.said.err).toMatch(/the database went away .* lines were written and stay; run the same import again/)
  await until('the API is ready', ready)
  expect(JSON.parse((await run(...words)).out)).toMatchObject({ read: LINES, rejected: 0 })

  const undone = start(['sources', 'remove', 'big', '--yes'])
  await until('an undo has begun', async () => {
    return (
      ((
        await database.query(
          object({ lines: int() }),
          sql`SELECT count(*)::int AS lines FROM pg_stat_activity WHERE query ILIKE '%credential%' AND state = 'active'`,
        )
      )[0]?.lines ?? 0) > 1
    )
  })
  killPostgres()
  await undone.ended()
  await until('the API is ready', ready)
  expect((await run('sources', 'remove', 'big', '--yes')).code).toBe(0)
  expect(await database.query(object({ rows: int() }), sql`SELECT count(*)::int AS rows FROM credential`)).toEqual([
    { rows: 0 },
  ])
  await server.kill('SIGTERM')
  await database.close()
})
