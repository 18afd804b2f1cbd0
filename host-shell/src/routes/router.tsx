import type { SessionState } from '@atalaia/contracts'
import type { Kernel, TableRoute } from '@atalaia/kernel'
import { createBrowserRouter, redirect, type RouteObject } from '@atalaia/react/router'
import { AppLayout } from '../layout/app-layout.tsx'
import { ContentSkeleton } from '../layout/content-skeleton.tsx'
import { ErrorPage } from '../pages/error-page.tsx'
import { NotFoundPage } from '../pages/not-found-page.tsx'
import { homePath } from '../start/names.ts'
import { loadRemoteRoute } from './load-remote-route.ts'
import { RemoteFailure } from './remote-failure.tsx'
import { RemoteRoute } from './remote-route.tsx'
import { RootLayout } from './root-layout.tsx'
import { addressOf, guard } from './session-guard.ts'

/** Addresses that lead on (spec.md section 2; the last is the link of the 404 page). */
const redirects = ['/app', '/app/main', '/app/dashboard/visits']

const remoteRoute = (entry: TableRoute<RouteObject>, session: () => SessionState): RouteObject => ({
  id: entry.key,
  path: entry.route.path,
  handle: { title: entry.route.title },
  loader: ({ request }) => loadRemoteRoute(entry, session(), addressOf(request)),
  Component: RemoteRoute,
  HydrateFallback: entry.route.access === 'session' ? ContentSkeleton : Nothing,
  errorElement: <RemoteFailure descriptor={entry.remote.descriptor} title={entry.route.title} />,
  // The screen is loaded once; only a retry, which stays at the same address, loads again.
  shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.href === nextUrl.href,
})

const Nothing = () => null

/** The page's routes: the shell's own, and those of the kernel's table. */
export const shellRoutes = (kernel: Kernel<RouteObject>, session: () => SessionState): RouteObject[] => {
  const routesOf = (access: 'public' | 'session') =>
    kernel.routes.filter(({ route }) => route.access === access).map((entry) => remoteRoute(entry, session))
  return [
    {
      Component: RootLayout,
      errorElement: <ErrorPage />,
      children: [
        ...routesOf('public'),
        { Component: AppLayout, children: routesOf('session') },
        ...redirects.map((path) => ({
          path,
          Component: Nothing,
          HydrateFallback: Nothing,
          loader: ({ request }: { request: Request }) => {
            guard('session', session(), addressOf(request))
            return redirect(homePath)
          },
        })),
        { path: '/error', Component: ErrorPage, handle: { title: 'Erro' } },
        {
          path: '/dev/ui',
          handle: { title: 'Partes' },
          HydrateFallback: Nothing,
          lazy: () => import(/* webpackChunkName: "gallery" */ '../pages/gallery-page.tsx'),
        },
        { path: '*', Component: NotFoundPage, handle: { title: 'Página não encontrada' } },
      ],
    },
  ]
}

export const createShellRouter = (kernel: Kernel<RouteObject>, session: () => SessionState) =>
  createBrowserRouter(shellRoutes(kernel, session))

export type ShellRouter = ReturnType<typeof createShellRouter>
