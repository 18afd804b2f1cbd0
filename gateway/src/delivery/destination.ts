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
 * The target of a page address. The shell itself renders `error`, `unknown` (404) and `shell`
 * (P-ROUTE-4).
 */
export type Destination =
  | {
      readonly kind: 'remote'
      readonly match: RouteMatch
      readonly asked?: RouteMatch
    }
  | { readonly kind: 'error' }
  | { readonly kind: 'shell' }
  | { readonly kind: 'unknown' }

const shapeOf = (path: string) => routePattern(path).shape
const shellPages: readonly string[] = Object.values(SHELL_ROUTES).map(shapeOf)
const aliases: readonly string[] = HOME_ALIASES.map(shapeOf)

/** Follows redirects (P-ROUTE-2), to preload the final page. `signedIn`: the browser claims a session. */
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

const isOwnOverride = ({ override, fixed }: ReleaseRemote): boolean => override !== undefined && fixed !== true

/**
 * Finds the route as the router of the page does: case and encoding do not matter, and the most
 * specific route wins (M-GATEWAY-5).
 */
export const matchRoute = (release: Release, path: string): RouteMatch | undefined => {
  const given = readSegments(path)
  return rankedOf(release).find(({ pattern }) => fits(pattern, given))?.match
}

type Ranked = { readonly match: RouteMatch; readonly pattern: RoutePattern; readonly rank: number }

const ranked = new WeakMap<Release, readonly Ranked[]>()

const rankedOf = (release: Release): readonly Ranked[] => {
  const known = ranked.get(release)
  if (known) return known
  const routes = release.remotes.flatMap((remote) =>
    remote.descriptor.routes.map((route): Ranked => {
      const pattern = routePattern(route.path)
      return { match: { remote, route }, pattern, rank: rankOf(pattern) }
    }),
  )
  const made = routes.toSorted((one, other) => other.rank - one.rank)
  ranked.set(release, made)
  return made
}

/** Returns no segment when one cannot be decoded, like the router. */
const readSegments = (path: string): readonly string[] => {
  const segments = path.split('/').filter(Boolean)
  try {
    return segments.map((segment) => decodeURIComponent(segment).toLowerCase())
  } catch {
    return segments.map((segment) => segment.toLowerCase())
  }
}

/** Rank of the router: a name counts more than a parameter, and `/*` less than nothing. */
const rankOf = ({ segments, open, path }: RoutePattern): number => {
  const isRest = path.endsWith('/*')
  const nameAt = open && !isRest ? segments.length - 1 : undefined
  return segments.reduce((sum, segment, at) => sum + (segment === ':' && at !== nameAt ? 4 : 11), isRest ? -1 : 0)
}

const fits = ({ segments, open }: RoutePattern, given: readonly string[]): boolean =>
  (open ? given.length >= segments.length : given.length === segments.length) &&
  segments.every((segment, index) => segment === ':' || segment === given[index])
