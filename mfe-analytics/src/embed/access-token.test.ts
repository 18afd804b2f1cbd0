import type { GetToken, TokenReason } from '@atalaia/contracts'
import { createAccessToken } from './access-token.ts'
import type { Problem } from './problem.ts'
import { createTokenRequests, REQUEST_INTERVAL_MS } from './token-requests.ts'

const now = Date.parse('2026-03-02T12:00:00Z')

beforeEach(() => jest.useFakeTimers({ now }))
afterEach(() => jest.useRealTimers())

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenFor = (seconds: number) => `${part({ alg: 'none' })}.${part({ exp: now / 1000 + seconds })}.x${seconds}`
const issued = (ahead: number, lifetime = 600) => {
  const iat = now / 1000 + ahead
  return `${part({ alg: 'none' })}.${part({ iat, exp: iat + lifetime })}.${lifetime}`
}

type SetUp = { readonly token?: string; readonly getToken?: GetToken }

const setUp = ({ token, getToken }: SetUp) => {
  const lost: Problem[] = []
  const end = new AbortController()
  const access = createAccessToken({
    given: token ?? null,
    requests: createTokenRequests(() => getToken ?? null),
    onLost: (problem) => lost.push(problem),
    signal: end.signal,
  })
  return { access, lost, end: () => end.abort() }
}

const handing = (...tokens: string[]) => {
  const reasons: TokenReason[] = []
  const getToken: GetToken = async (reason) => {
    reasons.push(reason)
    return tokens.shift() ?? ''
  }
  return { getToken, reasons }
}

test('without a token and without anybody to ask, the token is missing', async () => {
  const { access, lost } = setUp({})
  expect(await access.start()).toBe(false)
  expect(lost).toEqual([expect.objectContaining({ code: 'missing-token' })])
})

// Rule: M-EMBED-8
test('the portal is asked at first, and again when the token ends', async () => {
  const { getToken, reasons } = handing(tokenFor(600), tokenFor(1200))
  const { access, lost } = setUp({ getToken })
  expect(await access.start()).toBe(true)
  expect(access.current()).toBe(tokenFor(600))
  await jest.advanceTimersByTimeAsync(600_000)
  expect(reasons).toEqual(['initial', 'expired'])
  expect(access.current()).toBe(tokenFor(1200))
  expect(lost).toEqual([])
})

test('a token that ends with nobody to ask is an expired session, at that moment', async () => {
  const { access, lost } = setUp({ token: tokenFor(60) })
  await access.start()
  await jest.advanceTimersByTimeAsync(59_000)
  expect(lost).toEqual([])
  await jest.advanceTimersByTimeAsync(1_000)
  expect(lost).toEqual([expect.objectContaining({ code: 'session-expired' })])
  expect(access.current()).toBeUndefined()
})

// Rule: M-EMBED-8
test('a 401 asks once for all calls that ran into it', async () => {
  const { getToken, reasons } = handing(tokenFor(600), tokenFor(700))
  const { access } = setUp({ getToken })
  await access.start()
  const refused = access.current()
  const renewals = Promise.all([access.renew(refused), access.renew(refused)])
  await jest.advanceTimersByTimeAsync(REQUEST_INTERVAL_MS)
  expect(await renewals).toEqual([true, true])
  expect(await access.renew(refused)).toBe(true)
  expect(reasons).toEqual(['initial', 'unauthorized'])
})

test.each([
  [false, 'invalid-token'],
  [true, 'session-expired'],
])('a 401 with nobody to ask, accepted before: %s, is %s', async (accepted, code) => {
  const { access, lost } = setUp({ token: tokenFor(600) })
  await access.start()
  if (accepted) access.confirm()
  expect(await access.renew(access.current())).toBe(false)
  expect(lost).toEqual([expect.objectContaining({ code })])
})

test.each<[string, GetToken]>([
  [
    'throws',
    () => {
      throw new Error('no session')
    },
  ],
  ['rejects', () => Promise.reject(new Error('no session'))],
])('a getToken that %s is told, and never thrown on', async (_, getToken) => {
  const { access, lost } = setUp({ getToken })
  expect(await access.start()).toBe(false)
  expect(lost).toEqual([{ code: 'missing-token', message: "getToken('initial') failed: no session" }])
})

// Rule: M-EMBED-18
test.each([-660, 660])('a clock that is %d s from the API’s changes no lifetime', async (ahead) => {
  const { getToken, reasons } = handing(issued(ahead), issued(ahead))
  const { access, lost } = setUp({ getToken })
  expect(await access.start()).toBe(true)
  expect(await access.ensure()).toBe(true)
  await jest.advanceTimersByTimeAsync(599_000)
  expect(reasons).toEqual(['initial'])
  await jest.advanceTimersByTimeAsync(1_000)
  expect(reasons).toEqual(['initial', 'expired'])
  expect(lost).toEqual([])
})

// Rule: M-EMBED-18
test('a token that has ended by this machine’s clock is left to the API, and not asked for again', async () => {
  const { getToken, reasons } = handing(tokenFor(-5), tokenFor(-5))
  const { access } = setUp({ getToken })
  expect(await access.start()).toBe(true)
  await jest.advanceTimersByTimeAsync(600_000)
  expect(reasons).toEqual(['initial'])
})

// Rule: M-EMBED-19
test('however short tokens live, the portal is asked for one in some seconds at most', async () => {
  const { getToken, reasons } = handing(...Array.from({ length: 20 }, () => issued(0, 1)))
  const { access } = setUp({ getToken })
  await access.start()
  await jest.advanceTimersByTimeAsync(10_000)
  expect(reasons).toEqual(['initial', 'expired', 'expired', 'expired'])
})

// Rule: M-EMBED-20
test.each([
  ['initial', async () => {}],
  ['expired', () => jest.advanceTimersByTimeAsync(600_000)],
])('a getToken (%s) that does not reach its server is no connection, and no end of the session', async (_, wait) => {
  const tokens = _ === 'initial' ? [] : [issued(0)]
  const { access, lost } = setUp({
    getToken: async () => tokens.shift() ?? Promise.reject(new TypeError('Failed to fetch')),
  })
  await access.start()
  await wait()
  expect(lost).toEqual([expect.objectContaining({ code: 'api-unreachable' })])
})

test('what was left asks and tells nothing more', async () => {
  const { getToken, reasons } = handing(tokenFor(60), tokenFor(600))
  const { access, lost, end } = setUp({ getToken })
  await access.start()
  end()
  await jest.advanceTimersByTimeAsync(120_000)
  expect(reasons).toEqual(['initial'])
  expect(lost).toEqual([])
})
