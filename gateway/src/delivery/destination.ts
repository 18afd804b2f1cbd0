import {
  HOME_ALIASES,
  HOME_ROUTE,
  PRODUCT_ROUTES,
  redirectOf,
  SHELL_ROUTES,
  type Release,
  type ReleaseRemote,
  type RemoteRoute,
} from '@atalaia/contracts'
import { withoutSlashesAtEnd } from '@atalaia/server'

export type RouteMatch = { readonly remote: ReleaseRemote; readonly route: RemoteRoute }

/**
 * The target of a page address. `error`, `unknown` and `shell` are pages of the shell itself, which need no remote: the error
 * page, the page of an address that no route has, and any other.
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

const shellPages: readonly string[] = Object.values(SHELL_ROUTES)

/**
 * The destination of a page address. Redirects are followed (P-ROUTE-2), because the shell will carry them out: the
 * page preloads what the person will see. `signedIn`: the browser claims to have a session.
 */
export const destinationOf = (release: Release, address: string, signedIn: boolean): Destination => {
  const path = address.length > 1 ? withoutSlashesAtEnd(address) : address
  if (path === SHELL_ROUTES.error) return { kind: 'error' }
  if (shellPages.includes(path)) return { kind: 'shell' }
  const isAlias = HOME_ALIASES.includes(path)
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

/** The remote's route at `path`. A route without parameters is preferred to one with them. */
export const matchRoute = (release: Release, path: string): RouteMatch | undefined => {
  const given = segments(path)
  const matches = release.remotes.flatMap((remote) =>
    remote.descriptor.routes.filter((route) => fits(route.path, given)).map((route) => ({ remote, route })),
  )
  return matches.find(({ route }) => !/[:*]/.test(route.path)) ?? matches[0]
}

const segments = (path: string) => path.split('/').filter(Boolean)

const fits = (pattern: string, given: readonly string[]): boolean => {
  const wanted = segments(pattern)
  const open = wanted.at(-1) === '*'
  if (open ? given.length < wanted.length - 1 : given.length !== wanted.length) return false
  return wanted.every((segment, index) => segment === '*' || segment.startsWith(':') || segment === given[index])
}
