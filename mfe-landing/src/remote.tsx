import type { RemoteModule } from '@atalaia/react'

/** Calls nothing (P-LANDING-13). */
export const activate: RemoteModule['activate'] = () => [
  { id: 'landing', lazy: () => import(/* webpackChunkName: "route-landing" */ './route/landing-route.tsx') },
]
