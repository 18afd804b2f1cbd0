import { compile, migrate, openPostgres, type Database } from '@atalaia/database'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { until } from '@atalaia/database/testing/until'
import { createBuild } from '../../testing/archives.ts'
import { createLiveState, pickVersion } from './live-state.ts'
import { insertArtifact, markPruned } from './repository/artifacts-repository.ts'
import { advanceRevision, recordMove } from './repository/channels-repository.ts'
import { changeGrant } from './repository/channels-repository.ts'
import { MIGRATIONS } from './registry.ts'

const NEVER = 1_000_000_000

const NAME = 'mfe-novo'
const atOnce = async () => {}

let database: Database
beforeAll(async () => {
  database = await openPostgres(await createTestDatabase())
  await migrate(database, MIGRATIONS)
})
beforeEach(() => database.script('TRUNCATE gateway.artifact, gateway.move, gateway.channel, gateway.granted CASCADE'))
afterAll(() => database.close())

// Threat: T-DB-7
// Rule: M-FAIL-20
test('the channels are stale once no look at them has ended for 8 s, and ready with the next one', async () => {
  let now = 0
  let silent: (() => void) | undefined
  const held = {
    ...database,
    within: (limitMs: number) => {
      const look = database.within(limitMs)
      const query: typeof look.query = async (...given) => {
        if (silence) await silence
        return look.query(...given)
      }
      return { ...look, query }
    },
  }
  let silence: Promise<void> | undefined
  const live = await createLiveState({ database: held, pollMs: NEVER, onFailure: () => undefined, now: () => now })
  now = 8000
  expect([live.ageMs(), live.health()]).toEqual([8000, 'ready'])
  silence = new Promise((resolve) => (silent = resolve))
  const looking = live.refresh()
  now = 8001
  expect(live.health()).toBe('stale')
  silence = undefined
  silent?.()
  await looking
  await live.refresh()
  expect([live.ageMs(), live.health()]).toEqual([0, 'ready'])
  await live.close()
})

const follow = async (pollMs = NEVER) => {
  const seen: string[] = []
  const failures: unknown[] = []
  let before: (sql: string) => Promise<void> = atOnce
  const watched: Database = {
    ...database,
    within: (limitMs) => {
      const look = database.within(limitMs)
      const query: typeof look.query = async (row, statement) => {
        const { sql } = compile(statement)
        seen.push(sql)
        await before(sql)
        return look.query(row, statement)
      }
      return { ...look, query }
    },
  }
  const onFailure = (error: unknown) => failures.push(error)
  const live = await createLiveState({ database: watched, pollMs, onFailure, now: () => 0 })
  return {
    live,
    failures,
    looks: async (work: () => Promise<unknown>) => {
      const count = seen.length
      await work()
      return seen.length - count
    },
    beforeLook: (wanted: typeof before) => (before = wanted),
    publish: (version: string) =>
      insertArtifact(database, { descriptor: createBuild(NAME, version).descriptor, digest: version, who: 'ci' }),
    promote: (version: string, candidate: string | null = null) =>
      database.transaction(async (tx) => {
        await advanceRevision(tx)
        const kept = {
          remote: NAME,
          channel: 'stable',
          who: 'ana',
          why: null,
          overruled: [],
          previous: null,
          audience: null,
          approvedBy: null,
        }
        await recordMove(tx, {
          ...kept,
          action: 'promote',
          version,
          candidate,
          percent: candidate === null ? null : 10,
        })
      }),
    close: () => live.close(),
  }
}

test('the state is the same object until something changes, and then has all of it', async () => {
  const { live, promote, looks, close } = await follow()
  const first = live.current()
  expect(first).toEqual({ revision: first.revision, pointers: [], granted: [], owned: [], fallbacks: new Map() })
  expect(await looks(() => live.refresh())).toBe(1)
  expect(live.current()).toBe(first)
  await promote('1.0.0')
  await changeGrant(database, { remote: NAME, act: 'granted', subject: 'token', who: 'operator', why: null })
  expect(live.current()).toBe(first)
  await live.refresh()
  expect(live.current()).toMatchObject({
    revision: first.revision + 1,
    pointers: [{ remote: NAME, channel: 'stable', version: '1.0.0' }],
    granted: [{ remote: NAME, grant: 'token' }],
  })
  await close()
})

test('a change is seen by itself at the next look', async () => {
  const { live, promote, close } = await follow(10)
  await promote('1.0.0')
  await until('it is seen', () => live.current().pointers.length === 1)
  expect(live.current().pointers).toMatchObject([{ version: '1.0.0' }])
  await close()
})

test('the versions that channels point to are read with them, others once when they are asked for', async () => {
  const { live, publish, promote, looks, close } = await follow()
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await publish(version)
  await promote('1.0.0', '1.1.0')
  await live.refresh()
  const ask = (version: string) =>
    looks(async () => expect(await live.artifact(NAME, version)).toMatchObject({ version }))
  expect([await ask('1.0.0'), await ask('1.1.0'), await ask('1.2.0'), await ask('1.2.0')]).toEqual([0, 0, 1, 0])
  await close()
})

test('a version that is forgotten is read again', async () => {
  const { live, publish, close } = await follow()
  await publish('1.0.0')
  const prunedAt = async () => (await live.artifact(NAME, '1.0.0'))?.prunedAt
  expect(await prunedAt()).toBeNull()
  await markPruned(database, NAME, '1.0.0')
  expect(await prunedAt()).toBeNull()
  live.forget(NAME, '1.0.0')
  expect(await prunedAt()).toEqual(expect.any(String))
  await close()
})

test('a version that was never published is asked for once until something changes', async () => {
  const { live, publish, promote, looks, close } = await follow()
  const ask = () => looks(async () => expect(await live.artifact(NAME, '1.0.0')).toBeUndefined())
  expect([await ask(), await ask()]).toEqual([1, 0])
  await publish('1.0.0')
  expect(await ask()).toBe(0)
  await promote('1.0.0')
  await live.refresh()
  expect(await live.artifact(NAME, '1.0.0')).toMatchObject({ version: '1.0.0' })
  await close()
})

test('of invented versions a thousand are remembered', async () => {
  const { live, looks, close } = await follow()
  const ask = (number: number) => looks(() => live.artifact(NAME, `0.0.${number}`))
  for (let number = 0; number < 1001; number++) await ask(number)
  expect([await ask(0), await ask(999), await ask(1000)]).toEqual([0, 0, 1])
  await close()
})

// Rule: M-FAIL-20
test('the health is ready with the look that succeeds, while another one that was asked for meanwhile goes on', async () => {
  const { live, promote, beforeLook, close } = await follow()
  await promote('1.0.0')
  beforeLook(() => Promise.reject(new Error('the line went dead')))
  await live.refresh()
  let [looks, letGo] = [0, () => {}]
  const second = new Promise<void>((resolve) => (letGo = resolve))
  const begun = new Promise<void>((resolve) => {
    beforeLook(async (sql) => {
      if (!sql.includes('FROM gateway.revision')) return
      looks += 1
      await atOnce()
      if (looks === 1) void live.refresh()
      else {
        resolve()
        await second
      }
    })
  })
  const looking = live.refresh()
  await begun
  expect([live.health(), live.current().pointers.length]).toEqual(['ready', 1])
  letGo()
  await looking
  await close()
})

// Rule: M-FAIL-20
test('a look that fails leaves the state, is reported once until a look succeeds, and makes the health down', async () => {
  const { live, promote, failures, beforeLook, close } = await follow()
  const first = live.current()
  await promote('1.0.0')
  const broken = new Error('the line went dead')
  beforeLook(() => Promise.reject(broken))
  await live.refresh()
  await live.refresh()
  expect(failures).toEqual([broken])
  expect([live.health(), live.current()]).toEqual(['down', first])
  beforeLook(atOnce)
  await live.refresh()
  expect([live.health(), live.current().pointers.length]).toEqual(['ready', 1])
  beforeLook(() => Promise.reject(broken))
  await live.refresh()
  expect(failures).toEqual([broken, broken])
  await close()
})

test('a change during a look is seen before the call that was made during it resolves', async () => {
  const { live, promote, looks, beforeLook, close } = await follow()
  await promote('1.0.0')
  let second: Promise<void> | undefined
  beforeLook(async (sql) => {
    if (!sql.includes('FROM gateway.granted') || second) return
    await promote('1.1.0')
    second = live.refresh()
  })
  await live.refresh()
  await second
  expect(live.current().pointers).toMatchObject([{ version: '1.1.0' }])
  expect(await looks(() => live.refresh())).toBe(1)
  await close()
})

test('closing waits for the look that is under way', async () => {
  const { live, promote, beforeLook } = await follow()
  await promote('1.0.0')
  let go: (() => void) | undefined
  beforeLook(() => new Promise((resolve) => (go = resolve)))
  void live.refresh()
  const closing = live.close()
  beforeLook(atOnce)
  go?.()
  await closing
  expect(live.current().pointers).toHaveLength(1)
})

test('without a first look there are no channels', async () => {
  const empty = await openPostgres(await createTestDatabase())
  const opening = createLiveState({ database: empty, pollMs: NEVER, onFailure: () => undefined })
  await expect(opening).rejects.toThrow('gateway.revision')
  await empty.close()
})

const pointer = {
  remote: NAME,
  channel: 'stable',
  version: '1.0.0',
  candidate: '1.1.0',
  percent: 30,
  audience: null,
  move: 1,
  held: null,
}
const BROWSERS = Array.from({ length: 1000 }, (_, index) => `browser ${index}`)
const canariesOf = (rest: Partial<typeof pointer>) =>
  BROWSERS.filter((browser) => pickVersion({ ...pointer, ...rest }, { browser }) === '1.1.0')

// Rule: M-CANARY-1
test('a canary goes to its share of the browsers, of another remote to other ones', () => {
  const canaries = canariesOf({})
  expect(canaries.length).toBeGreaterThan(250)
  expect(canaries.length).toBeLessThan(350)
  expect(canariesOf({})).toEqual(canaries)
  expect(canariesOf({ remote: 'mfe-outro' })).not.toEqual(canaries)
  expect(canariesOf({ percent: 31 })).toEqual(expect.arrayContaining(canaries))
  expect([canariesOf({ percent: 0 }).length, canariesOf({ percent: 100 }).length]).toEqual([0, BROWSERS.length])
})

test('a share grows by about one browser in a hundred for each percent', () => {
  const sizes = Array.from({ length: 101 }, (_, percent) => canariesOf({ percent }).length)
  for (const [percent, size] of sizes.entries()) expect(size).toBeGreaterThan(sizes[percent - 1] ?? -1)
})

// Rule: M-CANARY-1
test('without a canary, its share or a browser id, a browser gets the version for everybody', () => {
  const a = { browser: 'a' }
  expect(pickVersion({ ...pointer, percent: 100 }, {})).toBe('1.0.0')
  expect(pickVersion({ ...pointer, percent: null }, a)).toBe('1.0.0')
  expect(pickVersion({ ...pointer, candidate: null, percent: 100 }, a)).toBe('1.0.0')
  expect(pickVersion({ ...pointer, version: null, candidate: null, percent: null }, a)).toBeNull()
})
