import type { MountModule } from '@atalaia/contracts'

export const activate: MountModule['activate'] = () => [
  { id: 'home', lazy: () => import(/* webpackChunkName: "route-home" */ './screen') },
]
