import {
  CASE_STATES,
  CLOSED_STATES,
  type CaseDue,
  type CaseFilter,
  type CaseOrder,
  type CaseState,
} from '@atalaia/contracts/cases'
import { limitParameters, withinLimit, type Tenant } from '../../base/access/tenancy.ts'
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

const ORDERS: Readonly<Record<SplitOrder, readonly [usual: string, reversed: string]>> = {
  vazamentos: ['leaks DESC, address, leak_case.source', 'leaks, address DESC, leak_case.source'],
  email: ['address, leak_case.source', 'address DESC, leak_case.source'],
  prazo: ['due_on NULLS LAST, address, leak_case.source', 'due_on DESC NULLS LAST, address, leak_case.source'],
  mudanca: ['changed_at DESC, address, leak_case.source', 'changed_at, address, leak_case.source'],
}
const SEVERITY_ORDER = [
  'severity DESC NULLS LAST, address, source',
  'severity NULLS FIRST, address DESC, source',
] as const
/** Orders of cases without a row, which have neither a due day nor a change. */
const ADDRESS_ORDERS = {
  vazamentos: ['leaks DESC, address', 'leaks, address DESC'],
  email: ['address', 'address DESC'],
} as const
const hasAddressOrder = (order: SplitOrder): order is keyof typeof ADDRESS_ORDERS =>
  Object.hasOwn(ADDRESS_ORDERS, order)

const directed = ([usual, reversed]: readonly [string, string], query: CaseQuery) => (query.reversed ? reversed : usual)

const statesOf = (filter: CaseFilter): readonly CaseState[] => {
  if (filter === 'todos') return CASE_STATES
  if (filter === 'encerrados') return CLOSED_STATES
  if (filter === 'abertos') return CASE_STATES.filter((state) => !CLOSED_STATES.includes(state))
  return [filter]
}

const DUES: Readonly<Record<CaseDue, string>> = {
  vencido: `due_on < $6::date AND state NOT IN ${CLOSED}`,
  hoje: `due_on = $6::date AND state NOT IN ${CLOSED}`,
  semana: `due_on BETWEEN $6::date AND $6::date + 7 AND state NOT IN ${CLOSED}`,
  com: 'due_on IS NOT NULL',
  sem: 'due_on IS NULL',
}

/** True where cases that nobody has touched may be among those of the query: they are new, and have no due day. */
export const includesUntouched = ({ filter, due }: CaseQuery) =>
  statesOf(filter).includes('novo') && (due === undefined || due === 'sem')

/** `$1` to `$8` are {@link touchedParameters}. */
export const touched = ({ due, owner }: CaseQuery) => `FROM leak_case
  JOIN monitored_address AS mine ON mine.id = leak_case.monitored_id
  LEFT JOIN account AS owner ON owner.id = leak_case.owner_id
  LEFT JOIN source AS told ON told.name = leak_case.source
  WHERE leak_case.organisation_id = $1 AND found AND mine.watched AND ($2 = '' OR strpos(address, $2) > 0)
    AND state = ANY($3::text[]) AND ($4::text IS NULL OR leak_case.source = $4)
    AND ($5::text IS NULL OR leak_case.owner_id::text = $5) ${owner === null ? 'AND leak_case.owner_id IS NULL' : ''}
    AND ${withinLimit('address', 7)} AND $6::date IS NOT NULL ${due === undefined ? '' : `AND ${DUES[due]}`}`
export const touchedParameters = (
  { organisationId, rows }: Tenant,
  { search, filter, source, owner, today }: CaseQuery,
) => [organisationId, search, statesOf(filter), source ?? null, owner ?? null, today, ...limitParameters(rows)]

/** A page of the cases that somebody has touched. `$9`: the size, `$10`: how many are before it. */
export const touchedPage = (query: CaseQuery, by: SplitOrder) =>
  `SELECT mine.id::text AS "monitoredId", address, leak_case.source, title, ${CASE_COLUMNS} ${touched(query)}
   ORDER BY ${directed(ORDERS[by], query)} LIMIT $9 OFFSET $10`

/** SQL of the leaks of the address `mine`, as `told`. */
const TOLD = 'covered_leaks_of(mine.organisation_id, mine.address_key, mine.domain_key, mine.local_part) AS told'

/** The watched addresses with the number of their cases that have no row. `$1` to `$6`: organisation, search, source, limit, owner. */
export const untouched = ({ owner }: CaseQuery) => `SELECT mine.*, CASE
      WHEN $3::text IS NULL THEN leaks - coalesce(touched.cases, 0)
      WHEN EXISTS (SELECT FROM ${TOLD} WHERE told.source = $3)
        AND NOT EXISTS (SELECT FROM leak_case WHERE monitored_id = mine.id AND leak_case.source = $3) THEN 1
      ELSE 0 END AS cases
    FROM monitored_address AS mine LEFT JOIN (
      SELECT monitored_id, count(*)::int AS cases FROM leak_case WHERE organisation_id = $1 AND found GROUP BY monitored_id
    ) AS touched ON touched.monitored_id = mine.id
    WHERE mine.organisation_id = $1 AND watched AND leaks > 0 AND ($2 = '' OR strpos(address, $2) > 0)
      AND ${withinLimit('address', 4)} AND ($6::text IS NULL OR mine.owner_id::text = $6) ${owner === null ? 'AND mine.owner_id IS NULL' : ''}`

/** The cases of a page are looked up in the credentials, and those before it are counted: each address up to it has one at least. `$7`: the last one before, `$8`: how many. */
export const untouchedPage = (query: CaseQuery, by: SplitOrder) => {
  const order = directed(ADDRESS_ORDERS[hasAddressOrder(by) ? by : 'vazamentos'], query)
  return `WITH counted AS (
    SELECT one.*, sum(cases) OVER (ORDER BY ${order}) AS upto FROM (
      SELECT * FROM (${untouched(query)}) AS each WHERE cases > 0 ORDER BY ${order} LIMIT $7::bigint + $8::bigint
    ) AS one
  ), listed AS (
    SELECT mine.id, mine.address, mine.owner_id, told.source, mine.leaks,
      mine.upto - mine.cases + row_number() OVER (PARTITION BY mine.id ORDER BY told.source) AS place
    FROM (SELECT * FROM counted WHERE upto > $7::bigint AND upto - cases < $7::bigint + $8::bigint) AS mine
    CROSS JOIN LATERAL (
      SELECT DISTINCT told.source FROM ${TOLD}
      WHERE ($3::text IS NULL OR told.source = $3)
        AND NOT EXISTS (SELECT FROM leak_case WHERE monitored_id = mine.id AND leak_case.source = told.source)
    ) AS told
  )
  SELECT listed.id::text AS "monitoredId", address, listed.source, title, ${CASE_COLUMNS}
  FROM listed LEFT JOIN source ON source.name = listed.source
  LEFT JOIN leak_case ON false LEFT JOIN account AS owner ON owner.id = listed.owner_id
  WHERE place > $7::bigint AND place <= $7::bigint + $8::bigint ORDER BY place`
}

/**
 * A page of all cases by the severity that their rows show (P-CASE-10), those without a row among them, whose points are kept with
 * their addresses. `$1` to `$8` are {@link touchedParameters}; `$9`: the size, `$10`: how many are before it.
 */
export const severityPage = (query: CaseQuery) => `WITH listed AS (
    SELECT mine.id, address, mine.owner_id, leak_case.source, leak_case.severity ${touched(query)}
    ${includesUntouched(query) ? `UNION ALL ${untouchedCases(query)}` : ''}
  ), shown AS (
    SELECT listed.*, row_number() OVER () AS place FROM (
      SELECT * FROM listed ORDER BY ${directed(SEVERITY_ORDER, query)} LIMIT $9 OFFSET $10
    ) AS listed
  )
  SELECT shown.id::text AS "monitoredId", address, shown.source, title, ${CASE_COLUMNS}
  FROM shown LEFT JOIN source ON source.name = shown.source
  LEFT JOIN leak_case ON leak_case.monitored_id = shown.id AND leak_case.source = shown.source
  LEFT JOIN account AS owner ON owner.id = CASE WHEN leak_case.monitored_id IS NULL THEN shown.owner_id ELSE leak_case.owner_id END
  ORDER BY place`

/** The cases without a row one by one. An address that has not been judged yet has them from the credentials, with its own points. */
const untouchedCases = ({ owner }: CaseQuery) => `SELECT mine.id, address, mine.owner_id, told.source, told.severity
  FROM monitored_address AS mine CROSS JOIN LATERAL (
    SELECT * FROM unnest(mine.case_sources, mine.case_severities) AS one (source, severity)
    UNION ALL
    SELECT DISTINCT told.source, mine.severity FROM ${TOLD} WHERE mine.case_sources IS NULL
  ) AS told
  WHERE mine.organisation_id = $1 AND watched AND leaks > 0 AND ($2 = '' OR strpos(address, $2) > 0)
    AND ($4::text IS NULL OR told.source = $4) AND ${withinLimit('address', 7)}
    AND ($5::text IS NULL OR mine.owner_id::text = $5) ${owner === null ? 'AND mine.owner_id IS NULL' : ''}
    AND NOT EXISTS (SELECT FROM leak_case WHERE monitored_id = mine.id AND leak_case.source = told.source)`
