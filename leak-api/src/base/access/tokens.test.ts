import { randomBytes } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, SignJWT, type JWTPayload } from 'jose'
import { ringOf } from '../../../testing/test-api.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { createKeyRing, installationKey } from '../key-ring.ts'
import { NO_ROWS } from './tenancy.ts'
import { createTokens } from './tokens.ts'

const HOUR_S = 3600
const key = randomBytes(32)
const account = { email: 'ana@acme.com', accountId: '1', generation: 3, sessionId: 's' }
const seconds = 8 * HOUR_S
const client = {
  kind: 'client',
  clientId: 'c',
  scopes: ['leaks:read', 'emails:add'],
  rows: 'all',
  tokenId: 't',
} as const

const open = (withoutAudienceUntil?: Date) => {
  const clock = createTestClock()
  const tokens = createTokens({ ring: ringOf(key), clock, withoutAudienceUntil })
  const now = Math.floor(clock().getTime() / 1000)
  const claims: JWTPayload = { sub: 'ana@acme.com', uid: '1', gen: 3, aud: 'leak-api', iat: now, exp: now + 8 * HOUR_S }
  const portalClaims = { client_id: 'c', scope: 'leaks:read', jti: 't' }
  const forClient: JWTPayload = { sub: 'c', ...portalClaims, aud: 'leak-api', iat: now, exp: now + 600 }
  const signed = (payload: JWTPayload, typ: string | undefined = 'JWT', { alg = 'HS256', with: by = key } = {}) =>
    new SignJWT(payload).setProtectedHeader({ alg, ...(typ !== '' && { typ }) }).sign(by)
  return { clock, tokens, now, claims, forClient, signed }
}

// Threat: T-ACCOUNT-1
test('a token that was read before ends at its time, and with the key that signed it', async () => {
  const clock = createTestClock()
  const ring = createKeyRing([installationKey('token', key)])
  const tokens = createTokens({ ring, clock })
  const token = await tokens.issue({ ...account, seconds: 600 })
  const statusOf = async (shown: string) => (await tokens.read(shown)).status
  expect([await statusOf(token), await statusOf(token)]).toEqual(['valid', 'valid'])
  expect(await statusOf(`${token.slice(0, -2)}AA`)).toBe('unreadable')
  clock.advance(600)
  expect(await statusOf(token)).toBe('expired')
  const next = await tokens.issue({ ...account, seconds: 600 })
  expect(await statusOf(next)).toBe('valid')
  ring.replace([installationKey('token', randomBytes(32))])
  expect(await statusOf(next)).toBe('unreadable')
})

// Threat: T-ACCOUNT-1
test('tokens name their audience and type, and are read as what they were issued for', async () => {
  const { tokens } = open()
  const session = await tokens.issue({ ...account, seconds })
  const portal = await tokens.issueToClient(client)
  expect([decodeProtectedHeader(session).typ, decodeJwt(session).aud]).toEqual(['JWT', 'leak-api'])
  expect([decodeProtectedHeader(portal).typ, decodeJwt(portal).aud]).toEqual(['at+jwt', 'leak-api'])
  expect(await tokens.read(session)).toMatchObject({ status: 'valid', subject: { kind: 'account', ...account } })
  expect(await tokens.read(portal)).toEqual({ status: 'valid', subject: client })
})

// Threat: T-ACCOUNT-1
test('a signed token that lacks a claim, or lives too long, is unreadable', async () => {
  const { tokens, now, claims, forClient, signed } = open()
  expect(await tokens.read(await signed(claims))).toMatchObject({ status: 'valid' })
  expect(await tokens.read(await signed(forClient, 'at+jwt'))).toMatchObject({ status: 'valid' })
  const ofRemote = { ...claims, aud: 'mfe-analytics', scope: 'dashboard leaks:read', exp: now + 600 }
  expect(await tokens.read(await signed(ofRemote, 'remote+jwt'))).toMatchObject({
    subject: { kind: 'remote', remote: 'mfe-analytics', scopes: ['leaks:read', 'dashboard'] },
  })
  const wrong = [
    await signed(ofRemote),
    await signed(ofRemote, 'at+jwt'),
    await signed({ ...ofRemote, exp: now + 601 }, 'remote+jwt'),
    await signed({ ...ofRemote, aud: 'leak-api' }, 'remote+jwt'),
    await signed({ ...ofRemote, aud: ['mfe-analytics'] }, 'remote+jwt'),
    await signed({ ...ofRemote, scope: 'dashboard account:own' }, 'remote+jwt'),
    await signed({ ...ofRemote, scope: '' }, 'remote+jwt'),
    await signed({ ...ofRemote, scope: undefined }, 'remote+jwt'),
    await signed({ ...claims, exp: undefined }),
    await signed({ ...claims, iat: undefined }),
    await signed({ ...claims, aud: undefined }),
    await signed({ ...claims, aud: 'another-api' }),
    await signed({ ...claims, exp: now + 9 * HOUR_S }),
    await signed(claims, ''),
    await signed(claims, 'at+jwt'),
    await signed(forClient),
    await signed(forClient, 'id+jwt'),
    await signed({ ...forClient, jti: undefined }, 'at+jwt'),
    await signed({ ...claims, uid: undefined }),
    await signed({ ...forClient, exp: now + 601 }, 'at+jwt'),
    await signed({ ...forClient, exp: undefined }, 'at+jwt'),
  ]
  for (const token of wrong) expect(await tokens.read(token)).toEqual({ status: 'unreadable' })
})

// Threat: T-ACCOUNT-1
test('a session from before the audience goes on until its time is over, and no longer', async () => {
  const { clock, tokens, claims, signed } = open(new Date('2026-11-21T16:00:00Z'))
  const old = await signed({ ...claims, aud: undefined })
  expect(await tokens.read(old)).toMatchObject({ status: 'valid' })
  expect(await tokens.read(await signed({ ...claims, aud: undefined, exp: undefined }))).toEqual({
    status: 'unreadable',
  })
  clock.advance(HOUR_S)
  expect(await tokens.read(old)).toEqual({ status: 'unreadable' })
})

// Threat: T-ACCOUNT-1
test('an audience of another API stays unreadable while tokens without one are accepted', async () => {
  const { tokens, claims, signed } = open(new Date('2026-11-21T16:00:00Z'))
  expect(await tokens.read(await signed({ ...claims, aud: 'another-api' }))).toEqual({ status: 'unreadable' })
})

// Threat: T-ACCOUNT-1
test('a token that another key or another algorithm signed, or none, is unreadable', async () => {
  const { tokens, claims, signed } = open()
  const [header = '', payload = '', signature = ''] = (await signed(claims)).split('.')
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
  const forged = [
    await signed(claims, 'JWT', { with: randomBytes(32) }),
    await signed(claims, 'JWT', { alg: 'HS512', with: Buffer.concat([key, key]) }),
    await signed(claims, 'JWT', { alg: 'HS384', with: key }).catch(() => ''),
    `${none}.${payload}.`,
    `${none}.${payload}.${signature}`,
    `${header}.${payload}.`,
    '',
  ]
  for (const token of forged) expect(await tokens.read(token)).toEqual({ status: 'unreadable' })
})

// Rule: P-SESSION-12
test('a session is issued for eight hours at most, and a token of a portal for ten minutes', async () => {
  const { tokens, now } = open()
  const page = await tokens.issue({ ...account, seconds: 600, renewUntil: now + 8 * HOUR_S })
  expect(decodeJwt(page)).toMatchObject({ sid: 's', exp: now + 600, renew_until: now + 8 * HOUR_S })
  expect(decodeJwt(await tokens.issue({ ...account, seconds: 2 * seconds }))).toMatchObject({ exp: now + 8 * HOUR_S })
  expect(decodeJwt(await tokens.issue({ ...account, seconds }))).toMatchObject({ iat: now, exp: now + 8 * HOUR_S })
  expect(decodeJwt(await tokens.issueToClient(client))).toMatchObject({ iat: now, exp: now + 600 })
})

test('of a token that has expired it can still be told whose it was, if its signature is good', async () => {
  const { clock, tokens, claims, signed } = open()
  const session = await tokens.issue({ ...account, seconds })
  const portal = await tokens.issueToClient(client)
  const forged = await signed(claims, 'JWT', { with: randomBytes(32) })
  const foreign = await signed({ ...claims, aud: 'another-api' })
  clock.advance(8 * HOUR_S - 1)
  expect(await tokens.read(session)).toMatchObject({ status: 'valid', subject: { kind: 'account', ...account } })
  clock.advance(1)
  expect(await tokens.read(session)).toMatchObject({ status: 'expired', subject: { kind: 'account', ...account } })
  expect(await tokens.read(portal)).toEqual({ status: 'expired', subject: client })
  for (const token of [forged, foreign]) expect(await tokens.read(token)).toEqual({ status: 'unreadable' })
})

test('a scope that there is not gives no right', async () => {
  const { tokens, forClient, signed } = open()
  expect(await tokens.read(await signed({ ...forClient, scope: 'leaks:write' }, 'at+jwt'))).toEqual({
    status: 'valid',
    subject: { ...client, scopes: [], rows: NO_ROWS },
  })
})

// Rule: M-ROTATE-3
// Threat: T-ACCOUNT-1
test('a token names its key; it is read by that one alone, and one of before by whichever key has signed it', async () => {
  const [current, former, other] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  const clock = createTestClock()
  const [old, both] = [ringOf(former), ringOf(current, former)]
  const tokens = createTokens({ ring: both, clock })
  const now = Math.floor(clock().getTime() / 1000)
  const claims = { sub: 'ana@acme.com', uid: '1', aud: 'leak-api', iat: now, exp: now + 600 }
  const sign = (header: object, by: Uint8Array) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...header }).sign(by)
  const statusOf = async (token: string) => (await tokens.read(token)).status

  const own = await tokens.issue({ ...account, seconds })
  expect(decodeProtectedHeader(own).kid).toBe(both.current.id)
  const ofBefore = await createTokens({ ring: old, clock }).issue({ ...account, seconds })
  const [currentId, formerId] = both.all.map(({ id }) => id)
  for (const token of [own, ofBefore, await sign({}, current), await sign({}, former)])
    expect(await statusOf(token)).toBe('valid')
  const forged = [
    await sign({ kid: currentId }, former),
    await sign({ kid: formerId }, current),
    await sign({ kid: ringOf(other).current.id }, current),
    await sign({ kid: installationKey('link', current).id }, current),
    await sign({ kid: '' }, current),
    await sign({ kid: '../../keys/token.key' }, current),
    await sign({ kid: [currentId] }, current),
    await sign({ kid: null }, current),
    await sign({ alg: 'HS512', kid: currentId }, Buffer.concat([current, current])),
    await sign({}, other),
    await sign({ kid: currentId, jwk: { kty: 'oct', k: other.toString('base64url') } }, other),
    `${Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT', kid: currentId })).toString('base64url')}.${own.split('.')[1]}.`,
  ]
  for (const token of forged) expect(await statusOf(token)).toBe('unreadable')
  clock.advance(9 * HOUR_S)
  for (const token of [own, ofBefore, await sign({}, former)]) expect(await statusOf(token)).toBe('expired')
})
