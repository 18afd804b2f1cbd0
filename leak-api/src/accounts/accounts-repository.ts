import { isUniqueViolation, type Database, type Queryable } from '@atalaia/database'
import { object, string } from 'zod/mini'

/** An account; ids are texts here and never leave as anything else. */
export type Account = {
  readonly id: string
  readonly organisationId: string
  readonly email: string
  readonly passwordHash: string
}

export type NewAccount = {
  readonly email: string
  readonly passwordHash: string
  readonly at: Date
  /** Made by the demonstration account: its data is invented. Default: false. */
  readonly fabricated?: boolean
}

/** Accounts and their organisations. Addresses are handed in trimmed and in lower case. */
export type AccountsRepository = {
  findByEmail(email: string): Promise<Account | undefined>
  /** Makes the account and its own organisation; `undefined` when the address is taken. */
  create(account: NewAccount): Promise<Account | undefined>
}

const accountSchema = object({ id: string(), organisationId: string(), email: string(), passwordHash: string() })
const columns = 'id::text, organisation_id::text AS "organisationId", email, password_hash AS "passwordHash"'

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
  await transaction.execute('SELECT 1 FROM organisation WHERE id = $1 FOR NO KEY UPDATE', [organisationId])
}

export const createAccountsRepository = (database: Database): AccountsRepository => ({
  findByEmail: async (email) => {
    const [account] = await database.query(accountSchema, `SELECT ${columns} FROM account WHERE email = $1`, [email])
    return account
  },
  create: async (account) => {
    try {
      return await database.transaction((transaction) => insertAccount(transaction, account))
    } catch (error) {
      if (isUniqueViolation(error)) return undefined
      throw error
    }
  },
})
