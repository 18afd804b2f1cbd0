import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { array, int, object, optional, string } from 'zod/mini'
import type { AddressPart, Rows, Total } from './address-link.tsx'

/** The page of all monitored addresses. */
export const LIST_PLACE = `${PRODUCT_ROUTES.analytics}/enderecos`
/** The fragment of a list whose first row takes the focus. */
export const ROWS = '#linhas'
/** The list of the addresses of which something was found since the last visit (P-NEW-3). */
export const NEW_PLACE = `${LIST_PLACE}?filtro=novos`
/** The list of the addresses that have some of a number, those with the most first: their numbers add up to the total. */
const TOTALS = { vazamentos: 'filtro=com-vazamento', senhas: 'filtro=com-senha&ordem=senhas' } as const
/** The page of all cases, which lists at first those that are open. */
export const CASES_PLACE = `${PRODUCT_ROUTES.analytics}/casos`
/** The rows of what is open of a total: as many cases, or addresses whose open passwords add up to it. */
const OPEN = { vazamentos: CASES_PLACE, senhas: `${LIST_PLACE}?filtro=senha-em-aberto&ordem=senhas` } as const
/** The rows that make a total. */
export const totalPlace = ({ part, of = 'now' }: Total): string => {
  if (of === 'open') return OPEN[part]
  return `${LIST_PLACE}?${TOTALS[part]}${typeof of === 'object' ? `&dia=${of.day}` : ''}`
}
/** The list of the addresses of a domain, and of none below it (P-LIST-15). */
export const domainPlace = (domain: string): string => `${LIST_PLACE}?dominio=${encodeURIComponent(domain)}`
const ADDRESSES = `${LIST_PLACE}/`
/** Begins a fragment that names a source. */
export const CASE = '#caso='

/** The page of a monitored address, open at one of its parts, or at the case of a source. */
export const addressPlace = (id: string, part?: AddressPart, source?: string): string => {
  const hash = source === undefined ? part && `#${part}` : `${CASE}${encodeURIComponent(source)}`
  return `${ADDRESSES}${id}${hash ?? ''}`
}

/** The id of the address whose page has the path, as it stands there; `undefined` for any other page. */
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

/** The page below an address; `undefined` where the address itself was opened. */
export const belowIn = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'below' in state && typeof state.below === 'string'
    ? state.below
    : undefined

type Place = { readonly pathname: string; readonly search: string; readonly state: unknown }

/** The list that the page shows, or shows below an address, with its query; `undefined`: the dashboard. */
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
