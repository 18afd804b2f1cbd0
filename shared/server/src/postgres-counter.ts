import { ADVISORY_LOCKS, DatabaseUnavailableError, sql, type Database, type Sql } from '@atalaia/database'
import { int, number, object } from 'zod/mini'
import type { Counter } from './counter.ts'

export type PostgresCountersOptions = {
  readonly database: Database
  readonly table: string
  readonly onFailure: (error: unknown) => void
}

const SWEEP_MS = 300_000
/** Slower counts go to memory. After a silent failure, so do all counts for a while. */
const COUNT_LIMIT_MS = 2000
const SILENCE_MS = 1000
const REST_MS = 5000
const CREATION_LIMIT_MS = 10_000

const countRow = object({ points: int(), remainingMs: number() })
const clockRow = object({ now: number() })

const createTable = (database: Database, table: string): Promise<number> =>
  database.transaction(
    async (transaction) => {
      await transaction.execute(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.rateLimitTable})`)
      await transaction.script(
        `CREATE UNLOGGED TABLE IF NOT EXISTS ${table} (key varchar(255) PRIMARY KEY, points integer NOT NULL, expire bigint);
       CREATE INDEX IF NOT EXISTS rate_limit_expire ON ${table} (expire)`,
      )
      const [clock] = await transaction.query(
        clockRow,
        sql`SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now`,
      )
      return clock?.now ?? 0
    },
    { withinMs: CREATION_LIMIT_MS },
  )

const resultAt = (now: Sql) => sql`points, (expire - ${now})::float8 AS "remainingMs"`

/**
 * Counters in PostgreSQL, across processes. Each process reads PostgreSQL's clock once, then uses
 * its monotonic clock: later clock changes have no effect. Rejects without PostgreSQL.
 */
export const createPostgresCounters = ({ database, table, onFailure }: PostgresCountersOptions) => {
  let ready: Promise<number> | undefined
  let nextSweep = performance.now() + SWEEP_MS
  let restsUntil = -Infinity
  const counts = database.within(COUNT_LIMIT_MS)
  const kept = sql.table(table)

  const prepare = (): Promise<number> => {
    ready ??= createTable(database, table).then((clock) => Math.round(clock - performance.now()))
    return ready.catch((error: unknown) => {
      ready = undefined
      throw error
    })
  }
  const sweep = (now: number) => {
    if (performance.now() < nextSweep) return
    nextSweep = performance.now() + SWEEP_MS
    database.execute(sql`DELETE FROM ${kept} WHERE expire < ${now}`).catch(onFailure)
  }
  const ask = async (statementAt: (now: Sql) => Sql) => {
    // Nobody else waits for a database that does not answer.
    const began = performance.now()
    if (began < restsUntil) throw new Error('PostgreSQL has not answered a moment ago')
    try {
      const difference = await prepare()
      const now = difference + Math.floor(performance.now())
      sweep(now)
      return await counts.query(countRow, statementAt(sql`${now}::bigint`))
    } catch (error) {
      // A silent connection ends as a time-out or, given up by the client, as a lost one.
      const silent = error instanceof DatabaseUnavailableError && performance.now() - began >= SILENCE_MS
      if (silent) restsUntil = performance.now() + REST_MS
      onFailure(error)
      throw error
    }
  }
  const insert = (
    now: Sql,
    key: string,
    points: number,
    durationMs: number,
  ) => sql`INSERT INTO ${kept} AS kept (key, points, expire)
     VALUES (${key}, greatest(${points}::int, 0), ${now} + ${durationMs}::bigint) ON CONFLICT (key) DO UPDATE SET`

  return (prefix: string): Counter => {
    const keyOf = (key: string) => `${prefix}:${key}`
    return {
      add: async (key, points, durationMs) => {
        const [count] = await ask(
          (now) => sql`${insert(now, keyOf(key), points, durationMs)}
       points = CASE WHEN kept.expire > ${now} THEN greatest(kept.points + ${points}::int, 0) ELSE EXCLUDED.points END,
       expire = CASE WHEN kept.expire > ${now} THEN kept.expire ELSE EXCLUDED.expire END
     RETURNING ${resultAt(now)}`,
        )
        if (count === undefined) throw new Error('a count that was written was not returned')
        return count
      },
      get: async (key) =>
        (
          await ask((now) => sql`SELECT ${resultAt(now)} FROM ${kept} WHERE key = ${keyOf(key)} AND expire > ${now}`)
        )[0],
      set: async (key, points, durationMs) =>
        void (await ask(
          (now) => sql`${insert(now, keyOf(key), points, durationMs)}
       points = EXCLUDED.points, expire = EXCLUDED.expire RETURNING ${resultAt(now)}`,
        )),
      delete: async (key) =>
        void (await ask((now) => sql`DELETE FROM ${kept} WHERE key = ${keyOf(key)} RETURNING ${resultAt(now)}`)),
    }
  }
}
