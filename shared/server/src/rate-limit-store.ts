import { createHash } from 'node:crypto'
import { DatabaseUnavailableError, type Database } from '@atalaia/database'
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { z } from 'zod/mini'

export type LimiterStore = {
  /** The server's name: its counts are kept apart from another server's in the same database. */
  readonly service: string
  /** Default: none, the counts are kept in memory. */
  readonly database?: Database | undefined
  /** The schema of the table `rate_limit`, which exists. Default: the connection's first schema. */
  readonly schema?: 'gateway'
  /** Called for each count that PostgreSQL was asked for and did not take; memory took it instead. */
  readonly onStoreFailure?: (error: unknown) => void
}

export type LimiterOptions = { readonly name: string; readonly points: number; readonly durationMs: number }

const TABLE = 'rate_limit'
const MAX_KEYS = 20_000
const SWEEP_MS = 300_000
/** A count that takes PostgreSQL longer is memory's. After one that failed in silence, so are all counts for some time. */
const COUNT_LIMIT_MS = 2000
const SILENCE_MS = 1000
const REST_MS = 5000
const CREATION_LIMIT_MS = 10_000

/** Whole seconds, rounded up: the library counts in seconds, and PostgreSQL takes no fraction of a millisecond. */
export const secondsOf = (ms: number): number => Math.ceil(ms / 1000)

export const hashedKey = (key: string): string => createHash('sha256').update(key).digest('base64url')

/** Limits the number of keys kept, so that invented keys cannot exhaust memory. */
class BoundedMemory extends RateLimiterMemory {
  readonly #keys = new Set<string | number>()

  #use(key: string | number) {
    this.#keys.delete(key)
    this.#keys.add(key)
    const [oldest] = this.#keys
    if (this.#keys.size <= MAX_KEYS || oldest === undefined) return
    this.#keys.delete(oldest)
    void super.delete(oldest)
  }

  override consume(...call: Parameters<RateLimiterMemory['consume']>) {
    this.#use(call[0])
    return super.consume(...call)
  }
  override penalty(...call: Parameters<RateLimiterMemory['penalty']>) {
    this.#use(call[0])
    return super.penalty(...call)
  }
  override reward(...call: Parameters<RateLimiterMemory['reward']>) {
    this.#use(call[0])
    return super.reward(...call)
  }
  override set(...call: Parameters<RateLimiterMemory['set']>) {
    this.#use(call[0])
    return super.set(...call)
  }
}

const rowSchema = z.looseObject({})

/** Processes that start at once create the table one after the other (pg_advisory_xact_lock). */
const CREATION_LOCK = 4_711_003

/**
 * The columns that rate-limiter-flexible writes, in its order; `expire` in milliseconds since 1970. Unlogged: a crash of
 * PostgreSQL may reset the limits, and counting writes no write-ahead log.
 */
const createTable = (database: Database, table: string): Promise<void> =>
  database.transaction(
    async (transaction) => {
      await transaction.execute('SELECT pg_advisory_xact_lock($1)', [CREATION_LOCK])
      await transaction.script(
        `CREATE UNLOGGED TABLE IF NOT EXISTS ${table} (key varchar(255) PRIMARY KEY, points integer NOT NULL, expire bigint);
       CREATE INDEX IF NOT EXISTS rate_limit_expire ON ${table} (expire)`,
      )
    },
    { withinMs: CREATION_LIMIT_MS },
  )

/** The part of `pg`'s client that the library calls, on a database of ours. Creates the table before the first call. */
const createClient = (database: Database, table: string, onFailure: (error: unknown) => void) => {
  let ready: Promise<void> | undefined
  let nextSweep = Date.now() + SWEEP_MS
  let restsUntil = -Infinity
  const counts = database.within(COUNT_LIMIT_MS)

  const prepare = () => {
    ready ??= createTable(database, table)
    return ready.catch((error: unknown) => {
      ready = undefined
      throw error
    })
  }
  const sweep = () => {
    const now = Date.now()
    if (now < nextSweep) return
    nextSweep = now + SWEEP_MS
    database.execute(`DELETE FROM ${table} WHERE expire < $1`, [now]).catch(onFailure)
  }
  return {
    query: async ({ text, values }: { readonly text: string; readonly values: readonly unknown[] }) => {
      // Nobody else waits for a database that does not answer.
      const began = performance.now()
      if (began < restsUntil) throw new Error('PostgreSQL has not answered a moment ago')
      try {
        await prepare()
        sweep()
        const rows = await counts.query(rowSchema, text, values)
        return { rows, rowCount: rows.length }
      } catch (error) {
        // A silent connection ends as a time-out or, given up by the client, as a lost one.
        const silent = error instanceof DatabaseUnavailableError && performance.now() - began >= SILENCE_MS
        if (silent) restsUntil = performance.now() + REST_MS
        onFailure(error)
        throw error
      }
    },
  }
}

/** Makes the library's limiters, all on one store: PostgreSQL insured by memory, or memory alone. */
export const createLimiters = ({ service, database, schema, onStoreFailure = () => undefined }: LimiterStore) => {
  const table = schema === undefined ? TABLE : `${schema}.${TABLE}`
  const client = database?.kind === 'server' ? createClient(database, table, onStoreFailure) : undefined
  return ({ name, points, durationMs }: LimiterOptions): RateLimiterAbstract => {
    const rules = { keyPrefix: `${service}:${name}`, points, duration: secondsOf(durationMs) }
    const memory = new BoundedMemory(rules)
    if (client === undefined) return memory
    return new RateLimiterPostgres({
      ...rules,
      storeClient: client,
      storeType: 'client',
      ...(schema !== undefined && { schemaName: schema }),
      tableName: TABLE,
      tableCreated: true,
      clearExpiredByTimeout: false,
      insuranceLimiter: memory,
    })
  }
}
