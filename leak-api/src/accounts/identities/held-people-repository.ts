import { type Queryable, sql } from '@atalaia/database'
import { WORKING } from './companies-repository.ts'

const OF_DOMAIN = sql`('.' || split_part(account.email, '@', 2)) LIKE '%.' || company.domain`
/** The accounts of which the provider of a domain lets in nobody by another way; with `email`, that one alone. */
const heldSql = (
  domain: string,
  email: string | null,
) => sql`${WORKING} AND enforced AND company.domain = ${domain} AND ${OF_DOMAIN} AND NOT password_excepted
  AND (${email}::text IS NULL OR account.email = ${email})
  AND NOT EXISTS (SELECT FROM ${WORKING} AND ${OF_DOMAIN} AND length(company.domain) > length(${domain}::text))`

/**
 * Ends what began by other ways than the provider that a domain enforces: of all its people, or of one. Gives the number of
 * sessions; excepted accounts, and domains that enforce nothing, keep theirs. In a transaction.
 */
export const endOthers = async (transaction: Queryable, domain: string, email?: string): Promise<number> => {
  const held = heldSql(domain, email ?? null)
  // In one order: others change several accounts, too.
  await transaction.execute(sql`SELECT 1 FROM account, ${held} ORDER BY account.id FOR NO KEY UPDATE OF account`)
  // Logins and second steps under way end with it. Sessions of the provider's renew their tokens.
  await transaction.execute(sql`UPDATE account SET session_generation = session_generation + 1 FROM ${held}`)
  await transaction.execute(
    sql`DELETE FROM push_subscription AS browser USING account, ${held} AND browser.account_id = account.id
     AND NOT EXISTS (SELECT FROM session WHERE session.id = browser.session_id AND session.provider = company.id::text)`,
  )
  return transaction.execute(
    sql`DELETE FROM session USING account, ${held}
     AND session.account_id = account.id AND session.provider IS DISTINCT FROM company.id::text`,
  )
}
