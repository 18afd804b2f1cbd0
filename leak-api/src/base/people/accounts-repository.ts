import { isUniqueViolation, type Queryable, sql, type Sql } from '@atalaia/database'
import { boolean, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { endPushesBut } from './end-pushes.ts'

export type NewAccount = {
  readonly email: string
  readonly passwordHash: string
  readonly at: Date
  readonly fabricated?: boolean
}

const accountSchema = object({
  id: string(),
  organisationId: string(),
  email: string(),
  name: string(),
  passwordHash: string(),
  hasPassword: boolean(),
  isMailboxProved: boolean(),
  generation: int(),
  mustEnrol: boolean(),
  leavesAt: nullable(string()),
})
/**
 * `name`: '' without one. `hasPassword`: a person knows it. `isMailboxProved`: a mailed link was
 * opened. `mustEnrol`: the next organisation requires a second factor, and the account lacks it.
 * `leavesAt`: ISO 8601 instant of its deletion. Ids are texts; sessions name the generation.
 */
export type Account = Infer<typeof accountSchema>

export type AccountsRepository = {
  find(id: string): Promise<Account | undefined>
  findByEmail(email: string): Promise<Account | undefined>
  /** Makes the account, and an organisation that it owns. `undefined`: the address exists. */
  create(account: NewAccount): Promise<Account | undefined>
  /** Ends all sessions but `except`. Returns the new generation. In a transaction. */
  changePassword(id: string, passwordHash: string, except?: string): Promise<number>
  /** Ends all sessions but `except`. Returns the new generation. In a transaction. */
  endSessions(id: string, except?: string): Promise<number>
  /** Gives the person another name; '' takes it away. */
  rename(id: string, name: string): Promise<void>
  proveMailbox(id: string, at: Date): Promise<void>
  /**
   * Moves the account to a proved mailbox, and ends all sessions. False: the address exists, and
   * the transaction is undone.
   */
  changeEmail(id: string, email: string, at: Date): Promise<boolean>
}

export const HAS_FACTOR = sql`(EXISTS (SELECT FROM authenticator_app WHERE account_id = account.id AND confirmed_at IS NOT NULL)
  OR EXISTS (SELECT FROM passkey WHERE account_id = account.id))`
/** SQL: the account is an operator with a second factor (M-OPER-3). */
export const IS_OPERATOR = sql`(EXISTS (SELECT FROM installation_operator WHERE account_id = account.id) AND ${HAS_FACTOR})`

/** SQL: the organisation requires a second factor. False before the organisation exists. */
export const mustEnrolIn = (
  organisation: Sql,
) => sql`coalesce((SELECT second_factor_required FROM organisation WHERE organisation.id = ${organisation}), false)
  AND NOT ${HAS_FACTOR}`
const ENTERED = sql`coalesce((SELECT membership.organisation_id FROM membership WHERE account_id = account.id
  ORDER BY entered_at DESC NULLS LAST, since, membership.organisation_id LIMIT 1), account.organisation_id)`
const COLUMNS = sql`id::text, organisation_id::text AS "organisationId", email, person_name AS name, password_hash AS "passwordHash",
  has_password AS "hasPassword",
  mailbox_proved_at IS NOT NULL AS "isMailboxProved", session_generation AS generation,
  ${mustEnrolIn(ENTERED)} AS "mustEnrol", to_json(leaves_at) #>> '{}' AS "leavesAt"`

const insertAccount = async (database: Queryable, account: NewAccount): Promise<Account> => {
  const [created] = await database.query(
    accountSchema,
    sql`WITH made AS (INSERT INTO organisation (fabricated, created_at) VALUES (${account.fabricated ?? false}, ${account.at.toISOString()}) RETURNING id),
     person AS (
       INSERT INTO account (organisation_id, email, password_hash, created_at)
       SELECT made.id, ${account.email}, ${account.passwordHash}, ${account.at.toISOString()} FROM made RETURNING *
     ),
     member AS (
       INSERT INTO membership (account_id, organisation_id, role, since, first_steps_ended_at)
       SELECT id, organisation_id, 'owner', created_at, CASE WHEN ${account.fabricated ?? false} THEN created_at END FROM person
     )
     SELECT ${COLUMNS} FROM person AS account`,
  )
  if (created === undefined) throw new Error('accounts: the database gave no row back')
  return created
}

/**
 * Blocks other changes of the organisation until the transaction ends, so that limits hold for
 * simultaneous additions.
 */
export const lockOrganisation = async (transaction: Queryable, organisationId: string): Promise<void> => {
  await lockOrganisations(transaction, [organisationId])
}

/** {@link lockOrganisation} for several, in the order of ADR 0064. */
export const lockOrganisations = async (transaction: Queryable, ids: readonly string[]): Promise<void> => {
  await transaction.execute(
    sql`SELECT 1 FROM organisation WHERE id = ANY(${ids}::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
  )
}

/** A separate statement: it sees a session that began during the wait. */
const removeSessions = async (transaction: Queryable, id: string, except: string | null = null) => {
  await endPushesBut(transaction, id, except)
  await transaction.execute(
    sql`DELETE FROM session WHERE account_id = ${id}::uuid AND id IS DISTINCT FROM ${except}::uuid`,
  )
}

type Renewal = { readonly passwordHash?: string; readonly except: string | undefined }

const renewed = async (database: Queryable, id: string, { passwordHash, except }: Renewal): Promise<number> => {
  const [row] = await database.query(
    object({ generation: int() }),
    sql`UPDATE account SET session_generation = session_generation + 1, password_hash = coalesce(${passwordHash ?? null}::text, password_hash),
       has_password = has_password OR ${passwordHash ?? null}::text IS NOT NULL
     WHERE id = ${id}::uuid RETURNING session_generation AS generation`,
  )
  if (row === undefined) throw new Error('accounts: the account is gone')
  await removeSessions(database, id, except)
  return row.generation
}

export const createAccountsRepository = (database: Queryable): AccountsRepository => ({
  find: async (id) => {
    const [account] = await database.query(accountSchema, sql`SELECT ${COLUMNS} FROM account WHERE id = ${id}::uuid`)
    return account
  },
  changePassword: (id, passwordHash, except) => renewed(database, id, { passwordHash, except }),
  endSessions: (id, except) => renewed(database, id, { except }),
  rename: async (id, name) => {
    await database.execute(sql`UPDATE account SET person_name = ${name} WHERE id = ${id}::uuid`)
  },
  proveMailbox: async (id, at) => {
    await database.execute(
      sql`UPDATE account SET mailbox_proved_at = coalesce(mailbox_proved_at, ${at.toISOString()}) WHERE id = ${id}::uuid`,
    )
  },
  changeEmail: async (id, email, at) => {
    try {
      await database.execute(sql`UPDATE account SET email = ${email}, mailbox_proved_at = ${at.toISOString()}, session_generation = session_generation + 1
        WHERE id = ${id}::uuid`)
    } catch (error) {
      if (isUniqueViolation(error)) return false
      throw error
    }
    await removeSessions(database, id)
    return true
  },
  findByEmail: async (email) => {
    const [account] = await database.query(accountSchema, sql`SELECT ${COLUMNS} FROM account WHERE email = ${email}`)
    return account
  },
  create: async (account) => {
    try {
      return await insertAccount(database, account)
    } catch (error) {
      if (isUniqueViolation(error)) return undefined
      throw error
    }
  },
})
