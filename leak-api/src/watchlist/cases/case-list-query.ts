import { sql, type Sql } from '@atalaia/database'
import {
  CASE_STATES,
  CLOSED_STATES,
  type CaseDue,
  type CaseFilter,
  type CaseOrder,
  type CaseState,
} from '@atalaia/contracts/cases'
import { withinLimit, type Tenant } from '../../base/access/tenancy.ts'
import { CLOSED } from '../../base/closed-cases.ts'
import { CASE_COLUMNS } from './cases-repository.ts'

export type CaseQuery = {
  /** A part of the address, in lower case; '' for all. */
  readonly search: string
  readonly filter: CaseFilter
  /** The id of an account; `null`: nobody's; `undefined`: whoever's. */
  readonly owner: string | null | undefined
  readonly due: CaseDue | undefined
  /** By its name. */
  readonly source: string | undefined
  readonly order: CaseOrder
  readonly reversed: boolean
  /** From 1. */
  readonly page: number
  readonly size: number
  /** The São Paulo day, `YYYY-MM-DD`. */
  readonly today: string
}

/** The orders in which touched cases stand before the others. */
type SplitOrder = Exclude<CaseOrder, 'gravidade'>
export const isSplit = (order: CaseOrder): order is SplitOrder => order !== 'gravidade'

const ORDERS: Readonly<Record<SplitOrder, readonly [usual: Sql, reversed: Sql]>> = {
  vazamentos: [sql`leaks DESC, address, leak_case.source`, sql`leaks, address DESC, leak_case.source`],
  email: [sql`address, leak_case.source`, sql`address DESC, leak_case.source`],
  prazo: [sql`due_on NULLS LAST, address, leak_case.source`, sql`due_on DESC NULLS LAST, address, leak_case.source`],
  mudanca: [sql`changed_at DESC, address, leak_case.source`, sql`changed_at, address, leak_case.source`],
}
const SEVERITY_ORDER = [
  sql`severity DESC NULLS LAST, address, source`,
  sql`severity NULLS FIRST, address DESC, source`,
] as const
/** Orders of cases without a row, which have neither a due day nor a change. */
const ADDRESS_ORDERS = {
  vazamentos: [sql`leaks DESC, address`, sql`leaks, address DESC`],
  email: [sql`address`, sql`address DESC`],
} as const
const hasAddressOrder = (order: SplitOrder): order is keyof typeof ADDRESS_ORDERS =>
  Object.hasOwn(ADDRESS_ORDERS, order)

/** The cases before the page. */
export const before = ({ page, size }: CaseQuery) => (page - 1) * size
const directed = ([usual, reversed]: readonly [Sql, Sql], query: CaseQuery) => (query.reversed ? reversed : usual)

const statesOf = (filter: CaseFilter): readonly CaseState[] => {
  if (filter === 'todos') return CASE_STATES
  if (filter === 'encerrados') return CLOSED_STATES
  if (filter === 'abertos') return CASE_STATES.filter((state) => !CLOSED_STATES.includes(state))
  return [filter]
}

const DUES: Readonly<Record<CaseDue, (today: string) => Sql>> = {
  vencido: (today) => sql`due_on < ${today}::date AND state NOT IN ${CLOSED}`,
  hoje: (today) => sql`due_on = ${today}::date AND state NOT IN ${CLOSED}`,
  semana: (today) => sql`due_on BETWEEN ${today}::date AND ${today}::date + 7 AND state NOT IN ${CLOSED}`,
  com: () => sql`due_on IS NOT NULL`,
  sem: () => sql`due_on IS NULL`,
}

/** True where cases that nobody has touched may be among those of the query: they are new, and have no due day. */
export const includesUntouched = ({ filter, due }: CaseQuery) =>
  statesOf(filter).includes('novo') && (due === undefined || due === 'sem')

/** SQL of what a query asks of cases, of one that somebody has touched or of another; begins with AND. */
const asked = (conditions: readonly (Sql | false)[]) =>
  sql.join(
    conditions.flatMap((condition) => (condition === false ? [] : [sql`AND ${condition}`])),
    sql` `,
  )
const ofAddress = ({ rows }: Tenant, { search }: CaseQuery) => [
  search !== '' && sql`strpos(address, ${search}) > 0`,
  rows !== 'all' && withinLimit(rows, sql`address`),
]
const ofOwner = (column: Sql, { owner }: CaseQuery) =>
  owner !== undefined && (owner === null ? sql`${column} IS NULL` : sql`${column}::text = ${owner}`)
const ofSource = (column: Sql, { source }: CaseQuery) => source !== undefined && sql`${column} = ${source}`

/** SQL of the cases that somebody has touched. */
export const touched = (tenant: Tenant, query: CaseQuery) => sql`FROM leak_case
  JOIN monitored_address AS mine ON mine.id = leak_case.monitored_id
  LEFT JOIN account AS owner ON owner.id = leak_case.owner_id
  LEFT JOIN source AS told ON told.name = leak_case.source
  WHERE leak_case.organisation_id = ${tenant.organisationId} AND found AND mine.watched
    AND state = ANY(${statesOf(query.filter)}::text[]) ${asked([
      ...ofAddress(tenant, query),
      ofSource(sql`leak_case.source`, query),
      ofOwner(sql`leak_case.owner_id`, query),
      query.due !== undefined && DUES[query.due](query.today),
    ])}`

/** A page of the cases that somebody has touched. */
export const touchedPage = (tenant: Tenant, query: CaseQuery, by: SplitOrder) =>
  sql`SELECT mine.id::text AS "monitoredId", address, leak_case.source, title, ${CASE_COLUMNS} ${touched(tenant, query)}
   ORDER BY ${directed(ORDERS[by], query)} LIMIT ${query.size} OFFSET ${before(query)}`

/** SQL of the leaks of the address `mine`, as `told`. */
const TOLD = sql`covered_leaks_of(mine.organisation_id, mine.address_key, mine.domain_key, mine.local_part) AS told`

/** The watched addresses with the number of their cases that have no row. */
export const untouched = (tenant: Tenant, query: CaseQuery) => {
  const organisation = sql`${tenant.organisationId}`
  const source = sql`${query.source}`
  const cases =
    query.source === undefined
      ? sql`leaks - coalesce(touched.cases, 0)`
      : sql`CASE WHEN EXISTS (SELECT FROM ${TOLD} WHERE told.source = ${source})
        AND NOT EXISTS (SELECT FROM leak_case WHERE monitored_id = mine.id AND leak_case.source = ${source}) THEN 1
      ELSE 0 END`
  return sql`SELECT mine.*, ${cases} AS cases
    FROM monitored_address AS mine LEFT JOIN (
      SELECT monitored_id, count(*)::int AS cases FROM leak_case
      WHERE organisation_id = ${organisation} AND found GROUP BY monitored_id
    ) AS touched ON touched.monitored_id = mine.id
    WHERE mine.organisation_id = ${organisation} AND watched AND leaks > 0
      ${asked([...ofAddress(tenant, query), ofOwner(sql`mine.owner_id`, query)])}`
}

/**
 * The cases of a page are looked up in the credentials, and those before it are counted: each address up to it has one
 * at least. `skipped` cases are before the page, which has at most `size`.
 */
export const untouchedPage = (
  tenant: Tenant,
  query: CaseQuery,
  { by, skipped, size }: { readonly by: SplitOrder; readonly skipped: number; readonly size: number },
) => {
  const order = directed(ADDRESS_ORDERS[hasAddressOrder(by) ? by : 'vazamentos'], query)
  const [first, last] = [sql`${skipped}::bigint`, sql`${skipped + size}::bigint`]
  return sql`WITH counted AS (
    SELECT one.*, sum(cases) OVER (ORDER BY ${order}) AS upto FROM (
      SELECT * FROM (${untouched(tenant, query)}) AS each WHERE cases > 0 ORDER BY ${order} LIMIT ${last}
    ) AS one
  ), listed AS (
    SELECT mine.id, mine.address, mine.owner_id, told.source, mine.leaks,
      mine.upto - mine.cases + row_number() OVER (PARTITION BY mine.id ORDER BY told.source) AS place
    FROM (SELECT * FROM counted WHERE upto > ${first} AND upto - cases < ${last}) AS mine
    CROSS JOIN LATERAL (
      SELECT DISTINCT told.source FROM ${TOLD}
      WHERE NOT EXISTS (SELECT FROM leak_case WHERE monitored_id = mine.id AND leak_case.source = told.source)
        ${asked([ofSource(sql`told.source`, query)])}
    ) AS told
  )
  SELECT listed.id::text AS "monitoredId", address, listed.source, title, ${CASE_COLUMNS}
  FROM listed LEFT JOIN source ON source.name = listed.source
  LEFT JOIN leak_case ON false LEFT JOIN account AS owner ON owner.id = listed.owner_id
  WHERE place > ${first} AND place <= ${last} ORDER BY place`
}

/**
 * A page of all cases by the severity that their rows show (P-CASE-10), those without a row among them, whose points are
 * kept with their addresses.
 */
export const severityPage = (tenant: Tenant, query: CaseQuery) => sql`WITH listed AS (
    SELECT mine.id, address, mine.owner_id, leak_case.source, leak_case.severity ${touched(tenant, query)}
    ${includesUntouched(query) ? sql`UNION ALL ${untouchedCases(tenant, query)}` : sql``}
  ), shown AS (
    SELECT listed.*, row_number() OVER () AS place FROM (
      SELECT * FROM listed ORDER BY ${directed(SEVERITY_ORDER, query)} LIMIT ${query.size} OFFSET ${before(query)}
    ) AS listed
  )
  SELECT shown.id::text AS "monitoredId", address, shown.source, title, ${CASE_COLUMNS}
  FROM shown LEFT JOIN source ON source.name = shown.source
  LEFT JOIN leak_case ON leak_case.monitored_id = shown.id AND leak_case.source = shown.source
  LEFT JOIN account AS owner ON owner.id = CASE WHEN leak_case.monitored_id IS NULL THEN shown.owner_id ELSE leak_case.owner_id END
  ORDER BY place`

/** The cases without a row one by one. An address that has not been judged yet has them from the credentials, with its own points. */
const untouchedCases = (
  tenant: Tenant,
  query: CaseQuery,
) => sql`SELECT mine.id, address, mine.owner_id, told.source, told.severity
  FROM monitored_address AS mine CROSS JOIN LATERAL (
    SELECT * FROM unnest(mine.case_sources, mine.case_severities) AS one (source, severity)
    UNION ALL
    SELECT DISTINCT told.source, mine.severity FROM ${TOLD} WHERE mine.case_sources IS NULL
  ) AS told
  WHERE mine.organisation_id = ${tenant.organisationId} AND watched AND leaks > 0
    ${asked([...ofAddress(tenant, query), ofSource(sql`told.source`, query), ofOwner(sql`mine.owner_id`, query)])}
    AND NOT EXISTS (SELECT FROM leak_case WHERE monitored_id = mine.id AND leak_case.source = told.source)`
