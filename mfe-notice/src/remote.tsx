import type { RemoteModule } from '@atalaia/react'

export const activate: RemoteModule['activate'] = () => [
  { id: 'notice', lazy: () => import(/* webpackChunkName: "route-notice" */ './notice-route.tsx') },
]
