import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { number, object } from 'zod/mini'
import {
  DatabaseError,
  DatabaseUnavailableError,
  type Database,
  type Queryable,
  type TransactionOptions,
} from './database.ts'
import { createDeadline } from './deadline.ts'
import { parseRows } from './parse-rows.ts'
import { copiedOut, copyRows } from './postgres-copy.ts'
import { statementFailure } from './postgres-failure.ts'
import { checkVersion } from './postgres-version.ts'
import { createPostgresPool, dropClient, limited, LIMITS } from './postgres-pool.ts'
import { asPrepared, compile } from './statement.ts'

type Session = {
  /** Drops the connection after the timeout. */
  send<Value>(statement: (client: PoolClient) => Promise<Value>): Promise<Value>
  /** True when the connection is gone or in an unknown state. */
  isDead(): boolean
}

/** The server answered, even by a refusal, and accepts the next statement. */
const isAnswer = (failure: unknown) =>
  failure instanceof DatabaseUnavailableError
    ? failure.outcome === 'none' && failure.reason === 'timeout'
    : failure instanceof DatabaseError

const createSession = (client: PoolClient, isBroken: () => boolean, limitMs: () => number): Session => {
  let dead = false
  return {
    send: async (statement) => {
      if (dead || isBroken()) {
        dead = true
        throw new DatabaseUnavailableError('PostgreSQL: the connection was lost', { reason: 'lost', outcome: 'none' })
      }
      try {
        return await limited(client, limitMs(), () => statement(client))
      } catch (error) {
        const failure = statementFailure(error)
        dead = !isAnswer(failure)
        throw failure
      }
    },
    isDead: () => dead,
  }
}

const queryableOn = ({ send }: Pick<Session, 'send'>): Queryable => ({
  query: async (row, statement) => parseRows(row, (await send((client) => client.query(asPrepared(statement)))).rows),
  execute: async (statement) => (await send((client) => client.query(asPrepared(statement)))).rowCount ?? 0,
  script: async (text) => {
    await send((client) => client.query(text))
  },
  copyIn: (target, rows) => send((client) => copyRows(client, target, rows)),
  copyOut: (select) => send((client) => copiedOut(client, select)),
})

const isLost = (error: unknown) => error instanceof DatabaseUnavailableError && error.reason === 'lost'

const asUnchanged = (error: unknown) =>
  error instanceof DatabaseUnavailableError && error.outcome === 'unknown'
    ? new DatabaseUnavailableError(error.message, {
        reason: error.reason,
        outcome: 'none',
        code: error.code,
        cause: error,
      })
    : error

const IN_FAILED_TRANSACTION = '25P02'
const clockRow = object({ now: number() })

/** By the server's clock, in seconds since 1970: a delayed COMMIT has no effect. */
const commitBefore = (end: number | undefined): string =>
  end === undefined
    ? 'COMMIT'
    : `DO $$ BEGIN
         IF extract(epoch FROM clock_timestamp()) > ${end.toFixed(3)} THEN
           RAISE EXCEPTION 'transaction: its time is over; nothing was changed' USING ERRCODE = '57014';
         END IF;
       END $$; COMMIT`

/** PostgreSQL reports no error when COMMIT rolls back. */
const commit = async ({ send }: Session, end: number | undefined): Promise<void> => {
  const answered: unknown = await send((client) => client.query(commitBefore(end)))
  const last: unknown = Array.isArray(answered) ? answered.at(-1) : answered
  if (typeof last === 'object' && last !== null && 'command' in last && last.command !== 'COMMIT')
    throw new DatabaseError('transaction: a statement of it failed, so it was rolled back', IN_FAILED_TRANSACTION)
}

type SessionLimits = { readonly waitMs: number; readonly answerMs: () => number }

const defaultLimits = (): SessionLimits => ({
  waitMs: LIMITS.waitMs,
  answerMs: () => LIMITS.statementMs + LIMITS.answerMs,
})

/** Limits of a statement that starts now; `limitMs` in all. */
const limitsWithin = (limitMs: number) => (): SessionLimits => {
  const end = performance.now() + limitMs
  return { waitMs: limitMs, answerMs: () => Math.max(end - performance.now(), 1) }
}

/** Repeats once a statement whose connection broke and that changed nothing. */
const repeated = async <Value>(attempt: () => Promise<Value>, isHarmless: (error: unknown) => boolean) => {
  try {
    return await attempt()
  } catch (error) {
    if (!isLost(error) || !isHarmless(error)) throw error
    return attempt()
  }
}

/** PostgreSQL 16 or newer, within {@link LIMITS}. Rejects for an unreachable or older server. */
export const openPostgres = async (url: string, connections = 10): Promise<Database> => {
  const pool = createPostgresPool(url, connections)

  const withSession = async <Value>(
    limits: SessionLimits,
    work: (session: Session) => Promise<Value>,
  ): Promise<Value> => {
    const client = await pool.acquire(limits.waitMs)
    const session = createSession(client, () => pool.isBroken(client), limits.answerMs)
    try {
      return await work(session)
    } finally {
      if (session.isDead()) {
        dropClient(client)
        pool.dropIdle()
      }
      client.release(session.isDead())
    }
  }

  /** Single statements; `limitsOf` gives their limits. */
  const directly = (limitsOf: () => SessionLimits): Queryable => {
    const alone = <Value>(reads: boolean, work: (queryable: Queryable) => Promise<Value>) => {
      const limits = limitsOf()
      return repeated(
        () => withSession(limits, (session) => work(queryableOn(session))),
        (error) => reads || (error instanceof DatabaseUnavailableError && error.outcome === 'none'),
      )
    }
    return {
      query: (row, statement) => alone(/^\s*select\b/i.test(compile(statement).sql), (on) => on.query(row, statement)),
      execute: (statement) => alone(false, (on) => on.execute(statement)),
      script: (text) => alone(false, (on) => on.script(text)),
      copyIn: (target, rows) => alone(false, (on) => on.copyIn(target, rows)),
      copyOut: (select) => alone(true, (on) => on.copyOut(select)),
    }
  }

  const transaction = async <Value>(
    work: (transaction: Queryable) => Promise<Value>,
    options: TransactionOptions = {},
  ): Promise<Value> => {
    const deadline = createDeadline(options)
    const { withinMs, statementMs = withinMs } = options
    const limits =
      statementMs === undefined
        ? ''
        : `; SET LOCAL statement_timeout = ${Math.ceil(statementMs)}; SET LOCAL lock_timeout = ${Math.ceil(statementMs)}`
    let [begun, committing] = [false, false]

    const inSession = async (session: Session): Promise<Value> => {
      const statements = queryableOn(session)
      try {
        await statements.script(`BEGIN${limits}`)
        begun = true
        let end: number | undefined
        if (withinMs !== undefined) {
          const [clock] = await statements.query(
            clockRow,
            sql`SELECT extract(epoch FROM clock_timestamp())::float8 AS now`,
          )
          end = (clock?.now ?? 0) + deadline.remainingMs() / 1000
        }
        const value = await work(deadline.guard(statements))
        deadline.check()
        committing = true
        await commit(session, end)
        return value
      } catch (error) {
        if (!session.isDead()) await statements.script('ROLLBACK').catch(() => undefined)
        throw committing ? error : asUnchanged(error)
      }
    }
    const answerMs = () => Math.min(statementMs ?? LIMITS.statementMs, deadline.remainingMs()) + LIMITS.answerMs
    const attempt = () => {
      deadline.check()
      return withSession({ waitMs: Math.min(LIMITS.waitMs, deadline.remainingMs()), answerMs }, inSession)
    }
    return repeated(attempt, () => !begun)
  }

  const database: Database = {
    ...directly(defaultLimits),
    within: (limitMs) => directly(limitsWithin(limitMs)),
    transaction,
    executeAlone: (key, statement, options) =>
      transaction(async (on) => {
        await on.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
        return on.execute(statement)
      }, options),
    connections: () => pool.connections(),
    close: () => pool.close(),
  }
  try {
    await checkVersion(database)
  } catch (error) {
    await pool.close()
    throw error
  }
  return database
}
