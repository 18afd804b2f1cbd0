/**
 * The parts of the API that a portal's token or a remote may be limited to, and the calls of each. The server holds tokens
 * to them (M-EMBED-10); a remote's HTTP client holds remotes to them (M-GRANT-6).
 */
export const API_SCOPES = ['leaks:read', 'emails:add'] as const
export type ApiScope = (typeof API_SCOPES)[number]

/**
 * The parts of the API that a remote may be granted and its own token opens (M-TOKEN-1). `dashboard`: all that the dashboard
 * reads and changes, so that it holds the others.
 */
export const REMOTE_SCOPES = [...API_SCOPES, 'dashboard'] as const
export type RemoteScope = (typeof REMOTE_SCOPES)[number]

/**
 * The exchange of a session's token for a remote's own (RFC 8693). `path` is below the API's base address, `wholeApi` the scope of
 * a remote that was granted all of it.
 */
export const TOKEN_EXCHANGE = {
  path: '/oauth/token',
  grantType: 'urn:ietf:params:oauth:grant-type:token-exchange',
  tokenType: 'urn:ietf:params:oauth:token-type:access_token',
  wholeApi: 'api',
} as const

/** The parts of the API that a descriptor asks for. `tokenScopes` takes the place of `apiScopes`; with neither, all of it. */
export const askedScopes = ({
  apiScopes,
  tokenScopes = apiScopes,
}: {
  readonly apiScopes?: readonly ApiScope[] | undefined
  readonly tokenScopes?: readonly RemoteScope[] | undefined
}): readonly RemoteScope[] | undefined => tokenScopes

/** True where `granted` has a part of the API, by itself or with `dashboard`. */
export const holdsScope = (granted: readonly RemoteScope[], scope: RemoteScope): boolean =>
  granted.includes(scope) || granted.includes('dashboard')

const CALLS: Readonly<Record<ApiScope, readonly string[]>> = {
  'leaks:read': ['GET /emails', 'GET /clientes/me/analises', 'GET /dashboard/resumo'],
  'emails:add': ['POST /emails'],
}

/**
 * True where one of the scopes allows a call. Only the path as the API has it is one: `/Emails` and `/x/../emails` are not. The
 * calls of `dashboard` the API alone knows, which holds the token to them.
 */
export const allowsCall = (scopes: readonly RemoteScope[], method: string, path: string): boolean => {
  const [pathname = ''] = path.split(/[?#]/)
  return scopes.some((scope) => scope === 'dashboard' || CALLS[scope].includes(`${method.toUpperCase()} ${pathname}`))
}
