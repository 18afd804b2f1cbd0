import { type Queryable, sql } from '@atalaia/database'
import { object } from 'zod/mini'
import { organisationsOf } from '../audit/audit-repository.ts'

/**
 * Locks an account after the organisations that it is in, whose ids it gives, as every transaction does (ADR 0064): nobody joins,
 * leaves or is made an owner meanwhile. `undefined`: the account was gone, or had joined or left one, before they were locked.
 */
export const lockAccount = async (transaction: Queryable, accountId: string): Promise<string[] | undefined> => {
  const seen = await organisationsOf(transaction, accountId)
  await transaction.execute(sql`SELECT 1 FROM organisation WHERE id = ANY(${seen}::bigint[]) ORDER BY id FOR UPDATE`)
  const isThere =
    (await transaction.query(object({}), sql`SELECT 1 FROM account WHERE id = ${accountId}::uuid FOR UPDATE`)).length >
    0
  const organisationIds = await organisationsOf(transaction, accountId)
  return isThere && organisationIds.join() === seen.join() ? organisationIds : undefined
}

/**
 * Removes an account, and the organisations in which it is alone. The database removes what is theirs: a reference that says
 * otherwise is named in `restart-tables.test.ts`. Called with the account locked ({@link lockAccount}).
 */
export const removeAccount = async (transaction: Queryable, accountId: string): Promise<void> => {
  await transaction.execute(sql`DELETE FROM organisation WHERE id IN (
    SELECT organisation_id FROM membership WHERE account_id = ${accountId}::uuid AND NOT EXISTS (
      SELECT FROM membership AS other WHERE other.organisation_id = membership.organisation_id AND account_id <> ${accountId}::uuid))`)
  await transaction.execute(sql`DELETE FROM account WHERE id = ${accountId}::uuid`)
}
