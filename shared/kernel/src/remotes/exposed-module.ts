import type { Descriptor, RemoteContext } from '@atalaia/contracts'
import { reasonOf, RemoteError } from './remote-error.ts'

/** What every remote exposes, whatever a route is made of. */
export type ExposedModule<Route> = { activate(context: RemoteContext): readonly Route[] | Promise<readonly Route[]> }

const isExposedModule = (value: unknown): value is { activate: (context: RemoteContext) => unknown } =>
  typeof value === 'object' && value !== null && 'activate' in value && typeof value.activate === 'function'

/** Tells whether what a remote gave back for a route is one; its `id` is checked by the kernel. */
export type RouteGuard<Route> = (value: unknown) => value is Route & { readonly id: string }

/**
 * Runs `activate` and gives back its routes by id. Throws a {@link RemoteError} of the phase `module` when the
 * module is no remote, `activate` when it throws or gives back no route object for a route of the descriptor.
 */
export const activateModule = async <Route>(
  descriptor: Descriptor,
  module: unknown,
  context: RemoteContext,
  isRoute: RouteGuard<Route>,
): Promise<ReadonlyMap<string, Route>> => {
  if (!isExposedModule(module)) throw new RemoteError(descriptor, 'module', 'it exports no function activate')
  let given: unknown
  try {
    given = await module.activate(context)
  } catch (cause) {
    throw new RemoteError(descriptor, 'activate', reasonOf(cause), { cause })
  }
  const routes = new Map<string, Route>()
  for (const route of Array.isArray(given) ? given : []) if (isRoute(route)) routes.set(route.id, route)
  const missing = descriptor.routes.filter(({ id }) => !routes.has(id))
  if (missing.length > 0) {
    throw new RemoteError(descriptor, 'activate', `no route object for ${missing.map(({ id }) => id).join(', ')}`)
  }
  return routes
}
