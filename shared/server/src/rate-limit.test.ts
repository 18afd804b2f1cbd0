import { openPostgres, type Database, sql } from '@atalaia/database'
import { createFaultyLink } from '@atalaia/database/testing/faulty-link'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { until } from '@atalaia/database/testing/until'
import { object, string } from 'zod/mini'
import { fakeClocks } from '../testing/fake-clocks.ts'
import { createRateLimits, type RateLimits } from './rate-limit.ts'

const MINUTE_MS = 60_000
const rules = { name: 'login', free: 3, firstDelayMs: 2000, maxDelayMs: 5000, forgetMs: 10 * MINUTE_MS }

const useClock = () => {
  fakeClocks('2026-11-21T15:00:00Z')
  return (ms: number) => jest.advanceTimersByTime(ms)
}

const ok = { ok: true }
const refused = (retryAfterMs: number) => ({ ok: false, retryAfterMs })

describe.each(['memory', 'PostgreSQL'])('in %s', (kind) => {
  let database: Database | undefined
  let failures: unknown[] = []

  // Of each test its own: an earlier one, whose clock is ahead, may still remove rows that are no longer valid to it.
  beforeEach(async () => {
    failures = []
    if (kind === 'PostgreSQL') database = await openPostgres(await createTestDatabase())
  })
  afterEach(async () => {
    jest.useRealTimers()
    await database?.close()
    if (failures.length > 0) throw new Error('PostgreSQL did not count', { cause: failures[0] })
  })

  const create = (): RateLimits =>
    createRateLimits({ service: 'test', database, onStoreFailure: (error) => void failures.push(error) })

  test('a window allows so many for each key, says how long to wait, and begins anew', async () => {
    const advance = useClock()
    const limit = create().window({ name: 'calls', points: 2, windowMs: MINUTE_MS })
    expect([await limit.consume('a'), await limit.peek('a'), await limit.consume('a')]).toEqual([ok, ok, ok])
    advance(20_000)
    expect([await limit.peek('a'), await limit.consume('a')]).toEqual([refused(40_000), refused(40_000)])
    expect(await limit.consume('b')).toEqual(ok)
    advance(40_000)
    expect([await limit.peek('a'), await limit.consume('a')]).toEqual([ok, ok])
    await limit.takeBack('a')
    expect([await limit.consume('a'), await limit.consume('a'), await limit.peek('a')]).toEqual([
      ok,
      ok,
      refused(60_000),
    ])
  })

  // Threat: T-ACCOUNT-7
  test('a system’s clock that is set, ahead or back, neither ends a wait nor prolongs one', async () => {
    const advance = useClock()
    const limits = create()
    const limit = limits.window({ name: 'calls', points: 1, windowMs: MINUTE_MS })
    const delay = limits.growingDelay({ ...rules, free: 1 })
    await limit.consume('a')
    await delay.begin('a')
    for (const minutes of [50, -100, 50]) {
      jest.setSystemTime(Date.now() + minutes * MINUTE_MS)
      expect([await limit.consume('a'), await delay.begin('a')]).toEqual([refused(MINUTE_MS), refused(2000)])
    }
    jest.setSystemTime(Date.now() - 50 * MINUTE_MS)
    advance(MINUTE_MS)
    expect([await limit.consume('a'), await delay.begin('a')]).toEqual([ok, ok])
  })

  test('the delay grows with each attempt up to its limit, and refused attempts do not count', async () => {
    const advance = useClock()
    const { begin } = create().growingDelay(rules)
    expect([await begin('a'), await begin('a'), await begin('a')]).toEqual([ok, ok, ok])
    for (const delay of [2000, 4000, 5000, 5000]) {
      expect(await begin('a')).toEqual(refused(delay))
      advance(delay - 1)
      expect(await begin('a')).toEqual(refused(1))
      advance(1)
      expect(await begin('a')).toEqual(ok)
    }
    expect(await begin('b')).toEqual(ok)
  })

  test('attempts are forgotten some time after the last one that had to wait', async () => {
    const advance = useClock()
    const { begin } = create().growingDelay(rules)
    for (let attempt = 0; attempt < 3; attempt++) await begin('a')
    advance(9 * MINUTE_MS)
    expect(await begin('a')).toEqual(ok)
    advance(9 * MINUTE_MS)
    expect([await begin('a'), await begin('a')]).toEqual([ok, refused(5000)])
    advance(10 * MINUTE_MS)
    expect([await begin('a'), await begin('a'), await begin('a')]).toEqual([ok, ok, ok])
  })

  test('attempts at the same time cannot slip by together', async () => {
    useClock()
    const { begin } = create().growingDelay(rules)
    for (const key of Array.from({ length: 30 }, (_, index) => String(index))) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => begin(key)))
      expect(answers.filter((answer) => answer.ok)).toHaveLength(rules.free)
    }
  })

  test('a success takes back its own attempt alone, or all of them', async () => {
    useClock()
    const { begin, takeBack, forget } = create().growingDelay(rules)
    for (let attempt = 0; attempt < 3; attempt++) await begin('a')
    await takeBack('a')
    expect([await begin('a'), await begin('a')]).toEqual([ok, refused(2000)])
    await forget('a')
    expect([await begin('a'), await begin('a'), await begin('a')]).toEqual([ok, ok, ok])
  })
})

const windowOn = (database: Database, service = 'leak-api') =>
  createRateLimits({ service, database }).window({ name: 'calls', points: 2, windowMs: MINUTE_MS })

describe('between processes', () => {
  let first: Database
  let second: Database

  beforeAll(async () => {
    const url = await createTestDatabase()
    first = await openPostgres(url)
    second = await openPostgres(url)
  })
  afterEach(() => jest.useRealTimers())
  afterAll(() => Promise.all([first.close(), second.close()]))

  test('counts hold across processes of one service, and are another service’s own', async () => {
    const limits = [windowOn(first), windowOn(second)]
    const answers = await Promise.all([...limits, ...limits].map((limit) => limit.consume('ana@acme.com')))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(2)
    expect(await windowOn(first, 'gateway').consume('ana@acme.com')).toEqual(ok)
    const rows = await first.query(object({ key: string() }), sql`SELECT key FROM rate_limit`)
    expect(rows.map(({ key }) => key).join(' ')).not.toContain('acme')
    expect(rows).toHaveLength(2)
  })

  // Threat: T-ACCOUNT-7
  test('a process whose system’s clock is wrong counts with the others', async () => {
    useClock()
    await windowOn(first).consume('bia@acme.com')
    await windowOn(first).consume('bia@acme.com')
    jest.setSystemTime(Date.now() + 50 * MINUTE_MS)
    expect(await windowOn(second).peek('bia@acme.com')).toEqual({ ok: false, retryAfterMs: expect.any(Number) })
  })
})

test('when PostgreSQL is away, counts go on in memory, and the failure is told', async () => {
  const database = await openPostgres(await createTestDatabase())
  const failures: unknown[] = []
  const limits = createRateLimits({ service: 'test', database, onStoreFailure: (error) => void failures.push(error) })
  const limit = limits.window({ name: 'calls', points: 1, windowMs: MINUTE_MS })
  await database.close()
  expect([await limit.consume('a'), (await limit.consume('a')).ok]).toEqual([ok, false])
  expect(failures).toHaveLength(2)
})

// Threat: T-DB-3
test('when PostgreSQL is silent, one count waits for it, the others go on in memory, and later it counts again', async () => {
  const link = await createFaultyLink(await createTestDatabase())
  const database = await openPostgres(link.url)
  const failures: unknown[] = []
  const limits = createRateLimits({ service: 'test', database, onStoreFailure: (error) => void failures.push(error) })
  const limit = limits.window({ name: 'calls', points: 1, windowMs: MINUTE_MS })
  expect(await limit.consume('a')).toEqual(ok)
  link.blackHole()
  const key = () => limit.consume(String(Math.random()))
  expect([await limit.consume('b'), (await limit.consume('b')).ok]).toEqual([ok, false])
  await Promise.all(Array.from({ length: 100 }, key))
  expect(failures).toHaveLength(1)
  await link.pass()
  await until('PostgreSQL counts again', async () => {
    await key()
    const rows = await database.query(object({ key: string() }), sql`SELECT key FROM rate_limit`)
    return rows.length > 1
  })
  await database.close()
  await link.close()
})

test('memory keeps the keys that were used last, and no more than its limit', async () => {
  const limit = createRateLimits({ service: 'test' }).window({ name: 'calls', points: 1, windowMs: MINUTE_MS })
  await limit.consume('first')
  for (let key = 0; key < 19_999; key++) await limit.consume(String(key))
  expect((await limit.consume('first')).ok).toBe(false)
  await limit.consume('one more')
  expect((await limit.consume('first')).ok).toBe(false)
  expect((await limit.consume('0')).ok).toBe(true)
})
