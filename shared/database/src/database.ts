import type { output, ZodMiniType } from 'zod/mini'

/** Runs SQL. Rows are checked with a schema here, at the border; inside, their types are trusted. */
export type Queryable = {
  query<Schema extends ZodMiniType>(
    row: Schema,
    sql: string,
    parameters?: readonly unknown[],
  ): Promise<output<Schema>[]>
  /** Gives the number of rows that were written. */
  execute(sql: string, parameters?: readonly unknown[]): Promise<number>
  /** Several statements at once, without parameters. */
  script(sql: string): Promise<void>
  /** Streams `rows` (COPY's text format) into `target`: a table with its columns. */
  copyIn(target: string, rows: string): Promise<void>
}

/** A database; the same SQL runs on each kind. */
export type Database = Queryable & {
  readonly kind: 'embedded' | 'server'
  /** Commits when `work` is done, and rolls back when it throws. */
  transaction<Value>(work: (transaction: Queryable) => Promise<Value>): Promise<Value>
  close(): Promise<void>
}

/** What PostgreSQL refused; `code` is its SQLSTATE. */
export class DatabaseError extends Error {
  readonly code: string | undefined

  constructor(message: string, code: string | undefined, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DatabaseError'
    this.code = code
  }
}

const UNIQUE_VIOLATION = '23505'

export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === UNIQUE_VIOLATION
