import { Client, Pool, type ClientBase, type ClientConfig, type PoolClient } from 'pg'
import type { Connections } from './database.ts'
import { connectFailure, LateAnswer } from './postgres-failure.ts'
import { readPostgresUrl } from './postgres-url.ts'

/** Milliseconds. */
export const LIMITS = {
  connectMs: 3000,
  /** To wait for a connection when all are in use. */
  waitMs: 10_000,
  statementMs: 15_000,
  /** To wait for one lock, at the server. */
  lockMs: 5000,
  /** Between statements of a transaction: a lost caller soon releases its locks. */
  idleInTransactionMs: 10_000,
  /** Grace after the limit of a statement; then the connection is dropped. */
  answerMs: 1000,
}

const KEEP_ALIVE_MS = 5000

class LimitedClient extends Client {
  constructor(config?: ClientConfig) {
    super({
      ...config,
      connectionTimeoutMillis: LIMITS.connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    })
  }
}

/** Closes without a goodbye, which could hang. */
export const dropClient = (client: Client): void => void client.connection.stream.destroy()

/** Drops the connection after `limitMs` with a {@link LateAnswer}. */
export const limited = async <Value>(client: Client, limitMs: number, work: () => Promise<Value>): Promise<Value> => {
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    dropClient(client)
  }, limitMs)
  try {
    return await work()
  } catch (cause) {
    throw isLate ? new LateAnswer('it did not answer in time', { cause }) : cause
  } finally {
    clearTimeout(timer)
  }
}

const settings = [
  `SET statement_timeout = ${LIMITS.statementMs}`,
  `SET lock_timeout = ${LIMITS.lockMs}`,
  `SET idle_in_transaction_session_timeout = ${LIMITS.idleInTransactionMs}`,
]

/**
 * By statements: poolers such as PgBouncer refuse parameters. Throws on a standby when writes are
 * needed.
 */
const prepare = async (client: ClientBase, readWrite: boolean): Promise<void> => {
  await client.query(settings.join(';'))
  if (!readWrite) return
  const { rows } = await client.query('SELECT pg_is_in_recovery() AS standby')
  if (rows[0]?.standby === true) throw new Error('the server is a standby and takes no writes')
}

const isClient = (client: ClientBase): client is Client => client instanceof Client

/** The first reachable server of `url`. */
export const connectClient = async (url: string): Promise<Client> => {
  const { urls, readWrite } = readPostgresUrl(url)
  let failure: unknown
  for (const connectionString of urls) {
    const client = new LimitedClient({ connectionString })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await limited(client, LIMITS.connectMs, () => prepare(client, readWrite))
      return client
    } catch (error) {
      dropClient(client)
      failure = error
    }
  }
  throw connectFailure(failure)
}

/** Connections to the first reachable server. */
export type PostgresPool = {
  /** Rejects after `waitMs` milliseconds. */
  acquire(waitMs: number): Promise<PoolClient>
  /** True when the connection broke since `acquire`. */
  isBroken(client: PoolClient): boolean
  /** After one died, others may be dead. */
  dropIdle(): void
  connections(): Connections
  close(): Promise<void>
}

/** At most `connections` per server of `url`. Opens none before the first call. */
export const createPostgresPool = (url: string, connections: number): PostgresPool => {
  const { urls, readWrite } = readPostgresUrl(url)
  const broken = new WeakSet<ClientBase>()
  const onConnect = async (client: ClientBase) => {
    if (isClient(client)) await limited(client, LIMITS.connectMs, () => prepare(client, readWrite))
  }
  const pools = urls.map((connectionString) => {
    const pool = new Pool({
      connectionString,
      max: connections,
      connectionTimeoutMillis: LIMITS.waitMs,
      Client: LimitedClient,
      onConnect,
    })
    // The pool replaces an idle connection that breaks.
    pool.on('error', () => undefined)
    // While a connection is in use the pool does not listen to it.
    pool.on('connect', (client) => client.on('error', () => void broken.add(client)))
    return pool
  })
  /** Server of the last answer. */
  let preferred = 0
  let [acquired, waitedMs] = [0, 0]

  const sumOf = (count: 'totalCount' | 'idleCount' | 'waitingCount') =>
    pools.reduce((sum, pool) => sum + pool[count], 0)

  const connect = async (): Promise<PoolClient> => {
    let failure: unknown
    const from = preferred
    for (let step = 0; step < pools.length; step += 1) {
      const at = (from + step) % pools.length
      const client = await pools[at]?.connect().catch((error: unknown) => void (failure = error))
      if (!client) continue
      preferred = at
      return client
    }
    throw connectFailure(failure)
  }

  return {
    acquire: async (waitMs) => {
      const from = performance.now()
      const connecting = connect()
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<undefined>((resolve) => {
        timer = setTimeout(resolve, waitMs, undefined)
      })
      const client = await Promise.race([connecting, late]).finally(() => {
        clearTimeout(timer)
        acquired += 1
        waitedMs += performance.now() - from
      })
      if (client) return client
      connecting.then(
        (unused) => unused.release(),
        () => undefined,
      )
      throw connectFailure(new Error('timeout exceeded'))
    },
    connections: () => {
      const [total, idle, waiting] = [sumOf('totalCount'), sumOf('idleCount'), sumOf('waitingCount')]
      return { inUse: total - idle, idle, waiting, acquired, waitedMs }
    },
    isBroken: (client) => broken.has(client),
    dropIdle: () => {
      for (const pool of pools)
        for (let count = pool.idleCount; count > 0; count -= 1)
          pool.connect().then(
            (client) => {
              dropClient(client)
              client.release(true)
            },
            () => undefined,
          )
    },
    close: async () => {
      await Promise.all(pools.map((pool) => pool.end()))
    },
  }
}
