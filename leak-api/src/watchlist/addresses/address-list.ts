import {
  addressPageSchema,
  type AddressFilter,
  type AddressLevel,
  type AddressOrder,
  type AddressSeen,
} from '@atalaia/contracts'
import { sql, type Queryable, type Sql } from '@atalaia/database'
import { array, boolean, int, nullable, object, omit, string, type infer as Infer } from 'zod/mini'
import { defineList, type Page } from '../../base/list.ts'
import { hasPointsOf, WORST_FIRST } from '../../numbers/severity/severity.ts'
import { newSince } from '../../numbers/monitoring/monitored-repository.ts'
import { ofDomain, SHOWN } from '../../numbers/shown-addresses.ts'

export type AddressQuery = {
  /** A part of the address, in lower case. */
  readonly search: string | undefined
  readonly order: AddressOrder
  readonly reversed: boolean
  readonly filter: Exclude<AddressFilter, 'todos'> | undefined
  readonly label: string | undefined
  readonly level: AddressLevel | undefined
  readonly seen: AddressSeen | undefined
  /** In its one spelling. */
  readonly domain: string | undefined
  /** The e-mail address of a person who owns the address or an open case of it (P-LIST-9). */
  readonly owner: string | undefined
  /** The São Paulo day, `YYYY-MM-DD`. */
  readonly today: string
  /** Past São Paulo day. Default: now. */
  readonly day: string | undefined
  /** The instant after which findings are new. */
  readonly since: string | null
}
/** One fragment has the organisation: PostgreSQL plans with one value. */
type Query = AddressQuery & { readonly organisation: Sql }

const ORDERS: Readonly<Record<AddressOrder, readonly [usual: Sql, reversed: Sql]>> = {
  vazamentos: [sql`leaks DESC, address`, sql`leaks, address DESC`],
  senhas: [sql`passwords DESC, address`, sql`passwords, address DESC`],
  email: [sql`address`, sql`address DESC`],
  adicionado: [sql`added_at DESC, address`, sql`added_at, address DESC`],
  gravidade: [WORST_FIRST, sql`severity NULLS FIRST, case_since[1] NULLS FIRST, address DESC`],
  visto: [sql`last_seen DESC NULLS LAST, address`, sql`last_seen NULLS FIRST, address DESC`],
}
const passwordsNow = ({ day }: Query) => (day === undefined ? sql`passwords` : sql`passwords_now`)
const FILTERS: Readonly<Record<NonNullable<AddressQuery['filter']>, (query: Query) => Sql>> = {
  novos: ({ since }) => newSince(sql`${since}`),
  'com-vazamento': () => sql`leaks > 0`,
  'com-senha': () => sql`passwords > 0`,
  'senha-em-aberto': (query) => sql`${passwordsNow(query)} > closed_passwords`,
  'sem-vazamento': () => sql`leaks = 0`,
}

const SEEN: Readonly<Record<AddressSeen, (today: string) => Sql>> = {
  'ate-30-dias': (today) => sql`last_seen >= ${today}::date - 30`,
  'ate-90-dias': (today) => sql`last_seen >= ${today}::date - 90`,
  'ate-um-ano': (today) => sql`last_seen >= ${today}::date - 365`,
  'ha-mais-de-um-ano': (today) => sql`last_seen < ${today}::date - 365`,
}

/** SQL that holds for addresses of a severity. An address that waits has no severity. */
export const ofLevel = (level: AddressLevel) => {
  if (level === 'nenhuma') return sql`severity IS NULL AND watched`
  return hasPointsOf(level, sql`severity`)
}

/**
 * Addresses with numbers at the end of a day (P-LIST-10), by their last report until then.
 * Unwatched addresses are left out (M-OWN-1).
 */
const atDay = (organisation: Sql, day: string) => sql`(
    WITH later AS (
      SELECT DISTINCT report.address FROM analysis JOIN report ON analysis_id = analysis.id
      WHERE analysis.organisation_id = ${organisation} AND analysis.day > ${day}::date
    ), told AS (
      SELECT DISTINCT ON (address) address, (snapshot->>'leaks')::int AS leaks, (snapshot->>'passwords')::int AS passwords
      FROM report JOIN later USING (address) WHERE organisation_id = ${organisation} AND day <= ${day}::date ORDER BY address, serial DESC
    )
    SELECT now.id, now.organisation_id, now.address, address_key, domain_key, now.owner_id, added_at, watched, by_domain, severity, last_seen, found_at, told_since,
      case_since, closed_leaks, closed_passwords, now.leaks AS leaks_now, now.passwords AS passwords_now, numbers.leaks, numbers.passwords
    FROM monitored_address AS now LEFT JOIN later USING (address) LEFT JOIN told USING (address)
    CROSS JOIN LATERAL (
      SELECT CASE WHEN later.address IS NULL THEN reported_leaks ELSE told.leaks END AS leaks,
        CASE WHEN later.address IS NULL THEN reported_passwords ELSE told.passwords END AS passwords
    ) AS numbers
    WHERE now.organisation_id = ${organisation} AND watched AND (numbers.leaks > 0 OR numbers.passwords > 0)
  ) AS monitored_address`
export const OPEN = sql`found AND watched AND state IN ('novo', 'em-andamento')`
const OWNED = sql`leak_case JOIN account ON account.id = leak_case.owner_id
  WHERE monitored_id = monitored_address.id AND ${OPEN}`
const OWNER = sql`(SELECT email FROM account WHERE account.id = monitored_address.owner_id)`

export const LABELS = sql`coalesce((SELECT array_agg(label ORDER BY label) FROM address_label
  WHERE monitored_id = monitored_address.id), '{}')`
export const IN_WORK = sql`(SELECT count(*) FROM leak_case
  WHERE monitored_id = monitored_address.id AND found AND state = 'em-andamento' AND watched)::int`
/** Owner of the address first, then owners of its cases. */
const OWNERS = sql`array_remove(${OWNER} || coalesce((SELECT array_agg(DISTINCT account.email ORDER BY account.email)
  FROM ${OWNED} AND leak_case.owner_id IS DISTINCT FROM monitored_address.owner_id), '{}'), NULL)`
export const ADDED_AT = sql`to_char(added_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

const told = omit(addressPageSchema.shape.linhas.def.element, {
  senhas_em_aberto: true,
  visto_por_ultimo: true,
  gravidade: true,
  novo: true,
  casos: true,
  responsaveis: true,
})
const addresses = defineList({
  as: 'monitored_address',
  from: ({ organisation, day }: Query) => (day === undefined ? sql`monitored_address` : atDay(organisation, day)),
  of: ({ organisation }) => sql`organisation_id = ${organisation} AND ${SHOWN}`,
  row: object({
    ...told.shape,
    responsaveis: array(string()),
    openPasswords: int(),
    /** Also of a list of a past day. */
    leaksNow: int(),
    closed: int(),
    inWork: int(),
    isNew: nullable(boolean()),
  }),
  columns: {
    id: sql`id::text`,
    email: sql`address`,
    numero_vazamentos: sql`leaks`,
    numero_senhas: sql`passwords`,
    adicionado_em: ADDED_AT,
    etiquetas: LABELS,
    aguarda: sql`NOT watched`,
    responsaveis: OWNERS,
    openPasswords: (query) => sql`${passwordsNow(query)} - closed_passwords`,
    leaksNow: ({ day }) => (day === undefined ? sql`leaks` : sql`leaks_now`),
    closed: sql`closed_leaks`,
    inWork: IN_WORK,
    isNew: ({ since }) => newSince(sql`${since}`),
  },
  filters: {
    search: (text) => sql`strpos(address, ${text}) > 0`,
    label: (text) => {
      const label = sql`${text}`
      // Beside OR it stays a condition of rows in their order: a join would sort all that have a common label.
      return sql`(${label}::text IS NULL OR EXISTS (SELECT FROM address_label WHERE monitored_id = monitored_address.id AND label = ${label}))`
    },
    owner: (email) => {
      const mailbox = sql`${email}`
      return sql`(monitored_address.owner_id = (SELECT id FROM account WHERE email = ${mailbox})
    OR EXISTS (SELECT FROM ${OWNED} AND account.email = ${mailbox}))`
    },
    domain: (domain) => ofDomain(sql`${domain}`),
    filter: (filter, query) => FILTERS[filter](query),
    level: ofLevel,
    seen: (seen, { today }) => SEEN[seen](today),
  },
  order: ({ order, reversed }) => ORDERS[order][reversed ? 1 : 0],
})
export type ListedRow = Awaited<ReturnType<typeof addresses.rows>>[number]

const allOf = (organisation: Sql) =>
  sql`(SELECT coalesce(max(shown), 0) FROM organisation_total WHERE organisation_id = ${organisation})`
const countsSchema = object({ found: int(), all: int() })
const dayTotalsSchema = object({ leaks: int(), passwords: int(), listedLeaks: int(), listedPasswords: int() })
const dayCountsSchema = object({ ...countsSchema.shape, ...dayTotalsSchema.shape })
/** One pass for all counts, because each pass computes the rows of the day. */
const dayCounts = (query: Query) => sql`SELECT ${allOf(query.organisation)} AS all,
    coalesce(last.leaks, 0) AS leaks, coalesce(last.passwords, 0) AS passwords,
    rows.found, rows.leaks AS "listedLeaks", rows.passwords AS "listedPasswords"
  FROM (
    SELECT count(*) FILTER (WHERE ${addresses.where(query)})::int AS found, coalesce(sum(leaks), 0)::int AS leaks,
      coalesce(sum(passwords), 0)::int AS passwords FROM ${addresses.from(query)}
  ) AS rows LEFT JOIN (
    SELECT leaks, passwords FROM analysis WHERE organisation_id = ${query.organisation} AND day <= ${query.day}::date
    ORDER BY day DESC, ran_at DESC, id DESC LIMIT 1
  ) AS last ON true`
export type ListCounts = Infer<typeof countsSchema> & { readonly ofDay?: Infer<typeof dayTotalsSchema> }

/** The addresses of an organisation. Every call names it: no row is reached without it. */
export const createAddressList = (database: Queryable) => ({
  page: (organisationId: string, query: AddressQuery, part: Page) =>
    addresses.rows(database, { ...query, organisation: sql`${organisationId}` }, part),
  /**
   * Matching rows, and all addresses. For a past day also its last run and the sums of all listed
   * addresses.
   */
  counts: async (organisationId: string, asked: AddressQuery): Promise<ListCounts> => {
    const query = { ...asked, organisation: sql`${organisationId}` }
    if (query.day !== undefined) {
      const [row] = await database.query(dayCountsSchema, dayCounts(query))
      if (row === undefined) throw new Error('the database counted nothing')
      const { found, all, ...ofDay } = row
      return { found, all, ofDay }
    }
    const all = allOf(query.organisation)
    const found = addresses.isWhole(query)
      ? all
      : sql`(SELECT count(*) FROM monitored_address WHERE ${addresses.where(query)})::int`
    const [counts] = await database.query(countsSchema, sql`SELECT ${found} AS found, ${all} AS all`)
    return counts ?? { found: 0, all: 0 }
  },
})
