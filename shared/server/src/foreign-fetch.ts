import { lookup } from 'node:dns'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
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

/** A request to an address that somebody else named. */
export type ForeignRequest = ForeignFetchOptions & {
  /** Default: GET. */
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Whether the answer's body is left unread, and given as ''. Default: false. */
  readonly ignoresBody?: boolean
}
export type ForeignAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * The answer to one request that follows no redirect, whatever its status. Rejects when the address, or any that its name
 * resolves to, is not allowed, when the answer is compressed, and when it is larger or takes longer than the limits: of a
 * larger one no more than `maxBytes` is held.
 */
export const callForeign = async (address: string, options: ForeignRequest): Promise<ForeignAnswer> => {
  const { allowed, maxBytes, ignoresBody = false } = options
  const url = new URL(address)
  const listed = isListed(url, allowed.origins)
  const isAllowed = (found: string) => listed || isReachable(found, allowed)
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isAllowed(host)) throw refused(host)
  const answer = await open(url, guardedLookup(isAllowed), options)
  try {
    const { statusCode: status = 0, headers } = answer
    const single = Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    )
    const body = ignoresBody ? '' : await readBody(answer, address, maxBytes)
    return { status, headers: Object.fromEntries(single), body }
  } finally {
    answer.destroy()
  }
}

const readBody = async (answer: IncomingMessage, address: string, maxBytes: number): Promise<string> => {
  const coding = answer.headers['content-encoding'] ?? 'identity'
  if (coding !== 'identity') throw new Error(`${address}: it is compressed`)
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const part of answer) {
    const chunk = Buffer.from(part)
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error(`${address}: more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** The text at an address that somebody else named, in one GET ({@link callForeign}). Rejects when the answer is no success. */
export const fetchForeign = async (
  address: string,
  options: Omit<ForeignRequest, 'method' | 'body'>,
): Promise<string> => {
  const { status, body } = await callForeign(address, options)
  if (status < 200 || status > 299) throw new Error(`${address}: it answers ${status}`)
  return body
}

const open = (
  url: URL,
  lookUp: LookupFunction,
  { method = 'GET', headers, body, timeoutMs }: ForeignRequest,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    const sent = { accept: 'application/json', ...headers, 'accept-encoding': 'identity' }
    const signal = AbortSignal.timeout(timeoutMs)
    // Errors after the answer's head are the answer's, too.
    request(url, { method, lookup: lookUp, signal, headers: sent, agent: false }, resolve).on('error', reject).end(body)
  })

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether an OpenID issuer of this address can be believed: over https, or, if `loopback`, from this machine. */
export const isIssuerAddress = (issuer: string, loopback: boolean): boolean => {
  if (!URL.canParse(issuer)) return false
  const { protocol, hostname, search, hash, username, password } = new URL(issuer)
  const isSecure = protocol === 'https:' || (loopback && protocol === 'http:' && LOOPBACK_HOSTS.has(hostname))
  return isSecure && [search, hash, username, password].every((part) => part === '')
}
