import { type Queryable, sql } from '@atalaia/database'
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
      sql`SELECT EXISTS (SELECT FROM account WHERE email <> ${email}) AS others`,
    )
    return row?.others ?? true
  },
  describe: async (source, { kind, kinds }) => {
    await database.execute(
      sql`UPDATE source SET kind = ${kind}, kinds = ${kinds} WHERE name = ${source} AND fabricated`,
    )
  },
  removeAll: async () => {
    await database.execute(sql`DELETE FROM organisation WHERE fabricated`)
    for (const table of ['resighting', 'credential'])
      await database.execute(
        sql`DELETE FROM ${sql.table(table)} USING sighting JOIN source ON source.id = source_id
         WHERE sighting.id = ${sql.ref(`${table}.sighting`)} AND fabricated`,
      )
    await database.execute(sql`DELETE FROM source WHERE fabricated`)
  },
})
