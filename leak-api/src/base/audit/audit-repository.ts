import { type Queryable, sql } from '@atalaia/database'
import { nullable, number, object, string, type infer as Infer } from 'zod/mini'
import { defineList } from '../list.ts'

/** The installation's own log, for operator acts on all organisations. */
export const INSTALLATION = '0'

const headSchema = object({ organisationId: string(), ordinal: number(), hash: string() })
/** The end of a chain. Without rows: ordinal 0 and a hash of zeros. */
export type AuditHead = Infer<typeof headSchema>

export type NewRow = AuditHead & { readonly content: string }
export type NewNames = {
  readonly organisationId: string
  readonly ordinal: number
  readonly part: 'actor' | 'target'
  /** This account's deletion erases the names. */
  readonly accountId: string | null
  readonly mailbox: string | null
  readonly at: string
  readonly salt: string
  readonly content: string
}

const rowSchema = object({
  ordinal: number(),
  content: string(),
  hash: string(),
  actorNames: nullable(string()),
  actorSalt: nullable(string()),
  targetNames: nullable(string()),
  targetSalt: nullable(string()),
})
export type StoredRow = Infer<typeof rowSchema>

const HEAD = sql`organisation_id::text AS "organisationId", ordinal::float8 AS ordinal, encode(hash, 'hex') AS hash`
const add = (rows: string) => sql`WITH given AS (
    SELECT * FROM jsonb_to_recordset(${rows}::jsonb) AS row ("organisationId" bigint, ordinal bigint, content text, hash text)
  ), last AS (
    SELECT DISTINCT ON ("organisationId") * FROM given ORDER BY "organisationId", ordinal DESC
  ), moved AS (
    UPDATE audit_head SET ordinal = last.ordinal, hash = decode(last.hash, 'hex') FROM last
    WHERE audit_head.organisation_id = last."organisationId"
  )
  INSERT INTO audit_event (organisation_id, ordinal, content, hash)
  SELECT "organisationId", ordinal, content, decode(hash, 'hex') FROM given`
const addNames = (
  names: string,
) => sql`INSERT INTO audit_person (organisation_id, ordinal, part, account_id, mailbox, at, salt, content)
  SELECT "organisationId", ordinal, part, "accountId", mailbox, at, decode(salt, 'hex'), content
  FROM jsonb_to_recordset(${names}::jsonb) AS row ("organisationId" bigint, ordinal bigint, part text, "accountId" uuid,
    mailbox text, at timestamptz, salt text, content text)`
/** Instants are ISO 8601; `until` is exclusive. With `before`, newest first. */
export type AuditQuery = {
  readonly organisationId: string
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly from?: string | undefined
  readonly until?: string | undefined
  /** Exclusive ordinals. */
  readonly after?: number
  readonly before?: number
}
const namesOf = (part: 'actor' | 'target') => sql`LEFT JOIN audit_person AS ${sql.ref(part)}
  ON ${sql.ref(`${part}.organisation_id`)} = event.organisation_id AND ${sql.ref(`${part}.ordinal`)} = event.ordinal
    AND ${sql.ref(`${part}.part`)} = ${sql.lit(part)}`
/** The audit log of an organisation, with the names that are still there. */
export const auditLog = defineList({
  as: 'event',
  from: sql`audit_event AS event`,
  joins: sql`${namesOf('actor')} ${namesOf('target')}`,
  of: ({ organisationId }: AuditQuery) => sql`organisation_id = ${organisationId}::bigint`,
  row: rowSchema,
  columns: {
    ordinal: sql`event.ordinal::float8`,
    content: sql`event.content`,
    hash: sql`encode(event.hash, 'hex')`,
    actorNames: sql`actor.content`,
    actorSalt: sql`encode(actor.salt, 'hex')`,
    targetNames: sql`target.content`,
    targetSalt: sql`encode(target.salt, 'hex')`,
  },
  filters: {
    actor: (actor) => sql`actor = ${actor}`,
    action: (action) => sql`action = ${action}`,
    from: (instant) => sql`at >= ${instant}`,
    until: (instant) => sql`at < ${instant}`,
    after: (ordinal) => sql`ordinal > ${ordinal}`,
    before: (ordinal) => sql`ordinal < ${ordinal}::bigint`,
  },
  order: ({ before }) => (before === undefined ? sql`event.ordinal` : sql`event.ordinal DESC`),
})

/** Audit logs of organisations. Rows are only added. */
export const createAuditRepository = (database: Queryable) => ({
  /** Gives the accounts that exist, and keeps them until the transaction ends. Called before `lockHeads`. */
  keepAccounts: async (accountIds: readonly string[]): Promise<string[]> => {
    const wanted = [...new Set(accountIds)]
    if (wanted.length === 0) return []
    return (
      await database.query(
        object({ id: string() }),
        sql`SELECT id::text FROM account WHERE id = ANY(${wanted}::uuid[]) ORDER BY account.id FOR KEY SHARE`,
      )
    ).map(({ id }) => id)
  },
  /** The chains' ends, locked until the transaction ends. A row follows only committed rows. */
  lockHeads: (organisationIds: readonly string[]): Promise<AuditHead[]> =>
    database.query(
      headSchema,
      // One order for all: two transactions that write into the same logs do not wait for each other.
      sql`SELECT ${HEAD} FROM audit_head WHERE organisation_id = ANY(${organisationIds}::bigint[])
       ORDER BY audit_head.organisation_id FOR UPDATE`,
    ),
  append: async (rows: readonly NewRow[], names: readonly NewNames[]): Promise<void> => {
    await database.execute(add(JSON.stringify(rows)))
    if (names.length > 0) await database.execute(addNames(JSON.stringify(names)))
  },
  head: async (organisationId: string): Promise<AuditHead | undefined> => {
    const [found] = await database.query(
      headSchema,
      sql`SELECT ${HEAD} FROM audit_head WHERE organisation_id = ${organisationId}::bigint`,
    )
    return found
  },
  /** All organisations, those with a log alone, and the installation. */
  organisations: async (): Promise<string[]> => {
    const found = await database.query(
      object({ id: string() }),
      sql`SELECT id::text FROM (
         SELECT id FROM organisation UNION SELECT organisation_id FROM audit_head
         UNION SELECT DISTINCT organisation_id FROM audit_event UNION SELECT ${INSTALLATION}::bigint
       ) AS known ORDER BY known.id`,
    )
    return found.map(({ id }) => id)
  },
  /** The instant of an actor's act after `count` own acts; `undefined`: fewer exist. */
  atOf: async (organisationId: string, actor: string, count: number): Promise<string | undefined> => {
    const [found] = await database.query(
      object({ at: string() }),
      sql`SELECT at FROM audit_event WHERE organisation_id = ${organisationId}::bigint AND actor = ${actor}
       ORDER BY ordinal DESC OFFSET ${count - 1}::int LIMIT 1`,
    )
    return found?.at
  },
  /** Gives a mailbox's names to the account of an invited person who joined. */
  giveMailbox: async (
    mailbox: string,
    { organisationId, accountId }: { readonly organisationId: string; readonly accountId: string },
  ): Promise<void> => {
    await database.execute(
      sql`UPDATE audit_person SET account_id = ${accountId}::uuid WHERE organisation_id = ${organisationId}::bigint AND mailbox = ${mailbox}`,
    )
  },
  /**
   * Organisations that exist. The caller holds the heads' locks: acts on a vanishing organisation
   * have waited.
   */
  standing: async (organisationIds: readonly string[]): Promise<string[]> => {
    return (
      await database.query(
        object({ id: string() }),
        sql`SELECT id::text FROM organisation WHERE id = ANY(${organisationIds}::bigint[])`,
      )
    ).map(({ id }) => id)
  },
  /** Erases names of vanished organisations. The caller holds the heads' locks. */
  eraseGone: async (organisationIds: readonly string[]): Promise<void> => {
    await database.execute(
      sql`DELETE FROM audit_person WHERE organisation_id = ANY(${organisationIds}::bigint[])
         AND NOT EXISTS (SELECT FROM organisation WHERE id = organisation_id)`,
    )
  },
  eraseMailbox: async (mailbox: string): Promise<void> => {
    await database.execute(sql`DELETE FROM audit_person WHERE mailbox = ${mailbox}`)
  },
  /** Erases older names. */
  eraseBefore: async (instant: Date): Promise<void> => {
    // Rows that somebody else is erasing are theirs: two who wait for each other would end one of them.
    await database.execute(
      sql`DELETE FROM audit_person WHERE (organisation_id, ordinal, part) IN (
         SELECT organisation_id, ordinal, part FROM audit_person WHERE at < ${instant.toISOString()} FOR UPDATE SKIP LOCKED)`,
    )
  },
})
export type AuditRepository = ReturnType<typeof createAuditRepository>

export const organisationsOf = async (database: Queryable, accountId: string): Promise<string[]> => {
  const found = await database.query(
    object({ id: string() }),
    sql`SELECT organisation_id::text AS id FROM membership WHERE account_id = ${accountId}::uuid ORDER BY organisation_id`,
  )
  return found.map(({ id }) => id)
}
