/** One address per server. `readWrite`: a writable server is required. */
export type PostgresTargets = { readonly urls: readonly string[]; readonly readWrite: boolean }

const ADDRESS = /^(?<scheme>postgres(?:ql)?:\/\/)(?<authority>[^/?#]*)(?<path>[^?#]*)(?:\?(?<query>[^#]*))?/
const SESSIONS = ['any', 'read-write', 'primary']

/**
 * Splits libpq addresses with several servers (`postgres://user:password@one:5432,two:5432/name`,
 * or `?host=/one,/two`) into one address each. `target_session_attrs`: `read-write` (or `primary`)
 * or `any`. Default: the first writable server of several (M-FAIL-22). Throws for other values. The
 * error never contains the address, because it has a password.
 */
export const readPostgresUrl = (url: string): PostgresTargets => {
  const { scheme = '', authority = '', path = '', query = '' } = ADDRESS.exec(url)?.groups ?? {}
  // What the driver reads in its own way, such as `socket:`, stays as it is.
  if (scheme === '') return { urls: [url], readWrite: false }
  const parameters = new URLSearchParams(query)
  const session = parameters.get('target_session_attrs')
  if (session !== null && !SESSIONS.includes(session))
    throw new Error(`DATABASE_URL: target_session_attrs is one of ${SESSIONS.join(', ')}`)
  parameters.delete('target_session_attrs')

  const at = authority.lastIndexOf('@') + 1
  const [user, hosts] = [authority.slice(0, at), authority.slice(at).split(',')]
  const folders = parameters.get('host')?.split(',') ?? []
  const count = Math.max(hosts.length, folders.length)
  const urls = Array.from({ length: count }, (_, index) => {
    const [folder, host = hosts[0] ?? ''] = [folders[index], hosts[index]]
    const own = new URLSearchParams(parameters)
    if (folder !== undefined) own.set('host', folder)
    return `${scheme}${user}${host}${path}${own.size > 0 ? `?${own}` : ''}`
  })
  return { urls, readWrite: session === null ? count > 1 : session !== 'any' }
}
