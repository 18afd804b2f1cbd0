import { isUniqueViolation, type Queryable } from '@atalaia/database'
import { boolean, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import type { Identity } from '../../base/people/provider.ts'

const instant = (column: string) => `to_json(${column}) #>> '{}'`

const listedSchema = object({
  id: string(),
  title: string(),
  email: nullable(string()),
  linkedAt: string(),
  lastUsedAt: string(),
})
/** An identity that opens an account; instants are ISO 8601. */
export type ListedIdentity = Infer<typeof listedSchema>

export type NewIdentity = Identity & { readonly accountId: string; readonly title: string; readonly at: Date }

/** The identities that providers give people, and the accounts that they open. */
export type Identities = {
  /** The account that an identity opens; notes its use. */
  use(identity: Identity, at: Date): Promise<string | undefined>
  /** True while the identity opens that account. */
  opens(identity: Pick<Identity, 'issuer' | 'subject'>, accountId: string): Promise<boolean>
  /** `false`: the identity opens an account already. */
  link(identity: NewIdentity): Promise<boolean>
  list(accountId: string): Promise<ListedIdentity[]>
  /** Takes the identity of an account away, unless it is the last way in. Called with the account locked. */
  unlink(accountId: string, id: string): Promise<'unlinked' | 'unknown' | 'last'>
  /** Notes that nobody knows the account's password. */
  forgetPassword(accountId: string): Promise<void>
}

export const createIdentities = (database: Queryable): Identities => ({
  use: async ({ issuer, subject, email }, at) => {
    const [found] = await database.query(
      object({ accountId: string() }),
      `UPDATE account_identity SET last_used_at = $3, email = coalesce($4, email) WHERE issuer = $1 AND subject = $2
       RETURNING account_id::text AS "accountId"`,
      [issuer, subject, at.toISOString(), email ?? null],
    )
    return found?.accountId
  },
  opens: async ({ issuer, subject }, accountId) => {
    const sql = 'SELECT 1 FROM account_identity WHERE issuer = $1 AND subject = $2 AND account_id = $3::uuid'
    return (await database.query(object({}), sql, [issuer, subject, accountId])).length > 0
  },
  link: async ({ issuer, subject, email, accountId, title, at }) => {
    try {
      await database.execute(
        `INSERT INTO account_identity (account_id, issuer, subject, title, email, linked_at, last_used_at)
         VALUES ($1::uuid, $2, $3, $4, $5, $6, $6)`,
        [accountId, issuer, subject, title, email ?? null, at.toISOString()],
      )
      return true
    } catch (error) {
      if (isUniqueViolation(error)) return false
      throw error
    }
  },
  list: (accountId) =>
    database.query(
      listedSchema,
      `SELECT id::text, title, email, ${instant('linked_at')} AS "linkedAt", ${instant('last_used_at')} AS "lastUsedAt"
       FROM account_identity WHERE account_id = $1::uuid ORDER BY linked_at, id`,
      [accountId],
    ),
  unlink: async (accountId, id) => {
    const [account] = await database.query(
      object({ hasPassword: boolean(), others: int(), isKnown: boolean() }),
      `SELECT has_password AS "hasPassword", mine.others, mine.known AS "isKnown" FROM account, LATERAL (
         SELECT count(*) FILTER (WHERE account_identity.id::text <> $2)::int AS others,
           count(*) FILTER (WHERE account_identity.id::text = $2) > 0 AS known
         FROM account_identity WHERE account_id = account.id) AS mine
       WHERE account.id = $1::uuid FOR UPDATE OF account`,
      [accountId, id],
    )
    if (account?.isKnown !== true) return 'unknown'
    if (!account.hasPassword && account.others === 0) return 'last'
    await database.execute('DELETE FROM account_identity WHERE account_id = $1::uuid AND id::text = $2', [
      accountId,
      id,
    ])
    return 'unlinked'
  },
  forgetPassword: async (accountId) => {
    await database.execute('UPDATE account SET has_password = false WHERE id = $1::uuid', [accountId])
  },
})
