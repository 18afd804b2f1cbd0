import { startIssuer, type TestIssuer } from '../../../testing/issuer.ts'
import { isIssuerAddress } from '@atalaia/server'
import { createIssuerKeys } from './issuer-keys.ts'
import { verifyIdentity } from './verify-identity.ts'

let issuer: TestIssuer
beforeEach(async () => {
  issuer = await startIssuer()
})
afterEach(() => issuer.stop())

const open = (timeoutMs = 20_000) => {
  const clock = { ms: 0 }
  const keys = createIssuerKeys({ loopback: true, now: () => clock.ms, timeoutMs })
  const verify = async (token: string) => {
    const found = await verifyIdentity(token, { keys, issuers: new Set([issuer.url]), audience: 'http://127.0.0.1' })
    return found.status === 'refused' ? `${found.code}: ${found.sentence}` : found.status
  }
  return { clock, verify }
}
const sign = (kid?: string) => issuer.sign({ sub: 'job' }, kid === undefined ? {} : { header: { kid } })

// Rule: M-TRUST-5
// Threat: T-TRUST-3
test('keys are asked for once in ten minutes, and sooner for a key that is not known, but not within 30 s', async () => {
  const { clock, verify } = open()
  expect(await Promise.all([sign(), sign()].map(async (token) => verify(await token)))).toEqual([
    'verified',
    'verified',
  ])
  expect(issuer.asked).toHaveLength(2)
  const old = await sign()
  await issuer.rotate('second', 'ES256')
  expect(await verify(await sign())).toContain('key: its issuer has no such key')
  for (const kid of ['a', 'b', 'c']) await verify(await sign(kid))
  expect(issuer.asked).toHaveLength(2)
  clock.ms += 31_000
  expect(await verify(await sign())).toBe('verified')
  expect(await verify(old)).toContain('key: its issuer has no such key')
  expect(issuer.asked).toHaveLength(4)
  clock.ms += 601_000
  expect(await verify(await sign())).toBe('verified')
  expect(issuer.asked).toHaveLength(6)
})

// Rule: M-TRUST-4
// Threat: T-TRUST-3
test('a token without a key’s name or a subject, and one of more than 16 KiB, are refused before anything else', async () => {
  const { verify } = open()
  expect(await verify(await issuer.sign({ sub: 'job' }, { header: { kid: undefined } }))).toBe('key: it names no key')
  expect(await verify(await issuer.sign({}))).toContain('claims: sub')
  expect(await verify(await issuer.sign({ sub: 'job', more: 'x'.repeat(20_000) }))).toContain('malformed: ')
})

// Rule: M-TRUST-5
// Threat: T-TRUST-3
test.each<[string, string, (url: string) => string | undefined, string]>([
  ['a discovery document that never comes', '/.well-known/openid-configuration', () => undefined, 'aborted'],
  ['keys that never come', '/keys', () => undefined, 'aborted'],
  ['keys without an end', '/keys', () => `{"keys":[${'{"kty":"RSA"},'.repeat(30_000)}{}]}`, 'more than 262144 bytes'],
  ['101 keys', '/keys', () => JSON.stringify({ keys: Array.from({ length: 101 }, () => ({ kty: 'RSA' })) }), 'too_big'],
  ['HTML', '/keys', () => '<html>', 'JSON'],
  [
    'another issuer’s document',
    '/.well-known/openid-configuration',
    (url) => JSON.stringify({ issuer: `${url}/other`, jwks_uri: `${url}/keys` }),
    'names itself',
  ],
  [
    'keys at another origin',
    '/.well-known/openid-configuration',
    (url) => JSON.stringify({ issuer: url, jwks_uri: 'http://127.0.0.1:1/keys' }),
    'another origin',
  ],
])('an issuer with %s is refused in time, and asked again 30 s later', async (_what, path, answer, reason) => {
  const { clock, verify } = open(reason === 'aborted' ? 1000 : undefined)
  issuer.faults.set(path, (response) => {
    const body = answer(issuer.url)
    if (body !== undefined) response.end(body)
  })
  const refused = await verify(await sign())
  expect(refused).toMatch(/^issuer-unreachable: /)
  expect(refused).toContain(reason)
  issuer.faults.clear()
  expect(await verify(await sign())).toMatch(/^issuer-unreachable: /)
  clock.ms += 31_000
  expect(await verify(await sign())).toBe('verified')
})

// Rule: M-TRUST-3
test('an issuer is asked over https; over http on this machine alone, and outside production alone', () => {
  expect(isIssuerAddress('https://gitlab.example/ci', false)).toBe(true)
  for (const issuerUrl of [
    'http://ci.example',
    'https://a@ci.example',
    'https://ci.example?x',
    'ci.example',
    'file:///etc',
  ])
    expect([issuerUrl, isIssuerAddress(issuerUrl, true)]).toEqual([issuerUrl, false])
  expect([true, false].map((loopback) => isIssuerAddress('http://localhost:9', loopback))).toEqual([true, false])
})
