import { ADDRESS_FILTERS, ADDRESS_ORDERS, type AddressFilter, type AddressOrder } from '@atalaia/contracts'

/** The part of the list that a person has chosen; it stands in the page's address. */
export type ListQuery = {
  readonly search: string
  readonly order: AddressOrder
  readonly reversed: boolean
  readonly filter: AddressFilter
  /** '' for any. */
  readonly label: string
  /** From 1. */
  readonly page: number
}

/** Reads the query of the page's address; what makes no sense is left out. */
export const readQuery = (search: string): ListQuery => {
  const given = new URLSearchParams(search)
  const page = Number(given.get('pagina') ?? 1)
  return {
    search: given.get('busca') ?? '',
    order: ADDRESS_ORDERS.find((order) => order === given.get('ordem')) ?? ADDRESS_ORDERS[0],
    reversed: given.get('invertida') === 'sim',
    filter: ADDRESS_FILTERS.find((filter) => filter === given.get('filtro')) ?? ADDRESS_FILTERS[0],
    label: given.get('etiqueta') ?? '',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** The query as text, for the page's address and for the API; what is usual is left out. */
export const queryText = ({ search, order, reversed, filter, label, page }: ListQuery): string => {
  const parts: readonly (readonly [string, string])[] = [
    ['busca', search.trim()],
    ['ordem', order === ADDRESS_ORDERS[0] ? '' : order],
    ['invertida', reversed ? 'sim' : ''],
    ['filtro', filter === ADDRESS_FILTERS[0] ? '' : filter],
    ['etiqueta', label],
    ['pagina', page > 1 ? String(page) : ''],
  ]
  return new URLSearchParams(parts.filter(([, value]) => value !== '').map(([name, value]) => [name, value])).toString()
}
