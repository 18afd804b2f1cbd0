import { lookup } from 'node:dns'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net'
import { createNetworks, plainAddress } from './client-address.ts'

/** The addresses that a server may ask on somebody else's word, besides those of the Internet. */
export type ForeignAddresses = {
  /** Origins that may be asked wherever they are: `http://10.0.0.5:4102`, or `http://10.0.0.5:*` for all ports. */
  readonly origins: readonly string[]
  /** Whether this machine and private networks may be asked, too. */
  readonly local: boolean
}

export type ForeignFetchOptions = {
  readonly allowed: ForeignAddresses
  readonly maxBytes: number
  /** Time for the whole answer. */
  readonly timeoutMs: number
}

const LOCAL = createNetworks('loopback,uniquelocal')
/** Networks that are no part of the Internet, or lead out of it (IANA's registries of special-purpose addresses). */
const SPECIAL = createNetworks(
  'linklocal,0.0.0.0/8,100.64.0.0/10,192.0.0.0/24,192.0.2.0/24,192.88.99.0/24,198.18.0.0/15,198.51.100.0/24,' +
    '203.0.113.0/24,224.0.0.0/4,240.0.0.0/4,::/96,64:ff9b::/96,64:ff9b:1::/48,100::/64,2001::/23,2001:db8::/32,' +
    '2002::/16,fec0::/10,ff00::/8',
)

/** An address in the form in which networks are compared: IPv4 in IPv6 (`::ffff:7f00:1`) as IPv4. */
const comparable = (address: string): string => {
  const plain = plainAddress(address.replace(/%.*$/, ''))
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(plain) ?? []
  if (high === undefined || low === undefined) return plain
  const [one, other] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [one >> 8, one & 255, other >> 8, other & 255].join('.')
}

const isIn = (networks: BlockList, address: string) => networks.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')

/** Whether a server may ask at this IP address: one of the Internet, or a local one where those are allowed. */
export const isReachable = (address: string, { local }: Pick<ForeignAddresses, 'local'>): boolean => {
  const plain = comparable(address)
  if (isIP(plain) === 0) return false
  return isIn(LOCAL, plain) ? local : !isIn(SPECIAL, plain)
}

const isListed = ({ protocol, hostname, origin }: URL, origins: readonly string[]): boolean =>
  origins.includes(origin) || origins.includes(`${protocol}//${hostname}:*`)

const refused = (hostname: string) => new Error(`${hostname}: this server asks nobody at that address`)

/** Resolves names, and refuses one that has an address that is not allowed: the connection goes to what was checked. */
const guardedLookup =
  (isAllowed: (address: string) => boolean): LookupFunction =>
  (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || first === undefined) return done(error ?? refused(hostname), '')
      if (!addresses.every(({ address }) => isAllowed(address))) return done(refused(hostname), '')
      return options.all === true ? done(null, addresses) : done(null, first.address, first.family)
    })

/**
 * The text at an address that somebody else named, in one GET that follows no redirect. Rejects when the address, or any
 * that its name resolves to, is not allowed, when the answer is no success or is compressed, and when it is larger or
 * takes longer than the limits: of a larger one no more than `maxBytes` is held.
 */
export const fetchForeign = async (address: string, options: ForeignFetchOptions): Promise<string> => {
  const { allowed, maxBytes, timeoutMs } = options
  const url = new URL(address)
  const listed = isListed(url, allowed.origins)
  const isAllowed = (found: string) => listed || isReachable(found, allowed)
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isAllowed(host)) throw refused(host)
  const answer = await open(url, guardedLookup(isAllowed), AbortSignal.timeout(timeoutMs))
  try {
    const { statusCode = 0, headers } = answer
    if (statusCode < 200 || statusCode > 299) throw new Error(`${address}: it answers ${statusCode}`)
    if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new Error(`${address}: it is compressed`)
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const part of answer) {
      const chunk = Buffer.from(part)
      bytes += chunk.length
      if (bytes > maxBytes) throw new Error(`${address}: more than ${maxBytes} bytes`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString()
  } finally {
    answer.destroy()
  }
}

const open = (url: URL, lookUp: LookupFunction, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const get = url.protocol === 'https:' ? getHttps : getHttp
    const headers = { accept: 'application/json', 'accept-encoding': 'identity' }
    // Errors after the answer's head are the answer's, too.
    get(url, { lookup: lookUp, signal, headers, agent: false }, resolve).on('error', reject)
  })
