/**
 * The parts of the API that a portal's token or a remote may be limited to, and the calls of each. The server holds tokens
 * to them (M-EMBED-10); a remote's HTTP client holds remotes to them (M-GRANT-6).
 */
export const API_SCOPES = ['leaks:read', 'emails:add'] as const
export type ApiScope = (typeof API_SCOPES)[number]

const CALLS: Readonly<Record<ApiScope, readonly string[]>> = {
  'leaks:read': ['GET /emails', 'GET /clientes/me/analises', 'GET /dashboard/resumo'],
  'emails:add': ['POST /emails'],
}

/** Whether one of the scopes allows a call. Only the path as the API has it is one: `/Emails` and `/x/../emails` are not. */
export const allowsCall = (scopes: readonly ApiScope[], method: string, path: string): boolean => {
  const [pathname = ''] = path.split(/[?#]/)
  return scopes.some((scope) => CALLS[scope].includes(`${method.toUpperCase()} ${pathname}`))
}
