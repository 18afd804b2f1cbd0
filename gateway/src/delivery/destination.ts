import {
  HOME_ALIASES,
  HOME_ROUTE,
  PRODUCT_ROUTES,
  redirectOf,
  routePattern,
  SHELL_ROUTES,
  type Release,
  type ReleaseRemote,
  type RemoteRoute,
  type RoutePattern,
} from '@atalaia/contracts'
import { withoutSlashesAtEnd } from '@atalaia/server'

export type RouteMatch = { readonly remote: ReleaseRemote; readonly route: RemoteRoute }

/**
 * The target of a page address. `error`, `unknown` and `shell` are pages of the shell itself, which need no remote: the error
 * page, the page of an address that no route has, which is answered with 404 (P-ROUTE-4), and any other.
 */
export type Destination =
  | {
      readonly kind: 'remote'
      readonly match: RouteMatch
      /** The route of the address itself, which the shell redirects to `match`. */
      readonly asked?: RouteMatch
    }
  | { readonly kind: 'error' }
  | { readonly kind: 'shell' }
  | { readonly kind: 'unknown' }

const shapeOf = (path: string) => routePattern(path).shape
const shellPages: readonly string[] = Object.values(SHELL_ROUTES).map(shapeOf)
const aliases: readonly string[] = HOME_ALIASES.map(shapeOf)

/**
 * The destination of a page address. Redirects are followed (P-ROUTE-2), because the shell will carry them out: the
 * page preloads what the person will see. `signedIn`: the browser claims to have a session.
 */
export const destinationOf = (release: Release, address: string, signedIn: boolean): Destination => {
  const path = address.length > 1 ? withoutSlashesAtEnd(address) : address
  const shape = shapeOf(path)
  if (shape === SHELL_ROUTES.error) return { kind: 'error' }
  if (shellPages.includes(shape)) return { kind: 'shell' }
  const isAlias = aliases.includes(shape)
  const asked = isAlias ? HOME_ROUTE : path
  const match = matchRoute(release, asked)
  // The browser knows an override's descriptor where the gateway could not ask for it (M-OVERRIDE-9): the shell decides.
  if (!match) return { kind: isAlias || release.remotes.some(isOwnOverride) ? 'shell' : 'unknown' }
  const redirect = redirectOf({ path: asked, access: match.route.access, signedIn })
  const target =
    redirect === undefined ? match : matchRoute(release, redirect === 'home' ? HOME_ROUTE : PRODUCT_ROUTES.login)
  if (!target) return { kind: 'shell' }
  return { kind: 'remote', match: target, ...(target.remote !== match.remote && { asked: match }) }
}

/** Whether this browser alone takes the remote from elsewhere. */
const isOwnOverride = ({ override, fixed }: ReleaseRemote): boolean => override !== undefined && fixed !== true

/**
 * The remote's route at `path`, as the pages' router finds it: capitals and encoded characters say the same, and of
 * several routes that fit, the one that says most of the address is asked (M-GATEWAY-5).
 */
export const matchRoute = (release: Release, path: string): RouteMatch | undefined => {
  const given = readSegments(path)
  let found: (RouteMatch & { readonly rank: number }) | undefined
  for (const remote of release.remotes)
    for (const route of remote.descriptor.routes) {
      const pattern = patternOf(route)
      const rank = rankOf(pattern)
      if ((!found || rank > found.rank) && fits(pattern, given)) found = { remote, route, rank }
    }
  return found && { remote: found.remote, route: found.route }
}

/** The segments of an address, as the router reads them: where one cannot be decoded, none is. */
const readSegments = (path: string): readonly string[] => {
  const segments = path.split('/').filter(Boolean)
  try {
    return segments.map((segment) => decodeURIComponent(segment).toLowerCase())
  } catch {
    return segments.map((segment) => segment.toLowerCase())
  }
}

const patterns = new WeakMap<RemoteRoute, RoutePattern>()

/** Each page is looked up among all routes of its release. */
const patternOf = (route: RemoteRoute): RoutePattern => {
  const known = patterns.get(route) ?? routePattern(route.path)
  patterns.set(route, known)
  return known
}

/** The router's rank: a name counts more than a parameter, `/*` less than nothing, and a segment that ends with `*` as a name. */
const rankOf = ({ segments, open, path }: RoutePattern): number => {
  const isRest = path.endsWith('/*')
  const nameAt = open && !isRest ? segments.length - 1 : undefined
  return segments.reduce((sum, segment, at) => sum + (segment === ':' && at !== nameAt ? 4 : 11), isRest ? -1 : 0)
}

const fits = ({ segments, open }: RoutePattern, given: readonly string[]): boolean =>
  (open ? given.length >= segments.length : given.length === segments.length) &&
  segments.every((segment, index) => segment === ':' || segment === given[index])
