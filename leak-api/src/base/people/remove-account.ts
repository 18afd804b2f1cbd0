import { type Queryable, sql } from '@atalaia/database'
import { object } from 'zod/mini'
import { organisationsOf } from '../audit/audit-repository.ts'

/**
 * Locks an account after its organisations, and returns their ids (ADR 0064): membership and
 * ownership cannot change. `undefined`: it was gone, or had joined or left one.
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
 * Removes an account and the organisations where it is alone. `restart-tables.test.ts` lists
 * references that survive. The caller holds the lock ({@link lockAccount}).
 */
export const removeAccount = async (transaction: Queryable, accountId: string): Promise<void> => {
  await transaction.execute(sql`DELETE FROM organisation WHERE id IN (
    SELECT organisation_id FROM membership WHERE account_id = ${accountId}::uuid AND NOT EXISTS (
      SELECT FROM membership AS other WHERE other.organisation_id = membership.organisation_id AND account_id <> ${accountId}::uuid))`)
  await transaction.execute(sql`DELETE FROM account WHERE id = ${accountId}::uuid`)
}
