import type { output, ZodMiniType } from 'zod/mini'
import type { Statement } from './statement.ts'

/** Rows in COPY's text format, or in its binary format. */
export type CopyRows = string | Uint8Array<ArrayBuffer>

/** The statement that takes `rows` from `origin`. */
export const copyStatement = (target: string, rows: CopyRows, origin: string): string =>
  `COPY ${target} FROM ${origin}${typeof rows === 'string' ? '' : ' (FORMAT binary)'}`

/** The statement that gives the rows of `select` to `target`. */
export const copyOutStatement = (select: string, target: string): string =>
  `COPY (${select}) TO ${target} (FORMAT binary)`

/** Runs SQL. Rows are checked with a schema here, at the border; inside, their types are trusted. */
export type Queryable = {
  /**
   * A statement that begins with SELECT changes nothing: outside a transaction it is sent a second time when the
   * connection was lost under it.
   */
  query<Schema extends ZodMiniType>(row: Schema, statement: Statement): Promise<output<Schema>[]>
  /** Gives the number of rows that were written. */
  execute(statement: Statement): Promise<number>
  /** Several statements at once, without parameters. */
  script(sql: string): Promise<void>
  /** Streams `rows` into `target`, a table with its columns: a text in COPY's text format, bytes in its binary one. */
  copyIn(target: string, rows: CopyRows): Promise<void>
  /** The rows of the query `select` in COPY's binary format. They are in memory as a whole: the query bounds them. */
  copyOut(select: string): Promise<Uint8Array<ArrayBuffer>>
}

export type TransactionOptions = {
  /** Once it is aborted, the transaction takes no further statement and is rolled back. */
  readonly signal?: AbortSignal | undefined
  /**
   * Milliseconds from the call on after which nothing is committed, not even by a COMMIT that was sent in time and
   * arrives late. Default: no limit.
   */
  readonly withinMs?: number
  /** Milliseconds that one statement may take, its waiting for locks included. Default: the database's limits. */
  readonly statementMs?: number
}

/**
 * A PostgreSQL database.
 *
 * Every statement has a limit of time, and a lost connection ends nothing but the work on it: each method rejects with
 * a {@link DatabaseUnavailableError} then, and the next call opens a new connection.
 */
export type Database = Queryable & {
  /** Commits when `work` is done, and rolls back when it throws. `work` runs at most once. */
  transaction<Value>(work: (transaction: Queryable) => Promise<Value>, options?: TransactionOptions): Promise<Value>
  /**
   * Runs one statement while no other with the same `key` runs, in whatever process, so that it sees the rows of those before it.
   * Commits it, and gives the number of rows that were written.
   */
  executeAlone(key: string, statement: Statement, options?: TransactionOptions): Promise<number>
  /** The same database with `limitMs` milliseconds for each statement, its waiting for a connection included. */
  within(limitMs: number): Queryable
  close(): Promise<void>
}

/** An error that PostgreSQL answered with; `code` is its SQLSTATE. */
export class DatabaseError extends Error {
  readonly code: string | undefined

  constructor(message: string, code: string | undefined, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DatabaseError'
    this.code = code
  }
}

export type Unavailability = {
  /**
   * - `unreachable`: no connection could be made.
   * - `lost`: the connection broke.
   * - `timeout`: there was no answer, no lock or no free connection in time.
   * - `given-up`: the transaction's signal was aborted, or its time was over.
   * - `refused`: PostgreSQL lacks what the statement needs: disk, memory, connections, the right to write.
   */
  readonly reason: 'unreachable' | 'lost' | 'timeout' | 'given-up' | 'refused'
  /** `none`: nothing was changed. `unknown`: the statement, or the COMMIT, was sent and may have been carried out. */
  readonly outcome: 'none' | 'unknown'
  readonly code?: string | undefined
  readonly cause?: unknown
}

/** The database could not do its work now, through no fault of the statement. The same call may succeed later. */
export class DatabaseUnavailableError extends DatabaseError {
  readonly reason: Unavailability['reason']
  readonly outcome: Unavailability['outcome']

  constructor(message: string, { reason, outcome, code, cause }: Unavailability) {
    super(message, code, { cause })
    this.name = 'DatabaseUnavailableError'
    this.reason = reason
    this.outcome = outcome
  }
}

const UNIQUE_VIOLATION = '23505'

export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === UNIQUE_VIOLATION
