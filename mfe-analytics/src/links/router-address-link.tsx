import { Link, useLocation } from '@atalaia/react/router'
import type { AddressLinkProps } from './address-link.tsx'
import { addressPlace, LIST_PLACE, stateFrom } from './address-place.ts'

const RouterAddressLink = ({ id = '', explained, children }: AddressLinkProps) => {
  const { pathname, search } = useLocation()
  return (
    <Link
      to={addressPlace(id, explained)}
      state={stateFrom(pathname + search)}
      preventScrollReset
      className="analytics-link"
      title={explained && 'Explique este número'}
    >
      {children}
    </Link>
  )
}

/** A link to an address's page, over the page that it stands on: that one stays as it is. */
export const renderAddressLink = (link: AddressLinkProps) => <RouterAddressLink {...link} />

export const listLink = <Link to={LIST_PLACE}>Gerenciar endereços</Link>
