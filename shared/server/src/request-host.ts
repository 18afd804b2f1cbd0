import type { FastifyRequest } from 'fastify'

const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{0,5})?$/i

export type AskedHost = Pick<FastifyRequest, 'host' | 'protocol'>

/**
 * The request's address without a path, in normal form. `undefined` when `Host` is absent or
 * unreadable (M-GATEWAY-17).
 */
export const askedAddress = ({ host, protocol }: AskedHost): URL | undefined =>
  HOST.test(host) ? (URL.parse(`${protocol}://${host}`) ?? undefined) : undefined

// Most requests ask the same host.
let readable = ''

/** HTTP/1.0 may have no `Host`. */
export const isHostReadable = (request: AskedHost): boolean => {
  const { host } = request
  if (host === readable || host === '') return true
  if (askedAddress(request) === undefined) return false
  readable = host
  return true
}

/** The origin in `Origin` or `Referer`; `undefined` for `null` or no address. */
export const originIn = (header: string | undefined): string | undefined => {
  const address = header === undefined ? null : URL.parse(header)
  return address && address.origin !== 'null' ? address.origin : undefined
}

/** Compares only the host: a proxy may have ended TLS. */
export const isAskedHost = (origin: string | undefined, request: AskedHost): boolean => {
  const named = originIn(origin)
  return named !== undefined && new URL(named).host === askedAddress(request)?.host
}
