import type { HttpFailure } from '@atalaia/contracts'
import { problemOf } from './problem.ts'

const api = new URL('https://atalaia.example/api')
const status = (code: number): HttpFailure => ({ kind: 'status', status: code, body: '' })

afterEach(() => jest.restoreAllMocks())

// Rule: M-EMBED-24
test.each<[string, HttpFailure, string, RegExp, RegExp]>([
  ['another page than the API', { kind: 'malformed', detail: 'zod' }, 'api-error', /is this the API's address/, /zod/],
  ['an address without anything', status(404), 'api-error', /404: is this the API's address/, /fault of the server/],
  ['a server with a fault', status(502), 'api-error', /502: a fault of the server/, /address/],
  ['too many calls', status(429), 'api-error', /too many calls.*wait/, /fault of the server/],
  ['a token without the scope', status(403), 'forbidden', /scope/, /origin/],
  ['a server that takes too long', { kind: 'timeout' }, 'api-unreachable', /in time/, /origin/],
  [
    'no answer, or none for this page',
    { kind: 'network' },
    'api-unreachable',
    /not answer.*origin.*connect-src/,
    /offline/,
  ],
])('%s: the message names the causes that there can be, and no other', (_, failure, code, says, never) => {
  const problem = problemOf(failure, api)
  expect(problem.code).toBe(code)
  expect(problem.message).toMatch(says)
  expect(problem.message).not.toMatch(never)
})

// Rule: M-EMBED-43
test('an address that nobody monitors is told from an address of no API', () => {
  const own: HttpFailure = { kind: 'status', status: 404, body: { detail: 'Este endereço não está entre os que …' } }
  expect(problemOf(own, api, '/emails/ana%40acme.com').code).toBe('unknown-address')
  expect(problemOf(own, api, '/casos').code).toBe('api-error')
  expect(problemOf(status(404), api, '/emails/ana%40acme.com').code).toBe('api-error')
})

// Rule: M-EMBED-24
test('a browser without a network is told from an origin that is not allowed', () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { message } = problemOf({ kind: 'network' }, api)
  expect(message).toMatch(/the browser is offline/)
  expect(message).not.toMatch(/origin/)
})
