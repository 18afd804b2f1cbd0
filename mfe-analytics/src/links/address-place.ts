import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { ADDRESS_PARTS, type AddressPart } from './address-link.tsx'

/** The page of all monitored addresses. */
export const LIST_PLACE = `${PRODUCT_ROUTES.analytics}/enderecos`
const ADDRESSES = `${LIST_PLACE}/`

/** The page of a monitored address, open at one of its parts. */
export const addressPlace = (id: string, part?: AddressPart): string => `${ADDRESSES}${id}${part ? `#${part}` : ''}`

/** The id of the address whose page has the path, as it stands there; `undefined` for any other page. */
export const addressIdIn = (pathname: string): string | undefined => {
  const id = pathname.startsWith(ADDRESSES) ? pathname.slice(ADDRESSES.length).replace(/\/$/, '') : ''
  return id === '' || id.includes('/') ? undefined : id
}

/** The part that a fragment names. */
export const addressPartIn = (hash: string): AddressPart | undefined =>
  ADDRESS_PARTS.find((part) => hash === `#${part}`)

/** The state of a visit to an address that began on the page `below`: closing the address goes back there. */
export const stateFrom = (below: string) => ({ below })

/** The page below an address; `undefined` where the address itself was opened. */
export const belowIn = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'below' in state && typeof state.below === 'string'
    ? state.below
    : undefined

type Place = { readonly pathname: string; readonly search: string; readonly state: unknown }

/** The query of the list, if it is what the page shows, or shows below an address. */
export const listQueryIn = ({ pathname, search, state }: Place): string | undefined => {
  const shown = addressIdIn(pathname) === undefined ? pathname + search : (belowIn(state) ?? '')
  const [path, query = ''] = shown.split('?')
  return path?.replace(/\/$/, '') === LIST_PLACE ? query : undefined
}
