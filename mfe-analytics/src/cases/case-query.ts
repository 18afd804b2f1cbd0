import {
  CASE_DUES,
  CASE_FILTERS,
  CASE_LEVELS,
  CASE_ORDERS,
  type CaseDue,
  type CaseFilter,
  type CaseLevel,
  type CaseOrder,
} from '@atalaia/contracts/cases'
import { listQueryText, oneOf, readListQuery, type ListQuery } from '../lists/list-query.ts'

export type CaseQuery = ListQuery<CaseOrder> & {
  readonly filter: CaseFilter
  /** Id of a person, `eu` or `ninguem`; '' for any owner. */
  readonly owner: string
  readonly due: CaseDue | ''
  readonly level: CaseLevel | ''
  /** '' for any. */
  readonly source: string
}

export const readQuery = (search: string): CaseQuery => {
  const given = new URLSearchParams(search)
  return {
    ...readListQuery(given, CASE_ORDERS),
    filter: oneOf(given.get('estado'), CASE_FILTERS),
    owner: given.get('responsavel') ?? '',
    due: oneOf(given.get('prazo'), ['', ...CASE_DUES]),
    level: oneOf(given.get('gravidade'), ['', ...CASE_LEVELS]),
    source: given.get('fonte') ?? '',
  }
}

const filtersOf = ({ filter, owner, due, level, source }: CaseQuery) => ({
  estado: filter === CASE_FILTERS[0] ? '' : filter,
  responsavel: owner,
  prazo: due,
  gravidade: level,
  fonte: source,
})

export const queryText = (query: CaseQuery): string =>
  listQueryText(query, { orders: CASE_ORDERS, filters: filtersOf(query) })

export const countFilters = (query: CaseQuery): number => Object.values(filtersOf(query)).filter(Boolean).length
