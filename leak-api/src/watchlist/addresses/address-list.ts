import {
  addressPageSchema,
  type AddressFilter,
  type AddressLevel,
  type AddressOrder,
  type AddressSeen,
} from '@atalaia/contracts'
import { sql, type Queryable, type Sql } from '@atalaia/database'
import { array, boolean, int, nullable, object, omit, string, type infer as Infer } from 'zod/mini'
import { defineList, type Narrowed, type Page } from '../../base/list.ts'
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
type Query = Omit<AddressQuery, 'day'> & { readonly organisation: Sql; readonly day: Sql | undefined }
const queryOf = (organisationId: string, { day, ...query }: AddressQuery): Query => ({
  ...query,
  organisation: sql`${organisationId}`,
  day: day === undefined ? undefined : sql`${day}::date`,
})

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

const KEPT = sql`id, organisation_id, address, address_key, domain_key, owner_id, added_at, watched, by_domain, severity,
  last_seen, found_at, told_since, case_since, closed_leaks, closed_passwords`
/** Addresses with a report after a day: numbers of now, and of their last report before. */
const changedSince = (organisation: Sql, day: Sql) => sql`(
    WITH later AS (SELECT DISTINCT address FROM report WHERE organisation_id = ${organisation} AND day > ${day}),
    told AS (
      SELECT DISTINCT ON (address) address, (snapshot->>'leaks')::int AS leaks, (snapshot->>'passwords')::int AS passwords
      FROM report JOIN later USING (address) WHERE organisation_id = ${organisation} AND day <= ${day}
      ORDER BY address, day DESC, serial DESC
    )
    SELECT ${KEPT}, now.leaks AS leaks_now, now.passwords AS passwords_now,
      coalesce(told.leaks, 0) AS leaks, coalesce(told.passwords, 0) AS passwords
    FROM monitored_address AS now JOIN later USING (address) LEFT JOIN told USING (address)
    WHERE organisation_id = ${organisation} AND watched
  ) AS monitored_address`
/**
 * Addresses with numbers at the end of a day (P-LIST-10), those without a later report as of now.
 * Unwatched addresses are left out (M-OWN-1).
 */
const atDay = (organisation: Sql, day: Sql, { where, first }: Narrowed) => sql`(
    (SELECT * FROM (
      SELECT ${KEPT}, leaks AS leaks_now, passwords AS passwords_now, leaks, passwords FROM monitored_address
      WHERE organisation_id = ${organisation} AND watched AND leaks > 0
    ) AS monitored_address
    WHERE NOT EXISTS (SELECT FROM report WHERE report.organisation_id = ${organisation}
      AND report.address = monitored_address.address AND report.day > ${day}) AND ${where} ${first})
    UNION ALL SELECT * FROM ${changedSince(organisation, day)} WHERE leaks > 0
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
  from: ({ organisation, day }: Query, narrowed) =>
    day === undefined ? sql`monitored_address` : atDay(organisation, day, narrowed),
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

const countsSchema = object({ found: int(), all: int() })
const dayTotalsSchema = object({ leaks: int(), passwords: int(), listedLeaks: int(), listedPasswords: int() })
const dayCountsSchema = object({ ...countsSchema.shape, ...dayTotalsSchema.shape })
const totals = (organisation: Sql) => sql`(SELECT coalesce(max(shown), 0) AS shown, coalesce(max(listed), 0) AS listed,
    coalesce(max(leaks), 0)::int AS leaks, coalesce(max(passwords), 0)::int AS passwords
  FROM organisation_total WHERE organisation_id = ${organisation}) AS kept`
const foundOf = (query: Query, all: Sql) =>
  addresses.isWhole(query)
    ? all
    : sql`(SELECT count(*) FROM ${addresses.from(query)} WHERE ${addresses.where(query)})::int`
/** Kept totals without later changes. */
const dayCounts = (query: Query, day: Sql) => sql`SELECT kept.shown AS all,
    coalesce(last.leaks, 0) AS leaks, coalesce(last.passwords, 0) AS passwords,
    ${foundOf(query, sql`kept.listed - since.listed`)} AS found,
    kept.leaks - since.leaks AS "listedLeaks", kept.passwords - since.passwords AS "listedPasswords"
  FROM ${totals(query.organisation)} CROSS JOIN (
    SELECT coalesce(sum((leaks_now > 0)::int - (leaks > 0)::int), 0)::int AS listed,
      coalesce(sum(leaks_now - leaks), 0)::int AS leaks, coalesce(sum(passwords_now - passwords), 0)::int AS passwords
    FROM ${changedSince(query.organisation, day)}
  ) AS since LEFT JOIN (
    SELECT leaks, passwords FROM analysis WHERE organisation_id = ${query.organisation} AND day <= ${day}
    ORDER BY day DESC, ran_at DESC, id DESC LIMIT 1
  ) AS last ON true`
export type ListCounts = Infer<typeof countsSchema> & { readonly ofDay?: Infer<typeof dayTotalsSchema> }

/** Every call names its organisation. */
export const createAddressList = (database: Queryable) => ({
  page: (organisationId: string, query: AddressQuery, part: Page) =>
    addresses.rows(database, queryOf(organisationId, query), part),
  /**
   * Matching rows, and all addresses. For a past day also its last run and the sums of all listed
   * addresses.
   */
  counts: async (organisationId: string, asked: AddressQuery): Promise<ListCounts> => {
    const query = queryOf(organisationId, asked)
    if (query.day !== undefined) {
      const [row] = await database.query(dayCountsSchema, dayCounts(query, query.day))
      if (row === undefined) throw new Error('the database counted nothing')
      const { found, all, ...ofDay } = row
      return { found, all, ofDay }
    }
    const [counts] = await database.query(
      countsSchema,
      sql`SELECT ${foundOf(query, sql`shown`)} AS found, shown AS all FROM ${totals(query.organisation)}`,
    )
    return counts ?? { found: 0, all: 0 }
  },
})
