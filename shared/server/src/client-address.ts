import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/**
 * The proxies in front of a server, whose `X-Forwarded-*` headers it believes: none (`false`), as many as the number
 * says, or those of the networks (`loopback,10.0.0.0/8`).
 */
export type TrustProxy = false | number | string

/** Whether the sender at `address` is one of the server's own proxies; `hop` counts from the server, from 0. */
export type TrustFunction = (address: string, hop: number) => boolean

const NAMED_NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')
const bitsOf = (address: string) => (isIPv4(address) ? 32 : 128)

/** An address with the port that some proxies write behind it (`192.0.2.1:51234`, `[2001:db8::1]:443`), without it. */
const withoutPort = (address: string): string =>
  address.replace(/^(?:\[([^\]]*)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/, '$1$2')

/**
 * An address without a port, and IPv4 in the form of IPv6 (`::ffff:192.0.2.1`) as IPv4; other addresses, and what is none,
 * as they are.
 */
export const plainAddress = (address: string): string => withoutPort(address).replace(/^::ffff:(?=\d+\.)/i, '')

const networksIn = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap((part) => NAMED_NETWORKS[part] ?? [part])

const isNetwork = (network: string): boolean => {
  const [address = '', bits, ...rest] = network.split('/')
  if (isIP(address) === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= bitsOf(address))
}

/** Whether each part of `value` is a network, an address or the name of networks; a network of all addresses is none. */
export const areNetworks = (value: string): boolean => {
  const networks = networksIn(value)
  return networks.length > 0 && networks.every(isNetwork)
}

/** The networks in `value`, as {@link areNetworks} takes them. */
export const createNetworks = (value: string): BlockList => {
  const list = new BlockList()
  for (const network of networksIn(value)) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, bits === undefined ? bitsOf(address) : Number(bits), familyOf(address))
  }
  return list
}

/** `trust` as Fastify's option `trustProxy`; Fastify itself takes a number of hops as none. */
export const trustFunction = (trust: TrustProxy): TrustFunction | false => {
  if (trust === false || trust === 0) return false
  if (typeof trust === 'number') return (_address, hop) => hop < trust
  const networks = createNetworks(trust)
  return (given) => {
    const address = plainAddress(given)
    return isIP(address) !== 0 && networks.check(address, familyOf(address))
  }
}

/** The first groups of an IPv6 address, in one form for each address. */
const prefixOf = (address: string, groups: number): string => {
  const canonical = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const before = head.split(':').filter((group) => group !== '')
  const after = (tail ?? '').split(':').filter((group) => group !== '')
  const zeros = tail === undefined ? [] : Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].slice(0, groups).join(':')
}

/**
 * The network of a client, for limits: the address for IPv4, and the /64 for IPv6, because one line is given that many
 * addresses. Everything that is no address is one network.
 */
export const networkOf = (address: string | undefined): string => {
  const plain = plainAddress(address ?? '')
  if (isIPv4(plain)) return plain
  return isIPv6(plain) ? `${prefixOf(plain, 4)}::/64` : 'unknown'
}

/**
 * The block that an address is routed with, for counting who agrees: the /24 for IPv4, and the /48 for IPv6. They are
 * the smallest blocks that the Internet's routers take from each other (RFC 7454 section 6.1.3), and what one customer
 * is given at most without asking for more, so that two of them are rarely one person's by chance. Everything that is
 * no address is one block. Who has one IPv4 address has a /48 of 6to4 (RFC 3056), which counts as the /24 of that address;
 * all of Teredo (RFC 4380) is one block.
 */
export const routedBlockOf = (address: string | undefined): string => {
  const plain = plainAddress(address ?? '')
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  const [first, ...groups] = isIPv6(plain) ? prefixOf(plain, 3).split(':') : []
  if (first === '2002') {
    const [high = 0, low = 0] = groups.map((group) => Number.parseInt(group, 16))
    return `${high >> 8}.${high & 255}.${low >> 8}.0/24`
  }
  if (first === '2001' && groups[0] === '0') return '2001::/32'
  return isIPv6(plain) ? `${prefixOf(plain, 3)}::/48` : 'unknown'
}
