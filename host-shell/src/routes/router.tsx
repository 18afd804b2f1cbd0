import { HOME_ALIASES, HOME_ROUTE, SHELL_ROUTES, type RemoteRoute, type SessionState } from '@atalaia/contracts'
import type { Kernel } from '@atalaia/kernel'
import { createBrowserRouter, redirect, type RouteObject } from '@atalaia/react/router'
import { AppLayout } from '../layout/app-layout.tsx'
import { ErrorPage } from '../pages/error-page.tsx'
import { NotFoundPage } from '../pages/not-found-page.tsx'
import { remoteRoute } from './remote-route.tsx'
import { RootLayout } from './root-layout.tsx'
import { addressOf, guard } from './session-guard.ts'

const Nothing = () => null

/** Ids of the parent routes of the remotes' routes. */
const parents: Readonly<Record<RemoteRoute['access'], string>> = { public: 'shell', session: 'app' }

/** The page's routes: the shell's own, and those of the kernel's table. */
export const shellRoutes = (kernel: Kernel<RouteObject>, session: () => SessionState): RouteObject[] => {
  const routesOf = (access: RemoteRoute['access']) =>
    kernel.routes.filter(({ route }) => route.access === access).map((entry) => remoteRoute(entry, session))
  return [
    {
      id: parents.public,
      Component: RootLayout,
      errorElement: <ErrorPage />,
      children: [
        ...routesOf('public'),
        { id: parents.session, Component: AppLayout, children: routesOf('session') },
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
          lazy: () => import(/* webpackChunkName: "gallery" */ '../pages/gallery-page.tsx'),
        },
        { path: '*', Component: NotFoundPage, handle: { title: 'Página não encontrada' } },
      ],
    },
  ]
}

/** Adds the routes of overrides that are not in the release, as soon as their descriptors are known. */
export const followRoutes = (
  router: Pick<ShellRouter, 'patchRoutes'>,
  kernel: Kernel<RouteObject>,
  session: () => SessionState,
): void => {
  const known = new Set(kernel.routes.map(({ key }) => key))
  kernel.subscribe(() => {
    for (const entry of kernel.routes) {
      if (known.has(entry.key)) continue
      known.add(entry.key)
      router.patchRoutes(parents[entry.route.access], [remoteRoute(entry, session)])
    }
  })
}

export const createShellRouter = (kernel: Kernel<RouteObject>, session: () => SessionState) =>
  createBrowserRouter(shellRoutes(kernel, session))

export type ShellRouter = ReturnType<typeof createShellRouter>
