import type { AddressFilter, AddressLevel, AddressOrder, AddressSeen } from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import { array, boolean, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { pointsOf } from '../../numbers/severity/severity.ts'
import { newSince } from '../../numbers/monitoring/monitored-repository.ts'
import { ofDomain, SHOWN } from '../../numbers/shown-addresses.ts'

const rowSchema = object({
  id: string(),
  address: string(),
  leaks: int(),
  passwords: int(),
  openPasswords: int(),
  /** Also of a list of a past day. */
  leaksNow: int(),
  addedAt: string(),
  labels: array(string()),
  watched: boolean(),
  closed: int(),
  inWork: int(),
  owners: array(string()),
  isNew: nullable(boolean()),
})
const countsSchema = object({ found: int(), all: int() })
const dayTotalsSchema = object({ leaks: int(), passwords: int(), listedLeaks: int(), listedPasswords: int() })
const dayCountsSchema = object({ ...countsSchema.shape, ...dayTotalsSchema.shape })
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
  /** In its one spelling. */
  readonly domain: string | undefined
  /** The e-mail address of a person who owns the address or an open case of it (P-LIST-9). */
  readonly owner: string | undefined
  /** The São Paulo day, `YYYY-MM-DD`. */
  readonly today: string
  /** The past São Paulo day whose numbers are listed. Default: those of now. */
  readonly day: string | undefined
  /** The instant after which findings are new. */
  readonly since: string | null
  /** From 1. */
  readonly page: number
  readonly size: number
}
export type ListedRow = Infer<typeof rowSchema>
export type ListCounts = Infer<typeof countsSchema> & { readonly ofDay?: Infer<typeof dayTotalsSchema> }

/** The list of an organisation's addresses. Every call names the organisation: no row is reached without it. */
export type ListRepository = {
  page(organisationId: string, query: ListQuery): Promise<ListedRow[]>
  /**
   * The rows that a query leaves, and all addresses. Of a past day also the numbers of its last run and the sums of the
   * addresses that {@link page} has of it, whatever else the query asks for.
   */
  counts(organisationId: string, query: ListQuery): Promise<ListCounts>
  /** The addresses among these that the organisation monitors. */
  known(organisationId: string, addresses: readonly string[]): Promise<string[]>
}

const ORDERS: Readonly<Record<AddressOrder, readonly [usual: string, reversed: string]>> = {
  vazamentos: ['leaks DESC, address', 'leaks, address DESC'],
  senhas: ['passwords DESC, address', 'passwords, address DESC'],
  email: ['address', 'address DESC'],
  adicionado: ['added_at DESC, address', 'added_at, address DESC'],
  gravidade: ['severity DESC NULLS LAST, address', 'severity NULLS FIRST, address DESC'],
  visto: ['last_seen DESC NULLS LAST, address', 'last_seen NULLS FIRST, address DESC'],
}
/** SQL of the passwords of now, also in a list of a past day. */
const passwordsNow = (day: string | undefined) => (day === undefined ? 'passwords' : 'passwords_now')
const FILTERS: Readonly<Record<AddressFilter, (day: string | undefined) => string>> = {
  todos: () => '',
  novos: () => `AND ${newSince('$8')}`,
  'com-vazamento': () => 'AND leaks > 0',
  'com-senha': () => 'AND passwords > 0',
  'senha-em-aberto': (day) => `AND ${passwordsNow(day)} > closed_passwords`,
  'sem-vazamento': () => 'AND leaks = 0',
}

/** SQL of days in which an address was seen last, before the São Paulo day `$4`. */
const SEEN: Readonly<Record<AddressSeen, string>> = {
  'ate-30-dias': 'last_seen >= $4::date - 30',
  'ate-90-dias': 'last_seen >= $4::date - 90',
  'ate-um-ano': 'last_seen >= $4::date - 365',
  'ha-mais-de-um-ano': 'last_seen < $4::date - 365',
}

/** SQL that holds for addresses of a severity. One that waits has none that is told. */
export const ofLevel = (level: AddressLevel) => {
  if (level === 'nenhuma') return 'severity IS NULL AND watched'
  const [least, below] = pointsOf(level)
  return `severity >= ${least} ${below === undefined ? '' : `AND severity < ${below}`}`
}

/**
 * SQL of the addresses of `$1` that had numbers at the end of a day (P-LIST-10), with these: those of the last report
 * until then. What is no longer watched tells nothing (M-OWN-1).
 */
const atDay = (day: string) => `(
    SELECT now.id, now.organisation_id, now.address, address_key, domain_key, now.owner_id, added_at, watched, by_domain, severity, last_seen, found_at, told_since,
      closed_leaks, closed_passwords, now.leaks AS leaks_now, now.passwords AS passwords_now, told.leaks, told.passwords
    FROM monitored_address AS now JOIN (
      SELECT DISTINCT ON (address) address, (snapshot->>'leaks')::int AS leaks, (snapshot->>'passwords')::int AS passwords
      FROM report WHERE organisation_id = $1 AND day <= ${day}::date ORDER BY address, serial DESC
    ) AS told ON told.address = now.address
    WHERE now.organisation_id = $1 AND watched AND (told.leaks > 0 OR told.passwords > 0)
  ) AS monitored_address`
const listed = ({ day }: ListQuery) => (day === undefined ? 'monitored_address' : atDay('$5'))
/** SQL that holds for the cases with something to do. */
export const OPEN = "found AND watched AND state IN ('novo', 'em-andamento')"
/** SQL of the open cases of an address that have an owner, with that account. */
const OWNED = `leak_case JOIN account ON account.id = leak_case.owner_id
  WHERE monitored_id = monitored_address.id AND ${OPEN}`
/** SQL of the e-mail address of an address's owner. */
const OWNER = '(SELECT email FROM account WHERE account.id = monitored_address.owner_id)'

/** SQL that holds for the rows of a query; `$1` to `$8` are {@link parametersOf}. */
const matching = ({
  filter,
  level,
  seen,
  day,
}: ListQuery) => `organisation_id = $1 AND ${SHOWN} AND ($2 = '' OR strpos(address, $2) > 0)
  AND ($3::text IS NULL OR EXISTS (SELECT FROM address_label WHERE monitored_id = monitored_address.id AND label = $3))
  AND ($6::text IS NULL OR monitored_address.owner_id = (SELECT id FROM account WHERE email = $6)
    OR EXISTS (SELECT FROM ${OWNED} AND account.email = $6))
  AND ($7::text IS NULL OR ${ofDomain('$7')})
  AND coalesce($8::timestamptz, 'infinity') IS NOT NULL
  AND $4::date IS NOT NULL AND $5::date IS ${day === undefined ? '' : 'NOT'} NULL ${FILTERS[filter](day)} ${level === undefined ? '' : `AND ${ofLevel(level)}`}
  ${seen === undefined ? '' : `AND ${SEEN[seen]}`}`
const parametersOf = (organisationId: string, { search, label, today, day, owner, domain, since }: ListQuery) => [
  organisationId,
  search,
  label ?? null,
  today,
  day ?? null,
  owner ?? null,
  domain ?? null,
  since,
]

const ALL = '(SELECT coalesce(max(shown), 0) FROM organisation_total WHERE organisation_id = $1)'
/** One pass for all that is counted: the day's rows are made anew each time. */
const dayCounts = (query: ListQuery) => `SELECT ${ALL} AS all, coalesce(last.leaks, 0) AS leaks,
    coalesce(last.passwords, 0) AS passwords, rows.found, rows.leaks AS "listedLeaks", rows.passwords AS "listedPasswords"
  FROM (
    SELECT count(*) FILTER (WHERE ${matching(query)})::int AS found, coalesce(sum(leaks), 0)::int AS leaks,
      coalesce(sum(passwords), 0)::int AS passwords FROM ${listed(query)}
  ) AS rows LEFT JOIN (
    SELECT leaks, passwords FROM analysis WHERE organisation_id = $1 AND day <= $5::date
    ORDER BY day DESC, ran_at DESC, id DESC LIMIT 1
  ) AS last ON true`

/** SQL of the labels of an address. */
export const LABELS = `coalesce((SELECT array_agg(label ORDER BY label) FROM address_label
  WHERE monitored_id = monitored_address.id), '{}')`

/** SQL of the number of the address's cases in progress that have evidence. */
export const IN_WORK = `(SELECT count(*) FROM leak_case
  WHERE monitored_id = monitored_address.id AND found AND state = 'em-andamento' AND watched)::int`
/** The owner of an address stands before those of its cases. */
const OWNERS = `array_remove(${OWNER} || coalesce((SELECT array_agg(DISTINCT account.email ORDER BY account.email)
  FROM ${OWNED} AND leak_case.owner_id IS DISTINCT FROM monitored_address.owner_id), '{}'), NULL)`

export const createListRepository = (database: Queryable): ListRepository => {
  const texts = async (sql: string, parameters: readonly unknown[]): Promise<string[]> =>
    (await database.query(textSchema, sql, parameters)).map(({ text }) => text)
  return {
    page: (organisationId, query) => {
      const order = ORDERS[query.order][query.reversed ? 1 : 0]
      return database.query(
        rowSchema,
        // What is looked up for each row is looked up for those of the page.
        `SELECT id::text, address, leaks, passwords, ${passwordsNow(query.day)} - closed_passwords AS "openPasswords", ${query.day === undefined ? 'leaks' : 'leaks_now'} AS "leaksNow", watched, ${LABELS} AS labels, closed_leaks AS closed,
           ${IN_WORK} AS "inWork", ${OWNERS} AS owners, ${newSince('$8')} AS "isNew",
           to_char(added_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "addedAt"
         FROM (SELECT * FROM ${listed(query)} WHERE ${matching(query)} ORDER BY ${order} LIMIT $9 OFFSET $10) AS monitored_address
         ORDER BY ${order}`,
        [...parametersOf(organisationId, query), query.size, (query.page - 1) * query.size],
      )
    },
    counts: async (organisationId, query) => {
      if (query.day !== undefined) {
        const [row] = await database.query(dayCountsSchema, dayCounts(query), parametersOf(organisationId, query))
        if (row === undefined) throw new Error('the database counted nothing')
        const { found, all, ...ofDay } = row
        return { found, all, ofDay }
      }
      const { search, filter, label, level, seen, owner, domain } = query
      const isWhole = search === '' && filter === 'todos' && (label ?? level ?? seen ?? owner ?? domain) === undefined
      const [counts] = isWhole
        ? await database.query(countsSchema, `SELECT ${ALL} AS found, ${ALL} AS all`, [organisationId])
        : await database.query(
            countsSchema,
            `SELECT (SELECT count(*) FROM monitored_address WHERE ${matching(query)})::int AS found, ${ALL} AS all`,
            parametersOf(organisationId, query),
          )
      return counts ?? { found: 0, all: 0 }
    },
    known: (organisationId, addresses) =>
      texts(
        `SELECT address AS text FROM monitored_address
         WHERE organisation_id = $1 AND address = ANY($2::text[]) AND ${SHOWN}`,
        [organisationId, addresses],
      ),
  }
}
