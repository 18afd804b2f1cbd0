import { isUniqueViolation, type Queryable, sql } from '@atalaia/database'
import { boolean, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import type { Identity } from '../../base/people/provider.ts'

const instant = (column: string) => sql`to_json(${sql.raw(column)}) #>> '{}'`

const listedSchema = object({
  id: string(),
  title: string(),
  email: nullable(string()),
  linkedAt: string(),
  lastUsedAt: string(),
})
export type ListedIdentity = Infer<typeof listedSchema>

export type NewIdentity = Identity & { readonly accountId: string; readonly title: string; readonly at: Date }

export const createIdentities = (database: Queryable) => ({
  use: async ({ issuer, subject, email }: Identity, at: Date): Promise<string | undefined> => {
    const [found] = await database.query(
      object({ accountId: string() }),
      sql`UPDATE account_identity SET last_used_at = ${at.toISOString()}, email = coalesce(${email ?? null}, email) WHERE issuer = ${issuer} AND subject = ${subject}
       RETURNING account_id::text AS "accountId"`,
    )
    return found?.accountId
  },
  opens: async ({ issuer, subject }: Pick<Identity, 'issuer' | 'subject'>, accountId: string): Promise<boolean> => {
    const found = await database.query(
      object({}),
      sql`SELECT 1 FROM account_identity WHERE issuer = ${issuer} AND subject = ${subject} AND account_id = ${accountId}::uuid`,
    )
    return found.length > 0
  },
  /** `false`: the identity opens an account already. */
  link: async ({ issuer, subject, email, accountId, title, at }: NewIdentity): Promise<boolean> => {
    try {
      await database.execute(
        sql`INSERT INTO account_identity (account_id, issuer, subject, title, email, linked_at, last_used_at)
         VALUES (${accountId}::uuid, ${issuer}, ${subject}, ${title}, ${email ?? null}, ${at.toISOString()}, ${at.toISOString()})`,
      )
      return true
    } catch (error) {
      if (isUniqueViolation(error)) return false
      throw error
    }
  },
  list: (accountId: string): Promise<ListedIdentity[]> =>
    database.query(
      listedSchema,
      sql`SELECT id::text, title, email, ${instant('linked_at')} AS "linkedAt", ${instant('last_used_at')} AS "lastUsedAt"
       FROM account_identity WHERE account_id = ${accountId}::uuid ORDER BY linked_at, id`,
    ),
  /** Removes an identity, unless it is the last way in. The caller holds the account's lock. */
  unlink: async (accountId: string, id: string): Promise<'unlinked' | 'unknown' | 'last'> => {
    const [account] = await database.query(
      object({ hasPassword: boolean(), others: int(), isKnown: boolean() }),
      sql`SELECT has_password AS "hasPassword", mine.others, mine.known AS "isKnown" FROM account, LATERAL (
         SELECT count(*) FILTER (WHERE account_identity.id::text <> ${id})::int AS others,
           count(*) FILTER (WHERE account_identity.id::text = ${id}) > 0 AS known
         FROM account_identity WHERE account_id = account.id) AS mine
       WHERE account.id = ${accountId}::uuid FOR UPDATE OF account`,
    )
    if (account?.isKnown !== true) return 'unknown'
    if (!account.hasPassword && account.others === 0) return 'last'
    await database.execute(sql`DELETE FROM account_identity WHERE account_id = ${accountId}::uuid AND id::text = ${id}`)
    return 'unlinked'
  },
  forgetPassword: async (accountId: string): Promise<void> => {
    await database.execute(sql`UPDATE account SET has_password = false WHERE id = ${accountId}::uuid`)
  },
})
