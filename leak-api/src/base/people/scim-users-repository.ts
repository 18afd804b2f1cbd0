import { roleSchema, type Role } from '@atalaia/contracts'
import { isUniqueViolation, type Queryable, sql } from '@atalaia/database'
import { boolean, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { domainsOf } from './provider.ts'

const instant = (column: string) => sql`to_json(${sql.raw(column)}) #>> '{}'`

const userSchema = object({
  id: string(),
  userName: string(),
  email: string(),
  externalId: nullable(string()),
  mailbox: string(),
  active: boolean(),
  accountId: nullable(string()),
  role: nullable(roleSchema),
  createdAt: string(),
  changedAt: string(),
})
/** A directory's person. Without an account, they have not come in yet. Instants are ISO 8601. */
export type ScimUser = Infer<typeof userSchema>

/** `mailbox`: the normalised `email`. */
export type ScimFacts = Pick<ScimUser, 'userName' | 'email' | 'externalId' | 'mailbox'>

export const SCIM_COLUMNS = {
  id: 'id::text',
  username: 'lower(user_name)',
  externalid: 'external_id',
  mailbox: 'mailbox',
  active: 'active::text',
} as const
export type ScimCondition = { readonly column: keyof typeof SCIM_COLUMNS; readonly value: string }

const COLUMNS = sql`id::text, user_name AS "userName", email, external_id AS "externalId", mailbox, active,
  account_id::text AS "accountId", role, ${instant('created_at')} AS "createdAt", ${instant('changed_at')} AS "changedAt"`

const unlessTaken = async <Value>(write: () => Promise<Value>): Promise<Value | undefined> => {
  try {
    return await write()
  } catch (error) {
    if (isUniqueViolation(error)) return undefined
    throw error
  }
}

export const createScimUsers = (database: Queryable) => ({
  list: async (
    organisationId: string,
    {
      conditions,
      offset,
      limit,
    }: { readonly conditions: readonly ScimCondition[]; readonly offset: number; readonly limit: number },
  ): Promise<{ readonly total: number; readonly users: ScimUser[] }> => {
    const where = conditions.map(({ column, value }) => sql`AND ${sql.raw(SCIM_COLUMNS[column])} = ${value}`)
    const found = sql`FROM scim_user WHERE organisation_id = ${organisationId} ${sql.join(where, sql` `)}`
    const [{ total } = { total: 0 }] = await database.query(
      object({ total: int() }),
      sql`SELECT count(*)::int AS total ${found}`,
    )
    const page = sql`SELECT ${COLUMNS} ${found} ORDER BY created_at, id OFFSET ${offset} LIMIT ${limit}`
    return { total, users: await database.query(userSchema, page) }
  },
  find: async (organisationId: string, id: string): Promise<ScimUser | undefined> => {
    const [found] = await database.query(
      userSchema,
      sql`SELECT ${COLUMNS} FROM scim_user WHERE organisation_id = ${organisationId} AND id::text = ${id}`,
    )
    return found
  },
  findFor: async ({
    organisationId,
    accountId,
    mailbox,
  }: {
    organisationId: string
    accountId: string
    mailbox: string
  }): Promise<ScimUser | undefined> => {
    const [found] = await database.query(
      userSchema,
      sql`SELECT ${COLUMNS} FROM scim_user WHERE organisation_id = ${organisationId} AND (account_id = ${accountId}::uuid OR mailbox = ${mailbox})
      ORDER BY account_id = ${accountId}::uuid DESC NULLS LAST LIMIT 1`,
    )
    return found
  },
  count: async (organisationId: string): Promise<{ readonly active: number; readonly total: number }> => {
    const [counted] = await database.query(
      object({ active: int(), total: int() }),
      sql`SELECT count(*) FILTER (WHERE active)::int AS active, count(*)::int AS total FROM scim_user
       WHERE organisation_id = ${organisationId}`,
    )
    return counted ?? { active: 0, total: 0 }
  },
  /** Inactive until `save`. `undefined` when the user name or mailbox is taken. */
  create: (
    organisationId: string,
    { userName, email, externalId, mailbox }: ScimFacts,
    at: Date,
  ): Promise<ScimUser | undefined> =>
    unlessTaken(async () => {
      const [made] = await database.query(
        userSchema,
        sql`INSERT INTO scim_user (organisation_id, user_name, email, external_id, mailbox, active, created_at, changed_at)
         VALUES (${organisationId}, ${userName}, ${email}, ${externalId}, ${mailbox}, false, ${at.toISOString()}, ${at.toISOString()}) RETURNING ${COLUMNS}`,
      )
      return made
    }),
  /** `undefined`: somebody else has the user name or mailbox. */
  save: (
    {
      id,
      userName,
      email,
      externalId,
      mailbox,
      active,
      role,
    }: { readonly id: string; readonly active: boolean; readonly role: Role | null } & ScimFacts,
    at: Date,
  ): Promise<ScimUser | undefined> =>
    unlessTaken(async () => {
      const [saved] = await database.query(
        userSchema,
        sql`UPDATE scim_user SET user_name = ${userName}, email = ${email}, external_id = ${externalId}, mailbox = ${mailbox}, active = ${active}, role = ${role},
           changed_at = ${at.toISOString()} WHERE id = ${id}::uuid RETURNING ${COLUMNS}`,
      )
      return saved
    }),
  /** Links an account with a mailbox's person, who becomes active. */
  bind: async ({
    organisationId,
    accountId,
    mailbox,
  }: {
    organisationId: string
    accountId: string
    mailbox: string
  }): Promise<void> => {
    await database.execute(
      sql`UPDATE scim_user SET account_id = ${accountId}::uuid, active = true, role = NULL
       WHERE organisation_id = ${organisationId} AND mailbox = ${mailbox} AND (account_id IS NULL OR account_id = ${accountId}::uuid)
         AND NOT EXISTS (SELECT FROM scim_user AS other WHERE other.organisation_id = ${organisationId} AND other.account_id = ${accountId}::uuid
           AND other.id <> scim_user.id)`,
    )
  },
  remove: async (id: string): Promise<void> => {
    await database.execute(sql`DELETE FROM scim_user WHERE id = ${id}::uuid`)
  },
  /** True where the organisation has proved the mailbox's domain or a parent. */
  isOwnMailbox: async (organisationId: string, mailbox: string): Promise<boolean> => {
    const found = await database.query(
      object({}),
      sql`SELECT 1 FROM watched_domain WHERE organisation_id = ${organisationId} AND domain = ANY(${domainsOf(mailbox)}::text[]) AND proved_at IS NOT NULL`,
    )
    return found.length > 0
  },
})
