import type { Queryable } from '@atalaia/database'
import { boolean, object } from 'zod/mini'

/** The invented data of the demonstration account. */
export type DemoRepository = {
  /** Whether the database holds an account other than `email`. */
  hasOtherAccounts(email: string): Promise<boolean>
  /** Removes the account with its organisation, and all leaks and sources that were invented. */
  removeAll(): Promise<void>
}

export const createDemoRepository = (database: Queryable): DemoRepository => ({
  hasOtherAccounts: async (email) => {
    const [row] = await database.query(
      object({ others: boolean() }),
      'SELECT EXISTS (SELECT FROM account WHERE email <> $1) AS others',
      [email],
    )
    return row?.others ?? true
  },
  removeAll: async () => {
    await database.execute('DELETE FROM organisation WHERE fabricated')
    await database.execute('DELETE FROM leak WHERE source_id IN (SELECT id FROM source WHERE fabricated)')
    await database.execute('DELETE FROM source WHERE fabricated')
  },
})
