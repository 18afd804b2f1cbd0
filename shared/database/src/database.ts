import type { output, ZodMiniType } from 'zod/mini'
import type { Statement } from './statement.ts'

/** COPY's text or binary format. */
export type CopyRows = string | Uint8Array<ArrayBuffer>

/** `origin`: where COPY reads the rows. */
export const copyStatement = (target: string, rows: CopyRows, origin: string): string =>
  `COPY ${target} FROM ${origin}${typeof rows === 'string' ? '' : ' (FORMAT binary)'}`

/** `target`: where COPY writes the rows. */
export const copyOutStatement = (select: string, target: string): string =>
  `COPY (${select}) TO ${target} (FORMAT binary)`

/** Runs SQL. A schema checks rows here; elsewhere their types are trusted. */
export type Queryable = {
  /** Outside a transaction, a SELECT is repeated when its connection breaks. */
  query<Schema extends ZodMiniType>(row: Schema, statement: Statement): Promise<output<Schema>[]>
  /** Returns the number of written rows. */
  execute(statement: Statement): Promise<number>
  /** Several statements without parameters. */
  script(sql: string): Promise<void>
  /**
   * Streams `rows` into a table with its columns. A text is COPY's text format, bytes its binary
   * format.
   */
  copyIn(target: string, rows: CopyRows): Promise<void>
  /** Result in COPY's binary format, whole in memory: the query must bound it. */
  copyOut(select: string): Promise<Uint8Array<ArrayBuffer>>
}

export type TransactionOptions = {
  /** Its abort rolls the transaction back. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds after which no commit happens, even by a delayed COMMIT. Default: no limit. */
  readonly withinMs?: number
  /** Milliseconds per statement, lock waits included. Default: the database's limits. */
  readonly statementMs?: number
}

/**
 * Each statement has a time limit. A lost connection rejects its calls
 * with {@link DatabaseUnavailableError}; the next call connects again.
 */
export type Database = Queryable & {
  /** Commits after `work`, rolls back when it throws. `work` runs at most once. */
  transaction<Value>(work: (transaction: Queryable) => Promise<Value>, options?: TransactionOptions): Promise<Value>
  /**
   * Runs and commits one statement exclusively per `key`, across processes: it sees earlier ones.
   * Returns the number of written rows.
   */
  executeAlone(key: string, statement: Statement, options?: TransactionOptions): Promise<number>
  /** Limits each statement to `limitMs` milliseconds, waits included. */
  within(limitMs: number): Queryable
  /** Absent on fakes. */
  readonly connections?: () => Connections
  close(): Promise<void>
}

export type Connections = {
  readonly inUse: number
  readonly idle: number
  /** Calls that wait for a connection. */
  readonly waiting: number
  /** Since the start. */
  readonly acquired: number
  readonly waitedMs: number
}

/** PostgreSQL's error; `code` is the SQLSTATE. */
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
   * - `unreachable`: no connection.
   * - `lost`: the connection broke.
   * - `timeout`: no answer, lock or connection in time.
   * - `given-up`: aborted, or too late.
   * - `refused`: PostgreSQL lacks disk, memory, connections or the right to write.
   */
  readonly reason: 'unreachable' | 'lost' | 'timeout' | 'given-up' | 'refused'
  /** `none`: no change. `unknown`: the statement or COMMIT may have run. */
  readonly outcome: 'none' | 'unknown'
  readonly code?: string | undefined
  readonly cause?: unknown
}

/** The database cannot work now. The same call may succeed later. */
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
