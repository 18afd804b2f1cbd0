import { openPostgres, type Database, sql, type Sql } from '@atalaia/database'
import { createFaultyLink, type FaultyLink } from '@atalaia/database/testing/faulty-link'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { until } from '@atalaia/database/testing/until'
import { int, object, string } from 'zod/mini'
import { createBuild } from '../../testing/archives.ts'
import { bearer, createPublished, order, publishBuild, versionIn } from '../../testing/published.ts'
import { createMoves } from '../registry/moves.ts'
import { createVerdicts } from '../registry/verdicts.ts'

const NAME = 'mfe-novo'
const NOTICE_MS = 10_000
const nobodyAround = { workspace: async () => [], ownShell: async () => undefined }
const countRow = object({ count: int() })

type Stage = Awaited<ReturnType<typeof createPublished>>
let direct: Database
let link: FaultyLink
let stage: Stage
let token: string

beforeEach(async () => {
  const url = await createTestDatabase()
  direct = await openPostgres(url)
  link = await createFaultyLink(url)
  stage = await createPublished({ database: await openPostgres(link.url), listenTo: link.url })
  token = await stage.tokenOf(NAME)
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await publishBuild(stage.app, token, createBuild(NAME, version))
  for (const version of ['1.0.0', '1.1.0']) await order(stage.app, token, `${NAME}/promote`, { version })
})
afterEach(async () => {
  await link.pass()
  await stage.close()
  await direct.close()
  await link.close()
})

const page = async () => {
  const answer = await stage.app.inject('/login')
  expect(answer.statusCode).toBe(200)
  return versionIn(answer.body, NAME)
}
const health = async () => {
  const answer = await stage.app.inject('/healthz')
  return { status: answer.statusCode, database: answer.json().database }
}
const count = async (from: Sql) =>
  (await direct.query(countRow, sql`SELECT count(*)::int AS count FROM ${from}`))[0]?.count ?? 0
const moves = () => count(sql`gateway.move`)
const busy = sql`pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
  AND backend_type = 'client backend' AND state <> 'idle'`
const untilNothingRuns = () => until('nothing runs at the server', async () => (await count(busy)) === 0)

const callers = () => new Promise<number>((resolve) => stage.app.server.getConnections((_error, open) => resolve(open)))

const asOtherGateway = { remote: NAME, channel: 'stable', who: 'another gateway', why: null }
const movesOn = (database: Database, around = nobodyAround) =>
  createMoves({
    database,
    around,
    faults: async () => [],
    verdicts: createVerdicts(database, 'off'),
    refresh: async () => undefined,
  })
const rollBackElsewhere = () => movesOn(direct).rollback(asOtherGateway)
const promoteElsewhere = (version: string) =>
  movesOn(direct).promote({ ...asOtherGateway, version, percent: 100, force: true })

// Threat: T-DB-7
// Rule: M-FAIL-19, M-FAIL-20
test('a gateway whose connections go silent says so within 10 s, serves what it knows, and catches up afterwards', async () => {
  expect(await health()).toEqual({ status: 200, database: 'ready' })
  link.blackHole()
  await rollBackElsewhere()
  await until('the health tells it', async () => (await health()).status === 503, NOTICE_MS)
  expect(await page()).toBe('1.1.0')
  expect((await stage.app.inject('/readyz')).statusCode).toBe(200)
  const [, age] = /^atalaia_channels_age_seconds (\S+)/m.exec((await stage.app.inject('/-/metrics')).body) ?? []
  expect(Number(age)).toBeGreaterThan(1)
  await link.pass()
  await until('the page has what was rolled back', async () => (await page()) === '1.0.0', NOTICE_MS)
  expect(await health()).toEqual({ status: 200, database: 'ready' })
})

// Threat: T-DB-7
test('a gateway whose old connections are dead after a failover finds new ones by itself', async () => {
  link.strand()
  await rollBackElsewhere()
  await until('the page has what was rolled back', async () => (await page()) === '1.0.0', NOTICE_MS)
  await until('the health is well', async () => (await health()).status === 200, NOTICE_MS)
  expect(await page()).toBe('1.0.0')
})

// Threat: T-DB-7
test('a notice is heard again after the connection that brings notices has died', async () => {
  const [{ time } = { time: '' }] = await direct.query(object({ time: string() }), sql`SELECT now()::text AS time`)
  link.strand()
  const listening = sql`pg_stat_activity WHERE datname = current_database() AND query ILIKE 'LISTEN%' AND backend_start > ${time}`
  await until('the gateway listens anew', async () => (await count(listening)) > 0)
  await until('the gateway is well again', async () => (await health()).status === 200)
  await promoteElsewhere('1.2.0')
  await until('the page has the version', async () => (await page()) === '1.2.0', NOTICE_MS)
  expect(await health()).toEqual({ status: 200, database: 'ready' })
})

// Threat: T-DB-7
// Rule: M-FAIL-19
test('a version that was promoted just before the database went away is served, though nobody had asked for it', async () => {
  const { revision } = stage.registry.live.current()
  await promoteElsewhere('1.2.0')
  await until('the gateway knows', () => stage.registry.live.current().revision > revision)
  await link.refuse()
  expect(await page()).toBe('1.2.0')
  const { artifact } = createBuild(NAME, '1.2.0').descriptor
  expect((await stage.app.inject(`/remotes/${NAME}/1.2.0/${artifact.entry}`)).statusCode).toBe(200)
  expect((await stage.app.inject(`/remotes/${NAME}/9.9.9/${artifact.entry}`)).statusCode).toBe(503)
})

// Threat: T-DB-4
// Rule: M-CHANNEL-8
test('an order in the silence whose sender gives up is not carried out when the silence ends', async () => {
  const url = await stage.app.listen({ port: 0, host: '127.0.0.1' })
  const before = await moves()
  link.blackHole()
  const sent = fetch(`${url}/-/remotes/${NAME}/promote`, {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body: JSON.stringify({ version: '1.2.0' }),
    signal: AbortSignal.timeout(1000),
  })
  await expect(sent).rejects.toThrow('timeout')
  await link.pass()
  await until('the gateway is well again', async () => (await health()).status === 200)
  await untilNothingRuns()
  expect([await moves(), await page()]).toEqual([before, '1.1.0'])
})

// Threat: T-DB-4
// Rule: M-CHANNEL-8
test('an order that waits its turn is not carried out when its sender has given up by then', async () => {
  const url = await stage.app.listen({ port: 0, host: '127.0.0.1' })
  const before = await moves()
  await direct.transaction(async (other) => {
    await other.execute(sql`UPDATE gateway.revision SET value = value`)
    const over = new AbortController()
    const sent = fetch(`${url}/-/remotes/${NAME}/rollback`, {
      method: 'POST',
      headers: { ...bearer(token), 'content-type': 'application/json' },
      body: '{}',
      signal: over.signal,
    })
    await until('the order waits', async () => (await count(sql`${busy} AND wait_event_type = 'Lock'`)) > 0)
    over.abort()
    await expect(sent).rejects.toThrow('abort')
    await until('the gateway has no caller', async () => (await callers()) === 0)
  })
  await untilNothingRuns()
  expect([await moves(), await page()]).toEqual([before, '1.1.0'])
})

// Threat: T-DB-4
// Rule: M-CHANNEL-8
test('an order whose sender gives up in the middle of it, in a silence, is not carried out', async () => {
  const before = await moves()
  const silence = { ...nobodyAround, workspace: async () => (link.blackHole(), []) }
  const caller = new AbortController()
  const promotion = { ...asOtherGateway, version: '1.2.0', percent: 100, force: true, signal: caller.signal }
  const ordered = movesOn(stage.database, silence).promote(promotion)
  caller.abort()
  await expect(ordered).rejects.toMatchObject({ outcome: 'none' })
  await link.pass()
  await untilNothingRuns()
  expect(await moves()).toBe(before)
})

// Threat: T-DB-1, T-DB-5
test('connections ended in the middle of a promotion: it is answered with 503 and changes nothing, the next one works', async () => {
  const before = await moves()
  await direct.transaction(async (other) => {
    await other.execute(sql`UPDATE gateway.revision SET value = value`)
    const sent = order(stage.app, token, `${NAME}/promote`, { version: '1.2.0' })
    await until('the order waits', async () => (await count(sql`${busy} AND wait_event_type = 'Lock'`)) > 0)
    await other.execute(sql`SELECT pg_terminate_backend(pid) FROM ${busy} AND wait_event_type = 'Lock'`)
    const answer = await sent
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(answer.json()).toMatchObject({ message: expect.stringContaining('nothing was changed') })
  })
  expect(await moves()).toBe(before)
  expect((await order(stage.app, token, `${NAME}/promote`, { version: '1.2.0' })).statusCode).toBe(200)
  expect([await moves(), await page()]).toEqual([before + 1, '1.2.0'])
})
