import type { Logger, RemoteRoute } from '@atalaia/contracts'
import type { Remote } from './remote-state.ts'

/** A route of a remote in the page's table. `key` is unique in the page: `mfe-analytics:analytics`. */
export type TableRoute<Route> = { readonly key: string; readonly route: RemoteRoute; readonly remote: Remote<Route> }

/**
 * The page's routes, from descriptors alone. Of two remotes that claim one path the first of the release keeps
 * it, and the other's claim is logged: a collision never takes down the page.
 */
export const createRouteTable = <Route>(remotes: Iterable<Remote<Route>>, logger: Logger): TableRoute<Route>[] => {
  const byPath = new Map<string, TableRoute<Route>>()
  for (const remote of remotes) {
    for (const route of remote.descriptor.routes) {
      const owner = byPath.get(route.path)
      if (owner) {
        logger.error(`${remote.name}: ${route.path} already belongs to ${owner.remote.name}; the route is left out`)
      } else {
        byPath.set(route.path, { key: `${remote.name}:${route.id}`, route, remote })
      }
    }
  }
  return [...byPath.values()]
}
