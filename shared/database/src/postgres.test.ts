import { sql } from 'kysely'
import { int, object, string } from 'zod/mini'
import { createFaultyLink, type FaultyLink } from '../testing/faulty-link.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { until } from '../testing/until.ts'
import { DatabaseUnavailableError, type Database } from './database.ts'
import { openPostgres } from './postgres.ts'

const countRow = object({ count: int() })
const textRow = object({ text: string() })

let database: Database
let direct: Database
let link: FaultyLink

beforeEach(async () => {
  const url = await createTestDatabase()
  direct = await openPostgres(url)
  link = await createFaultyLink(url)
  database = await openPostgres(link.url)
  await direct.script('CREATE TABLE note (text text)')
})
afterEach(async () => {
  await link.pass()
  await database.close()
  await direct.close()
  await link.close()
})

const others = sql`FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
  AND backend_type = 'client backend'`
const countOthers = async (where = sql``) => {
  const [found] = await direct.query(countRow, sql`SELECT count(*)::int AS count ${others} ${where}`)
  return found?.count ?? 0
}
const endConnections = async () => {
  await direct.execute(sql`SELECT pg_terminate_backend(pid) ${others}`)
}
const notes = async () =>
  (await direct.query(textRow, sql`SELECT text FROM note ORDER BY text`)).map(({ text }) => text)
const insert = (text: string) => database.execute(sql`INSERT INTO note VALUES (${text})`)

const failureOf = async (work: Promise<unknown>): Promise<DatabaseUnavailableError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof DatabaseUnavailableError) return error
  throw new Error('it did not fail as the database does that is away', { cause: error })
}

// Threat: T-DB-1
test('a transaction whose connection is ended under it fails and changes nothing, and the next one works', async () => {
  const failure = await failureOf(
    database.transaction(async (transaction) => {
      await transaction.execute(sql`INSERT INTO note VALUES ('lost')`)
      await endConnections()
      await until('the connection ends', async () => (await countOthers()) === 0)
      await transaction.execute(sql`INSERT INTO note VALUES ('lost')`)
    }),
  )
  expect(failure).toMatchObject({ reason: 'lost', outcome: 'none' })
  await insert('next')
  expect(await notes()).toEqual(['next'])
})

// Rule: M-DISTRIBUTE-3
test('a transaction in which Citus has lost one of its servers fails as one whose connection is lost', async () => {
  const lost = "DO $$ BEGIN RAISE 'failure on connection marked as essential: 192.0.2.1:5432'; END $$"
  const failure = await failureOf(database.transaction((transaction) => transaction.script(lost)))
  expect(failure).toMatchObject({ reason: 'lost', outcome: 'none' })
})

// Threat: T-DB-1
test('a transaction whose connection is ended while it waits for something else fails at its next statement', async () => {
  const waiting = database.transaction(async (transaction) => {
    await transaction.execute(sql`INSERT INTO note VALUES ('lost')`)
    await endConnections()
    await until('the link closes', () => link.connections() === 0)
  })
  expect(await failureOf(waiting)).toMatchObject({ reason: 'lost', outcome: 'none' })
  expect(await notes()).toEqual([])
})

// Threat: T-DB-1
test('rows that are streamed in when the connection ends are not kept, and can be streamed in again', async () => {
  const rows = 'row\n'.repeat(2_000_000)
  const copying = failureOf(database.copyIn('note', rows))
  await until(
    'the rows are on their way',
    async () => (await countOthers(sql`AND query LIKE 'COPY%' AND state = 'active'`)) > 0,
  )
  await endConnections()
  expect(await copying).toMatchObject({ reason: 'lost' })
  await database.copyIn('note', 'a\nb\n')
  expect(await notes()).toEqual(['a', 'b'])
})

// Threat: T-DB-1
test('idle connections that were ended are replaced before anyone notices', async () => {
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(Array.from({ length: 5 }, (_, at) => insert(`${round} ${at}`)))
    await endConnections()
    expect(await database.query(countRow, sql`SELECT count(*)::int AS count FROM note`)).toHaveLength(1)
  }
  expect(await notes()).toHaveLength(50)
})

// Threat: T-DB-2
test('a read that loses its connection is sent again, a write is not', async () => {
  const active = sql`AND state = 'active'`
  const reading = database.query(countRow, sql`SELECT 7 AS count FROM pg_sleep(0.5)`)
  await until('the read runs', async () => (await countOthers(active)) > 0)
  await endConnections()
  expect(await reading).toEqual([{ count: 7 }])

  const writing = failureOf(database.execute(sql`INSERT INTO note SELECT 'once' FROM pg_sleep(0.5)`))
  await until('the write runs', async () => (await countOthers(active)) > 0)
  await endConnections()
  expect(await writing).toMatchObject({ reason: 'lost', outcome: 'unknown' })
  expect(await notes()).toEqual([])
})

// Threat: T-DB-1
test('while the server refuses connections every call fails at once, and works when it takes them again', async () => {
  await link.refuse()
  // The connection that was open may not know yet.
  expect(['lost', 'unreachable']).toContain((await failureOf(insert('lost'))).reason)
  expect(await failureOf(insert('lost'))).toMatchObject({ reason: 'unreachable', outcome: 'none' })
  expect(await failureOf(database.transaction(async () => undefined))).toMatchObject({ reason: 'unreachable' })
  await link.pass()
  await insert('next')
  expect(await notes()).toEqual(['next'])
})

// Threat: T-DB-3
test('a connection that no longer answers is given up in time, and with it all that nobody used', async () => {
  // Eight at once, so that each has a connection of its own, which is there.
  let begun = 0
  await Promise.all(
    Array.from({ length: 8 }, () =>
      database.transaction(async (transaction) => {
        await transaction.execute(sql`INSERT INTO note VALUES ('x')`)
        begun += 1
        await until('all have begun', () => begun === 8)
      }),
    ),
  )
  link.strand()
  expect(await failureOf(database.within(300).query(countRow, sql`SELECT 1 AS count`))).toMatchObject({
    reason: 'timeout',
  })
  expect(await database.within(5000).query(countRow, sql`SELECT 1 AS count`)).toEqual([{ count: 1 }])
})

// Threat: T-DB-3
test('a connection that is given up has timed out, also when the timer was a moment early', async () => {
  link.strand()
  // Timers count from the beginning of the event loop's turn: of a clock that stands still they are early.
  jest.spyOn(performance, 'now').mockReturnValue(performance.now())
  const given = failureOf(database.within(300).query(countRow, sql`SELECT 1 AS count`))
  const failure = await given.finally(() => jest.restoreAllMocks())
  expect(failure).toMatchObject({ reason: 'timeout', outcome: 'unknown' })
})

// Threat: T-DB-3
test('a server that takes connections up and never answers fails a call in time', async () => {
  link.cut()
  link.blackHole()
  expect(await failureOf(database.within(500).query(countRow, sql`SELECT 1 AS count`))).toMatchObject({
    reason: 'timeout',
  })
  expect(await failureOf(insert('lost'))).toMatchObject({ reason: 'unreachable', outcome: 'none' })
})

// Threat: T-DB-4
test('a COMMIT that is held back until the transaction has no time left commits nothing', async () => {
  // The caller's clock stands still until the COMMIT has left, so that a slow machine does not give up before.
  jest.spyOn(performance, 'now').mockReturnValue(performance.now())
  const late = database.transaction(
    async (transaction) => {
      await transaction.execute(sql`INSERT INTO note VALUES ('late')`)
      link.blackHole()
    },
    { withinMs: 500, statementMs: 60_000 },
  )
  const failure = await failureOf(late).finally(() => jest.restoreAllMocks())
  expect(failure).toMatchObject({ reason: 'timeout', outcome: 'unknown' })
  expect(await countOthers(sql`AND state = 'idle in transaction'`)).toBe(1)
  await link.pass()
  await until(
    'the server has taken the COMMIT',
    async () => (await countOthers(sql`AND state LIKE 'idle in transaction%'`)) === 0,
  )
  expect(await notes()).toEqual([])
})

// Threat: T-DB-4
test.each([
  ['takes no further statement', true],
  ['is not committed', false],
])('a transaction whose caller has gone %s', async (_what, more) => {
  const caller = new AbortController()
  const work = database.transaction(
    async (transaction) => {
      await transaction.execute(sql`INSERT INTO note VALUES ('lost')`)
      caller.abort()
      if (more) await transaction.execute(sql`INSERT INTO note VALUES ('lost')`)
    },
    { signal: caller.signal },
  )
  expect(await failureOf(work)).toMatchObject({ reason: 'given-up', outcome: 'none' })
  expect(await notes()).toEqual([])
})

// Threat: T-DB-3
test('a statement that takes longer than its limit, or waits for a lock, is cut off and changes nothing', async () => {
  const sleep = database.transaction((transaction) => transaction.script('SELECT pg_sleep(30)'), { statementMs: 200 })
  expect(await failureOf(sleep)).toMatchObject({ reason: 'timeout', outcome: 'none', code: '57014' })
  await direct.transaction(async (holder) => {
    await holder.script('LOCK TABLE note')
    const blocked = database.transaction((transaction) => transaction.script('LOCK TABLE note'), { statementMs: 200 })
    expect(await failureOf(blocked)).toMatchObject({ reason: 'timeout', outcome: 'none' })
  })
})

test('every connection has limits for statements, for locks and for idle transactions', async () => {
  const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
  const found = await Promise.all(
    limits.map((name) => database.query(textRow, sql`SELECT current_setting(${name}) AS text`)),
  )
  expect(found.flat().map(({ text }) => text)).toEqual(['15s', '5s', '10s'])
})

test('a statement that is sent again is planned once for its connection', async () => {
  const planRow = object({ plans: int(), runs: int() })
  const plans = await database.transaction(async (transaction) => {
    for (let run = 0; run < 8; run++) await transaction.execute(sql`INSERT INTO note VALUES (${`${run}`})`)
    return transaction.query(
      planRow,
      sql`SELECT count(*)::int AS plans, sum(generic_plans + custom_plans)::int AS runs
       FROM pg_prepared_statements WHERE statement LIKE 'INSERT INTO note%'`,
    )
  })
  expect(plans).toEqual([{ plans: 1, runs: 8 }])
})

test('a transaction that goes on after a failed statement is not mistaken for one that was committed', async () => {
  const work = database.transaction(async (transaction) => {
    await transaction.execute(sql`INSERT INTO note VALUES ('lost')`)
    await transaction.script('SELECT 1 / 0').catch(() => undefined)
  })
  await expect(work).rejects.toThrow('a statement of it failed')
  expect(await notes()).toEqual([])
})

test('what a transaction throws of its own leaves its connection in use', async () => {
  const pidRow = object({ pid: int() })
  const pid = () => database.query(pidRow, sql`SELECT pg_backend_pid() AS pid`)
  const before = await pid()
  await expect(database.transaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await pid()).toEqual(before)
})
