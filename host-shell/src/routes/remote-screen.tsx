import { RemoteProvider } from '@atalaia/react'
import { useLoaderData } from '@atalaia/react/router'
import type { LoadedRoute } from './load-remote-route.ts'

/** A remote's screen, with its context around it. */
export const RemoteScreen = () => {
  const { context, Component } = useLoaderData<LoadedRoute>()
  return (
    <RemoteProvider context={context}>
      <Component />
    </RemoteProvider>
  )
}
