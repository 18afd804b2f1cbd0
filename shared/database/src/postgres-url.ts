/** The servers of a connection address, one address each, and whether only one that takes writes will do. */
export type PostgresTargets = { readonly urls: readonly string[]; readonly readWrite: boolean }

const ADDRESS = /^(?<scheme>postgres(?:ql)?:\/\/)(?<authority>[^/?#]*)(?<path>[^?#]*)(?:\?(?<query>[^#]*))?/
const SESSIONS = ['any', 'read-write', 'primary']

/**
 * Splits an address with several servers, in libpq's form (`postgres://user:password@one:5432,two:5432/name`, or
 * `?host=/one,/two` for Unix sockets), into one address for each. `target_session_attrs` is `read-write` (or `primary`:
 * the same here) or `any`; by default the first server of several that takes writes is used, and one alone as it is
 * (M-FAIL-22).
 *
 * Throws for another value of `target_session_attrs`. The error never contains the address: it has a password in it.
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
