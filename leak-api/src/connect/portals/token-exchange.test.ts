import { sql } from '@atalaia/database'
import { TOKEN_EXCHANGE } from '@atalaia/contracts'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { object, string } from 'zod/mini'
import { onPostgres } from '../../../testing/each-database.ts'
import { createPortal, PORTAL } from '../../../testing/portal.ts'
import { createTestApi, PASSWORD } from '../../../testing/test-api.ts'

const ANA = 'ana@acme.com'
const ID = '00000000-0000-4000-8000-000000000000'
const DASHBOARD = [
  'DELETE /dominios',
  'GET /alertas',
  'GET /alertas/push',
  'GET /avisos',
  'GET /avisos/lembretes',
  'GET /busca',
  'GET /casos',
  'GET /casos/fontes',
  'GET /clientes/me/analises',
  'GET /dashboard/fontes',
  'GET /dashboard/hoje',
  'GET /dashboard/resumo',
  'GET /dominios',
  'GET /emails',
  'GET /emails/{id}',
  'GET /emails/{id}/caso',
  'GET /emails/{id}/casos',
  'GET /emails/{id}/linhas',
  'GET /enderecos',
  'GET /enderecos/removidos',
  'GET /incidentes',
  'GET /incidentes/{id}',
  'GET /incidentes/{id}/dossie',
  'GET /primeiros-passos',
  'GET /relatorios',
  'GET /webhooks',
  'GET /webhooks/{id}/entregas',
  'POST /alertas',
  'POST /alertas/push',
  'POST /alertas/push/navegadores',
  'POST /alertas/push/navegadores/{id}/remover',
  'POST /alertas/push/navegadores/{id}/teste',
  'POST /avisos/lembretes',
  'POST /avisos/previa',
  'POST /casos/desfazer',
  'POST /casos/mudar',
  'POST /documentos/conferir',
  'POST /dominios',
  'POST /dominios/codigo',
  'POST /dominios/confirmacao',
  'POST /dominios/remover',
  'POST /dominios/verificacao',
  'POST /emails',
  'POST /emails/codigo',
  'POST /emails/confirmacao',
  'POST /emails/{id}/caso',
  'POST /emails/{id}/caso/passos',
  'POST /emails/{id}/passos',
  'POST /enderecos',
  'POST /enderecos/atribuir',
  'POST /enderecos/conferir',
  'POST /enderecos/desfazer',
  'POST /enderecos/etiquetar',
  'POST /enderecos/remover',
  'POST /incidentes',
  'POST /incidentes/{id}',
  'POST /incidentes/{id}/casos',
  'POST /incidentes/{id}/excluir',
  'POST /primeiros-passos/encerrar',
  'POST /relatorios',
  'POST /webhooks',
  'POST /webhooks/entregas/{id}/reenviar',
  'POST /webhooks/{id}/mudar',
  'POST /webhooks/{id}/remover',
  'POST /webhooks/{id}/segredo',
  'POST /webhooks/{id}/teste',
  'PUT /alertas',
  'PUT /avisos/lembretes',
]
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

const answerSchema = object({ access_token: string(), scope: string() })

onPostgres((database) => {
  const open = async () => {
    const api = await createTestApi(database())
    const portal = createPortal(api)
    const openPage = async () => {
      const answer = await api.app.inject({
        method: 'POST',
        url: '/api/login',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-atalaia-page': '1',
          'sec-fetch-site': 'same-origin',
        },
        payload: new URLSearchParams({ username: ANA, password: PASSWORD }).toString(),
      })
      const [cookie = ''] = String(answer.headers['set-cookie']).split(';')
      return { token: String(answer.json().access_token), cookie }
    }
    const exchange = (
      token: string,
      more: Readonly<Record<string, string>> = {},
      headers: Readonly<Record<string, string>> = {},
    ) => {
      const { grantType: grant_type, tokenType: subject_token_type } = TOKEN_EXCHANGE
      const form = {
        grant_type,
        subject_token_type,
        subject_token: token,
        audience: 'mfe-analytics',
        scope: 'dashboard',
      }
      return portal.askToken({ ...form, ...more }, headers)
    }
    const ownToken = async (token: string, scope = 'dashboard') =>
      answerSchema.parse((await exchange(token, { scope })).json()).access_token
    const send = (
      method: (typeof METHODS)[number],
      path: string,
      token: string,
      headers: object = {},
      payload: object = {},
    ) =>
      api.app.inject({
        method,
        url: `/api${path}`,
        headers: { authorization: `Bearer ${token}`, ...headers },
        ...(method !== 'GET' && method !== 'DELETE' && { payload }),
      })
    const works = async (token: string) => (await api.get('/emails', token)).statusCode === 200
    await api.signUp(ANA)
    return { ...api, ...portal, tokenOfClient: portal.tokenOf, openPage, exchange, ownToken, send, works }
  }

  // Rule: M-TOKEN-1, M-TOKEN-3
  test("a session's token is exchanged for a remote's, which names remote, scope, organisation, role and session, and ends with it", async () => {
    const { openPage, exchange, clock } = await open()
    const { token } = await openPage()
    clock.advance(240)
    const answer = await exchange(token)
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(answer.json()).toEqual({
      access_token: expect.any(String),
      issued_token_type: TOKEN_EXCHANGE.tokenType,
      token_type: 'Bearer',
      expires_in: 360,
      scope: 'dashboard',
    })
    const { access_token: own } = answerSchema.parse(answer.json())
    const { sid, org, exp } = decodeJwt(token)
    expect(decodeProtectedHeader(own).typ).toBe('remote+jwt')
    expect(decodeJwt(own)).toMatchObject({
      aud: 'mfe-analytics',
      scope: 'dashboard',
      sub: ANA,
      role: 'owner',
      sid,
      org,
      exp,
    })
    expect(decodeJwt(own)).not.toHaveProperty('renew_until')
  })

  // Rule: M-TOKEN-3
  test('it is worth ten minutes at most, and nothing once its session or its password has ended', async () => {
    const { login, openPage, ownToken, send, works, clock } = await open()
    const whole: string = (await login(ANA)).json().access_token
    const own = await ownToken(whole)
    clock.advance(599)
    expect(await works(own)).toBe(true)
    clock.advance(1)
    expect([await works(own), await works(whole)]).toEqual([false, true])

    const page = await openPage()
    const ofPage = await ownToken(page.token)
    expect(await works(ofPage)).toBe(true)
    expect((await send('DELETE', '/sessao', page.token)).statusCode).toBe(204)
    expect(await works(ofPage)).toBe(false)

    const before = await ownToken(whole)
    const changed = await send('POST', '/conta/senha', whole, {}, { atual: PASSWORD, nova: 'outra senha bem longa' })
    expect(changed.statusCode).toBe(200)
    expect(await works(before)).toBe(false)
  })

  // Rule: M-TOKEN-2, M-TOKEN-22, M-TOKEN-23
  // Threat: T-ACCOUNT-40
  test('the token of the dashboard opens what the dashboard calls, and no other route of a session', async () => {
    const { app, openPage, ownToken, send } = await open()
    const own = await ownToken((await openPage()).token)
    const routes = Object.entries(app.swagger().paths ?? {}).flatMap(([path, operations = {}]) =>
      METHODS.filter((method) => Object.hasOwn(operations, method.toLowerCase()))
        .filter((method) => JSON.stringify(Reflect.get(operations, method.toLowerCase())).includes('"bearer"'))
        .map((method) => ({ method, path: path.replace('/api', '') }))
        // For keys of directories.
        .filter((route) => !route.path.startsWith('/scim')),
    )
    const opened: string[] = []
    const reasons = new Set<string>()
    for (const { method, path } of routes) {
      const answer = await send(method, path.replaceAll(/{\w+}/g, ID), own)
      if (answer.statusCode !== 403) opened.push(`${method} ${path}`)
      reasons.add(String(answer.headers['www-authenticate']))
    }
    expect(reasons).toEqual(new Set(['undefined', 'Bearer error="insufficient_scope"']))
    expect(opened.toSorted()).toEqual(DASHBOARD)
    expect(routes.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/conta', '/organizacao', '/sessao/renovar']),
    )
  })

  // Rule: M-TOKEN-2, M-TOKEN-22, M-TOKEN-23
  // Threat: T-ACCOUNT-40
  test('a part of the API opens that part, the whole all but the session itself; the role counts as ever', async () => {
    const { openPage, ownToken, send, works } = await open()
    const { token, cookie } = await openPage()
    const [reads, adds, all] = [
      await ownToken(token, 'leaks:read'),
      await ownToken(token, 'emails:add'),
      await ownToken(token, 'api'),
    ]
    const status = async (own: string, ...call: readonly ['GET' | 'POST' | 'DELETE', string, object?]) =>
      (await send(call[0], call[1], own, call[2])).statusCode
    expect([await works(reads), await works(adds), await works(all)]).toEqual([true, false, true])
    expect([await status(reads, 'POST', '/emails'), await status(reads, 'GET', '/enderecos')]).toEqual([403, 403])
    expect([await status(adds, 'POST', '/emails'), await status(all, 'GET', '/conta')]).toEqual([422, 200])
    for (const own of [reads, all]) {
      expect(await status(own, 'POST', '/sessao/renovar', { cookie, 'sec-fetch-site': 'same-origin' })).toBe(403)
      expect(await status(own, 'DELETE', '/sessao')).toBe(403)
    }
    expect(await works(token)).toBe(true)
    await database().execute(sql`UPDATE membership SET role = 'reader'`)
    expect([await works(all), await status(all, 'POST', '/emails')]).toEqual([true, 403])
  })

  // Rule: M-TOKEN-2, M-TOKEN-22, M-TOKEN-23
  // Threat: T-ACCOUNT-40
  test("a remote's token is exchanged for none, nor is a portal's, one that has ended or a forged one", async () => {
    const { createClient, tokenOfClient, openPage, exchange, ownToken, clock } = await open()
    const { token } = await openPage()
    const own = await ownToken(token, 'leaks:read')
    const portals = await tokenOfClient(await createClient(ANA, 'leaks:read'))
    const asked: readonly (readonly [string, Record<string, string>])[] = [
      [own, {}],
      [own, { audience: 'mfe-auth', scope: 'api' }],
      [own, { scope: 'leaks:read' }],
      [portals, {}],
      [`${token}x`, {}],
      ['', {}],
      ['x', {}],
    ]
    for (const [subject, more] of asked) {
      const answer = await exchange(subject, more)
      expect([subject, answer.statusCode, answer.json().error]).toEqual([subject, 400, 'invalid_request'])
    }
    clock.advance(600)
    expect((await exchange(token)).json()).toMatchObject({ error: 'invalid_request' })
  })

  // Rule: M-TOKEN-1
  test('what is asked for is a remote and known scopes, by the types of access tokens, and nothing beside', async () => {
    const { openPage, exchange } = await open()
    const { token } = await openPage()
    const asked: readonly (readonly [string, Record<string, string>])[] = [
      ['invalid_target', { audience: 'leak-api' }],
      ['invalid_target', { audience: 'mfe-a b' }],
      ['invalid_target', { audience: `mfe-${'a'.repeat(100)}` }],
      ['invalid_target', { resource: 'https://evil.example' }],
      ['invalid_scope', { scope: 'admin' }],
      ['invalid_scope', { scope: 'dashboard account:own' }],
      ['invalid_scope', { scope: 'leaks:read domain:acme.com' }],
      ['invalid_request', { scope: '' }],
      ['invalid_request', { audience: '' }],
      ['invalid_request', { subject_token_type: 'urn:ietf:params:oauth:token-type:id_token' }],
      ['invalid_request', { requested_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' }],
      ['invalid_request', { actor_token: 'x' }],
      ['invalid_request', { subject_token: 'x'.repeat(4001) }],
    ]
    for (const [error, more] of asked) {
      const answer = await exchange(token, more)
      expect([more, answer.statusCode, answer.json().error]).toEqual([more, 400, error])
    }
    expect((await exchange(token, { client_id: '', actor_token: '', resource: '' })).statusCode).toBe(200)
  })

  // Rule: M-TOKEN-2, M-TOKEN-22, M-TOKEN-23
  // Threat: T-ACCOUNT-40
  test('a page of another origin has no use for it, and gets none that it can read', async () => {
    const { allow, call, openPage, exchange, ownToken } = await open()
    const { token } = await openPage()
    const own = await ownToken(token)
    await allow(ANA)
    expect((await call('/emails', token, PORTAL)).statusCode).toBe(200)
    expect((await call('/emails', own, PORTAL)).statusCode).toBe(403)
    const answer = await exchange(token, {}, { origin: PORTAL })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('one session exchanges so often and no more', async () => {
    const { openPage, exchange } = await open()
    const { token } = await openPage()
    const answers = new Map<number, string>()
    for (let turn = 0; turn < 301; turn += 1) {
      const answer = await exchange(token)
      answers.set(answer.statusCode, String(answer.headers['retry-after']))
    }
    expect([...answers]).toEqual([
      [200, 'undefined'],
      [429, expect.stringMatching(/^\d+$/)],
    ])
    expect((await exchange((await openPage()).token)).statusCode).toBe(200)
  })
})
