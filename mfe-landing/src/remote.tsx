import type { RemoteModule } from '@atalaia/react'

export const activate: RemoteModule['activate'] = () => [
  { id: 'landing', lazy: () => import(/* webpackChunkName: "route-landing" */ './route/landing-route.tsx') },
]
