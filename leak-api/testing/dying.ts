import type { Database } from '@atalaia/database'

/** The process dies at the end of transaction `last`. */
export const dying = (database: Database, last: number): Database => {
  let transactions = 0
  return {
    ...database,
    transaction: (work, options) =>
      database.transaction(async (transaction) => {
        const value = await work(transaction)
        if (++transactions === last) throw new Error('killed')
        return value
      }, options),
  }
}
