import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { array, int, object, optional, string } from 'zod/mini'
import type { AddressPart, Rows, Total } from './address-link.tsx'

export const LIST_PLACE = `${PRODUCT_ROUTES.analytics}/enderecos`
/** The fragment of a list whose first row takes the focus. */
export const ROWS = '#linhas'
/** The list of the addresses of which something was found since the last visit (P-NEW-3). */
export const NEW_PLACE = `${LIST_PLACE}?filtro=novos`
/** Addresses with some of a number, greatest first: they add up to the total. */
const TOTALS = { vazamentos: 'filtro=com-vazamento', senhas: 'filtro=com-senha&ordem=senhas' } as const
/** Page of all cases; lists open cases first. */
export const CASES_PLACE = `${PRODUCT_ROUTES.analytics}/casos`
/** As many cases, or addresses whose open passwords add up to the total. */
const OPEN = { vazamentos: CASES_PLACE, senhas: `${LIST_PLACE}?filtro=senha-em-aberto&ordem=senhas` } as const
export const totalPlace = ({ part, of = 'now' }: Total): string => {
  if (of === 'open') return OPEN[part]
  return `${LIST_PLACE}?${TOTALS[part]}${typeof of === 'object' ? `&dia=${of.day}` : ''}`
}
/** Excludes subdomains (P-LIST-15). */
export const domainPlace = (domain: string): string => `${LIST_PLACE}?dominio=${encodeURIComponent(domain)}`
const ADDRESSES = `${LIST_PLACE}/`
export const CASE = '#caso='

export const addressPlace = (id: string, part?: AddressPart, source?: string): string => {
  const hash = source === undefined ? part && `#${part}` : `${CASE}${encodeURIComponent(source)}`
  return `${ADDRESSES}${id}${hash ?? ''}`
}

/** Encoded id; `undefined` for other pages. */
export const addressIdIn = (pathname: string): string | undefined => {
  const id = pathname.startsWith(ADDRESSES) ? pathname.slice(ADDRESSES.length).replace(/\/$/, '') : ''
  return id === '' || id.includes('/') ? undefined : id
}

const rowsSchema = object({
  rows: array(object({ id: string(), source: optional(string()) })),
  before: int(),
  all: int(),
})

/** The state of a visit to an address that began on the page `below`, among `rows`: closing the address goes back there. */
export const stateFrom = (below: string, rows?: Rows) => ({ below, ...rows })

/** The rows around an address; `undefined` where no list led to it. */
export const rowsIn = (state: unknown): Rows | undefined => rowsSchema.safeParse(state).data

export const belowIn = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'below' in state && typeof state.below === 'string'
    ? state.below
    : undefined

type Place = { readonly pathname: string; readonly search: string; readonly state: unknown }

/** `undefined`: the dashboard. */
export const listIn = ({
  pathname,
  search,
  state,
}: Place): { readonly list: 'addresses' | 'cases'; readonly query: string } | undefined => {
  const shown = addressIdIn(pathname) === undefined ? pathname + search : (belowIn(state) ?? '')
  const [path, query = ''] = shown.split('?')
  const place = path?.replace(/\/$/, '')
  if (place === LIST_PLACE) return { list: 'addresses', query }
  return place === CASES_PLACE ? { list: 'cases', query } : undefined
}
