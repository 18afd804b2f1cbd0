import {
  CASE_SOURCE_FILTERS,
  CASE_SOURCE_ORDERS,
  type CaseSourceFilter,
  type CaseSourceOrder,
} from '@atalaia/contracts/cases'
import { listQueryText, oneOf, readListQuery, type ListQuery } from '../lists/list-query.ts'

/** Start of the query of the list of sources, on the page of cases. */
export const BY_SOURCE = 'por=fonte'

export const isBySource = (search: string): boolean => new URLSearchParams(search).get('por') === 'fonte'

export type SourceQuery = ListQuery<CaseSourceOrder> & { readonly filter: CaseSourceFilter }

export const readSourceQuery = (search: string): SourceQuery => {
  const given = new URLSearchParams(search)
  return {
    ...readListQuery(given, CASE_SOURCE_ORDERS),
    filter: oneOf(given.get('estado'), CASE_SOURCE_FILTERS),
  }
}

export const sourceQueryText = (query: SourceQuery): string =>
  listQueryText(query, {
    orders: CASE_SOURCE_ORDERS,
    filters: { estado: query.filter === CASE_SOURCE_FILTERS[0] ? '' : query.filter },
  })

export const sourcePlaceText = (query: SourceQuery): string =>
  [BY_SOURCE, sourceQueryText(query)].filter(Boolean).join('&')
