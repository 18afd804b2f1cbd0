import { sql } from '@atalaia/database'
import type { KeyObject } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { object, string } from 'zod/mini'
import { loginAnswerSchema } from '@atalaia/contracts'
import { onPostgres } from '../../testing/each-database.ts'
import { createTestApi, PASSWORD } from '../../testing/test-api.ts'

const tokenIn = (answer: { json(): unknown }) => loginAnswerSchema.parse(answer.json()).access_token ?? ''

onPostgres((database) => {
  // Rule: P-SESSION-12
  test('a new account can log in, and its token carries sub and an expiry 8 hours ahead', async () => {
    const api = await createTestApi(database())
    expect((await api.signUp('Ana@Acme.com')).statusCode).toBe(201)

    const answer = await api.login(' ana@ACME.com ')
    expect(answer.statusCode).toBe(200)
    const claims = decodeJwt(tokenIn(answer))
    expect(claims.sub).toBe('ana@acme.com')
    expect(claims.exp).toBe(Math.floor(api.clock().getTime() / 1000) + 8 * 3600)
  })

  // Rule: P-API-11, P-API-13
  test.each([
    ['an address that is taken', 'ana@acme.com', PASSWORD, 409, 'Este e-mail já está cadastrado'],
    ['no valid address', 'ana', PASSWORD, 422, 'Informe um e-mail válido'],
    ['a short password', 'bia@acme.com', '1234567', 422, 'pelo menos 8 caracteres'],
  ])('a sign-up with %s is refused in Portuguese, as plain text', async (_what, email, password, status, text) => {
    const api = await createTestApi(database())
    await api.signUp('ana@acme.com')
    const answer = await api.signUp(email, password)
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toMatch('text/plain')
    expect(answer.body).toContain(text)
  })

  // Rule: P-API-8
  test('an unknown user and a wrong password get the same answer', async () => {
    const api = await createTestApi(database())
    await api.signUp('ana@acme.com')
    const wrong = await api.login('ana@acme.com', 'errada')
    const unknown = await api.login('nobody@acme.com', 'errada')
    expect(wrong.statusCode).toBe(401)
    expect(wrong.json()).toMatchObject({ message: 'Usuário ou senha incorretos.' })
    expect([unknown.statusCode, unknown.body]).toEqual([wrong.statusCode, wrong.body])
  })

  // Rule: P-API-9
  test('failed logins are slowed down more and more, and only for their caller', async () => {
    const api = await createTestApi(database())
    await api.signUp('ana@acme.com')
    for (let attempt = 0; attempt < 5; attempt++) await api.login('ana@acme.com', 'errada')

    const first = await api.login('ana@acme.com')
    expect(first.statusCode).toBe(429)
    expect(first.json()).toMatchObject({ message: expect.stringContaining('Muitas tentativas') })
    expect(first.headers['retry-after']).toBe('2')
    expect((await api.login('ana@acme.com', PASSWORD, '198.51.100.9')).statusCode).toBe(200)

    api.clock.advance(2)
    expect((await api.login('ana@acme.com', 'errada')).statusCode).toBe(401)
    expect((await api.login('ana@acme.com')).headers['retry-after']).toBe('4')
    api.clock.advance(4)
    expect((await api.login('ana@acme.com')).statusCode).toBe(200)
  })

  test('failed logins count for all processes on one database', async () => {
    const [one, other] = [await createTestApi(database()), await createTestApi(database())]
    // Each reads PostgreSQL's clock with its first count, and from then on its own, which stands still.
    await Promise.all([one, other].map((api) => api.login('rui@acme.com', 'errada')))
    for (let attempt = 0; attempt < 5; attempt++) await one.login('ana@acme.com', 'errada')
    expect((await other.login('ana@acme.com', 'errada')).statusCode).toBe(429)
  })

  // Rule: P-API-10, P-API-42
  test('one caller who tries many addresses is slowed down too', async () => {
    const api = await createTestApi(database())
    for (let attempt = 0; attempt < 30; attempt++) await api.login(`user${attempt}@acme.com`, 'errada')
    expect((await api.login('other@acme.com', 'errada')).statusCode).toBe(429)
  })

  // Rule: P-API-10, P-API-42
  test('many sign-ups of one caller are slowed down, in plain text', async () => {
    const api = await createTestApi(database())
    for (let attempt = 0; attempt < 20; attempt++) await api.signUp(`user${attempt}@acme.com`, 'short')
    const answer = await api.signUp('another@acme.com')
    expect(answer.statusCode).toBe(429)
    expect(answer.headers['content-type']).toMatch('text/plain')
    expect(answer.headers['retry-after']).toBe('30')
  })

  // Rule: P-API-7
  test("a call without a token, with an expired, a forged one or a stranger's gets 401", async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    // All else is as in a token of ours, so that each is refused for its own fault.
    const { alg = '', ...header } = decodeProtectedHeader(token)
    const { sub, ...claims } = decodeJwt(token)
    const sign = (key: Uint8Array | KeyObject, changes: object) =>
      new SignJWT({ ...claims, sub, ...changes }).setProtectedHeader({ ...header, alg }).sign(key)
    expect((await api.get('/emails', await sign(api.keys.token.current.secret, {}))).statusCode).toBe(200)
    const refused = {
      none: undefined,
      unreadable: 'rubbish',
      'signed with another key': await sign(Buffer.alloc(32, 1), {}),
      'of an account that does not exist': await sign(api.keys.token.current.secret, {
        uid: '00000000-0000-4000-8000-000000000000',
      }),
      "of another account's address": await sign(api.keys.token.current.secret, { sub: 'bia@acme.com' }),
    }
    for (const [what, offered] of Object.entries(refused))
      expect([what, (await api.get('/emails', offered)).statusCode]).toEqual([what, 401])

    expect((await api.get('/emails', token)).statusCode).toBe(200)
    api.clock.advance(8 * 3600)
    expect((await api.get('/emails', token)).statusCode).toBe(401)
  })

  // Rule: M-PRIVACY-2, M-PRIVACY-5
  test('nothing secret is stored in clear or logged', async () => {
    const api = await createTestApi(database(), { logLevel: 'trace' })
    const token = await api.tokenOf('ana@acme.com')
    await api.importText('forum', 'ana@acme.com:segredo-vazado')
    await api.add('ana@acme.com', token)
    const { ultimos_3_relatorios: reports } = (await api.get('/dashboard/resumo', token)).json()
    await api.app.inject({ url: reports[0].url })
    await api.app.inject({ url: `/api/emails?token=${token}` })
    await api.app.inject({ url: `/api/nowhere?token=${token}` })

    const log = api.log.join('')
    expect(log).toContain('/api/relatorios/')
    for (const secret of [token, PASSWORD, 'segredo-vazado', 'assinatura', 'ana@acme.com', '?token']) {
      expect(log).not.toContain(secret)
    }
  })

  // Rule: M-PRIVACY-7
  test("an account's password is stored as an argon2id hash with a salt of its own", async () => {
    const api = await createTestApi(database(), { passwordCost: undefined })
    await api.signUp('ana@acme.com')
    await api.signUp('bia@acme.com')
    const rows = await database().query(object({ hash: string() }), sql`SELECT password_hash AS hash FROM account`)
    const hashes = rows.map(({ hash }) => hash)
    for (const hash of hashes) {
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      expect(await verify(hash, PASSWORD)).toBe(true)
    }
    expect(new Set(hashes).size).toBe(2)
  })
})
