import type { RemoteContext } from '@atalaia/contracts'
import { RemoteProvider, type RemoteModule } from '@atalaia/react'
import { createMemoryRouter, RouterProvider, useLocation, type RouteObject } from '@atalaia/react/router'
import type { ReactElement } from 'react'

/** `path`: in the descriptor. `at`: default `path`. */
export type RoutePlace = { readonly id: string; readonly path: string; readonly at?: string }

/**
 * Activates a remote, and returns a route's element. Other addresses show their path, for
 * navigation tests.
 */
export const routeElement = async (
  remote: RemoteModule,
  context: RemoteContext,
  { id, path, at = path }: RoutePlace,
): Promise<ReactElement> => {
  const routes = await remote.activate(context)
  const route = routes.find((candidate) => candidate.id === id)
  if (!route) throw new Error(`${context.remote.name} gave back no route ${id}`)
  const { Component } = await loaded(route)
  if (!Component) throw new Error(`${context.remote.name}: route ${id} has no Component`)
  const element = (
    <RemoteProvider context={context}>
      <Component />
    </RemoteProvider>
  )
  const router = createMemoryRouter(
    [
      { path, element },
      { path: '*', Component: Elsewhere },
    ],
    { initialEntries: [at] },
  )
  return <RouterProvider router={router} />
}

const loaded = async (route: RouteObject): Promise<Pick<RouteObject, 'Component'>> =>
  typeof route.lazy === 'function' ? { ...route, ...(await route.lazy()) } : route

const Elsewhere = () => <p>{useLocation().pathname}</p>
