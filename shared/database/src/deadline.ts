import { DatabaseUnavailableError, type Queryable, type TransactionOptions } from './database.ts'

export type Deadline = {
  /** `Infinity` without a limit. */
  remainingMs(): number
  /** Throws after an abort or the deadline. */
  check(): void
  guard(transaction: Queryable): Queryable
}

export const createDeadline = ({ signal, withinMs = Infinity }: TransactionOptions = {}): Deadline => {
  const end = performance.now() + withinMs
  const remainingMs = () => end - performance.now()
  const check = () => {
    if (signal?.aborted !== true && remainingMs() > 0) return
    const what = signal?.aborted === true ? 'its caller has gone' : `its ${withinMs} ms are over`
    throw new DatabaseUnavailableError(`transaction: ${what}; nothing was changed`, {
      reason: 'given-up',
      outcome: 'none',
      cause: signal?.reason,
    })
  }
  const checked = <Value>(statement: () => Promise<Value>): Promise<Value> => {
    check()
    return statement()
  }
  return {
    remainingMs,
    check,
    guard: (transaction) => ({
      query: async (row, statement) => checked(() => transaction.query(row, statement)),
      execute: async (statement) => checked(() => transaction.execute(statement)),
      script: async (sql) => checked(() => transaction.script(sql)),
      copyIn: async (target, rows) => checked(() => transaction.copyIn(target, rows)),
      copyOut: async (select) => checked(() => transaction.copyOut(select)),
    }),
  }
}
