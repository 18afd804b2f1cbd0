import { randomUUID } from 'node:crypto'
import { REMOVALS_PER_PAGE, removalsSchema, type Removals } from '@atalaia/contracts'
import { type Queryable, sql, type Sql } from '@atalaia/database'
import { boolean, int, object, string } from 'zod/mini'
import { defineList } from '../../base/list.ts'

const addressSchema = object({ id: string(), email: string() })
type RemovalPage = { readonly found: number; readonly rows: Removals['remocoes'] }

type Removing = {
  readonly at: Date
  /** Account; `null`: no person. */
  readonly by: string | null
}
type Restoring = {
  readonly at: Date
  /** True: watches an address only once it or its domain is proved (M-OWN-1). */
  readonly isOwnershipChecked: boolean
}
/** Afterwards, the next removal deletes it (P-LIST-6). */
const KEPT_FOR = sql`interval '1 day'`

const rowsOf = (table: string) =>
  sql`coalesce((SELECT jsonb_agg(to_jsonb(kept)) FROM ${sql.raw(table)} AS kept WHERE monitored_id = gone.id), '[]')`
const removeSql = (
  organisationId: string,
  ids: readonly string[],
  now: string,
  removal: string,
  by: string | null,
) => sql`WITH gone AS (
    DELETE FROM monitored_address WHERE organisation_id = ${organisationId} AND id = ANY(${ids}::uuid[]) AND NOT by_domain RETURNING *
  )
  INSERT INTO removed_address (id, organisation_id, address, added_at, reported_leaks, reported_passwords, confirmed_at, owner_id, told_since, labels, steps, cases, removed_at, removal_id, removed_by)
  SELECT id, organisation_id, address, added_at, reported_leaks, reported_passwords, confirmed_at, owner_id, told_since,
    coalesce((SELECT array_agg(label) FROM address_label WHERE monitored_id = gone.id), '{}'),
    ${rowsOf('address_step')}, jsonb_build_object('cases', ${rowsOf('leak_case')}, 'steps', ${rowsOf('case_step')},
      'events', ${rowsOf('case_event')}), ${now}, ${removal}::uuid, ${by}::uuid
  FROM gone RETURNING address AS text`
const restorableSql = (
  organisationId: string,
  ids: readonly string[],
  at: string,
) => sql`SELECT id::text, address AS email FROM removed_address WHERE organisation_id = ${organisationId} AND id = ANY(${ids}::uuid[])
  AND removed_at >= ${at}::timestamptz - ${KEPT_FOR}
  AND NOT EXISTS (SELECT FROM monitored_address AS anew
    WHERE anew.organisation_id = removed_address.organisation_id AND anew.address = removed_address.address)
  ORDER BY removed_at DESC, id FOR UPDATE`
const last = (
  organisationId: string,
  at: string,
) => sql`removed_address WHERE organisation_id = ${organisationId} AND removed_at >= ${at}::timestamptz - ${KEPT_FOR}
  AND NOT EXISTS (SELECT FROM monitored_address AS anew
    WHERE anew.organisation_id = removed_address.organisation_id AND anew.address = removed_address.address)
  AND NOT EXISTS (SELECT FROM removed_address AS later
    WHERE later.organisation_id = removed_address.organisation_id AND later.address = removed_address.address
      AND (later.removed_at, later.id) > (removed_address.removed_at, removed_address.id))`
type RemovalQuery = { readonly organisationId: string; readonly at: string }
/** The removals that can be taken back, the newest first, with the addresses that would come back (P-LIST-13). */
const removals = defineList({
  as: 'removal',
  from: ({ organisationId, at }: RemovalQuery) => sql`(
    SELECT removal_id, max(removed_at) AS removed_at, (array_agg(removed_by))[1] AS removed_by,
      jsonb_agg(jsonb_build_object('id', last.id::text, 'email', address) ORDER BY address) AS addresses
    FROM (SELECT * FROM ${last(organisationId, at)}) AS last GROUP BY removal_id
  ) AS removal`,
  of: () => sql`true`,
  row: removalsSchema.shape.remocoes.def.element,
  columns: {
    id: sql`removal_id::text`,
    removido_em: sql`to_char(removed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
    por: sql`(SELECT email FROM account WHERE account.id = removed_by)`,
    enderecos: sql`addresses`,
  },
  order: sql`removed_at DESC, removal_id`,
})
const HAS_ACCOUNT = sql`SELECT FROM account WHERE account.id::text = one->>'account_id'`
/** People who left own no address and no case (P-LIST-11, P-CASE-11). */
const isMember = (organisationId: string) =>
  sql`SELECT FROM membership WHERE membership.organisation_id = ${organisationId} AND membership.account_id::text = one->>'owner_id'`
type Gone = { readonly organisationId: string; readonly ids: readonly string[] }
const keptOf = ({ organisationId, ids }: Gone) =>
  sql`removed_address.organisation_id = ${organisationId} AND removed_address.id = ANY(${ids}::uuid[])`
const restoreRows = (gone: Gone, table: string, from: Sql, account = 'account_id', isThere = HAS_ACCOUNT) =>
  sql`INSERT INTO ${sql.table(table)} OVERRIDING SYSTEM VALUE
  SELECT kept.* FROM removed_address CROSS JOIN LATERAL jsonb_array_elements(${from}) AS one
  CROSS JOIN LATERAL jsonb_populate_record(NULL::${sql.table(table)}, CASE
    WHEN EXISTS (${isThere}) THEN one ELSE one - ${sql.lit(account)} END) AS kept
  WHERE ${keptOf(gone)}`
/** Its proof may have changed meanwhile. */
const readd = (gone: Gone, { at, isOwnershipChecked }: Restoring) =>
  sql`INSERT INTO monitored_address (id, organisation_id, address, added_at, reported_leaks, reported_passwords, confirmed_at, told_since, returned_at, owner_id, watched)
   SELECT id, organisation_id, address, added_at, reported_leaks, reported_passwords, confirmed_at, told_since, ${at.toISOString()}::timestamptz,
     (SELECT account_id FROM membership WHERE organisation_id = ${gone.organisationId} AND account_id = owner_id),
     NOT ${isOwnershipChecked}::boolean OR confirmed_at IS NOT NULL OR EXISTS (SELECT FROM watched_domain
       WHERE watched_domain.organisation_id = removed_address.organisation_id AND domain = domain_part(address)
         AND proved_at IS NOT NULL)
   FROM removed_address WHERE ${keptOf(gone)} RETURNING address AS text`
/** Serial: rows around an address need it. */
const restoreBeside = (gone: Gone): readonly Sql[] => [
  sql`INSERT INTO address_label (monitored_id, label)
   SELECT id, unnest(labels) FROM removed_address WHERE ${keptOf(gone)}`,
  restoreRows(gone, 'address_step', sql`steps`),
  restoreRows(gone, 'leak_case', sql`cases->'cases'`, 'owner_id', isMember(gone.organisationId)),
  restoreRows(gone, 'case_step', sql`cases->'steps'`),
  restoreRows(gone, 'case_event', sql`cases->'events'`),
  sql`DELETE FROM removed_address WHERE ${keptOf(gone)}`,
]

const countSchema = object({ count: int() })
const textSchema = object({ text: string() })

/** Removed addresses are kept for a day. */
export const createRemovedRepository = (database: Queryable) => ({
  /** Removes addresses that people have added, and keeps them for `restore`. Gives them back. */
  remove: async (organisationId: string, ids: readonly string[], { at, by }: Removing): Promise<string[]> => {
    const now = at.toISOString()
    await database.execute(sql`DELETE FROM removed_address WHERE removed_at < ${now}::timestamptz - ${KEPT_FOR}`)
    const removed = await database.query(textSchema, removeSql(organisationId, ids, now, randomUUID(), by))
    return removed.map(({ text }) => text)
  },
  /** Locks addresses removed within a day and not added since. The last of several removals counts. */
  restorable: async (organisationId: string, ids: readonly string[], at: Date): Promise<string[]> => {
    const removed = await database.query(addressSchema, restorableSql(organisationId, ids, at.toISOString()))
    return removed
      .filter(({ email }, index) => removed.findIndex((one) => one.email === email) === index)
      .map(({ id }) => id)
  },
  /** Restores addresses with ids, labels, steps, cases and newness (P-NEW-2). Returns them. */
  restore: async (organisationId: string, ids: readonly string[], how: Restoring): Promise<string[]> => {
    const gone = { organisationId, ids }
    const back = await database.query(textSchema, readd(gone, how))
    for (const statement of restoreBeside(gone)) await database.execute(statement)
    return back.map(({ text }) => text)
  },
  countThere: async (organisationId: string, ids: readonly string[]): Promise<number> =>
    (
      await database.query(
        countSchema,
        sql`SELECT count(*)::int AS count FROM unnest(${ids}::uuid[]) AS sent (id) WHERE EXISTS (
  SELECT FROM monitored_address WHERE organisation_id = ${organisationId} AND (id = sent.id OR address = (
    SELECT address FROM removed_address WHERE removed_address.organisation_id = ${organisationId} AND removed_address.id = sent.id)))`,
      )
    )[0]?.count ?? 0,
  hasAny: async (organisationId: string, at: Date): Promise<boolean> => {
    const [found] = await database.query(
      object({ any: boolean() }),
      sql`SELECT EXISTS (SELECT FROM ${last(organisationId, at.toISOString())}) AS any`,
    )
    return found?.any ?? false
  },
  /** A page, from 1, of the removals that can be taken back, the newest first (P-LIST-13). */
  page: (organisationId: string, at: Date, page: number): Promise<RemovalPage> =>
    removals.page(database, { organisationId, at: at.toISOString() }, { page, size: REMOVALS_PER_PAGE }),
})
