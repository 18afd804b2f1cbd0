import {
  budgetExcesses,
  HOME_ALIASES,
  routePattern,
  SHELL_ROUTES,
  type Descriptor,
  type RoutePattern,
} from '@atalaia/contracts'
import type { Reason } from './rows.ts'

/** Addresses of the shell or the gateway. */
const TAKEN = /^\/(-|api|remotes|shell|healthz|readyz|error|dev)(\/|$)|^\/app(\/main)?$/

const SHELL_PAGES = [...HOME_ALIASES, ...Object.values(SHELL_ROUTES)].map(routePattern)

const isForAnyAddress = ({ segments, open }: RoutePattern): boolean => {
  const area = segments[0] === 'app' ? (segments[1] === 'main' ? 2 : 1) : 0
  return segments.length === area ? open : segments[area] === ':'
}

/**
 * True for a route without a fixed place, which an operator must grant (M-GRANT-1). Its first
 * segment, or the first below `/app` and `/app/main`, is a parameter or `*`.
 */
export const isAnyAddressRoute = (path: string): boolean => isForAnyAddress(routePattern(path))

const meet = (one: RoutePattern, other: RoutePattern): boolean => {
  const [short, long] = one.segments.length <= other.segments.length ? [one, other] : [other, one]
  if (short.segments.length < long.segments.length && !short.open) return false
  return short.segments.every((segment, at) => {
    const opposite = long.segments[at]
    return segment === opposite || segment === ':' || opposite === ':'
  })
}

const covers = (wide: RoutePattern, narrow: RoutePattern): boolean => {
  const more = narrow.segments.length - wide.segments.length
  if (wide.open ? more < 0 : more !== 0 || narrow.open) return false
  return wide.segments.every((segment, at) => segment === ':' || segment === narrow.segments[at])
}

const givesWay = (wide: RoutePattern, narrow: RoutePattern): boolean =>
  isForAnyAddress(wide) &&
  (!wide.open || wide.path.endsWith('/*')) &&
  wide.shape !== narrow.shape &&
  covers(wide, narrow)

const contend = (one: RoutePattern, other: RoutePattern): boolean =>
  meet(one, other) && !givesWay(one, other) && !givesWay(other, one)

/**
 * Collisions with the shell, `others`, or the candidate's routes (M-GATE-4, M-GATE-14). Routes
 * already in `own` skip `others` (M-GATE-15).
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

export type OwnedPrefix = { readonly prefix: string; readonly remote: string }

const areaOf = ({ prefix }: Pick<OwnedPrefix, 'prefix'>): RoutePattern => routePattern(`${prefix}/*`)

export const prefixForm = (prefix: string): string => `/${routePattern(prefix).segments.join('/')}`

/** The reason against reserving a prefix; `undefined`: it can be reserved. */
export const prefixFault = (prefix: string): string | undefined => {
  if (!/^(\/[\w-]+)+$/.test(prefix))
    return `${prefix}: a prefix is /app/reports, without parameters, * and encoded characters`
  const pattern = routePattern(prefix)
  const holdsShell = SHELL_PAGES.some((page) => meet(areaOf({ prefix }), page))
  return TAKEN.test(pattern.shape) || isForAnyAddress(areaOf({ prefix })) || holdsShell
    ? `${prefix}: it holds addresses of the shell`
    : undefined
}

const foreignAreas = (
  path: string,
  { remote, owned, mayGiveWay }: { remote: string; owned: readonly OwnedPrefix[]; mayGiveWay: boolean },
): readonly OwnedPrefix[] => {
  const pattern = routePattern(path)
  if (mayGiveWay && isForAnyAddress(pattern) && (!pattern.open || path.endsWith('/*'))) return []
  return owned.filter((area) => area.remote !== remote && meet(pattern, areaOf(area)))
}

/**
 * True when the route has an address in another remote's prefix. Granted routes for any address
 * (`mayGiveWay`) get the addresses that the owner's routes leave (M-GATE-16).
 */
export const isForeignTo =
  (remote: string, owned: readonly OwnedPrefix[], mayGiveWay: boolean) =>
  (path: string): boolean =>
    foreignAreas(path, { remote, owned, mayGiveWay }).length > 0

/** Refuses routes in prefixes of other remotes, even unused ones (M-GATE-16). */
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

export const overlappingPrefixes = (area: OwnedPrefix, owned: readonly OwnedPrefix[]): readonly OwnedPrefix[] =>
  owned.filter((other) => other.remote !== area.remote && meet(areaOf(area), areaOf(other)))

/** M-GATE-6 */
export const budgetReasons = ({ budget, artifact: { entry, routeFiles, files } }: Descriptor): Reason[] =>
  budgetExcesses(budget, { files, entry: [entry], routes: routeFiles }).map((message) => ({ code: 'budget', message }))

export const judgeAlone = (candidate: Descriptor): Reason[] => [
  ...collisionReasons(candidate, []),
  ...budgetReasons(candidate),
]
