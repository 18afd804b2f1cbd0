import fastify from 'fastify'
import { assert, array, constantFrom, property, string } from 'fast-check'
import { askedAddress, isAskedHost, originIn } from './request-host.ts'
import { guardRequests } from './request-guard.ts'

const askedAt = (host: string) => askedAddress({ host, protocol: 'http' })?.host

// Rule: M-GATEWAY-17
test.each([
  ['localhost:3100', 'localhost:3100'],
  ['Farol.Example', 'farol.example'],
  ['farol.example:80', 'farol.example'],
  ['farol.example:', 'farol.example'],
  ['a_b.example', 'a_b.example'],
  ['[::1]:3000', '[::1]:3000'],
  ['127.1', '127.0.0.1'],
  ['2130706433:1', '127.0.0.1:1'],
])('the Host %s asks %s', (host, asked) => {
  expect(askedAt(host)).toBe(asked)
})

// Rule: M-GATEWAY-17
// Threat: T-EDGE-14
test.each([
  'localhost:3100@evil.example',
  'localhost@evil.example',
  'localhost:3100/@evil.example',
  'localhost:3100\\@evil.example',
  'localhost?.evil.example',
  'localhost#.evil.example',
  'localhost, evil.example',
  'localhost evil.example',
  'local\thost',
  'localhost:3100:80',
  'localhost:port',
  'localhost:999999',
  'localhost:70000',
  'localhost;.evil.example',
  '%6cocalhost',
  'ｌocalhost',
  '[::1',
  '[::1]evil.example',
  '[::1%25eth0]',
  '1.2.3.4.5',
  '"><script>',
  '',
])('the Host "%s" is none', (host) => {
  expect(askedAt(host)).toBeUndefined()
})

// Rule: M-GATEWAY-17
test('the host that is judged is the one that an address made of it leads to, whatever a client writes', () => {
  const parts = constantFrom(
    'localhost',
    'evil.example',
    '127.0.0.1',
    '[::1]',
    ':80',
    '@',
    '/',
    '\\',
    '#',
    '?',
    '.',
    '%',
    ';',
  )
  assert(
    property(array(parts, { maxLength: 6 }), string({ maxLength: 3 }), (words, end) => {
      const host = words.join('') + end
      const asked = askedAddress({ host, protocol: 'http' })
      if (asked === undefined) return
      expect([asked.username, asked.password, asked.pathname, asked.search, asked.hash]).toEqual(['', '', '/', '', ''])
      expect(asked.origin).toBe(new URL(`http://${host}/path`).origin)
      expect(host.toLowerCase().split(':', 1)[0]).toMatch(/^(\[|[\w.-]+$)/)
    }),
  )
})

// Rule: M-GATEWAY-17
test.each([
  ['localhost:3100@evil.example', 400],
  ['localhost:3100', 200],
])('a request with the Host %s is answered with %i, by way of a proxy too', async (host, status) => {
  const app = fastify({ trustProxy: true })
  guardRequests(app, { trustProxy: false })
  app.get('/', () => 'page')
  expect((await app.inject({ url: '/', headers: { host } })).statusCode).toBe(status)
  const forwarded = { host: 'gateway.internal', 'x-forwarded-host': host }
  expect((await app.inject({ url: '/', headers: forwarded })).statusCode).toBe(status)
  await app.close()
})

test.each([
  ['https://Farol.Example/path?query', 'https://farol.example'],
  ['http://user@farol.example', 'http://farol.example'],
  ['null', undefined],
  ['data:text/html,x', undefined],
  ['farol.example', undefined],
  [undefined, undefined],
])('the origin in %s is %s', (header, origin) => {
  expect(originIn(header)).toBe(origin)
})

test.each([
  ['https://farol.example', 'farol.example', true],
  ['http://farol.example', 'FAROL.example:80', true],
  ['http://farol.example:81', 'farol.example', false],
  ['http://farol.example', 'evil.example@farol.example', false],
  ['http://evil.example@farol.example', 'farol.example', true],
  ['null', '', false],
  [undefined, 'farol.example', false],
])('whether %s names the host %s: %s', (origin, host, named) => {
  expect(isAskedHost(origin, { host, protocol: 'http' })).toBe(named)
})
