import type { AddressFilter, AddressLevel, AddressOrder, AddressSeen } from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import { array, boolean, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { pointsOf } from '../severity/severity.ts'
import { newSince, SHOWN } from '../monitoring/monitored-repository.ts'

const rowSchema = object({
  id: string(),
  address: string(),
  leaks: int(),
  passwords: int(),
  addedAt: string(),
  labels: array(string()),
  watched: boolean(),
  closed: int(),
  inWork: int(),
  owners: array(string()),
  isNew: nullable(boolean()),
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
  readonly level: AddressLevel | undefined
  readonly seen: AddressSeen | undefined
  /** The São Paulo day, `YYYY-MM-DD`. */
  readonly today: string
  /** The instant after which findings are new. */
  readonly since: string | null
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
   * Puts addresses back that were removed within a day and not added anew meanwhile, with their ids, labels, steps and cases. Of
   * an address that was removed several times, the last one comes back. Gives them back.
   */
  restore(organisationId: string, ids: readonly string[], how: Restored): Promise<string[]>
}

const ORDERS: Readonly<Record<AddressOrder, readonly [usual: string, reversed: string]>> = {
  vazamentos: ['leaks DESC, address', 'leaks, address DESC'],
  senhas: ['passwords DESC, address', 'passwords, address DESC'],
  email: ['address', 'address DESC'],
  adicionado: ['added_at DESC, address', 'added_at, address DESC'],
  gravidade: ['severity DESC NULLS LAST, address', 'severity NULLS FIRST, address DESC'],
  visto: ['last_seen DESC NULLS LAST, address', 'last_seen NULLS FIRST, address DESC'],
}
const FILTERS: Readonly<Record<AddressFilter, string>> = {
  todos: '',
  'com-vazamento': 'AND leaks > 0',
  'com-senha': 'AND passwords > 0',
  'sem-vazamento': 'AND leaks = 0',
}

/** SQL of days in which an address was seen last, before the São Paulo day `$4`. */
const SEEN: Readonly<Record<AddressSeen, string>> = {
  'ate-30-dias': 'last_seen >= $4::date - 30',
  'ate-90-dias': 'last_seen >= $4::date - 90',
  'ate-um-ano': 'last_seen >= $4::date - 365',
  'ha-mais-de-um-ano': 'last_seen < $4::date - 365',
}

/** An address that waits has no severity that is told. */
const ofLevel = (level: AddressLevel) => {
  if (level === 'nenhuma') return 'severity IS NULL AND watched'
  const [least, below] = pointsOf(level)
  return `severity >= ${least} ${below === undefined ? '' : `AND severity < ${below}`}`
}

/** SQL that holds for the rows of a query; `$1` to `$4` are {@link parametersOf}. */
const matching = ({
  filter,
  level,
  seen,
}: ListQuery) => `organisation_id = $1 AND ${SHOWN} AND ($2 = '' OR strpos(address, $2) > 0)
  AND ($3::text IS NULL OR EXISTS (SELECT FROM address_label WHERE monitored_id = monitored_address.id AND label = $3))
  AND $4::date IS NOT NULL ${FILTERS[filter]} ${level === undefined ? '' : `AND ${ofLevel(level)}`}
  ${seen === undefined ? '' : `AND ${SEEN[seen]}`}`
const parametersOf = (organisationId: string, { search, label, today }: ListQuery) => [
  organisationId,
  search,
  label ?? null,
  today,
]

const LABELS = `coalesce((SELECT array_agg(label ORDER BY label) FROM address_label
  WHERE monitored_id = monitored_address.id), '{}')`

/** Of its cases that have evidence. */
const IN_WORK = `(SELECT count(*) FROM leak_case
  WHERE monitored_id = monitored_address.id AND found AND state = 'em-andamento' AND watched)::int`
const OWNERS = `coalesce((SELECT array_agg(DISTINCT account.email ORDER BY account.email)
  FROM leak_case JOIN account ON account.id = owner_id
  WHERE monitored_id = monitored_address.id AND found AND watched AND state IN ('novo', 'em-andamento')), '{}')`

const rowsOf = (table: string) =>
  `coalesce((SELECT jsonb_agg(to_jsonb(kept)) FROM ${table} AS kept WHERE monitored_id = gone.id), '[]')`
/** A removal is taken back within a day; what is older goes with the next one. */
const REMOVE = `WITH gone AS (
    DELETE FROM monitored_address WHERE organisation_id = $1 AND id = ANY($2::uuid[]) AND NOT by_domain RETURNING *
  )
  INSERT INTO removed_address (id, organisation_id, address, added_at, reported_leaks, reported_passwords, confirmed_at, labels, steps, cases, removed_at)
  SELECT id, organisation_id, address, added_at, reported_leaks, reported_passwords, confirmed_at,
    coalesce((SELECT array_agg(label) FROM address_label WHERE monitored_id = gone.id), '{}'),
    ${rowsOf('address_step')}, jsonb_build_object('cases', ${rowsOf('leak_case')}, 'steps', ${rowsOf('case_step')},
      'events', ${rowsOf('case_event')}), $3
  FROM gone RETURNING address AS text`
const FORGET = `DELETE FROM removed_address WHERE removed_at < $1::timestamptz - interval '1 day'`
/** Removed addresses that are still kept, and were not added anew meanwhile. */
const RESTORABLE = `SELECT id::text, address FROM removed_address WHERE organisation_id = $1 AND id = ANY($2::uuid[])
  AND removed_at >= $3::timestamptz - interval '1 day'
  AND NOT EXISTS (SELECT FROM monitored_address AS anew
    WHERE anew.organisation_id = removed_address.organisation_id AND anew.address = removed_address.address)
  ORDER BY removed_at DESC, id FOR UPDATE`
/** Rows of an account that has gone meanwhile have no account, as they would have if they had been there. */
const restoreRows = (
  table: string,
  from: string,
  account = 'account_id',
) => `INSERT INTO ${table} OVERRIDING SYSTEM VALUE
  SELECT kept.* FROM removed_address CROSS JOIN LATERAL jsonb_array_elements(${from}) AS one
  CROSS JOIN LATERAL jsonb_populate_record(NULL::${table}, CASE
    WHEN EXISTS (SELECT FROM account WHERE account.id::text = one->>'${account}') THEN one ELSE one - '${account}' END) AS kept
  WHERE removed_address.organisation_id = $1 AND removed_address.id = ANY($2::uuid[])`
/** One after the other: what stands beside it needs its address. */
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
  restoreRows('address_step', 'steps'),
  restoreRows('leak_case', "cases->'cases'", 'owner_id'),
  restoreRows('case_step', "cases->'steps'"),
  restoreRows('case_event', "cases->'events'"),
  'DELETE FROM removed_address WHERE organisation_id = $1 AND id = ANY($2::uuid[])',
]

export const createListRepository = (database: Queryable): ListRepository => {
  const texts = async (sql: string, parameters: readonly unknown[]): Promise<string[]> =>
    (await database.query(textSchema, sql, parameters)).map(({ text }) => text)
  return {
    page: (organisationId, query) =>
      database.query(
        rowSchema,
        `SELECT id::text, address, leaks, passwords, watched, ${LABELS} AS labels, closed_leaks AS closed,
           ${IN_WORK} AS "inWork", ${OWNERS} AS owners, ${newSince('$7')} AS "isNew",
           to_char(added_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "addedAt"
         FROM monitored_address WHERE ${matching(query)}
         ORDER BY ${ORDERS[query.order][query.reversed ? 1 : 0]} LIMIT $5 OFFSET $6`,
        [...parametersOf(organisationId, query), query.size, (query.page - 1) * query.size, query.since],
      ),
    counts: async (organisationId, query) => {
      const { search, filter, label, level, seen } = query
      const isWhole = search === '' && filter === 'todos' && (label ?? level ?? seen) === undefined
      const all = '(SELECT coalesce(max(shown), 0) FROM organisation_total WHERE organisation_id = $1)'
      const [counts] = isWhole
        ? await database.query(countsSchema, `SELECT ${all} AS found, ${all} AS all`, [organisationId])
        : await database.query(
            countsSchema,
            `SELECT (SELECT count(*) FROM monitored_address WHERE ${matching(query)})::int AS found, ${all} AS all`,
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
