import { isIP, isIPv4 } from 'node:net'
import { createNetworks } from './client-address.ts'

/** IPv4 below 224.0.0.0 (RFC 1112), and IPv6's global block (RFC 4291, section 2.5.4). */
const UNICAST = createNetworks('0.0.0.0/1,128.0.0.0/2,192.0.0.0/3,2000::/3')

const LOCAL = createNetworks('loopback,uniquelocal')

/**
 * Blocks of {@link UNICAST} in IANA's special-purpose registries
 * (iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry).
 * AS112 and AMT are Internet, so absent. 192.0.0.0/24 and 2001::/23 are whole: their global parts
 * are relays and resolvers.
 */
const SPECIAL_PURPOSE = createNetworks(
  [
    '0.0.0.0/8', // this network
    '100.64.0.0/10', // shared by customers of a provider
    '169.254.0.0/16', // link-local
    '192.0.0.0/24', // protocols of the IETF
    '192.0.2.0/24', // documentation
    '192.88.99.0/24', // relays of 6to4
    '198.18.0.0/15', // benchmarks
    '198.51.100.0/24', // documentation
    '203.0.113.0/24', // documentation
    '2001::/23', // protocols of the IETF, Teredo among them
    '2001:db8::/32', // documentation
    '2002::/16', // 6to4
    '3fff::/20', // documentation
  ].join(','),
)

/**
 * True for addresses that strangers may name: global unicast, or local if allowed. IPv4 in IPv6
 * (`::ffff:0:0/96`) counts as IPv4. Zones are refused (M-CALL-1).
 */
export const isReachable = (address: string, { local }: { readonly local: boolean }): boolean => {
  if (isIP(address) === 0 || address.includes('%')) return false
  const family = isIPv4(address) ? 'ipv4' : 'ipv6'
  // Node's lists compare IPv4 in IPv6 with their networks of IPv4.
  if (LOCAL.check(address, family)) return local
  return UNICAST.check(address, family) && !SPECIAL_PURPOSE.check(address, family)
}
