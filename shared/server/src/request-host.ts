import type { FastifyRequest } from 'fastify'

/** `host[:port]` of RFC 9110, section 7.2: an IPv6 address, or what names and IPv4 addresses are made of. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{0,5})?$/i

/** The parts of a request that name the address that it asks; `host` is that of a proxy which is believed. */
export type AskedHost = Pick<FastifyRequest, 'host' | 'protocol'>

/**
 * The address that a request asks, without a path: the one reading of its `Host`, in which names are in lower case and numbers are
 * IPv4 addresses (M-GATEWAY-17). `undefined` for a request that names none, or something else than a host and its port.
 */
export const askedAddress = ({ host, protocol }: AskedHost): URL | undefined =>
  HOST.test(host) ? (URL.parse(`${protocol}://${host}`) ?? undefined) : undefined

/** Whether `Host` can be read. A request of HTTP/1.0 may have none. */
export const isHostReadable = (request: AskedHost): boolean =>
  request.host === '' || askedAddress(request) !== undefined

/** The origin in an `Origin` or a `Referer`; `undefined` for `null`, and for what is no address. */
export const originIn = (header: string | undefined): string | undefined => {
  const address = header === undefined ? null : URL.parse(header)
  return address && address.origin !== 'null' ? address.origin : undefined
}

/** Whether an `Origin` names the host that the request asks. A proxy in front may have ended TLS: the host alone is compared. */
export const isAskedHost = (origin: string | undefined, request: AskedHost): boolean => {
  const named = originIn(origin)
  return named !== undefined && new URL(named).host === askedAddress(request)?.host
}
