import { PRODUCT_ROUTES, SHELL_ROUTES } from '@atalaia/contracts'

export type Screen = {
  readonly name: string
  readonly path: string
  readonly guarded: boolean
}

export const screens: readonly Screen[] = [
  { name: 'landing', path: '/', guarded: false },
  { name: 'login', path: PRODUCT_ROUTES.login, guarded: false },
  { name: 'register', path: PRODUCT_ROUTES.register, guarded: false },
  { name: 'error', path: SHELL_ROUTES.error, guarded: false },
  { name: 'not-found', path: '/nao/existe', guarded: false },
  { name: 'analytics', path: PRODUCT_ROUTES.analytics, guarded: true },
  { name: 'profile', path: '/app/profile', guarded: true },
  { name: 'tables-dynamic', path: '/app/tables/dynamic', guarded: true },
]

export const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
] as const
