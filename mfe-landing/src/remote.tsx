import type { RemoteModule } from '@atalaia/react'

/** The one page. It takes no client of the API from its context, and calls nothing (P-LANDING-13). */
export const activate: RemoteModule['activate'] = () => [
  { id: 'landing', lazy: () => import(/* webpackChunkName: "route-landing" */ './route/landing-route.tsx') },
]
