import { EARLY_CALLS_ATTRIBUTES, STORAGE_KEYS } from '@atalaia/contracts'
import { tokenWith } from '@atalaia/kernel/testing'
import { startEarlyCalls, takeEarlyCalls } from './early-calls.ts'
import { renewStored, sessionServer, takeRenewal } from './session-server.ts'

const now = Math.floor(Date.now() / 1000)
const expired = tokenWith({ sub: 'ana@acme.example', iat: now - 700, exp: now - 100, renew_until: now + 3600 })
const next = tokenWith({ sub: 'ana@acme.example', iat: now, exp: now + 600, renew_until: now + 28_800 })

const script = () => {
  const element = document.createElement('script')
  element.setAttribute(EARLY_CALLS_ATTRIBUTES.addresses, '/api/emails')
  element.setAttribute(EARLY_CALLS_ATTRIBUTES.remote, 'mfe-analytics')
  return element
}

const start = (answer: () => Promise<Response>, stored = expired) => {
  localStorage.setItem(STORAGE_KEYS.token, stored)
  const asked = jest.spyOn(globalThis, 'fetch').mockImplementation(answer)
  renewStored(() => startEarlyCalls(script()))
  return asked
}

afterEach(() => {
  takeEarlyCalls()
  void takeRenewal()
  localStorage.clear()
  jest.restoreAllMocks()
})

// Rule: P-SESSION-24
test('a token that has expired is renewed before the early calls, which carry the next one', async () => {
  const asked = start(async () => Response.json({ access_token: next }))
  expect(takeEarlyCalls()).toEqual([])
  expect(await takeRenewal()).toEqual({ status: 'renewed', token: next })
  expect(localStorage.getItem(STORAGE_KEYS.token)).toBe(next)
  expect(takeEarlyCalls()).toMatchObject([{ address: '/api/emails', token: next }])
  expect(asked.mock.calls[0]).toMatchObject([
    '/api/sessao/renovar',
    { method: 'POST', headers: { Authorization: `Bearer ${expired}` } },
  ])
  expect(takeRenewal()).toBeUndefined()
})

// Rule: P-SESSION-24, P-ERROR-27
test.each([
  ['a session that has ended', async () => new Response('{}', { status: 401 }), 'refused'],
  ['a gateway without its API', async () => new Response('', { status: 502 }), 'unanswered'],
  [
    "a proxy's page",
    async () => new Response('<html>', { status: 403, headers: { 'content-type': 'text/html' } }),
    'unanswered',
  ],
  ['a limit', async () => new Response('{}', { status: 429 }), 'unanswered'],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), 'unanswered'],
])('with %s the token stays as it is, and no early call is sent', async (_, answer, status) => {
  const asked = start(answer)
  expect(await takeRenewal()).toMatchObject({ status })
  expect(localStorage.getItem(STORAGE_KEYS.token)).toBe(expired)
  expect([asked.mock.calls.length, takeEarlyCalls()]).toEqual([1, []])
})

test.each([
  ['is valid', next, 1],
  ['cannot be renewed', tokenWith({ sub: 'ana@acme.example', exp: now - 1 }), 0],
])('a token that %s is not renewed', (_, stored, calls) => {
  const asked = start(async () => Response.json([]), stored)
  expect(takeRenewal()).toBeUndefined()
  expect(asked).toHaveBeenCalledTimes(calls)
})

// Rule: P-SESSION-55
test("a session that is over by the page's clock is over only when the server says so", async () => {
  start(
    async () => Response.json({ access_token: next }),
    tokenWith({ sub: 'ana@acme.example', iat: now - 90_000, exp: now - 89_400, renew_until: now - 60_000 }),
  )
  expect(await takeRenewal()).toEqual({ status: 'renewed', token: next })
})

// Rule: P-SESSION-8
test('a log-out is sent so that it outlives the page', () => {
  const asked = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  sessionServer.end(next)
  expect(asked.mock.calls[0]).toMatchObject(['/api/sessao', { method: 'DELETE', keepalive: true }])
})
