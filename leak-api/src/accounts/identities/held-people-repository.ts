import type { Queryable } from '@atalaia/database'
import { WORKING } from './companies-repository.ts'

const OF_DOMAIN = `('.' || split_part(account.email, '@', 2)) LIKE '%.' || company.domain`
/** The accounts of which the provider of the domain `$1` lets in nobody by another way; with `$2`, that one alone. */
const HELD = `${WORKING} AND enforced AND company.domain = $1 AND ${OF_DOMAIN} AND NOT password_excepted
  AND ($2::text IS NULL OR account.email = $2)
  AND NOT EXISTS (SELECT FROM ${WORKING} AND ${OF_DOMAIN} AND length(company.domain) > length($1::text))`

/**
 * Ends what began by other ways than the provider that a domain enforces: of all its people, or of one. Gives the number of
 * sessions; excepted accounts, and domains that enforce nothing, keep theirs. In a transaction.
 */
export const endOthers = async (transaction: Queryable, domain: string, email?: string): Promise<number> => {
  const held = [domain, email ?? null]
  // In one order: others change several accounts, too.
  await transaction.execute(`SELECT 1 FROM account, ${HELD} ORDER BY account.id FOR NO KEY UPDATE OF account`, held)
  // Logins and second steps under way end with it. Sessions of the provider's renew their tokens.
  await transaction.execute(`UPDATE account SET session_generation = session_generation + 1 FROM ${HELD}`, held)
  await transaction.execute(
    `DELETE FROM push_subscription AS browser USING account, ${HELD} AND browser.account_id = account.id
     AND NOT EXISTS (SELECT FROM session WHERE session.id = browser.session_id AND session.provider = company.id::text)`,
    held,
  )
  return transaction.execute(
    `DELETE FROM session USING account, ${HELD}
     AND session.account_id = account.id AND session.provider IS DISTINCT FROM company.id::text`,
    held,
  )
}
