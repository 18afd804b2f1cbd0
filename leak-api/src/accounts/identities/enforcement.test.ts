import { sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import { createAuthenticator } from '../../../testing/authenticator.ts'
import { onPostgres } from '../../../testing/each-database.ts'
import { createIdentityCommands } from '../../../testing/identity-commands.ts'
import { createTestApi, PASSWORD } from '../../../testing/test-api.ts'

const [DONA, ANA, RUI] = ['dona@acme.com', 'ana@acme.com', 'rui@rival.com'] as const
const FACTORS = '/conta/segundo-fator'

onPostgres((database) => {
  const start = async () => {
    const api = await createTestApi(database())
    const run = createIdentityCommands(api)
    const post = (path: string, payload: object, token?: string, headers: object = {}) =>
      api.app.inject({
        method: 'POST',
        url: `/api${path}`,
        headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
        payload,
      })
    const owner = await api.tokenOf(DONA)
    await post('/dominios', { dominio: 'acme.com' }, owner)
    await database().script(`
      UPDATE watched_domain SET proved_at = added_at;
      INSERT INTO company_provider (organisation_id, domain, title, issuer, client_id, client_secret, created_at)
        SELECT organisation_id, domain, 'Acme', 'https://login.acme.com', 'atalaia', '', now() FROM watched_domain`)
    const enforce = async () => {
      expect(await run(`identity except ${DONA} on`)).toMatch(/^0/)
      expect(await run('identity enforce acme.com on')).toMatch(/^0/)
    }
    const linkTo = async (mailbox: string, kind: string): Promise<string> => {
      for (;;) {
        const [mail] = await database().query(
          object({ body: string() }),
          sql`SELECT body::text FROM mail WHERE recipient = ${mailbox} AND kind = ${kind} ORDER BY added_at DESC LIMIT 1`,
        )
        const [, secret] = /#([\w-]{43})/.exec(mail?.body ?? '') ?? []
        if (secret !== undefined) return secret
      }
    }
    return { api, post, enforce, linkTo }
  }
  type Company = Awaited<ReturnType<typeof start>>
  let company: Company
  beforeEach(async () => {
    company = await start()
  })

  const REFUSED = [403, 'urn:atalaia:problem:company-sign-in']
  const told = (answer: Awaited<ReturnType<Company['post']>>) => [answer.statusCode, answer.json().type]

  // Rule: P-IDENTITY-8, P-IDENTITY-37
  // Threat: T-ACCOUNT-30
  test('neither a new password nor a passkey nor a cookie opens what the company holds, and a step under way ends', async () => {
    const { api, post, enforce, linkTo } = company
    const headers = { 'x-atalaia-page': '1', 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '203.0.113.7' }
    const ana = await api.tokenOf(ANA)
    const { challenge, user } = (await post(`${FACTORS}/chaves`, { senha: PASSWORD }, ana)).json()
    const key = createAuthenticator()
    const chave = key.create({ challenge })
    await post(`${FACTORS}/chaves/confirmar`, { desafio: challenge, nome: 'Notebook', chave }, ana)
    const begin = async (): Promise<string> => (await post('/login/chave/desafio', {})).json().challenge
    const alone = async (desafio: string, more: object = {}) =>
      post('/login/chave', { desafio, chave: key.get({ challenge: desafio, userHandle: user.id }) }, undefined, more)
    const page = await alone(await begin(), headers)
    const cookie = String(page.headers['set-cookie']).split(';')[0]
    const token: string = page.json().access_token
    const step: string = (await api.login(ANA)).json().desafio
    const prepared = await begin()
    await post('/auth/recuperar', { email: ANA })
    const reset = await linkTo(ANA, 'password-reset')

    await enforce()
    for (const each of [ana, token]) expect((await api.get('/conta', each)).statusCode).toBe(401)
    expect((await post('/sessao/renovar', {}, token, { ...headers, cookie })).statusCode).toBe(401)
    for (const desafio of [prepared, await begin()]) expect(told(await alone(desafio))).toEqual(REFUSED)
    const answered = await post('/login/segundo-fator', { desafio: step, chave: key.get({ challenge: step }) })
    expect(answered.statusCode).toBe(401)
    const senha = 'outra senha bem longa'
    expect((await post('/auth/redefinir', { token: reset, senha })).statusCode).toBe(200)
    for (const password of [PASSWORD, senha]) expect(told(await api.login(ANA, password))).toEqual(REFUSED)
    expect(
      (
        await database().query(
          object({}),
          sql`SELECT 1 FROM session JOIN account ON account.id = account_id
      WHERE email = ${ANA}`,
        )
      ).length,
    ).toBe(0)
  })

  // Rule: P-IDENTITY-8, P-ACCOUNT-6, P-IDENTITY-37
  // Threat: T-ACCOUNT-30
  test('a move that was asked for before leads neither out of the company nor into it afterwards', async () => {
    const { api, post, enforce, linkTo } = company
    const moved = async (from: string, novo: string) => {
      const token = await api.tokenOf(from)
      expect((await post('/conta/endereco', { novo, senha: PASSWORD }, token)).statusCode).toBe(202)
      return linkTo(novo, 'address-change')
    }
    const [out, into] = [await moved(ANA, 'ana@mail.com'), await moved(RUI, 'rui@acme.com')]
    await enforce()
    for (const link of [out, into]) expect((await post('/auth/confirmar', { token: link })).statusCode).toBe(403)
    expect(told(await api.login(ANA))).toEqual(REFUSED)
    expect([(await api.login('ana@mail.com')).statusCode, (await api.login(RUI)).statusCode]).toEqual([401, 200])
  })
})
