/** Storage keys that the shell itself reads and writes (P-THEME-2); the session's own are the kernel's. */
export const storageKeys = { theme: 'theme' } as const

/** The query parameter that brings a login token (P-SESSION-5). */
export const tokenParameter = 'token'

/** Where boot leaves a token that came in the address, for the shell to take up once. */
export const offeredTokenKey = 'atalaia.offered-token'

/** Where a person lands after a login. */
export const homePath = '/app/main/analytics'

/** Public pages that a signed-in person is led away from (P-ROUTE-10). */
export const entrancePaths: readonly string[] = ['/', '/login', '/register']

/** The query parameter that says where one wanted to go. */
export const nextParameter = 'next'

/** The gateway's own addresses. */
export const gatewayAddresses = {
  release: '/-/release',
  reports: '/-/reports',
  resetOverrides: '/-/overrides/reset',
} as const
