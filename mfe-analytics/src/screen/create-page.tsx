import type { HttpClient, Logger } from '@atalaia/contracts'
import { useUser } from '@atalaia/react'
import { useLocation } from '@atalaia/react/router'
import { lazy, Suspense, type ComponentType } from 'react'
import { AddressLinkContext, ListLinkContext } from '../links/address-link.tsx'
import { addressIdIn, listQueryIn } from '../links/address-place.ts'
import { listLink, renderAddressLink } from '../links/router-address-link.tsx'
import type { Dashboard } from '../state/dashboard.ts'
import { createScreen } from './create-screen.tsx'

type CallParts = { readonly http: HttpClient; readonly logger: Logger }
type DrawerProps = CallParts & { readonly id: string }
type ListProps = CallParts & { readonly search: string }

export type PageParts = CallParts & {
  readonly dashboard: Dashboard
  /** Loads the list of addresses. */
  readonly loadList: () => Promise<{ readonly AddressesScreen: ComponentType<ListProps> }>
  /** Loads what shows an address over the dashboard or the list. */
  readonly loadDrawer: () => Promise<{ readonly AddressDrawer: ComponentType<DrawerProps> }>
}

/**
 * The page of each route of the remote: the dashboard or the list of addresses, which stays as it is while an address is
 * opened over it.
 */
export const createPage = ({ dashboard, http, logger, loadList, loadDrawer }: PageParts) => {
  const Screen = createScreen(dashboard)
  const Drawer = lazy(async () => ({ default: (await loadDrawer()).AddressDrawer }))
  const List = lazy(async () => ({ default: (await loadList()).AddressesScreen }))
  const Page = () => {
    const place = useLocation()
    const id = addressIdIn(place.pathname)
    const query = listQueryIn(place)
    const email = useUser()?.email
    return (
      <AddressLinkContext value={renderAddressLink}>
        {query === undefined ? (
          <ListLinkContext value={listLink}>
            <Screen />
          </ListLinkContext>
        ) : (
          <Suspense fallback={null}>
            <List key={email} search={query} http={http} logger={logger} />
          </Suspense>
        )}
        {id !== undefined && email !== undefined && (
          <Suspense fallback={null}>
            <Drawer key={`${email} ${id}`} id={id} http={http} logger={logger} />
          </Suspense>
        )}
      </AddressLinkContext>
    )
  }
  return Page
}
