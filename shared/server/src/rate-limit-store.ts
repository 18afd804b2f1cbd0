import { createHash } from 'node:crypto'
import type { Database } from '@atalaia/database'
import { createMemoryCounter, type Counter } from './counter.ts'
import { createPostgresCounters } from './postgres-counter.ts'

export type LimiterStore = {
  /** Separates servers' counts in one database. */
  readonly service: string
  readonly database?: Database | undefined
  /** Schema of the table `rate_limit`. Default: the connection's first. */
  readonly schema?: 'gateway'
  /** Called for each count that fell back to memory. */
  readonly onStoreFailure?: (error: unknown) => void
}

const TABLE = 'rate_limit'

const hashed = (key: string): string => createHash('sha256').update(key).digest('base64url')

const insured = (counter: Counter, memory: Counter): Counter => ({
  add: (...call) => counter.add(...call).catch(() => memory.add(...call)),
  get: (...call) => counter.get(...call).catch(() => memory.get(...call)),
  set: (...call) => counter.set(...call).catch(() => memory.set(...call)),
  delete: (...call) => counter.delete(...call).catch(() => memory.delete(...call)),
})

const withHashedKeys = ({ add, get, set, delete: remove }: Counter): Counter => ({
  add: (key, ...rest) => add(hashed(key), ...rest),
  get: (key) => get(hashed(key)),
  set: (key, ...rest) => set(hashed(key), ...rest),
  delete: (key) => remove(hashed(key)),
})

/** A counter for each limit: PostgreSQL with memory as fallback, or memory alone. */
export const createCounters = ({ service, database, schema, onStoreFailure = () => undefined }: LimiterStore) => {
  const table = schema === undefined ? TABLE : `${schema}.${TABLE}`
  const inPostgres = database ? createPostgresCounters({ database, table, onFailure: onStoreFailure }) : undefined
  return (name: string): Counter => {
    const memory = createMemoryCounter()
    return withHashedKeys(inPostgres ? insured(inPostgres(`${service}:${name}`), memory) : memory)
  }
}
