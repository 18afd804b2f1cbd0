import { array, assert, integer, property, tuple } from 'fast-check'
import { isReachable } from './reachable-addresses.ts'

const judge = (address: string) => [isReachable(address, { local: false }), isReachable(address, { local: true })]
const INTERNET = [true, true]
const LOCAL = [false, true]
const REFUSED = [false, false]

// Rule: M-CALL-1, M-CALL-22
// Threat: T-EDGE-10
test.each([
  ...['8.8.8.8', '1.0.0.0', '223.255.255.255', '192.31.196.1', '192.175.48.1'].map((address) => [address, INTERNET]),
  ...['2606:4700::1111', '2000::', '2620:4f:8000::1', '::ffff:8.8.8.8'].map((address) => [address, INTERNET]),
  ...['127.0.0.1', '127.9.9.9', '::1', '10.1.2.3', '172.31.0.1', '192.168.0.1'].map((address) => [address, LOCAL]),
  ...['fd00::1', 'fc00::', '::ffff:10.0.0.1', '::ffff:7f00:1'].map((address) => [address, LOCAL]),
  ...['0:0:0:0:0:ffff:7f00:1', '0000:0000::0000:FFFF:127.0.0.1'].map((address) => [address, LOCAL]),
  ...['no address', '', '8.8.8.8.', '0x7f000001', '[::1]', '2606:4700::1111%eth0'].map((text) => [text, REFUSED]),
])('%s is judged by its block', (address, verdict) => {
  expect(judge(String(address))).toEqual(verdict)
})

const REFUSED_BLOCKS = [
  ['0.0.0.0', '0.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
  ['::', '::'],
  ['::2', '::fffe:ffff:ffff'],
  ['::ffff:a9fe:0', '::ffff:a9fe:ffff'],
  ['::ffff:0:0:0', '::ffff:0:ffff:ffff'],
  ['64:ff9b::', '64:ff9b::ffff:ffff'],
  ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::', '100::ffff:ffff:ffff:ffff'],
  ['100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['4000::', 'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
]

// Rule: M-CALL-1, M-CALL-22
// Threat: T-EDGE-10
test.each(REFUSED_BLOCKS)('no address from %s to %s is reached', (first, last) => {
  expect([judge(first), judge(last)]).toEqual([REFUSED, REFUSED])
})

const group = integer({ min: 0, max: 0xff_ff })
const ipv6 = array(group, { minLength: 8, maxLength: 8 })
const ipv4 = tuple(...Array.from({ length: 4 }, () => integer({ min: 0, max: 255 })))
const written = (groups: readonly number[]) => groups.map((value) => value.toString(16)).join(':')

// Rule: M-CALL-1, M-CALL-22
// Threat: T-EDGE-10
test('outside of 2000::/3 no IPv6 address is Internet', () => {
  const outside = ipv6.filter(([first = 0]) => first >> 13 !== 1)
  assert(property(outside, (groups) => expect(isReachable(written(groups), { local: false })).toBe(false)))
})

// Rule: M-CALL-1, M-CALL-22
// Threat: T-EDGE-10
test('an IPv4 address is judged alike in each form of IPv4-mapped IPv6, and in no other form of IPv6 reached', () => {
  assert(
    property(ipv4, (bytes) => {
      const plain = bytes.join('.')
      const [one = 0, two = 0, three = 0, four = 0] = bytes
      const [high, low] = [(one << 8) | two, (three << 8) | four]
      for (const mapped of [
        `::ffff:${plain}`,
        `::ffff:${written([high, low])}`,
        written([0, 0, 0, 0, 0, 0xff_ff, high, low]),
      ])
        expect(judge(mapped)).toEqual(judge(plain))
      for (const other of [
        [0, 0, 0, 0, 0xff_ff, 0, high, low],
        [0x64, 0xff_9b, 0, 0, 0, 0, high, low],
        [0x20_02, high, low, 0, 0, 0, 0, 1],
        [0x20_01, 0, high, low, 0, 0, ~high & 0xff_ff, ~low & 0xff_ff],
      ])
        expect(judge(written(other))).toEqual(REFUSED)
    }),
  )
})
