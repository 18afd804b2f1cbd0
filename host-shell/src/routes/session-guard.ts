import {
  appAddress,
  HOME_ROUTE,
  QUERY_PARAMETERS,
  redirectOf,
  type RouteVisit,
  type SessionState,
} from '@atalaia/contracts'
import { redirect } from '@atalaia/react/router'
import { loginPath } from '../platform/login-path.ts'

/** `next` inside /app of this origin, else home (P-ROUTE-9). */
export const destination = (search: string): string =>
  appAddress(new URLSearchParams(search).get(QUERY_PARAMETERS.next)) ?? HOME_ROUTE

/** Requests lack a fragment; at the start, the browser's address gives it. */
export const addressOf = ({ url }: Request): string => {
  const { pathname, search } = new URL(url)
  return location.pathname === pathname && location.search === search ? url + location.hash : url
}

/** Throws a redirect (`redirectOf`) when session and access do not fit. */
export const guard = (access: RouteVisit['access'], session: SessionState, address: string): void => {
  const { pathname, search, hash } = new URL(address)
  const target = redirectOf({ path: pathname, access, signedIn: session.status === 'active' })
  if (target === 'login') throw redirect(loginPath(`${pathname}${search}${hash}`))
  if (target === 'home') throw redirect(destination(search))
}
