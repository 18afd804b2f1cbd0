import type { Release } from '@atalaia/contracts'
import { matchRoute, type RouteMatch } from './match-route.ts'

/** What a page address leads to. `shell`: a page of the shell's own, no remote. */
export type Destination =
  | { readonly kind: 'remote'; readonly match: RouteMatch }
  | { readonly kind: 'shell' }
  | { readonly kind: 'unknown' }

// Redirects that the shell carries out (P-ROUTE-2); here they only say what to preload.
export const homePath = '/app/main/analytics'
export const loginPath = '/login'
const homeAliases = new Set(['/app', '/app/main', '/app/dashboard/visits'])
const entrances = new Set(['/', '/login', '/register'])
const shellPages = new Set(['/error', '/dev/ui'])

/** `signedIn`: the browser says that it has a session, which decides where the shell will lead. */
export const destinationOf = (release: Release, address: string, signedIn: boolean): Destination => {
  const path = address.length > 1 ? address.replace(/\/+$/, '') : address
  if (shellPages.has(path)) return { kind: 'shell' }
  const asked = homeAliases.has(path) ? homePath : path
  const match = matchRoute(release, asked)
  if (!match) return homeAliases.has(path) ? { kind: 'shell' } : { kind: 'unknown' }
  const redirected = redirectOf(asked, match, signedIn)
  const target = redirected === undefined ? match : matchRoute(release, redirected)
  return target ? { kind: 'remote', match: target } : { kind: 'shell' }
}

const redirectOf = (path: string, { route }: RouteMatch, signedIn: boolean): string | undefined => {
  if (signedIn && entrances.has(path)) return homePath
  if (!signedIn && route.access === 'session') return loginPath
  return undefined
}
