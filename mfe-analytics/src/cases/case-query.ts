import {
  CASE_DUES,
  CASE_FILTERS,
  CASE_ORDERS,
  type CaseDue,
  type CaseFilter,
  type CaseOrder,
} from '@atalaia/contracts/cases'
import { listQueryText, oneOf, readListQuery, type ListQuery } from '../lists/list-query.ts'

/** The part of the list that a person has chosen; it stands in the page's address. */
export type CaseQuery = ListQuery<CaseOrder> & {
  readonly filter: CaseFilter
  /** The id of a person, `eu` or `ninguem`; '' for whoever. */
  readonly owner: string
  readonly due: CaseDue | ''
  /** The name of a source; '' for any. */
  readonly source: string
}

export const readQuery = (search: string): CaseQuery => {
  const given = new URLSearchParams(search)
  return {
    ...readListQuery(given, CASE_ORDERS),
    filter: oneOf(given.get('estado'), CASE_FILTERS),
    owner: given.get('responsavel') ?? '',
    due: oneOf(given.get('prazo'), ['', ...CASE_DUES]),
    source: given.get('fonte') ?? '',
  }
}

export const queryText = (query: CaseQuery): string => {
  const { filter, owner, due, source } = query
  return listQueryText(query, {
    orders: CASE_ORDERS,
    filters: { estado: filter === CASE_FILTERS[0] ? '' : filter, responsavel: owner, prazo: due, fonte: source },
  })
}
