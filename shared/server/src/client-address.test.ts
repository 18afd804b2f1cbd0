import fastify from 'fastify'
import { areNetworks, networkOf, routedBlockOf, trustFunction, type TrustProxy } from './client-address.ts'

const FORGED = '6.6.6.6'

const seen = async (trust: TrustProxy, forwarded: string, remoteAddress = '127.0.0.1') => {
  const app = fastify({ trustProxy: trustFunction(trust) })
  app.get('/', ({ ip, host, protocol }) => ({ ip, host, protocol }))
  const headers = {
    host: 'own',
    'x-forwarded-for': forwarded,
    'x-forwarded-host': 'front',
    'x-forwarded-proto': 'https',
  }
  return (await app.inject({ url: '/', headers, remoteAddress })).json()
}

// Threat: T-EDGE-3
test.each<[TrustProxy, string, string]>([
  // No proxy: the neighbour is the client.
  [false, FORGED, '127.0.0.1'],
  [0, `${FORGED}, 198.51.100.7`, '127.0.0.1'],
  // One proxy, which appends the address that it saw.
  [1, '198.51.100.7', '198.51.100.7'],
  [1, `${FORGED}, 198.51.100.7`, '198.51.100.7'],
  [1, `127.0.0.1, ${FORGED}, 198.51.100.7`, '198.51.100.7'],
  // Two.
  [2, '198.51.100.7, 10.0.0.9', '198.51.100.7'],
  [2, `${FORGED}, 198.51.100.7, 10.0.0.9`, '198.51.100.7'],
  // Networks: everything up to the first address that is not ours.
  ['loopback', `${FORGED}, 198.51.100.7`, '198.51.100.7'],
  ['loopback, 10.0.0.0/8', `${FORGED}, 198.51.100.7, 10.0.0.9`, '198.51.100.7'],
  ['10.0.0.0/8', `${FORGED}, 198.51.100.7`, '127.0.0.1'],
])('behind %j, "%s" comes from %s', async (trust, forwarded, ip) => {
  expect(await seen(trust, forwarded)).toMatchObject({ ip })
})

// Threat: T-EDGE-3
test('host and protocol are believed of a trusted neighbour alone', async () => {
  expect(await seen('loopback', '198.51.100.7')).toMatchObject({ host: 'front', protocol: 'https' })
  expect(await seen(1, '198.51.100.7')).toMatchObject({ host: 'front', protocol: 'https' })
  expect(await seen('loopback', '198.51.100.7', '198.51.100.1')).toMatchObject({ host: 'own', protocol: 'http' })
  expect(await seen(false, '198.51.100.7')).toMatchObject({ host: 'own', protocol: 'http' })
})

test('IPv4 in the form of IPv6 is IPv4', async () => {
  expect(await seen('loopback', '198.51.100.7', '::ffff:127.0.0.1')).toMatchObject({ ip: '198.51.100.7' })
})

test.each(['loopback', '10.0.0.0/8', '::1', 'fd00::/8, 192.0.2.1', 'uniquelocal,linklocal'])(
  '%s are networks',
  (value) => {
    expect(areNetworks(value)).toBe(true)
  },
)

test.each(['', ',', 'all', '10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0', '10.0.0.0/8/8', '1.2.3.4/x'])(
  '"%s" are none',
  (value) => {
    expect(areNetworks(value)).toBe(false)
  },
)

// Threat: T-EDGE-2
test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:51234', '192.0.2.1'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['nobody', 'unknown'],
  [undefined, 'unknown'],
])('%s is of the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

// Threat: T-REPORT-2
test.each([
  ['192.0.2.1', '192.0.2.0/24'],
  ['192.0.2.254', '192.0.2.0/24'],
  ['::ffff:192.0.2.1', '192.0.2.0/24'],
  ['192.0.3.1', '192.0.3.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
  ['2002:c000:0201::1', '192.0.2.0/24'],
  ['2002:c000:02fe:9::1', '192.0.2.0/24'],
  ['2002::1', '0.0.0.0/24'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001::/32'],
  ['2001:0:53aa:64c::1', '2001::/32'],
  ['nobody', 'unknown'],
  [undefined, 'unknown'],
])('%s is routed with the block %s', (address, block) => {
  expect(routedBlockOf(address)).toBe(block)
})
