import type { Descriptor } from '@atalaia/contracts'
import type { Reason } from '../versions/rows.ts'

/** Addresses that are the shell's or the gateway's own. */
const taken = /^\/(-|api|remotes|shell|healthz|readyz|error|dev)(\/|$)|^\/app(\/main)?$/

/** Two patterns that fit the same addresses are the same whatever their parameters are called. */
const shapeOf = (path: string) => path.replace(/(.)\/+$/, '$1').replaceAll(/:[^/]+/g, ':')

export const collisionReasons = (candidate: Descriptor, others: readonly Descriptor[]): Reason[] => {
  const owners = new Map(
    others.flatMap(({ name, version, routes }) =>
      routes.map(({ path }) => [shapeOf(path), `${name} ${version}`] as const),
    ),
  )
  const seen = new Map<string, string>()
  return candidate.routes.flatMap(({ id, path }): Reason[] => {
    const shape = shapeOf(path)
    const owner = taken.test(path) ? 'the shell' : (owners.get(shape) ?? seen.get(shape))
    seen.set(shape, `its own route ${id} too`)
    return owner === undefined ? [] : [{ code: 'route-collision', message: `${path} (${id}) belongs to ${owner}` }]
  })
}
