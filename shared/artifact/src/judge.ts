import { budgetExcesses, type Descriptor } from '@atalaia/contracts'
import type { Reason } from './registry.ts'

/** Addresses that belong to the shell or the gateway. */
const TAKEN = /^\/(-|api|remotes|shell|healthz|readyz|error|dev)(\/|$)|^\/app(\/main)?$/

/**
 * A route pattern as the pages' router reads it: without the names of its parameters, in lower case, and a run of slashes
 * is one. Two patterns with one shape match the same addresses.
 */
const shapeOf = (path: string): string => {
  const segments = path.split('/').filter((segment) => segment !== '')
  return `/${segments.map((segment) => (segment.startsWith(':') ? ':' : segment.toLowerCase())).join('/')}`
}

/** Routes of the candidate that belong to the shell, to one of the `others`, or to another route of its own (M-GATE-4). */
export const collisionReasons = (candidate: Descriptor, others: readonly Descriptor[]): Reason[] => {
  const owners = new Map(
    others.flatMap(({ name, version, routes }) =>
      routes.map(({ path }) => [shapeOf(path), `${name} ${version}`] as const),
    ),
  )
  const seen = new Map<string, string>()
  return candidate.routes.flatMap(({ id, path }): Reason[] => {
    const shape = shapeOf(path)
    const owner = TAKEN.test(shape) ? 'the shell' : (owners.get(shape) ?? seen.get(shape))
    seen.set(shape, `its own route ${id} too`)
    return owner === undefined ? [] : [{ code: 'route-collision', message: `${path} (${id}) belongs to ${owner}` }]
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
