import type { GetToken, TokenReason } from '@atalaia/contracts'
import { createAccessToken } from './access-token.ts'
import type { Problem } from './problem.ts'

const now = Date.parse('2026-03-02T12:00:00Z')

beforeEach(() => jest.useFakeTimers({ now }))
afterEach(() => jest.useRealTimers())

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** A token that ends in `seconds`. */
const tokenFor = (seconds: number) => `${part({ alg: 'none' })}.${part({ exp: now / 1000 + seconds })}.x${seconds}`

type SetUp = { readonly token?: string; readonly getToken?: GetToken }

const setUp = ({ token, getToken }: SetUp) => {
  const lost: Problem[] = []
  const end = new AbortController()
  const access = createAccessToken({
    given: token ?? null,
    getToken: () => getToken ?? null,
    onLost: (problem) => lost.push(problem),
    signal: end.signal,
  })
  return { access, lost, end: () => end.abort() }
}

/** Gives one token after the other, and notes why it was asked. */
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
  expect(await Promise.all([access.renew(refused), access.renew(refused)])).toEqual([true, true])
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

test('a getToken that hands over a token that has ended is not asked for ever', async () => {
  const { getToken, reasons } = handing(tokenFor(-5), tokenFor(-5))
  const { access, lost } = setUp({ getToken })
  expect(await access.start()).toBe(false)
  expect(reasons).toEqual(['initial'])
  expect(lost).toHaveLength(1)
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
