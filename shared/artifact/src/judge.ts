import { budgetExcesses, HOME_ALIASES, SHELL_ROUTES, type Descriptor } from '@atalaia/contracts'
import type { Reason } from './rows.ts'

/** Addresses that belong to the shell or the gateway. */
const TAKEN = /^\/(-|api|remotes|shell|healthz|readyz|error|dev)(\/|$)|^\/app(\/main)?$/

/** A route pattern as the pages' router compares it with addresses. */
type Pattern = {
  readonly path: string
  /** In lower case; ':' stands for a parameter, and a run of slashes is one. */
  readonly segments: readonly string[]
  /** Whether it fits all longer addresses, too. */
  readonly open: boolean
  /** Two patterns with one shape match the same addresses. */
  readonly shape: string
}

/** The router reads a `*` at the end as the rest of the address, also without a slash before it. */
const patternOf = (path: string): Pattern => {
  const open = path.endsWith('*')
  const segments = (open ? path.slice(0, -1) : path)
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => (segment.startsWith(':') ? ':' : segment.toLowerCase()))
  return { path, segments, open, shape: `/${[...segments, ...(open ? ['*'] : [])].join('/')}` }
}

const SHELL_PAGES = [...HOME_ALIASES, ...Object.values(SHELL_ROUTES)].map(patternOf)

const isForAnyAddress = ({ segments, open }: Pattern): boolean => {
  const area = segments[0] === 'app' ? (segments[1] === 'main' ? 2 : 1) : 0
  return segments.length === area ? open : segments[area] === ':'
}

/**
 * Whether a route has no place of its own: its first segment, or the first one below `/app` and `/app/main`, is a
 * parameter or `*`, as of `/*`, `/app/:page` and `/:page/more`. An operator grants it (M-GRANT-1).
 */
export const isAnyAddressRoute = (path: string): boolean => isForAnyAddress(patternOf(path))

/** Whether some address fits both. */
const meet = (one: Pattern, other: Pattern): boolean => {
  const [short, long] = one.segments.length <= other.segments.length ? [one, other] : [other, one]
  if (short.segments.length < long.segments.length && !short.open) return false
  return short.segments.every((segment, at) => {
    const opposite = long.segments[at]
    return segment === opposite || segment === ':' || opposite === ':'
  })
}

/** Whether all addresses of `narrow` fit `wide`. */
const covers = (wide: Pattern, narrow: Pattern): boolean => {
  const more = narrow.segments.length - wide.segments.length
  if (wide.open ? more < 0 : more !== 0 || narrow.open) return false
  return wide.segments.every((segment, at) => segment === ':' || segment === narrow.segments[at])
}

/**
 * Whether the router asks `wide` only for addresses that `narrow` does not have, and `wide` has no place of its own to
 * lose. A `*` without a slash before it has the rank of a page.
 */
const givesWay = (wide: Pattern, narrow: Pattern): boolean =>
  isForAnyAddress(wide) &&
  (!wide.open || wide.path.endsWith('/*')) &&
  wide.shape !== narrow.shape &&
  covers(wide, narrow)

const contend = (one: Pattern, other: Pattern): boolean =>
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
    routes.map(({ path }) => ({ name, owner: `${name} ${version}`, pattern: patternOf(path) })),
  )
  const kept = new Set(own.flatMap(({ routes }) => routes.map(({ path }) => patternOf(path).shape)))
  const seen = new Map<string, string>()
  return candidate.routes.flatMap(({ id, path }): Reason[] => {
    const pattern = patternOf(path)
    const isLive = kept.has(pattern.shape)
    const clashes = (other: Pattern) => !isLive && contend(pattern, other)
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

/** Limits of its own budget that a build exceeds (M-GATE-6). */
export const budgetReasons = ({ budget, artifact: { entry, routeFiles, files } }: Descriptor): Reason[] =>
  budgetExcesses(budget, { files, entry: [entry], routes: routeFiles }).map((message) => ({ code: 'budget', message }))

/** The reasons against a build that can be known without a gateway. None: a gate may still have reasons of its own. */
export const judgeAlone = (candidate: Descriptor): Reason[] => [
  ...collisionReasons(candidate, []),
  ...budgetReasons(candidate),
]
