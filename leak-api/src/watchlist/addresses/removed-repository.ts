import { randomUUID } from 'node:crypto'
import type { Queryable } from '@atalaia/database'
import { array, boolean, int, nullable, object, string, type infer as Infer } from 'zod/mini'

const addressSchema = object({ id: string(), email: string() })
const removalSchema = object({
  id: string(),
  at: string(),
  /** The e-mail address of the person who removed them; `null`: it is not known, or gone. */
  by: nullable(string()),
  addresses: array(addressSchema),
})
export type Removal = Infer<typeof removalSchema>

type Removing = {
  readonly at: Date
  /** The account of the person; `null`: no person's. */
  readonly by: string | null
}
type Restoring = {
  readonly at: Date
  /** True where an address is watched only once it or its domain is proved (M-OWN-1). */
  readonly isOwnershipChecked: boolean
}
type RemovalPage = {
  readonly at: Date
  /** From 1. */
  readonly page: number
  readonly size: number
}

/** The time within which a removal is taken back; what is older goes with the next one (P-LIST-6). */
const KEPT_FOR = `interval '1 day'`

/** Addresses that people take off the list of an organisation, kept for a day. */
export type RemovedRepository = {
  /** Removes addresses that people have added, and keeps them for {@link restore}. Gives them back. */
  remove(organisationId: string, ids: readonly string[], how: Removing): Promise<string[]>
  /**
   * Locks those of these addresses that were removed within a day and not added anew meanwhile. Of an address that was removed
   * several times, it has the last one.
   */
  restorable(organisationId: string, ids: readonly string[], at: Date): Promise<string[]>
  /** Puts {@link restorable} addresses back, with their ids, labels, steps and cases, and as new as they were (P-NEW-2). Gives them back. */
  restore(organisationId: string, ids: readonly string[], how: Restoring): Promise<string[]>
  /** The number of these ids whose addresses are on the list now. */
  countThere(organisationId: string, ids: readonly string[]): Promise<number>
  /** True where a removal can be taken back. */
  hasAny(organisationId: string, at: Date): Promise<boolean>
  /** The removals that can be taken back, the newest first, with the addresses that would come back (P-LIST-13). */
  page(organisationId: string, which: RemovalPage): Promise<{ readonly found: number; readonly removals: Removal[] }>
}

const rowsOf = (table: string) =>
  `coalesce((SELECT jsonb_agg(to_jsonb(kept)) FROM ${table} AS kept WHERE monitored_id = gone.id), '[]')`
const REMOVE = `WITH gone AS (
    DELETE FROM monitored_address WHERE organisation_id = $1 AND id = ANY($2::uuid[]) AND NOT by_domain RETURNING *
  )
  INSERT INTO removed_address (id, organisation_id, address, added_at, reported_leaks, reported_passwords, confirmed_at, owner_id, told_since, labels, steps, cases, removed_at, removal_id, removed_by)
  SELECT id, organisation_id, address, added_at, reported_leaks, reported_passwords, confirmed_at, owner_id, told_since,
    coalesce((SELECT array_agg(label) FROM address_label WHERE monitored_id = gone.id), '{}'),
    ${rowsOf('address_step')}, jsonb_build_object('cases', ${rowsOf('leak_case')}, 'steps', ${rowsOf('case_step')},
      'events', ${rowsOf('case_event')}), $3, $4::uuid, $5::uuid
  FROM gone RETURNING address AS text`
const FORGET = `DELETE FROM removed_address WHERE removed_at < $1::timestamptz - ${KEPT_FOR}`
/** Removed addresses that are still kept, and were not added anew meanwhile. */
const RESTORABLE = `SELECT id::text, address AS email FROM removed_address WHERE organisation_id = $1 AND id = ANY($2::uuid[])
  AND removed_at >= $3::timestamptz - ${KEPT_FOR}
  AND NOT EXISTS (SELECT FROM monitored_address AS anew
    WHERE anew.organisation_id = removed_address.organisation_id AND anew.address = removed_address.address)
  ORDER BY removed_at DESC, id FOR UPDATE`
/** SQL of the last removal within a day of each address of `$1` that was not added anew since; `$2` is now. */
const LAST = `removed_address WHERE organisation_id = $1 AND removed_at >= $2::timestamptz - ${KEPT_FOR}
  AND NOT EXISTS (SELECT FROM monitored_address AS anew
    WHERE anew.organisation_id = removed_address.organisation_id AND anew.address = removed_address.address)
  AND NOT EXISTS (SELECT FROM removed_address AS later
    WHERE later.organisation_id = removed_address.organisation_id AND later.address = removed_address.address
      AND (later.removed_at, later.id) > (removed_address.removed_at, removed_address.id))`
const PAGE = `SELECT removal_id::text AS id, max(email) AS by, jsonb_agg(jsonb_build_object('id', last.id::text, 'email', address) ORDER BY address) AS addresses,
    to_char(max(removed_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS at
  FROM (SELECT * FROM ${LAST}) AS last LEFT JOIN account ON account.id = removed_by
  GROUP BY removal_id ORDER BY max(removed_at) DESC, removal_id LIMIT $3 OFFSET $4`
const THERE = `SELECT count(*)::int AS count FROM unnest($2::uuid[]) AS sent (id) WHERE EXISTS (
  SELECT FROM monitored_address WHERE organisation_id = $1 AND (id = sent.id OR address = (
    SELECT address FROM removed_address WHERE removed_address.organisation_id = $1 AND removed_address.id = sent.id)))`
const HAS_ACCOUNT = `SELECT FROM account WHERE account.id::text = one->>'account_id'`
/** A person who has left owns no address and no case (P-LIST-11, P-CASE-11). */
const IS_MEMBER = `SELECT FROM membership WHERE membership.organisation_id = $1 AND membership.account_id::text = one->>'owner_id'`
/** Rows of an account that has gone meanwhile have no account, as they would have if they had been there. */
const restoreRows = (
  table: string,
  from: string,
  account = 'account_id',
  isThere = HAS_ACCOUNT,
) => `INSERT INTO ${table} OVERRIDING SYSTEM VALUE
  SELECT kept.* FROM removed_address CROSS JOIN LATERAL jsonb_array_elements(${from}) AS one
  CROSS JOIN LATERAL jsonb_populate_record(NULL::${table}, CASE
    WHEN EXISTS (${isThere}) THEN one ELSE one - '${account}' END) AS kept
  WHERE removed_address.organisation_id = $1 AND removed_address.id = ANY($2::uuid[])`
/** One after the other: what stands beside it needs its address. */
const RESTORE: readonly [string, ...string[]] = [
  // Its proof may have come or gone meanwhile.
  `INSERT INTO monitored_address (id, organisation_id, address, added_at, reported_leaks, reported_passwords, confirmed_at, told_since, returned_at, owner_id, watched)
   SELECT id, organisation_id, address, added_at, reported_leaks, reported_passwords, confirmed_at, told_since, $4::timestamptz,
     (SELECT account_id FROM membership WHERE organisation_id = $1 AND account_id = owner_id),
     NOT $3::boolean OR confirmed_at IS NOT NULL OR EXISTS (SELECT FROM watched_domain
       WHERE watched_domain.organisation_id = removed_address.organisation_id AND domain = domain_part(address)
         AND proved_at IS NOT NULL)
   FROM removed_address WHERE organisation_id = $1 AND id = ANY($2::uuid[]) RETURNING address AS text`,
  `INSERT INTO address_label (monitored_id, label)
   SELECT id, unnest(labels) FROM removed_address WHERE organisation_id = $1 AND id = ANY($2::uuid[])`,
  restoreRows('address_step', 'steps'),
  restoreRows('leak_case', "cases->'cases'", 'owner_id', IS_MEMBER),
  restoreRows('case_step', "cases->'steps'"),
  restoreRows('case_event', "cases->'events'"),
  'DELETE FROM removed_address WHERE organisation_id = $1 AND id = ANY($2::uuid[])',
]

const countSchema = object({ count: int() })
const textSchema = object({ text: string() })

export const createRemovedRepository = (database: Queryable): RemovedRepository => ({
  remove: async (organisationId, ids, { at, by }) => {
    const now = at.toISOString()
    await database.execute(FORGET, [now])
    const removed = await database.query(textSchema, REMOVE, [organisationId, ids, now, randomUUID(), by])
    return removed.map(({ text }) => text)
  },
  restorable: async (organisationId, ids, at) => {
    const parameters = [organisationId, ids, at.toISOString()]
    const removed = await database.query(addressSchema, RESTORABLE, parameters)
    return removed
      .filter(({ email }, index) => removed.findIndex((one) => one.email === email) === index)
      .map(({ id }) => id)
  },
  restore: async (organisationId, ids, { at, isOwnershipChecked }) => {
    const own = [organisationId, ids]
    const [readd, ...rest] = RESTORE
    const back = await database.query(textSchema, readd, [...own, isOwnershipChecked, at.toISOString()])
    for (const sql of rest) await database.execute(sql, own)
    return back.map(({ text }) => text)
  },
  countThere: async (organisationId, ids) =>
    (await database.query(countSchema, THERE, [organisationId, ids]))[0]?.count ?? 0,
  hasAny: async (organisationId, at) => {
    const sql = `SELECT EXISTS (SELECT FROM ${LAST}) AS any`
    return (await database.query(object({ any: boolean() }), sql, [organisationId, at.toISOString()]))[0]?.any ?? false
  },
  page: async (organisationId, { at, page, size }) => {
    const own = [organisationId, at.toISOString()]
    const sql = `SELECT count(DISTINCT removal_id)::int AS count FROM ${LAST}`
    const [counted] = await database.query(countSchema, sql, own)
    const removals = await database.query(removalSchema, PAGE, [...own, size, (page - 1) * size])
    return { found: counted?.count ?? 0, removals }
  },
})
