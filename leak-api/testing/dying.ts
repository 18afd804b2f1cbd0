import type { Database } from '@atalaia/database'

/** A database whose process dies at the end of its so-manieth transaction. */
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
