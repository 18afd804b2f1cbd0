import { roleSchema, type Role } from '@atalaia/contracts'
import { type Queryable, sql } from '@atalaia/database'
import { boolean, int, object, string, type infer as Infer } from 'zod/mini'

const membershipSchema = object({ organisationId: string(), name: string(), role: roleSchema, isSupport: boolean() })
const shownSchema = object({ name: string(), firstSteps: boolean() })
export type Membership = Infer<typeof membershipSchema>

const memberSchema = object({
  accountId: string(),
  email: string(),
  personName: string(),
  role: roleSchema,
  since: string(),
})
export type ListedMember = Infer<typeof memberSchema>

export type MembersRepository = {
  /** The organisation entered last comes first, support accesses last. */
  organisationsOf(accountId: string, at: Date): Promise<Membership[]>
  list(organisationId: string): Promise<ListedMember[]>
  find(organisationId: string, accountId: string): Promise<ListedMember | undefined>
  /** The caller holds the organisation's lock. `false`: already a member. */
  add(member: { organisationId: string; accountId: string; role: Role; at: Date }): Promise<boolean>
  /** The caller holds the organisation's lock. */
  setRole(organisationId: string, accountId: string, role: Role): Promise<void>
  /**
   * The caller holds the organisation's lock. Ends the member's alerts and case ownership. An
   * account that loses its own organisation gets another.
   */
  remove(organisationId: string, accountId: string, at: Date): Promise<void>
  countOwners(organisationId: string): Promise<number>
  enter(organisationId: string, accountId: string, at: Date): Promise<void>
  nameOf(organisationId: string): Promise<string>
  /** The person's name, and whether their first steps in the organisation are under way (P-START-1). */
  shownFacts(organisationId: string, accountId: string): Promise<Infer<typeof shownSchema> | undefined>
  /** Deletion that an owner requested; `undefined`: none. */
  leavesAt(organisationId: string): Promise<string | undefined>
  rename(organisationId: string, name: string): Promise<void>
}

export const NAME = sql`coalesce(nullif(organisation.name, ''), 'Organização de ' || (
    SELECT min(email) FROM account WHERE account.organisation_id = organisation.id), 'Organização ' || organisation.id)`
const MEMBER = sql`account_id::text AS "accountId", email, person_name AS "personName", role, to_json(since) #>> '{}' AS since`

export const createMembersRepository = (database: Queryable): MembersRepository => ({
  organisationsOf: (accountId, at) =>
    database.query(
      membershipSchema,
      sql`SELECT organisation.id::text AS "organisationId", ${NAME} AS name, role, support_id IS NOT NULL AS "isSupport"
       FROM seat JOIN organisation ON organisation.id = organisation_id
       WHERE account_id = ${accountId}::uuid AND (support_id IS NULL OR expires_at > ${at.toISOString()})
       ORDER BY support_id IS NOT NULL, entered_at DESC NULLS LAST, since, organisation.id`,
    ),
  list: (organisationId) =>
    database.query(
      memberSchema,
      sql`SELECT ${MEMBER} FROM membership JOIN account ON account.id = account_id
       WHERE membership.organisation_id = ${organisationId} ORDER BY since, email`,
    ),
  find: async (organisationId, accountId) => {
    const [found] = await database.query(
      memberSchema,
      sql`SELECT ${MEMBER} FROM membership JOIN account ON account.id = account_id
       WHERE membership.organisation_id = ${organisationId} AND account_id::text = ${accountId}`,
    )
    return found
  },
  add: async ({ organisationId, accountId, role, at }) =>
    (await database.execute(
      sql`INSERT INTO membership (account_id, organisation_id, role, since) VALUES (${accountId}::uuid, ${organisationId}, ${role}, ${at.toISOString()})
       ON CONFLICT DO NOTHING`,
    )) === 1,
  setRole: async (organisationId, accountId, role) => {
    await database.execute(
      sql`UPDATE membership SET role = ${role} WHERE organisation_id = ${organisationId} AND account_id = ${accountId}::uuid`,
    )
  },
  remove: async (organisationId, accountId, at) => {
    await database.execute(
      sql`DELETE FROM membership WHERE organisation_id = ${organisationId} AND account_id = ${accountId}::uuid`,
    )
    await database.execute(
      sql`DELETE FROM alert_setting WHERE organisation_id = ${organisationId} AND account_id = ${accountId}::uuid`,
    )
    await database.execute(
      sql`DELETE FROM alert USING monitored_address AS watched
       WHERE account_id = ${accountId}::uuid AND watched.id = monitored_id AND watched.organisation_id = ${organisationId} AND outcome IS NULL`,
    )
    // Their addresses and cases are nobody's (P-LIST-11, P-CASE-11).
    await database.execute(
      sql`UPDATE monitored_address SET owner_id = NULL WHERE organisation_id = ${organisationId} AND owner_id = ${accountId}::uuid`,
    )
    await database.execute(
      sql`WITH left_over AS (
         UPDATE leak_case SET owner_id = NULL, version = version + 1, changed_at = ${at.toISOString()}::timestamptz
         WHERE organisation_id = ${organisationId} AND owner_id = ${accountId}::uuid RETURNING monitored_id, source, version
       )
       INSERT INTO case_event (monitored_id, source, at, kind, version, changes)
       SELECT monitored_id, source, ${at.toISOString()}::timestamptz, 'mudanca', version,
         jsonb_build_array(jsonb_build_object('campo', 'responsavel', 'de', ${accountId}::uuid, 'para', NULL)) FROM left_over`,
    )
    const own = await database.query(
      object({}),
      sql`SELECT 1 FROM account WHERE id = ${accountId}::uuid AND organisation_id = ${organisationId}`,
    )
    if (own.length > 0)
      await database.execute(
        sql`WITH made AS (INSERT INTO organisation (created_at) VALUES (${at.toISOString()}) RETURNING id),
         moved AS (UPDATE account SET organisation_id = made.id FROM made WHERE account.id = ${accountId}::uuid)
         INSERT INTO membership (account_id, organisation_id, role, since) SELECT ${accountId}::uuid, id, 'owner', ${at.toISOString()} FROM made`,
      )
  },
  countOwners: async (organisationId) => {
    const [row] = await database.query(
      object({ count: int() }),
      sql`SELECT count(*)::int AS count FROM membership WHERE organisation_id = ${organisationId} AND role = 'owner'`,
    )
    return row?.count ?? 0
  },
  enter: async (organisationId, accountId, at) => {
    await database.execute(
      sql`UPDATE membership SET entered_at = ${at.toISOString()} WHERE organisation_id = ${organisationId} AND account_id = ${accountId}::uuid`,
    )
  },
  nameOf: async (organisationId) => {
    const [row] = await database.query(
      object({ name: string() }),
      sql`SELECT ${NAME} AS name FROM organisation WHERE id = ${organisationId}`,
    )
    return row?.name ?? ''
  },
  shownFacts: async (organisationId, accountId) => {
    const [found] = await database.query(
      shownSchema,
      sql`SELECT person_name AS name, EXISTS (SELECT FROM membership WHERE account_id = account.id AND organisation_id = ${organisationId}
         AND first_steps_ended_at IS NULL) AS "firstSteps" FROM account WHERE id = ${accountId}::uuid`,
    )
    return found
  },
  leavesAt: async (organisationId) => {
    const [row] = await database.query(
      object({ at: string() }),
      sql`SELECT to_json(leaves_at) #>> '{}' AS at FROM organisation WHERE id = ${organisationId} AND leaves_at IS NOT NULL`,
    )
    return row?.at
  },
  rename: async (organisationId, name) => {
    await database.execute(sql`UPDATE organisation SET name = ${name} WHERE id = ${organisationId}`)
  },
})
