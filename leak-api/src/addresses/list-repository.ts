import type { AddressFilter, AddressOrder } from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import { array, boolean, int, object, string, type infer as Infer } from 'zod/mini'
import { SHOWN } from '../monitoring/monitored-repository.ts'

const rowSchema = object({
  id: string(),
  address: string(),
  leaks: int(),
  passwords: int(),
  addedAt: string(),
  labels: array(string()),
  watched: boolean(),
})
const countsSchema = object({ found: int(), all: int() })
const textSchema = object({ text: string() })

export type ListQuery = {
  /** A part of the address, in lower case; '' for all. */
  readonly search: string
  readonly order: AddressOrder
  readonly reversed: boolean
  readonly filter: AddressFilter
  readonly label: string | undefined
  /** From 1. */
  readonly page: number
  readonly size: number
}
export type ListedRow = Infer<typeof rowSchema>

/** Labels of one address: a page shows all of them, of up to 500 addresses. */
const MAX_LABELS = 20

type Restored = { readonly at: Date; readonly isOwnershipChecked: boolean }

/** The list of an organisation's addresses. Every call names the organisation: no row is reached without it. */
export type ListRepository = {
  page(organisationId: string, query: ListQuery): Promise<ListedRow[]>
  counts(organisationId: string, query: ListQuery): Promise<Infer<typeof countsSchema>>
  /** All labels in use, by their text. */
  labels(organisationId: string): Promise<string[]>
  /** Those of these addresses that it monitors. */
  known(organisationId: string, addresses: readonly string[]): Promise<string[]>
  /** Sets a label on addresses that have fewer than {@link MAX_LABELS}, or takes it off. Gives the number that changed. */
  label(organisationId: string, ids: readonly string[], label: string, has: boolean): Promise<number>
  /** Removes addresses that people have added, and keeps them for {@link restore}. Gives them back. */
  remove(organisationId: string, ids: readonly string[], at: Date): Promise<string[]>
  /**
   * Puts addresses back that were removed within a day and not added anew meanwhile, with their ids, labels and steps. Of
   * an address that was removed several times, the last one comes back. Gives them back.
   */
  restore(organisationId: string, ids: readonly string[], how: Restored): Promise<string[]>
}

const ORDERS: Readonly<Record<AddressOrder, readonly [usual: string, reversed: string]>> = {
  vazamentos: ['leaks DESC, address', 'leaks, address DESC'],
  senhas: ['passwords DESC, address', 'passwords, address DESC'],
  email: ['address', 'address DESC'],
  adicionado: ['added_at DESC, address', 'added_at, address DESC'],
}
const FILTERS: Readonly<Record<AddressFilter, string>> = {
  todos: '',
  'com-vazamento': 'AND leaks > 0',
  'com-senha': 'AND passwords > 0',
  'sem-vazamento': 'AND leaks = 0',
}

/** SQL that holds for the rows of a query; `$1` to `$3` are {@link parametersOf}. */
const matching = ({ filter }: ListQuery) => `organisation_id = $1 AND ${SHOWN} AND ($2 = '' OR strpos(address, $2) > 0)
  AND ($3::text IS NULL OR EXISTS (SELECT FROM address_label WHERE monitored_id = monitored_address.id AND label = $3))
  ${FILTERS[filter]}`
const parametersOf = (organisationId: string, { search, label }: ListQuery) => [organisationId, search, label ?? null]

const LABELS = `coalesce((SELECT array_agg(label ORDER BY label) FROM address_label
  WHERE monitored_id = monitored_address.id), '{}')`

/** A removal is taken back within a day; what is older goes with the next one. */
const REMOVE = `WITH gone AS (
    DELETE FROM monitored_address WHERE organisation_id = $1 AND id = ANY($2::uuid[]) AND NOT by_domain RETURNING *
  )
  INSERT INTO removed_address (id, organisation_id, address, added_at, reported_leaks, reported_passwords, confirmed_at, labels, steps, removed_at)
  SELECT id, organisation_id, address, added_at, reported_leaks, reported_passwords, confirmed_at,
    coalesce((SELECT array_agg(label) FROM address_label WHERE monitored_id = gone.id), '{}'),
    coalesce((SELECT jsonb_agg(to_jsonb(address_step)) FROM address_step WHERE monitored_id = gone.id), '[]'), $3
  FROM gone RETURNING address AS text`
const FORGET = `DELETE FROM removed_address WHERE removed_at < $1::timestamptz - interval '1 day'`
/** Removed addresses that are still kept, and were not added anew meanwhile. */
const RESTORABLE = `SELECT id::text, address FROM removed_address WHERE organisation_id = $1 AND id = ANY($2::uuid[])
  AND removed_at >= $3::timestamptz - interval '1 day'
  AND NOT EXISTS (SELECT FROM monitored_address AS anew
    WHERE anew.organisation_id = removed_address.organisation_id AND anew.address = removed_address.address)
  ORDER BY removed_at DESC, id FOR UPDATE`
/** One after the other: labels and steps need their address. */
const RESTORE = [
  // Its proof may have come or gone meanwhile.
  `INSERT INTO monitored_address (id, organisation_id, address, added_at, reported_leaks, reported_passwords, confirmed_at, watched)
   SELECT id, organisation_id, address, added_at, reported_leaks, reported_passwords, confirmed_at,
     NOT $3::boolean OR confirmed_at IS NOT NULL OR EXISTS (SELECT FROM watched_domain
       WHERE watched_domain.organisation_id = removed_address.organisation_id AND domain = domain_part(address)
         AND proved_at IS NOT NULL)
   FROM removed_address WHERE organisation_id = $1 AND id = ANY($2::uuid[])`,
  `INSERT INTO address_label (monitored_id, label)
   SELECT id, unnest(labels) FROM removed_address WHERE organisation_id = $1 AND id = ANY($2::uuid[])`,
  `INSERT INTO address_step SELECT step.* FROM removed_address
     CROSS JOIN LATERAL jsonb_populate_recordset(NULL::address_step, steps) AS step
   WHERE organisation_id = $1 AND id = ANY($2::uuid[])
     AND (account_id IS NULL OR EXISTS (SELECT FROM account WHERE account.id = account_id))`,
  'DELETE FROM removed_address WHERE organisation_id = $1 AND id = ANY($2::uuid[])',
]

export const createListRepository = (database: Queryable): ListRepository => {
  const texts = async (sql: string, parameters: readonly unknown[]): Promise<string[]> =>
    (await database.query(textSchema, sql, parameters)).map(({ text }) => text)
  return {
    page: (organisationId, query) =>
      database.query(
        rowSchema,
        `SELECT id::text, address, leaks, passwords, watched, ${LABELS} AS labels,
           to_char(added_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "addedAt"
         FROM monitored_address WHERE ${matching(query)}
         ORDER BY ${ORDERS[query.order][query.reversed ? 1 : 0]} LIMIT $4 OFFSET $5`,
        [...parametersOf(organisationId, query), query.size, (query.page - 1) * query.size],
      ),
    counts: async (organisationId, query) => {
      const [counts] = await database.query(
        countsSchema,
        `SELECT (SELECT count(*) FROM monitored_address WHERE ${matching(query)})::int AS found,
           (SELECT count(*) FROM monitored_address WHERE organisation_id = $1 AND ${SHOWN})::int AS all`,
        parametersOf(organisationId, query),
      )
      return counts ?? { found: 0, all: 0 }
    },
    labels: (organisationId) =>
      texts(
        `SELECT DISTINCT label AS text FROM address_label JOIN monitored_address ON monitored_address.id = monitored_id
         WHERE organisation_id = $1 ORDER BY label LIMIT 200`,
        [organisationId],
      ),
    known: (organisationId, addresses) =>
      texts(
        `SELECT address AS text FROM monitored_address
         WHERE organisation_id = $1 AND address = ANY($2::text[]) AND ${SHOWN}`,
        [organisationId, addresses],
      ),
    label: (organisationId, ids, label, has) =>
      has
        ? database.execute(
            `INSERT INTO address_label (monitored_id, label)
             SELECT id, $3 FROM monitored_address WHERE organisation_id = $1 AND id = ANY($2::uuid[])
               AND (SELECT count(*) FROM address_label WHERE monitored_id = id) < ${MAX_LABELS} ON CONFLICT DO NOTHING`,
            [organisationId, ids, label],
          )
        : database.execute(
            `DELETE FROM address_label USING monitored_address WHERE monitored_address.id = monitored_id
             AND organisation_id = $1 AND monitored_id = ANY($2::uuid[]) AND label = $3`,
            [organisationId, ids, label],
          ),
    remove: async (organisationId, ids, at) => {
      await database.execute(FORGET, [at.toISOString()])
      return texts(REMOVE, [organisationId, ids, at.toISOString()])
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
  }
}
