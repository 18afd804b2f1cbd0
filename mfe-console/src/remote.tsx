import type { RemoteModule } from '@atalaia/react'

/** One screen, which holds the entered key while it is open. */
export const activate: RemoteModule['activate'] = () => [
  { id: 'console', lazy: () => import(/* webpackChunkName: "route-console" */ './console-page.tsx') },
]
