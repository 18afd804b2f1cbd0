import {
  budgetExcesses,
  HOME_ALIASES,
  routePattern,
  SHELL_ROUTES,
  type Descriptor,
  type RoutePattern,
} from '@atalaia/contracts'
import type { Reason } from './rows.ts'

/** Addresses that belong to the shell or the gateway. */
const TAKEN = /^\/(-|api|remotes|shell|healthz|readyz|error|dev)(\/|$)|^\/app(\/main)?$/

const SHELL_PAGES = [...HOME_ALIASES, ...Object.values(SHELL_ROUTES)].map(routePattern)

const isForAnyAddress = ({ segments, open }: RoutePattern): boolean => {
  const area = segments[0] === 'app' ? (segments[1] === 'main' ? 2 : 1) : 0
  return segments.length === area ? open : segments[area] === ':'
}

/**
 * Whether a route has no place of its own: its first segment, or the first one below `/app` and `/app/main`, is a
 * parameter or `*`, as of `/*`, `/app/:page` and `/:page/more`. An operator grants it (M-GRANT-1).
 */
export const isAnyAddressRoute = (path: string): boolean => isForAnyAddress(routePattern(path))

/** Whether some address fits both. */
const meet = (one: RoutePattern, other: RoutePattern): boolean => {
  const [short, long] = one.segments.length <= other.segments.length ? [one, other] : [other, one]
  if (short.segments.length < long.segments.length && !short.open) return false
  return short.segments.every((segment, at) => {
    const opposite = long.segments[at]
    return segment === opposite || segment === ':' || opposite === ':'
  })
}

/** Whether all addresses of `narrow` fit `wide`. */
const covers = (wide: RoutePattern, narrow: RoutePattern): boolean => {
  const more = narrow.segments.length - wide.segments.length
  if (wide.open ? more < 0 : more !== 0 || narrow.open) return false
  return wide.segments.every((segment, at) => segment === ':' || segment === narrow.segments[at])
}

/**
 * Whether the router asks `wide` only for addresses that `narrow` does not have, and `wide` has no place of its own to
 * lose. A `*` without a slash before it has the rank of a page.
 */
const givesWay = (wide: RoutePattern, narrow: RoutePattern): boolean =>
  isForAnyAddress(wide) &&
  (!wide.open || wide.path.endsWith('/*')) &&
  wide.shape !== narrow.shape &&
  covers(wide, narrow)

const contend = (one: RoutePattern, other: RoutePattern): boolean =>
  meet(one, other) && !givesWay(one, other) && !givesWay(other, one)

/**
 * Routes of the candidate that belong to the shell, to one of the `others`, or to another route of its own (M-GATE-4,
 * M-GATE-14). A route that a version in `own` has already is not compared with those of `others` (M-GATE-15).
 */
export const collisionReasons = (
  candidate: Descriptor,
  others: readonly Descriptor[],
  own: readonly Descriptor[] = [],
): Reason[] => {
  const owned = others.flatMap(({ name, version, routes }) =>
    routes.map(({ path }) => ({ name, owner: `${name} ${version}`, pattern: routePattern(path) })),
  )
  const kept = new Set(own.flatMap(({ routes }) => routes.map(({ path }) => routePattern(path).shape)))
  const seen = new Map<string, string>()
  return candidate.routes.flatMap(({ id, path }): Reason[] => {
    const pattern = routePattern(path)
    const isLive = kept.has(pattern.shape)
    const clashes = (other: RoutePattern) => !isLive && contend(pattern, other)
    const itself = seen.get(pattern.shape)
    seen.set(pattern.shape, `its own route ${id} too`)
    const because = (text: string): Reason => ({ code: 'route-collision', message: `${path} (${id}) ${text}` })
    if (TAKEN.test(pattern.shape)) return [because('belongs to the shell')]
    const page = SHELL_PAGES.find(clashes)
    if (page) return [because(`belongs to the shell (${page.path})`)]
    const owners = new Map<string, string>()
    for (const { name, owner, pattern: other } of owned)
      if (!owners.has(name) && clashes(other))
        owners.set(
          name,
          covers(other, pattern) ? `belongs to ${owner} (${other.path})` : `has addresses of ${owner} (${other.path})`,
        )
    if (owners.size > 0) return [...owners.values()].map(because)
    return itself === undefined ? [] : [because(`belongs to ${itself}`)]
  })
}

/** A prefix of addresses that an operator reserved to a remote: `/app/main/analytics`, and all that lies below it. */
export type OwnedPrefix = { readonly prefix: string; readonly remote: string }

const areaOf = ({ prefix }: Pick<OwnedPrefix, 'prefix'>): RoutePattern => routePattern(`${prefix}/*`)

/** The normal form of a prefix: two prefixes with one form hold the same addresses. */
export const prefixForm = (prefix: string): string => `/${routePattern(prefix).segments.join('/')}`

/** The sentence against reserving a prefix that no remote can own; none: it can be reserved. */
export const prefixFault = (prefix: string): string | undefined => {
  if (!/^(\/[\w-]+)+$/.test(prefix))
    return `${prefix}: a prefix is /app/reports, without parameters, * and encoded characters`
  const pattern = routePattern(prefix)
  const holdsShell = SHELL_PAGES.some((page) => meet(areaOf({ prefix }), page))
  return TAKEN.test(pattern.shape) || isForAnyAddress(areaOf({ prefix })) || holdsShell
    ? `${prefix}: it holds addresses of the shell`
    : undefined
}

/** The reserved prefixes of other remotes that hold an address of the route. One that may give way to them may stand beside them. */
const foreignAreas = (
  path: string,
  { remote, owned, mayGiveWay }: { remote: string; owned: readonly OwnedPrefix[]; mayGiveWay: boolean },
): readonly OwnedPrefix[] => {
  const pattern = routePattern(path)
  if (mayGiveWay && isForAnyAddress(pattern) && (!pattern.open || path.endsWith('/*'))) return []
  return owned.filter((area) => area.remote !== remote && meet(pattern, areaOf(area)))
}

/**
 * Whether a route of `remote` has an address in a prefix that is reserved to another one (M-GATE-16). A route for any address
 * that was granted (`mayGiveWay`) has what the owner's own routes leave.
 */
export const isForeignTo =
  (remote: string, owned: readonly OwnedPrefix[], mayGiveWay: boolean) =>
  (path: string): boolean =>
    foreignAreas(path, { remote, owned, mayGiveWay }).length > 0

/** The gate's reasons against routes in prefixes of other remotes, whether these have a live route there or not (M-GATE-16). */
export const ownershipReasons = (
  { name, routes }: Pick<Descriptor, 'name' | 'routes'>,
  owned: readonly OwnedPrefix[],
  mayGiveWay: boolean,
): Reason[] =>
  routes.flatMap(({ id, path }) =>
    foreignAreas(path, { remote: name, owned, mayGiveWay }).map(({ prefix, remote }): Reason => {
      const relation = covers(areaOf({ prefix }), routePattern(path)) ? 'lies in' : 'has addresses in'
      return { code: 'route-owned', message: `${path} (${id}) ${relation} ${prefix}, which is reserved to ${remote}` }
    }),
  )

/** The prefixes of other remotes that have addresses in common with `area`. */
export const overlappingPrefixes = (area: OwnedPrefix, owned: readonly OwnedPrefix[]): readonly OwnedPrefix[] =>
  owned.filter((other) => other.remote !== area.remote && meet(areaOf(area), areaOf(other)))

/** Limits of its own budget that a build exceeds (M-GATE-6). */
export const budgetReasons = ({ budget, artifact: { entry, routeFiles, files } }: Descriptor): Reason[] =>
  budgetExcesses(budget, { files, entry: [entry], routes: routeFiles }).map((message) => ({ code: 'budget', message }))

/** The reasons against a build that can be known without a gateway. None: a gate may still have reasons of its own. */
export const judgeAlone = (candidate: Descriptor): Reason[] => [
  ...collisionReasons(candidate, []),
  ...budgetReasons(candidate),
]
