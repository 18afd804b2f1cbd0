import { tokenWith } from '../testing/fake-ports.ts'
import { demoToken, readToken } from './token.ts'

const NOW = Date.UTC(2026, 0, 1)
const HOUR_MS = 3_600_000
const exp = (NOW + HOUR_MS) / 1000
const partsOf = (token: string): unknown[] =>
  token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))

test.each([
  ['its claim email', { sub: 'ana@acme.example', email: 'bia@acme.example' }, 'bia@acme.example'],
  ['its subject, if that is an address', { sub: 'ana@acme.example' }, 'ana@acme.example'],
  ['no address, if its subject is none', { sub: 'ana' }, undefined],
])('a token names by %s', (_what, claims, email) => {
  expect(readToken(tokenWith({ ...claims, exp, name: 'Ana', avatar: '/ana.png' }), NOW)).toEqual({
    expiresAt: NOW + HOUR_MS,
    user: { email, name: 'Ana', avatar: '/ana.png' },
  })
})

// Rule: M-MEMBER-8, P-START-1
test('a token names the organisation and the role in it, and what others mean by these names makes no difference', () => {
  const claims = { sub: 'ana@acme.example', exp }
  const organisation = { id: '7', name: 'Acme' }
  expect(
    readToken(tokenWith({ ...claims, org: '7', org_name: 'Acme', role: 'reader', first_steps: true }), NOW),
  ).toMatchObject({
    organisation,
    role: 'reader',
    firstSteps: true,
  })
  const foreign = readToken(
    tokenWith({ ...claims, org: ['7'], org_name: 'Acme', role: 'root', first_steps: 'yes' }),
    NOW,
  )
  expect(foreign).toEqual({ expiresAt: NOW + HOUR_MS, user: expect.anything() })
})

// Rule: P-SESSION-4
test('a token is valid up to the instant of its expiry, and not at it', () => {
  const token = tokenWith({ sub: 'ana@acme.example', exp })
  expect(readToken(token, NOW + HOUR_MS - 1)).toBeDefined()
  expect(readToken(token, NOW + HOUR_MS)).toBeUndefined()
})

test.each(['', 'a', 'a.b.c', 'a.b'])('%p is no token', (text) => {
  expect(readToken(text, NOW)).toBeUndefined()
})

// Rule: P-SESSION-4
test.each([
  ['no subject', { exp }],
  ['no expiry', { sub: 'ana' }],
  ['an expiry in words', { sub: 'ana', exp: String(exp) }],
  ['a name that is no text', { sub: 'ana', exp, name: 7 }],
])('a token with %s makes no session', (_what, claims) => {
  expect(readToken(tokenWith(claims), NOW)).toBeUndefined()
})

// Rule: P-SESSION-13
test.each(['visita@acme.example', '~~~???@acme.example', 'maçã>>>@acme.example', 'a@b.co', 'aa@b.co', 'aaa@b.co'])(
  'the demonstration token of %s is an unsigned token that is valid for eight hours',
  (address) => {
    const token = demoToken(address, NOW + 999)
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.$/)
    expect(partsOf(token)).toEqual([
      { alg: 'none', typ: 'JWT' },
      { sub: address, email: address, exp: NOW / 1000 + 8 * 3600 },
    ])
    expect(readToken(token, NOW)).toMatchObject({ expiresAt: NOW + 8 * HOUR_MS, user: { email: address } })
  },
)
