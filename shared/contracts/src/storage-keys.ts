/** Keys in the browser's local storage (P-THEME-2, P-SESSION-1). */
export const STORAGE_KEYS = {
  token: 'access_token',
  /** An older name of `token`: read and removed, never written. */
  olderToken: 'token',
  /** JSON of the signed-in `User`. */
  user: 'user',
  /** A theme's name. */
  theme: 'theme',
} as const

/** Local storage key of the fallback versions of one remote: whole descriptors (M-FALLBACK-1). */
export const fallbackVersionsKey = (remote: string): string => `atalaia.good.${remote}`

/** Session storage key of a token that came in the address, until the shell reads it. */
export const OFFERED_TOKEN_KEY = 'atalaia.offered-token'

/** Name of the cookie that says that there is a session. Its value is `1`; it never carries the token. */
export const SESSION_COOKIE = 'token'
