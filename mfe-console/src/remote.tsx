import type { RemoteModule } from '@atalaia/react'

/** Activates the remote: one screen, which holds the key that is entered there for as long as it is open. */
export const activate: RemoteModule['activate'] = () => [
  { id: 'console', lazy: () => import(/* webpackChunkName: "route-console" */ './console-page.tsx') },
]
