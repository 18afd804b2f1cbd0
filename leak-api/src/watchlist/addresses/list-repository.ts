import type { AddressFilter, AddressLevel, AddressOrder, AddressSeen } from '@atalaia/contracts'
import { sql, type Queryable, type Sql } from '@atalaia/database'
import { array, boolean, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { hasPointsOf } from '../../numbers/severity/severity.ts'
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

const ORDERS: Readonly<Record<AddressOrder, readonly [usual: Sql, reversed: Sql]>> = {
  vazamentos: [sql`leaks DESC, address`, sql`leaks, address DESC`],
  senhas: [sql`passwords DESC, address`, sql`passwords, address DESC`],
  email: [sql`address`, sql`address DESC`],
  adicionado: [sql`added_at DESC, address`, sql`added_at, address DESC`],
  gravidade: [sql`severity DESC NULLS LAST, address`, sql`severity NULLS FIRST, address DESC`],
  visto: [sql`last_seen DESC NULLS LAST, address`, sql`last_seen NULLS FIRST, address DESC`],
}
/** SQL of the passwords of now, also in a list of a past day. */
const passwordsNow = ({ day }: ListQuery) => (day === undefined ? sql`passwords` : sql`passwords_now`)
const FILTERS: Readonly<Record<AddressFilter, (query: ListQuery) => Sql>> = {
  todos: () => sql`true`,
  novos: ({ since }) => newSince(sql`${since}`),
  'com-vazamento': () => sql`leaks > 0`,
  'com-senha': () => sql`passwords > 0`,
  'senha-em-aberto': (query) => sql`${passwordsNow(query)} > closed_passwords`,
  'sem-vazamento': () => sql`leaks = 0`,
}

/** SQL of the days in which an address was seen last, before today. */
const SEEN: Readonly<Record<AddressSeen, (today: string) => Sql>> = {
  'ate-30-dias': (today) => sql`last_seen >= ${today}::date - 30`,
  'ate-90-dias': (today) => sql`last_seen >= ${today}::date - 90`,
  'ate-um-ano': (today) => sql`last_seen >= ${today}::date - 365`,
  'ha-mais-de-um-ano': (today) => sql`last_seen < ${today}::date - 365`,
}

/** SQL that holds for addresses of a severity. One that waits has none that is told. */
export const ofLevel = (level: AddressLevel) => {
  if (level === 'nenhuma') return sql`severity IS NULL AND watched`
  return hasPointsOf(level, sql`severity`)
}

/**
 * SQL of the addresses of an organisation that had numbers at the end of a day (P-LIST-10), with these: those of the last report
 * until then. What is no longer watched tells nothing (M-OWN-1).
 */
const atDay = (organisation: Sql, day: string) => sql`(
    SELECT now.id, now.organisation_id, now.address, address_key, domain_key, now.owner_id, added_at, watched, by_domain, severity, last_seen, found_at, told_since,
      closed_leaks, closed_passwords, now.leaks AS leaks_now, now.passwords AS passwords_now, told.leaks, told.passwords
    FROM monitored_address AS now JOIN (
      SELECT DISTINCT ON (address) address, (snapshot->>'leaks')::int AS leaks, (snapshot->>'passwords')::int AS passwords
      FROM report WHERE organisation_id = ${organisation} AND day <= ${day}::date ORDER BY address, serial DESC
    ) AS told ON told.address = now.address
    WHERE now.organisation_id = ${organisation} AND watched AND (told.leaks > 0 OR told.passwords > 0)
  ) AS monitored_address`
const listed = (organisation: Sql, { day }: ListQuery) =>
  day === undefined ? sql`monitored_address` : atDay(organisation, day)
/** SQL that holds for the cases with something to do. */
export const OPEN = sql`found AND watched AND state IN ('novo', 'em-andamento')`
/** SQL of the open cases of an address that have an owner, with that account. */
const OWNED = sql`leak_case JOIN account ON account.id = leak_case.owner_id
  WHERE monitored_id = monitored_address.id AND ${OPEN}`
/** SQL of the e-mail address of an address's owner. */
const OWNER = sql`(SELECT email FROM account WHERE account.id = monitored_address.owner_id)`

/** SQL that holds for the rows of a query. */
const matching = (organisation: Sql, query: ListQuery) => {
  const { search, filter, label, level, seen, today, domain, owner } = query
  const mailbox = sql`${owner}`
  const asked = [
    search !== '' && sql`strpos(address, ${search}) > 0`,
    label !== undefined &&
      // Beside OR it stays a condition of rows in their order: a join would sort all that have a common label.
      sql`(${label}::text IS NULL OR EXISTS (SELECT FROM address_label WHERE monitored_id = monitored_address.id AND label = ${label}))`,
    owner !== undefined &&
      sql`(monitored_address.owner_id = (SELECT id FROM account WHERE email = ${mailbox})
    OR EXISTS (SELECT FROM ${OWNED} AND account.email = ${mailbox}))`,
    domain !== undefined && ofDomain(sql`${domain}`),
    FILTERS[filter](query),
    level !== undefined && ofLevel(level),
    seen !== undefined && SEEN[seen](today),
  ].filter((condition) => condition !== false)
  return sql`organisation_id = ${organisation} AND ${SHOWN} AND ${sql.join(asked, sql` AND `)}`
}

const allOf = (organisation: Sql) =>
  sql`(SELECT coalesce(max(shown), 0) FROM organisation_total WHERE organisation_id = ${organisation})`
/** One pass for all that is counted: the day's rows are made anew each time. */
const dayCounts = (organisation: Sql, query: ListQuery) => sql`SELECT ${allOf(organisation)} AS all,
    coalesce(last.leaks, 0) AS leaks, coalesce(last.passwords, 0) AS passwords,
    rows.found, rows.leaks AS "listedLeaks", rows.passwords AS "listedPasswords"
  FROM (
    SELECT count(*) FILTER (WHERE ${matching(organisation, query)})::int AS found, coalesce(sum(leaks), 0)::int AS leaks,
      coalesce(sum(passwords), 0)::int AS passwords FROM ${listed(organisation, query)}
  ) AS rows LEFT JOIN (
    SELECT leaks, passwords FROM analysis WHERE organisation_id = ${organisation} AND day <= ${query.day}::date
    ORDER BY day DESC, ran_at DESC, id DESC LIMIT 1
  ) AS last ON true`

/** SQL of the labels of an address. */
export const LABELS = sql`coalesce((SELECT array_agg(label ORDER BY label) FROM address_label
  WHERE monitored_id = monitored_address.id), '{}')`

/** SQL of the number of the address's cases in progress that have evidence. */
export const IN_WORK = sql`(SELECT count(*) FROM leak_case
  WHERE monitored_id = monitored_address.id AND found AND state = 'em-andamento' AND watched)::int`
/** The owner of an address stands before those of its cases. */
const OWNERS = sql`array_remove(${OWNER} || coalesce((SELECT array_agg(DISTINCT account.email ORDER BY account.email)
  FROM ${OWNED} AND leak_case.owner_id IS DISTINCT FROM monitored_address.owner_id), '{}'), NULL)`

export const createListRepository = (database: Queryable): ListRepository => ({
  page: (organisationId, query) => {
    const organisation = sql`${organisationId}`
    const order = ORDERS[query.order][query.reversed ? 1 : 0]
    return database.query(
      rowSchema,
      // What is looked up for each row is looked up for those of the page.
      sql`SELECT id::text, address, leaks, passwords, ${passwordsNow(query)} - closed_passwords AS "openPasswords",
         ${query.day === undefined ? sql`leaks` : sql`leaks_now`} AS "leaksNow", watched, ${LABELS} AS labels,
         closed_leaks AS closed, ${IN_WORK} AS "inWork", ${OWNERS} AS owners, ${newSince(sql`${query.since}`)} AS "isNew",
         to_char(added_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "addedAt"
       FROM (
         SELECT * FROM ${listed(organisation, query)} WHERE ${matching(organisation, query)}
         ORDER BY ${order} LIMIT ${query.size} OFFSET ${(query.page - 1) * query.size}
       ) AS monitored_address
       ORDER BY ${order}`,
    )
  },
  counts: async (organisationId, query) => {
    const organisation = sql`${organisationId}`
    if (query.day !== undefined) {
      const [row] = await database.query(dayCountsSchema, dayCounts(organisation, query))
      if (row === undefined) throw new Error('the database counted nothing')
      const { found, all, ...ofDay } = row
      return { found, all, ofDay }
    }
    const { search, filter, label, level, seen, owner, domain } = query
    const isWhole = search === '' && filter === 'todos' && (label ?? level ?? seen ?? owner ?? domain) === undefined
    const all = allOf(organisation)
    const found = isWhole
      ? all
      : sql`(SELECT count(*) FROM monitored_address WHERE ${matching(organisation, query)})::int`
    const [counts] = await database.query(countsSchema, sql`SELECT ${found} AS found, ${all} AS all`)
    return counts ?? { found: 0, all: 0 }
  },
  known: async (organisationId, addresses) => {
    const found = await database.query(
      textSchema,
      sql`SELECT address AS text FROM monitored_address
       WHERE organisation_id = ${organisationId} AND address = ANY(${addresses}::text[]) AND ${SHOWN}`,
    )
    return found.map(({ text }) => text)
  },
})
