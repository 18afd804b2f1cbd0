/**
 * Parts of the API for portals' tokens and remotes. The server checks tokens (M-EMBED-10); the HTTP
 * client checks remotes (M-GRANT-6).
 */
export const API_SCOPES = ['leaks:read', 'emails:add'] as const
export type ApiScope = (typeof API_SCOPES)[number]

/**
 * Parts of the API that an operator grants to a remote (M-TOKEN-1). `dashboard` includes the
 * smaller ones.
 */
export const REMOTE_SCOPES = [...API_SCOPES, 'dashboard'] as const
export type RemoteScope = (typeof REMOTE_SCOPES)[number]

/**
 * Exchange of the session's token for a remote's (RFC 8693). `path`: below the API's base.
 * `wholeApi`: scope of a remote with all of it.
 */
export const TOKEN_EXCHANGE = {
  path: '/oauth/token',
  grantType: 'urn:ietf:params:oauth:grant-type:token-exchange',
  tokenType: 'urn:ietf:params:oauth:token-type:access_token',
  wholeApi: 'api',
} as const

/** Scopes that a descriptor wants: `tokenScopes`, else `apiScopes`, else all. */
export const askedScopes = ({
  apiScopes,
  tokenScopes = apiScopes,
}: {
  readonly apiScopes?: readonly ApiScope[] | undefined
  readonly tokenScopes?: readonly RemoteScope[] | undefined
}): readonly RemoteScope[] | undefined => tokenScopes

/** True for the scope itself or `dashboard`. */
export const holdsScope = (granted: readonly RemoteScope[], scope: RemoteScope): boolean =>
  granted.includes(scope) || granted.includes('dashboard')

const CALLS: Readonly<Record<ApiScope, readonly string[]>> = {
  'leaks:read': ['GET /emails', 'GET /clientes/me/analises', 'GET /dashboard/resumo'],
  'emails:add': ['POST /emails'],
}

/**
 * True when a scope allows the call. The path must match exactly: `/Emails` and `/x/../emails` do
 * not. Only the API knows the calls of `dashboard`.
 */
export const allowsCall = (scopes: readonly RemoteScope[], method: string, path: string): boolean => {
  const [pathname = ''] = path.split(/[?#]/)
  return scopes.some((scope) => scope === 'dashboard' || CALLS[scope].includes(`${method.toUpperCase()} ${pathname}`))
}
