import { HOME_ALIASES, HOME_ROUTE, SHELL_ROUTES, type RemoteRoute, type SessionState } from '@atalaia/contracts'
import type { Kernel } from '@atalaia/kernel'
import {
  createBrowserRouter,
  redirect,
  replace,
  type LoaderFunctionArgs,
  type RouteObject,
} from '@atalaia/react/router'
import { AppLayout } from '../layout/app-layout.tsx'
import { ErrorPage } from '../pages/error-page.tsx'
import { NotFoundInApp, NotFoundPage } from '../pages/not-found-page.tsx'
import type { FirstOpening } from './open-part.ts'
import { remoteRoute } from './remote-route.tsx'
import { RootLayout } from './root-layout.tsx'
import { addressOf, guard } from './session-guard.ts'
import { browserPage } from '../platform/browser.ts'
import type { PagePorts } from '../platform/shell-context.ts'

const Nothing = () => null

const UNKNOWN_IN_APP = '/app/*'
const NOT_FOUND = { title: 'Página não encontrada' }

const parents: Readonly<Record<RemoteRoute['access'], string>> = { public: 'shell', session: 'app' }

export const shellRoutes = (
  kernel: Kernel<RouteObject>,
  session: () => SessionState,
  entrance: Entrance = { opened: location.pathname, page: browserPage },
  first?: FirstOpening,
): RouteObject[] => {
  const routesOf = (access: RemoteRoute['access']) =>
    kernel.routes.filter(({ route }) => route.access === access).map((entry) => remoteRoute(entry, session, first))
  // The page itself knows the remote of its own address; others may be in the index (M-RELEASE-18).
  const later = kernel.index === 'awaited' ? laterRoute(kernel, entrance) : undefined
  return [
    {
      id: parents.public,
      Component: RootLayout,
      errorElement: <ErrorPage />,
      children: [
        ...routesOf('public'),
        {
          id: parents.session,
          Component: AppLayout,
          children: [
            ...routesOf('session'),
            {
              path: UNKNOWN_IN_APP,
              Component: NotFoundInApp,
              HydrateFallback: Nothing,
              handle: NOT_FOUND,
              loader: async (call) => {
                guard('session', session(), addressOf(call.request))
                return later?.(call) ?? null
              },
            },
          ],
        },
        ...HOME_ALIASES.map((path) => ({
          path,
          Component: Nothing,
          HydrateFallback: Nothing,
          loader: ({ request }: { request: Request }) => {
            guard('session', session(), addressOf(request))
            return redirect(HOME_ROUTE)
          },
        })),
        { path: SHELL_ROUTES.error, Component: ErrorPage, handle: { title: 'Erro' } },
        {
          path: SHELL_ROUTES.gallery,
          handle: { title: 'Partes' },
          HydrateFallback: Nothing,
          lazy: () => openGallery(entrance),
        },
        {
          path: '*',
          Component: NotFoundPage,
          handle: NOT_FOUND,
          ...(later && { HydrateFallback: Nothing, loader: later }),
        },
      ],
    },
  ]
}

export type Entrance = { readonly opened: string; readonly page: Pick<PagePorts, 'open'> }

/** Remotes' pages do not list the gallery's code: the gateway serves its page. */
const openGallery = ({ opened, page }: Entrance): Promise<Pick<RouteObject, 'Component'>> => {
  if (opened.startsWith(SHELL_ROUTES.gallery))
    return import(/* webpackChunkName: "gallery" */ '../pages/gallery-page.tsx')
  page.open(SHELL_ROUTES.gallery)
  return new Promise(() => {})
}

/**
 * Waits for a route of the release's index (M-RELEASE-18). Without the index, asks the gateway for
 * the page.
 */
const laterRoute =
  (kernel: Kernel<RouteObject>, { opened, page }: Entrance) =>
  async ({ request }: LoaderFunctionArgs): Promise<Response | null> => {
    if (isRead(kernel) || new URL(request.url).pathname === opened) return null
    await kernel.untilIndexed()
    if (isRead(kernel)) return replace(addressOf(request))
    page.open(request.url)
    return new Promise(() => {})
  }

const isRead = ({ index }: Kernel<RouteObject>): boolean => index === 'read'

export const followRoutes = (
  router: Pick<ShellRouter, 'patchRoutes'>,
  kernel: Kernel<RouteObject>,
  session: () => SessionState,
): void => {
  const known = new Set(kernel.routes.map(({ key }) => key))
  kernel.subscribe(() => {
    const added = kernel.routes.filter(({ key }) => !known.has(key))
    for (const { key } of added) known.add(key)
    // All at once: each call renders the page anew.
    for (const access of ['public', 'session'] as const) {
      const children = added.filter(({ route }) => route.access === access).map((entry) => remoteRoute(entry, session))
      if (children.length > 0) router.patchRoutes(parents[access], children)
    }
  })
}

export const createShellRouter = (kernel: Kernel<RouteObject>, session: () => SessionState, first: FirstOpening) =>
  createBrowserRouter(shellRoutes(kernel, session, undefined, first))

export type ShellRouter = ReturnType<typeof createShellRouter>
