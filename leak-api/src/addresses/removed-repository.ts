import type { Queryable } from '@atalaia/database'
import { object, string } from 'zod/mini'

type Restored = { readonly at: Date; readonly isOwnershipChecked: boolean }

/** The time within which a removal is taken back; what is older goes with the next one (P-LIST-6). */
const KEPT_FOR = `interval '1 day'`

/** Addresses that people take off the list of an organisation, kept for a day. */
export type RemovedRepository = {
  /** Removes addresses that people have added, and keeps them for {@link restore}. Gives them back. */
  remove(organisationId: string, ids: readonly string[], at: Date): Promise<string[]>
  /**
   * Puts addresses back that were removed within a day and not added anew meanwhile, with their ids, labels, steps and cases. Of
   * an address that was removed several times, the last one comes back. Gives them back.
   */
  restore(organisationId: string, ids: readonly string[], how: Restored): Promise<string[]>
}

const rowsOf = (table: string) =>
  `coalesce((SELECT jsonb_agg(to_jsonb(kept)) FROM ${table} AS kept WHERE monitored_id = gone.id), '[]')`
const REMOVE = `WITH gone AS (
    DELETE FROM monitored_address WHERE organisation_id = $1 AND id = ANY($2::uuid[]) AND NOT by_domain RETURNING *
  )
  INSERT INTO removed_address (id, organisation_id, address, added_at, reported_leaks, reported_passwords, confirmed_at, owner_id, labels, steps, cases, removed_at)
  SELECT id, organisation_id, address, added_at, reported_leaks, reported_passwords, confirmed_at, owner_id,
    coalesce((SELECT array_agg(label) FROM address_label WHERE monitored_id = gone.id), '{}'),
    ${rowsOf('address_step')}, jsonb_build_object('cases', ${rowsOf('leak_case')}, 'steps', ${rowsOf('case_step')},
      'events', ${rowsOf('case_event')}), $3
  FROM gone RETURNING address AS text`
const FORGET = `DELETE FROM removed_address WHERE removed_at < $1::timestamptz - ${KEPT_FOR}`
/** Removed addresses that are still kept, and were not added anew meanwhile. */
const RESTORABLE = `SELECT id::text, address FROM removed_address WHERE organisation_id = $1 AND id = ANY($2::uuid[])
  AND removed_at >= $3::timestamptz - ${KEPT_FOR}
  AND NOT EXISTS (SELECT FROM monitored_address AS anew
    WHERE anew.organisation_id = removed_address.organisation_id AND anew.address = removed_address.address)
  ORDER BY removed_at DESC, id FOR UPDATE`
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
const RESTORE = [
  // Its proof may have come or gone meanwhile.
  `INSERT INTO monitored_address (id, organisation_id, address, added_at, reported_leaks, reported_passwords, confirmed_at, owner_id, watched)
   SELECT id, organisation_id, address, added_at, reported_leaks, reported_passwords, confirmed_at,
     (SELECT account_id FROM membership WHERE organisation_id = $1 AND account_id = owner_id),
     NOT $3::boolean OR confirmed_at IS NOT NULL OR EXISTS (SELECT FROM watched_domain
       WHERE watched_domain.organisation_id = removed_address.organisation_id AND domain = domain_part(address)
         AND proved_at IS NOT NULL)
   FROM removed_address WHERE organisation_id = $1 AND id = ANY($2::uuid[])`,
  `INSERT INTO address_label (monitored_id, label)
   SELECT id, unnest(labels) FROM removed_address WHERE organisation_id = $1 AND id = ANY($2::uuid[])`,
  restoreRows('address_step', 'steps'),
  restoreRows('leak_case', "cases->'cases'", 'owner_id', IS_MEMBER),
  restoreRows('case_step', "cases->'steps'"),
  restoreRows('case_event', "cases->'events'"),
  'DELETE FROM removed_address WHERE organisation_id = $1 AND id = ANY($2::uuid[])',
]

export const createRemovedRepository = (database: Queryable): RemovedRepository => ({
  remove: async (organisationId, ids, at) => {
    await database.execute(FORGET, [at.toISOString()])
    const removed = await database.query(object({ text: string() }), REMOVE, [organisationId, ids, at.toISOString()])
    return removed.map(({ text }) => text)
  },
  restore: async (organisationId, ids, { at, isOwnershipChecked }) => {
    const parameters = [organisationId, ids, at.toISOString()]
    const removed = await database.query(object({ id: string(), address: string() }), RESTORABLE, parameters)
    const kept = removed.filter(({ address }, index) => removed.findIndex((one) => one.address === address) === index)
    const own = [organisationId, kept.map(({ id }) => id)]
    const [readd, ...rest] = RESTORE
    if (readd !== undefined) await database.execute(readd, [...own, isOwnershipChecked])
    for (const sql of rest) await database.execute(sql, own)
    return kept.map(({ address }) => address)
  },
})
