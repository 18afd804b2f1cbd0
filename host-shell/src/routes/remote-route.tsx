import type { SessionState } from '@atalaia/contracts'
import { RemoteError, type TableRoute } from '@atalaia/kernel'
import { useLoaderData, type RouteObject } from '@atalaia/react/router'
import { useCallback, type ComponentProps } from 'react'
import { ContentSkeleton } from '../layout/waiting.tsx'
import { nextTask } from '../platform/browser.ts'
import { ForbiddenPage } from './forbidden-page.tsx'
import { RemoteFailure } from './remote-failure.tsx'
import { isForbidden, NO_CONTENT, openPart, type FirstOpening } from './open-part.ts'
import { Screen } from './screen.tsx'
import { addressOf, guard } from './session-guard.ts'
import { Widgets } from './widgets.tsx'

export const remoteRoute = (
  entry: TableRoute<RouteObject>,
  session: () => SessionState,
  first?: FirstOpening,
): RouteObject => ({
  id: entry.key,
  path: entry.route.path,
  handle: { title: entry.route.title },
  loader: ({ request }) => loadRemoteRoute(entry, session(), addressOf(request), first),
  Component: RemoteScreen,
  hydrateFallbackElement: entry.route.access === 'session' ? <ContentSkeleton title={entry.route.title} /> : <></>,
  errorElement: <RemoteFailure remote={entry.remote} route={entry.route} />,
  // The screen is loaded once; only a retry, which stays at the same address, loads again.
  shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.href === nextUrl.href,
})

type LoadedRoute = Omit<ComponentProps<typeof Screen>, 'renderSlot'> & {
  readonly page: string
}

type ForbiddenRoute = { readonly forbidden: TableRoute<RouteObject>['route'] }

/**
 * Guard, activation, lazy part. Runs in a loader: React Router keeps a failed `lazy` for ever,
 * while revalidating tries again.
 */
const loadRemoteRoute = async (
  { key, remote, route }: TableRoute<RouteObject>,
  session: SessionState,
  address: string,
  first?: FirstOpening,
): Promise<LoadedRoute | ForbiddenRoute> => {
  guard(route.access, session, address)
  if (isForbidden(route, session)) return { forbidden: route }
  // Bringing a remote up takes its time: not in the same task as the table of routes.
  if (remote.state().status !== 'ready') await nextTask()
  const { running, part, confirm } = await (first?.(key) ?? openPart({ remote, route }))
  if (!part) throw new RemoteError(running.descriptor, 'module', `route ${route.id} ${NO_CONTENT}`)
  return { page: key, content: part, context: running.context, path: route.path, confirm }
}

const RemoteScreen = () => {
  const loaded = useLoaderData<LoadedRoute | ForbiddenRoute>()
  return 'forbidden' in loaded ? <ForbiddenPage {...loaded.forbidden} /> : <LoadedScreen {...loaded} />
}

const LoadedScreen = ({ page, ...screen }: LoadedRoute) => {
  const slot = useCallback((name: string) => <Widgets page={page} slot={name} />, [page])
  return <Screen {...screen} renderSlot={slot} />
}
