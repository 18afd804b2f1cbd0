import {
  appAddress,
  HOME_ROUTE,
  QUERY_PARAMETERS,
  redirectOf,
  type RemoteRoute,
  type RouteVisit,
  type SessionState,
} from '@atalaia/contracts'
import { redirect } from '@atalaia/react/router'
import { loginPath } from '../platform/login-path.ts'

/**
 * Address that a login leads to: the `next` of the address if it lies inside /app of this origin, else home
 * (P-ROUTE-9).
 */
export const destination = (search: string): string =>
  appAddress(new URLSearchParams(search).get(QUERY_PARAMETERS.next)) ?? HOME_ROUTE

/**
 * The address that a loader is called for. A request has no fragment; at the start of the page it is taken from the
 * browser's address.
 */
export const addressOf = ({ url }: Request): string => {
  const { pathname, search } = new URL(url)
  return location.pathname === pathname && location.search === search ? url + location.hash : url
}

/** Whether a route is for other roles than the session's. A session without a role opens no route that asks for one. */
export const isForbidden = ({ roles }: Pick<RemoteRoute, 'roles'>, session: SessionState): boolean =>
  roles !== undefined && !(session.status === 'active' && session.role !== undefined && roles.includes(session.role))

/** Throws a redirect when the session's state does not fit the route's access (`redirectOf`). */
export const guard = (access: RouteVisit['access'], session: SessionState, address: string): void => {
  const { pathname, search, hash } = new URL(address)
  const target = redirectOf({ path: pathname, access, signedIn: session.status === 'active' })
  if (target === 'login') throw redirect(loginPath(`${pathname}${search}${hash}`))
  if (target === 'home') throw redirect(destination(search))
}
