import {
  ADDRESS_FILTERS,
  ADDRESS_LEVELS,
  ADDRESS_ORDERS,
  ADDRESS_SEEN,
  isCalendarDay,
  normalDomain,
  type AddressFilter,
  type AddressLevel,
  type AddressOrder,
  type AddressSeen,
} from '@atalaia/contracts'
import { listQueryText, oneOf, readListQuery, type ListQuery } from '../lists/list-query.ts'

/** P-LIST-2 */
export type AddressQuery = ListQuery<AddressOrder> & {
  readonly filter: AddressFilter
  /** '' for any. */
  readonly label: string
  readonly level: AddressLevel | ''
  readonly seen: AddressSeen | ''
  /** Normalised domain; '' for any. */
  readonly domain: string
  readonly owner: string
  /** Past day (`YYYY-MM-DD`); '' for current numbers. */
  readonly day: string
}

export const readQuery = (search: string): AddressQuery => {
  const given = new URLSearchParams(search)
  const day = given.get('dia') ?? ''
  return {
    ...readListQuery(given, ADDRESS_ORDERS),
    filter: oneOf(given.get('filtro'), ADDRESS_FILTERS),
    label: given.get('etiqueta') ?? '',
    level: oneOf(given.get('gravidade'), ['', ...ADDRESS_LEVELS]),
    seen: oneOf(given.get('visto'), ['', ...ADDRESS_SEEN]),
    domain: normalDomain(given.get('dominio') ?? '') ?? '',
    owner: given.get('responsavel') ?? '',
    day: isCalendarDay(day) ? day : '',
  }
}

const filtersOf = ({ filter, label, level, seen, domain, owner, day }: AddressQuery) => ({
  filtro: filter === ADDRESS_FILTERS[0] ? '' : filter,
  etiqueta: label,
  gravidade: level,
  visto: seen,
  dominio: domain,
  responsavel: owner,
  dia: day,
})

export const queryText = (query: AddressQuery): string =>
  listQueryText(query, { orders: ADDRESS_ORDERS, filters: filtersOf(query) })

export const countFilters = (query: AddressQuery): number => Object.values(filtersOf(query)).filter(Boolean).length
