import { Client, Pool, type ClientBase, type ClientConfig, type PoolClient } from 'pg'
import { connectFailure, LateAnswer } from './postgres-failure.ts'
import { readPostgresUrl } from './postgres-url.ts'

/** Limits of a connection, in milliseconds. */
export const LIMITS = {
  /** To open a connection. */
  connectMs: 3000,
  /** To wait for a connection when all are in use. */
  waitMs: 10_000,
  /** For one statement, at the server. */
  statementMs: 15_000,
  /** To wait for one lock, at the server. */
  lockMs: 5000,
  /** Between two statements of a transaction, at the server: a caller that is gone holds no lock for longer. */
  idleInTransactionMs: 10_000,
  /** The server's answer may come so much later than the limit of its statement; then the connection is given up. */
  answerMs: 1000,
}

const KEEP_ALIVE_MS = 5000

/** A connection; opening it has its own limit. */
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

/** Closes a connection without a goodbye, for which the other side might have to be there. */
export const dropClient = (client: Client): void => void client.connection.stream.destroy()

/**
 * Runs `work` on a connection, and drops the connection after `limitMs` milliseconds, so that `work` fails: it rejects
 * with a {@link LateAnswer} then.
 */
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
 * Prepares a new connection. The limits are set by statements: poolers such as PgBouncer refuse them as parameters of
 * the connection. Throws when the server is a standby and a server that takes writes is wanted.
 */
const prepare = async (client: ClientBase, readWrite: boolean): Promise<void> => {
  await client.query(settings.join(';'))
  if (!readWrite) return
  const { rows } = await client.query('SELECT pg_is_in_recovery() AS standby')
  if (rows[0]?.standby === true) throw new Error('the server is a standby and takes no writes')
}

const isClient = (client: ClientBase): client is Client => client instanceof Client

/** Opens one connection to the first of the servers of `url` that is there. Rejects when none is. */
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

/** Connections to the first of several servers that is there. */
export type PostgresPool = {
  /** A connection for one piece of work. Rejects after `waitMs` milliseconds. */
  acquire(waitMs: number): Promise<PoolClient>
  /** Whether the connection has broken since it was acquired. */
  isBroken(client: PoolClient): boolean
  /** Drops the connections that nobody uses: one of them has gone dead, so the others may have too. */
  dropIdle(): void
  close(): Promise<void>
}

/** A pool of at most `connections` connections for each server of `url`. Nothing is opened before the first call. */
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
  /** The server that answered last. */
  let preferred = 0

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
      const connecting = connect()
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<undefined>((resolve) => {
        timer = setTimeout(resolve, waitMs, undefined)
      })
      const client = await Promise.race([connecting, late]).finally(() => clearTimeout(timer))
      if (client) return client
      connecting.then(
        (unused) => unused.release(),
        () => undefined,
      )
      throw connectFailure(new Error('timeout exceeded'))
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
