import { DatabaseError, type Database, type Queryable } from './database.ts'
import { createDeadline, type Deadline } from './deadline.ts'
import { createMutex } from './mutex.ts'
import { parseRows } from './parse-rows.ts'
import { ensurePgliteFolder } from './pglite-folder.ts'
import { startPglite, type PgliteConnection } from './pglite-connection.ts'

const queryableOf = (connection: PgliteConnection): Queryable => ({
  query: async (row, sql, parameters = []) =>
    parseRows(row, (await connection.send({ kind: 'query', sql, parameters })).rows),
  execute: async (sql, parameters = []) => (await connection.send({ kind: 'query', sql, parameters })).affected,
  script: async (sql) => {
    await connection.send({ kind: 'script', sql })
  },
  copyIn: async (target, rows) => {
    await connection.send({ kind: 'copy', target, rows })
  },
  copyOut: async (select) => {
    const { bytes } = await connection.send({ kind: 'copy-out', select })
    if (bytes === undefined) throw new DatabaseError('embedded database: it gave no rows', undefined)
    return bytes
  },
})

/**
 * PostgreSQL in process, in `folder`, or in memory without one. It has one connection, so a transaction holds
 * back everything else until it ends.
 */
export const openPglite = async (folder?: string): Promise<Database> => {
  if (folder !== undefined) await ensurePgliteFolder(folder)
  const connection = startPglite(folder)
  const direct = queryableOf(connection)
  const alone = createMutex()

  const inTransaction = async <Value>(
    work: (transaction: Queryable) => Promise<Value>,
    deadline: Deadline,
  ): Promise<Value> => {
    deadline.check()
    await direct.script('BEGIN')
    try {
      const value = await work(deadline.guard(direct))
      deadline.check()
      await direct.script('COMMIT')
      return value
    } catch (error) {
      await direct.script('ROLLBACK')
      throw error
    }
  }

  try {
    await direct.script('SELECT 1')
  } catch (error) {
    await connection.terminate()
    throw error
  }
  const queryable: Queryable = {
    query: (row, sql, parameters) => alone(() => direct.query(row, sql, parameters)),
    execute: (sql, parameters) => alone(() => direct.execute(sql, parameters)),
    script: (sql) => alone(() => direct.script(sql)),
    copyIn: (target, rows) => alone(() => direct.copyIn(target, rows)),
    copyOut: (select) => alone(() => direct.copyOut(select)),
  }
  return {
    kind: 'embedded',
    ...queryable,
    within: () => queryable,
    transaction: (work, options) => {
      // The time runs from the call on, also while others hold the database.
      const deadline = createDeadline(options)
      return alone(() => inTransaction(work, deadline))
    },
    // The one connection is alone already.
    executeAlone: (_key, sql, parameters, options) => {
      const { execute } = createDeadline(options).guard(direct)
      return alone(() => execute(sql, parameters))
    },
    close: () =>
      alone(async () => {
        await connection.send({ kind: 'close' })
        await connection.terminate()
      }),
  }
}
