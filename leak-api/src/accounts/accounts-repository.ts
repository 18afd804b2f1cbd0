import { object, string } from 'zod/mini'
import { isUniqueViolation, type Database, type Queryable } from '@atalaia/database'

/** An account; ids are texts here and never leave as anything else. */
export type Account = {
  readonly id: string
  readonly organisationId: string
  readonly email: string
  readonly passwordHash: string
}

const accountSchema = object({ id: string(), organisationId: string(), email: string(), passwordHash: string() })
const columns = 'id::text, organisation_id::text AS "organisationId", email, password_hash AS "passwordHash"'

export type NewAccount = {
  readonly email: string
  readonly passwordHash: string
  readonly at: Date
  readonly fabricated?: boolean
}

const insertAccount = async (transaction: Queryable, account: NewAccount): Promise<Account> => {
  const [created] = await transaction.query(
    accountSchema,
    `WITH made AS (INSERT INTO organisation (fabricated, created_at) VALUES ($1, $2) RETURNING id)
     INSERT INTO account (organisation_id, email, password_hash, created_at)
     SELECT made.id, $3, $4, $2 FROM made
     RETURNING ${columns}`,
    [account.fabricated ?? false, account.at.toISOString(), account.email, account.passwordHash],
  )
  if (created === undefined) throw new Error('accounts: the database gave no row back')
  return created
}

/**
 * Holds back other changes of the same organisation until the transaction ends, so that a limit on what the
 * organisation may have holds when two additions run at once.
 */
export const lockOrganisation = async (transaction: Queryable, organisationId: string): Promise<void> => {
  await transaction.execute('SELECT 1 FROM organisation WHERE id = $1 FOR UPDATE', [organisationId])
}

/** Addresses are handed in trimmed and in lower case. */
export const createAccountsRepository = (database: Database) => ({
  findByEmail: async (email: string): Promise<Account | undefined> => {
    const [account] = await database.query(accountSchema, `SELECT ${columns} FROM account WHERE email = $1`, [email])
    return account
  },
  /** Makes the account and its own organisation; `undefined` when the address is taken. */
  create: async (account: NewAccount): Promise<Account | undefined> => {
    try {
      return await database.transaction((transaction) => insertAccount(transaction, account))
    } catch (error) {
      if (isUniqueViolation(error)) return undefined
      throw error
    }
  },
})

export type AccountsRepository = ReturnType<typeof createAccountsRepository>
