import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/**
 * Proxies whose `X-Forwarded-*` headers count: none (`false`), a number, or networks
 * (`loopback,10.0.0.0/8`).
 */
export type TrustProxy = false | number | string

export type TrustFunction = (address: string, hop: number) => boolean

const NAMED_NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')
const bitsOf = (address: string) => (isIPv4(address) ? 32 : 128)

const withoutPort = (address: string): string =>
  address.replace(/^(?:\[([^\]]*)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/, '$1$2')

/** Removes the port, and turns `::ffff:192.0.2.1` into IPv4. Keeps all else. */
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

/** True for networks, addresses and names of networks. A network of all addresses is invalid. */
export const areNetworks = (value: string): boolean => {
  const networks = networksIn(value)
  return networks.length > 0 && networks.every(isNetwork)
}

export const createNetworks = (value: string): BlockList => {
  const list = new BlockList()
  for (const network of networksIn(value)) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, bits === undefined ? bitsOf(address) : Number(bits), familyOf(address))
  }
  return list
}

export const trustFunction = (trust: TrustProxy): TrustFunction | false => {
  if (trust === false || trust === 0) return false
  if (typeof trust === 'number') return (_address, hop) => hop < trust
  const networks = createNetworks(trust)
  return (given) => {
    const address = plainAddress(given)
    return isIP(address) !== 0 && networks.check(address, familyOf(address))
  }
}

const prefixOf = (address: string, groups: number): string => {
  const canonical = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const before = head.split(':').filter((group) => group !== '')
  const after = (tail ?? '').split(':').filter((group) => group !== '')
  const zeros = tail === undefined ? [] : Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].slice(0, groups).join(':')
}

/**
 * For limits: the IPv4 address, or IPv6 /64, since one line has so many addresses. All
 * non-addresses share one network.
 */
export const networkOf = (address: string | undefined): string => {
  const plain = plainAddress(address ?? '')
  if (isIPv4(plain)) return plain
  return isIPv6(plain) ? `${prefixOf(plain, 4)}::/64` : 'unknown'
}

/**
 * For counting agreement: the IPv4 /24, or IPv6 /48. Routers exchange no smaller blocks (RFC 7454
 * section 6.1.3), and customers rarely get more, so two blocks rarely mean one person.
 * A 6to4 /48 (RFC 3056) counts as its IPv4 /24. All Teredo (RFC 4380), and all non-addresses, are
 * one block each.
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
