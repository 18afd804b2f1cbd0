import type { SessionState } from '@atalaia/contracts'
import { redirect } from '@atalaia/react/router'
import { entrancePaths, homePath, nextParameter } from '../platform/names.ts'

/** The login page, told where one wanted to go. */
export const loginPath = (wanted?: string): string =>
  wanted === undefined ? '/login' : `/login?${new URLSearchParams({ [nextParameter]: wanted })}`

/** Where a login leads: the `next` of the address if it lies inside /app of this origin, else home. */
export const destination = (search: string): string => {
  const next = new URLSearchParams(search).get(nextParameter)
  if (!next?.startsWith('/app')) return homePath
  const { pathname, search: query, hash } = new URL(next, 'http://atalaia')
  return /^\/app(\/|$)/.test(pathname) ? `${pathname}${query}${hash}` : homePath
}

/**
 * The address that a loader was asked for. A request never has a fragment; at the start of the page, the browser's
 * own address still does.
 */
export const addressOf = ({ url }: Request): string => {
  const { pathname, search } = new URL(url)
  return location.pathname === pathname && location.search === search ? url + location.hash : url
}

/** Throws the redirect that a route's access asks for in this state of the session. */
export const guard = (access: 'public' | 'session', session: SessionState, address: string): void => {
  const { pathname, search, hash } = new URL(address)
  if (access === 'session' && session.status !== 'active') throw redirect(loginPath(`${pathname}${search}${hash}`))
  if (session.status === 'active' && entrancePaths.includes(pathname)) throw redirect(destination(search))
}
