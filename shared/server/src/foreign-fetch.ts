import { lookup } from 'node:dns'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { decodeText } from './decode-text.ts'
import { isReachable } from './reachable-addresses.ts'

/** Non-Internet addresses that a server may call for strangers. */
export type ForeignAddresses = {
  /** Origins allowed anywhere: `http://10.0.0.5:4102`, or `http://10.0.0.5:*` for all ports. */
  readonly origins: readonly string[]
  readonly local: boolean
}

export type ForeignFetchOptions = {
  readonly allowed: ForeignAddresses
  readonly maxBytes: number
  readonly timeoutMs: number
}

const isListed = ({ protocol, hostname, origin }: URL, origins: readonly string[]): boolean =>
  origins.includes(origin) || origins.includes(`${protocol}//${hostname}:*`)

const refused = (hostname: string) => new Error(`${hostname}: this server asks nobody at that address`)

/** Connects to the checked address. Refuses names with any forbidden one. */
const guardedLookup =
  (isAllowed: (address: string) => boolean): LookupFunction =>
  (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || first === undefined) return done(error ?? refused(hostname), '')
      if (!addresses.every(({ address }) => isAllowed(address))) return done(refused(hostname), '')
      return options.all === true ? done(null, addresses) : done(null, first.address, first.family)
    })

export type ForeignRequest = ForeignFetchOptions & {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Leaves the body unread, as ''. Default: false. */
  readonly ignoresBody?: boolean
}
export type ForeignAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * One request without redirects, any status. Rejects forbidden addresses, compressed answers, and
 * answers beyond size or time limits. Holds at most `maxBytes`.
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
  return decodeText(Buffer.concat(chunks))
}

/** One GET for text ({@link callForeign}). Rejects without success. */
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

/** True for https, or this machine with `loopback`. */
export const isIssuerAddress = (issuer: string, loopback: boolean): boolean => {
  if (!URL.canParse(issuer)) return false
  const { protocol, hostname, search, hash, username, password } = new URL(issuer)
  const isSecure = protocol === 'https:' || (loopback && protocol === 'http:' && LOOPBACK_HOSTS.has(hostname))
  return isSecure && [search, hash, username, password].every((part) => part === '')
}
