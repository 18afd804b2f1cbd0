import type { RemoteContext, SessionState } from '@atalaia/contracts'
import { RemoteError, type TableRoute } from '@atalaia/kernel'
import type { RouteObject } from '@atalaia/react/router'
import type { ComponentType } from 'react'
import { guard } from './session-guard.ts'

/** What a remote's route needs to be shown. */
export type LoadedRoute = { readonly context: RemoteContext; readonly Component: ComponentType }

const lazyPart = async (object: RouteObject): Promise<Pick<RouteObject, 'Component'>> =>
  typeof object.lazy === 'function' ? { ...object, ...(await object.lazy()) } : object

/**
 * Loads a route of a remote: guard, activation, the route's own lazy part. React Router keeps a `lazy` that failed
 * for ever, so the shell runs it in a loader: after a failure, revalidating really tries again.
 */
export const loadRemoteRoute = async (
  { remote, route }: TableRoute<RouteObject>,
  session: SessionState,
  address: string,
): Promise<LoadedRoute> => {
  guard(route.access, session, address)
  const { running, part } = await remote.open(route, lazyPart)
  if (!part.Component) throw new RemoteError(running.descriptor, 'module', `route ${route.id} has no Component`)
  return { context: running.context, Component: part.Component }
}
