import type { Queryable } from '@atalaia/database'
import { boolean, object } from 'zod/mini'

/** The invented data of the demonstration account. */
export type DemoRepository = {
  /** True where the database holds an account other than `email`. */
  hasOtherAccounts(email: string): Promise<boolean>
  /** Tells what an invented source is. */
  describe(source: string, facts: { readonly kind: string; readonly kinds: readonly string[] }): Promise<void>
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
  describe: async (source, { kind, kinds }) => {
    await database.execute('UPDATE source SET kind = $2, kinds = $3 WHERE name = $1 AND fabricated', [
      source,
      kind,
      kinds,
    ])
  },
  removeAll: async () => {
    await database.execute('DELETE FROM organisation WHERE fabricated')
    for (const table of ['resighting', 'credential'])
      await database.execute(
        `DELETE FROM ${table} USING sighting JOIN source ON source.id = source_id
         WHERE sighting.id = ${table}.sighting AND fabricated`,
      )
    await database.execute('DELETE FROM source WHERE fabricated')
  },
})
