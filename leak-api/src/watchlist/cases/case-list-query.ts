import { sql, type Sql } from '@atalaia/database'
import {
  CASE_STATES,
  CLOSED_STATES,
  type CaseDue,
  type CaseFilter,
  type CaseLevel,
  type CaseOrder,
  type CaseState,
} from '@atalaia/contracts/cases'
import { withinLimit, type Tenant } from '../../base/access/tenancy.ts'
import { CLOSED } from '../../base/closed-cases.ts'
import { hasPointsOf, pointsOf, WORST_FIRST } from '../../numbers/severity/severity.ts'
import { comparable } from '../../numbers/visits.ts'
import { CASE_COLUMNS } from './cases-repository.ts'

export type CaseQuery = {
  /** Lower case; '' for all. */
  readonly search: string
  readonly filter: CaseFilter
  /** Account id; `null`: no owner; `undefined`: any. */
  readonly owner: string | null | undefined
  readonly due: CaseDue | undefined
  /** By its name. */
  readonly source: string | undefined
  readonly level: CaseLevel | undefined
  readonly order: CaseOrder
  readonly reversed: boolean
  /** From 1. */
  readonly page: number
  readonly size: number
  /** São Paulo's, `YYYY-MM-DD`. */
  readonly today: string
}

const ORDERS: Readonly<Record<CaseOrder, readonly [usual: Sql, reversed: Sql]>> = {
  gravidade: [
    sql`severity DESC NULLS LAST, since DESC NULLS LAST, address, source`,
    sql`severity NULLS FIRST, since NULLS FIRST, address DESC, source`,
  ],
  conhecido: [sql`since DESC NULLS LAST, address, source`, sql`since NULLS FIRST, address DESC, source`],
  email: [sql`address, source`, sql`address DESC, source`],
  prazo: [sql`due_on NULLS LAST, address, source`, sql`due_on DESC NULLS LAST, address, source`],
  mudanca: [sql`changed_at DESC NULLS LAST, address, source`, sql`changed_at NULLS LAST, address, source`],
  vazamentos: [sql`touched DESC, leaks DESC, address, source`, sql`touched DESC, leaks, address DESC, source`],
}
/** Orders for untouched cases, which have neither a due day nor a change. */
const ADDRESS_ORDERS = {
  email: [sql`address`, sql`address DESC`],
  prazo: [sql`address`, sql`address`],
  mudanca: [sql`address`, sql`address`],
  vazamentos: [sql`leaks DESC, address`, sql`leaks, address DESC`],
} as const
const hasAddressOrder = (order: CaseOrder): order is keyof typeof ADDRESS_ORDERS => Object.hasOwn(ADDRESS_ORDERS, order)

const directed = ([usual, reversed]: readonly [Sql, Sql], query: CaseQuery) => (query.reversed ? reversed : usual)
const before = ({ page, size }: CaseQuery) => (page - 1) * size
const upto = ({ page, size }: CaseQuery) => page * size

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

const includesUntouched = ({ filter, due }: CaseQuery) =>
  statesOf(filter).includes('novo') && (due === undefined || due === 'sem')

/** Begins with AND. */
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
const ofLevel = (column: Sql, { level }: CaseQuery) => level !== undefined && hasPointsOf(level, column)

const touched = (tenant: Tenant, query: CaseQuery) => sql`FROM leak_case
  JOIN monitored_address AS mine ON mine.id = leak_case.monitored_id
  WHERE leak_case.organisation_id = ${tenant.organisationId} AND found AND mine.watched
    AND state = ANY(${statesOf(query.filter)}::text[]) ${asked([
      ...ofAddress(tenant, query),
      ofSource(sql`leak_case.source`, query),
      ofLevel(sql`leak_case.severity`, query),
      ofOwner(sql`leak_case.owner_id`, query),
      query.due !== undefined && DUES[query.due](query.today),
    ])}`

/** Cases of the address `mine` without a row. Unjudged addresses compute them from credentials. */
const untouchedOfMine = (query: CaseQuery) => sql`(
    SELECT * FROM (
      SELECT * FROM unnest(mine.case_sources, mine.case_severities, mine.case_since) AS kept (source, severity, since)
      -- A server of the last release, which knows no instants, may leave more of them than sources.
      WHERE source IS NOT NULL
      UNION ALL
      SELECT DISTINCT told.source, mine.severity, NULL::timestamptz
      FROM covered_leaks_of(mine.organisation_id, mine.address_key, mine.domain_key, mine.local_part) AS told
      WHERE mine.case_sources IS NULL
    ) AS each
    WHERE NOT EXISTS (SELECT FROM leak_case WHERE monitored_id = mine.id AND leak_case.source = each.source)
      ${asked([ofSource(sql`each.source`, query), ofLevel(sql`each.severity`, query)])}
  ) AS told`

const addresses = (tenant: Tenant, query: CaseQuery) => sql`FROM monitored_address AS mine
  WHERE mine.organisation_id = ${tenant.organisationId} AND watched AND leaks > 0 ${asked([
    ...ofAddress(tenant, query),
    ofOwner(sql`mine.owner_id`, query),
    query.source !== undefined && sql`(${query.source} = ANY(case_sources) OR case_sources IS NULL)`,
    query.level !== undefined && sql`severity >= ${sql.lit(pointsOf(query.level)[0])}`,
  ])}`

/** All cases of an organisation but those with a row: its sums are kept, so that 100,000 addresses are not added up. */
const countAll = (organisationId: string) => sql`SELECT (coalesce(max(leaks), 0) - (
    SELECT count(*) FROM leak_case JOIN monitored_address AS mine ON mine.id = monitored_id
    WHERE leak_case.organisation_id = ${organisationId} AND found AND mine.watched AND mine.leaks > 0
  ))::int AS count FROM organisation_total WHERE organisation_id = ${organisationId}`
const isWhole = ({ rows }: Tenant, { search, owner }: CaseQuery) =>
  rows === 'all' && search === '' && owner === undefined

const countUntouched = (tenant: Tenant, query: CaseQuery) => {
  if (query.source !== undefined || query.level !== undefined)
    return sql`SELECT count(*)::int AS count FROM (SELECT mine.* ${addresses(tenant, query)}) AS mine CROSS JOIN LATERAL ${untouchedOfMine(query)}`
  if (isWhole(tenant, query)) return countAll(tenant.organisationId)
  return sql`SELECT (coalesce(sum(leaks), 0) - coalesce(sum((
      SELECT count(*) FROM leak_case WHERE monitored_id = mine.id AND found
    )), 0))::int AS count ${addresses(tenant, query)}`
}

/** SQL of the number of cases that match a query, with and without a row. */
export const countCases = (
  tenant: Tenant,
  query: CaseQuery,
) => sql`SELECT (SELECT count(*) ${touched(tenant, query)})::int
  + ${includesUntouched(query) ? sql`(${countUntouched(tenant, query)})` : sql.lit(0)} AS count`

// By the worst case of each address, which is the first in its arrays. So many have a case on the page, or cases with rows alone.
const worstFirst = (tenant: Tenant, query: CaseQuery) => {
  const [, above] = query.level === undefined ? [] : pointsOf(query.level)
  const all = sql`SELECT mine.* ${addresses(tenant, query)}`
  const known = sql`(SELECT count(*) FROM leak_case WHERE organisation_id = ${tenant.organisationId})`
  const worse =
    above === undefined ? sql`0` : sql`(SELECT count(*) ${addresses(tenant, query)} AND severity >= ${sql.lit(above)})`
  return sql`(${all} AND case_days IS NOT NULL ORDER BY ${WORST_FIRST} LIMIT ${upto(query)} + ${known} + ${worse})
    UNION ALL ${all} AND case_days IS NULL`
}

/** SQL of the addresses with cases of the page that have no row. */
const looked = (tenant: Tenant, query: CaseQuery) => {
  const { order, reversed, source } = query
  if (order === 'gravidade' && !reversed && source === undefined) return worstFirst(tenant, query)
  const all = sql`SELECT mine.* ${addresses(tenant, query)}`
  return hasAddressOrder(order)
    ? sql`${all} AND EXISTS (SELECT FROM ${untouchedOfMine(query)})
      ORDER BY ${directed(ADDRESS_ORDERS[order], query)} LIMIT ${upto(query)}`
    : all
}

/**
 * A page of cases by their shown values (P-CASE-10). Cases without a row take points and instants
 * from their addresses.
 */
export const casesPage = (tenant: Tenant, query: CaseQuery) => sql`WITH listed AS (
    SELECT mine.id, address, leaks, mine.owner_id, leak_case.source, leak_case.severity,
      case_since[array_position(case_sources, leak_case.source)] AS since, due_on,
      CASE WHEN version > 0 THEN changed_at END AS changed_at, true AS touched ${touched(tenant, query)}
    ${includesUntouched(query) ? sql`UNION ALL ${untouchedCases(tenant, query)}` : sql``}
  ), shown AS (
    SELECT listed.*, row_number() OVER () AS place FROM (
      SELECT * FROM listed ORDER BY ${directed(ORDERS[query.order], query)} LIMIT ${query.size} OFFSET ${before(query)}
    ) AS listed
  )
  SELECT shown.id::text AS "monitoredId", shown.address, shown.source, title, ${comparable('told_since')} AS "toldSince",
    ${CASE_COLUMNS}
  FROM shown JOIN monitored_address AS mine ON mine.id = shown.id LEFT JOIN source ON source.name = shown.source
  LEFT JOIN leak_case ON leak_case.monitored_id = shown.id AND leak_case.source = shown.source
  LEFT JOIN account AS owner ON owner.id = CASE WHEN leak_case.monitored_id IS NULL THEN shown.owner_id ELSE leak_case.owner_id END
  ORDER BY place`

const untouchedCases = (
  tenant: Tenant,
  query: CaseQuery,
) => sql`SELECT mine.id, address, leaks, owner_id, told.source, told.severity, told.since, NULL::date, NULL::timestamptz, false
  FROM (${looked(tenant, query)}) AS mine CROSS JOIN LATERAL ${untouchedOfMine(query)}`
