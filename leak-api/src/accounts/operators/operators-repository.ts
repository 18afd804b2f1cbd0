import { type Queryable, sql } from '@atalaia/database'
import { boolean, object, string, type infer as Infer } from 'zod/mini'
import { HAS_FACTOR } from '../../base/people/accounts-repository.ts'

/** `hasFactor`: without a second factor, the account may not operate. `since` is an ISO 8601 instant. */
export const listedOperatorSchema = object({ email: string(), since: string(), hasFactor: boolean() })
export type ListedOperator = Infer<typeof listedOperatorSchema>

/** M-OPER-3 */
export const createOperatorsRepository = (database: Queryable) => ({
  list: (): Promise<ListedOperator[]> =>
    database.query(
      listedOperatorSchema,
      sql`SELECT email, to_json(added_at) #>> '{}' AS since, ${HAS_FACTOR} AS "hasFactor"
       FROM installation_operator JOIN account ON account.id = account_id ORDER BY added_at, email`,
    ),
  has: async (accountId: string): Promise<boolean> => {
    return (
      (await database.query(object({}), sql`SELECT 1 FROM installation_operator WHERE account_id = ${accountId}::uuid`))
        .length > 0
    )
  },
  add: async (accountId: string, at: Date): Promise<boolean> =>
    (await database.execute(
      sql`INSERT INTO installation_operator (account_id, added_at) VALUES (${accountId}::uuid, ${at.toISOString()}) ON CONFLICT DO NOTHING`,
    )) === 1,
  /** Also removes its support accesses. `false`: it was no operator. */
  remove: async (accountId: string): Promise<boolean> =>
    (await database.execute(sql`DELETE FROM installation_operator WHERE account_id = ${accountId}::uuid`)) === 1,
})
