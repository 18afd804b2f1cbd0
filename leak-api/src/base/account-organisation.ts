import { type Queryable, sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import { normalAddress } from './address.ts'

/** The organisation of an account's sign-up, by which commands name it. Throws on an unknown address. */
export const organisationOfAccount = async (database: Queryable, email: string): Promise<string> => {
  const [found] = await database.query(
    object({ id: string() }),
    sql`SELECT organisation_id::text AS id FROM account WHERE email = ${normalAddress(email)}`,
  )
  if (found === undefined) throw new Error(`account ${email}: there is none; its organisation is meant`)
  return found.id
}
