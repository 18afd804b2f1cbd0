import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { DatabaseError as PgError, Pool, type PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { DatabaseError, type Database, type Queryable } from './database.ts'
import { parseRows } from './parse-rows.ts'

type Runner = Pick<PoolClient, 'query'>

const named = async <Value>(work: Promise<Value>): Promise<Value> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof PgError) throw new DatabaseError(error.message, error.code, { cause: error })
    throw error
  }
}

const statementsOf = (runner: Runner): Omit<Queryable, 'copyIn'> => ({
  query: async (row, sql, parameters = []) => parseRows(row, (await named(runner.query(sql, [...parameters]))).rows),
  execute: async (sql, parameters = []) => (await named(runner.query(sql, [...parameters]))).rowCount ?? 0,
  script: async (sql) => {
    await named(runner.query(sql))
  },
})

const queryableOf = (client: PoolClient): Queryable => ({
  ...statementsOf(client),
  copyIn: (target, rows) => named(pipeline(Readable.from([rows]), client.query(copyFrom(`COPY ${target} FROM STDIN`)))),
})

const inTransaction = async <Value>(
  client: PoolClient,
  work: (transaction: Queryable) => Promise<Value>,
): Promise<Value> => {
  await client.query('BEGIN')
  try {
    const value = await work(queryableOf(client))
    await client.query('COMMIT')
    return value
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** A PostgreSQL server, through a pool of at most `connections` (default 10). */
export const openPostgres = async (url: string, connections = 10): Promise<Database> => {
  const pool = new Pool({ connectionString: url, max: connections })
  // An idle connection that breaks is replaced by the pool; the next query tells of a server that is gone.
  pool.on('error', () => undefined)

  const withClient = async <Value>(work: (client: PoolClient) => Promise<Value>): Promise<Value> => {
    const client = await pool.connect()
    try {
      const value = await work(client)
      client.release()
      return value
    } catch (error) {
      // A connection in an unknown state is not handed out again.
      client.release(!(error instanceof DatabaseError))
      throw error
    }
  }

  try {
    await pool.query('SELECT 1')
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    kind: 'server',
    ...statementsOf({ query: pool.query.bind(pool) }),
    copyIn: (target, rows) => withClient((client) => queryableOf(client).copyIn(target, rows)),
    transaction: (work) => withClient((client) => inTransaction(client, work)),
    close: () => pool.end(),
  }
}
