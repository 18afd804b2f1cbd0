import type { RemoteContext, SessionState } from '@atalaia/contracts'
import { RemoteError, type TableRoute } from '@atalaia/kernel'
import { RemoteProvider, SlotProvider } from '@atalaia/react'
import { useLoaderData, type RouteObject } from '@atalaia/react/router'
import { useCallback, useEffect, type ComponentType } from 'react'
import { ContentSkeleton } from '../layout/waiting.tsx'
import { nextTask } from '../platform/browser.ts'
import { RemoteFailure } from './remote-failure.tsx'
import { addressOf, guard } from './session-guard.ts'
import { lazyPart, Widgets } from './widgets.tsx'

/** The router's route for one route of a remote's descriptor. */
export const remoteRoute = (entry: TableRoute<RouteObject>, session: () => SessionState): RouteObject => ({
  id: entry.key,
  path: entry.route.path,
  handle: { title: entry.route.title },
  loader: ({ request }) => loadRemoteRoute(entry, session(), addressOf(request)),
  Component: RemoteScreen,
  hydrateFallbackElement: entry.route.access === 'session' ? <ContentSkeleton title={entry.route.title} /> : <></>,
  errorElement: <RemoteFailure remote={entry.remote} route={entry.route} />,
  // The screen is loaded once; only a retry, which stays at the same address, loads again.
  shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.href === nextUrl.href,
})

type LoadedRoute = {
  /** The key of the route in the page's table. */
  readonly page: string
  readonly context: RemoteContext
  readonly Component: ComponentType
  /** Confirms the remote's version, once its screen has rendered. */
  readonly confirm: () => void
}

/**
 * Loads a route of a remote: guard, activation, the route's own lazy part. React Router keeps a `lazy` that failed
 * for ever, so the shell runs it in a loader: after a failure, revalidating really tries again.
 */
const loadRemoteRoute = async (
  { key, remote, route }: TableRoute<RouteObject>,
  session: SessionState,
  address: string,
): Promise<LoadedRoute> => {
  guard(route.access, session, address)
  // Bringing a remote up takes its time: not in the same task as the table of routes.
  if (remote.state().status !== 'ready') await nextTask()
  const { running, part, confirm } = await remote.open(route, lazyPart, { confirmed: 'by-caller' })
  if (!part.Component) throw new RemoteError(running.descriptor, 'module', `route ${route.id} has no Component`)
  return { page: key, context: running.context, Component: part.Component, confirm }
}

/** A remote's screen, with its context around it. */
const RemoteScreen = () => {
  const { page, context, Component, confirm } = useLoaderData<LoadedRoute>()
  useEffect(confirm, [confirm])
  const slot = useCallback((name: string) => <Widgets page={page} slot={name} />, [page])
  return (
    <SlotProvider render={slot}>
      <RemoteProvider context={context}>
        <Component />
      </RemoteProvider>
    </SlotProvider>
  )
}
