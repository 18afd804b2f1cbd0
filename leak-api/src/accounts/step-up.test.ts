import { sql } from '@atalaia/database'
import { proofFor, PROOF_NEEDED_PROBLEM, TOKEN_EXCHANGE } from '@atalaia/contracts'
import Fastify from 'fastify'
import { decodeJwt, SignJWT } from 'jose'
import { array, int, object, string } from 'zod/mini'
import { createAuthenticator } from '../../testing/authenticator.ts'
import { onPostgres } from '../../testing/each-database.ts'
import { sessionRoutes, type SessionRoute } from '../../testing/session-routes.ts'
import { createTestApi, PASSWORD } from '../../testing/test-api.ts'
import { demandOperations, isChange } from '../base/access/authenticate.ts'

const [ANA, BIA, EVE] = ['ana@acme.com', 'bia@acme.com', 'eve@mal.example']
const TEN_MINUTES_S = 600
const FACTORS = '/conta/segundo-fator'
type Body = { readonly type?: string; readonly message?: string; readonly meios?: readonly string[] }

type Authenticator = ReturnType<typeof createAuthenticator> & { readonly userHandle: string }

const open = async (database: Parameters<typeof createTestApi>[0]) => {
  const api = await createTestApi(database)
  const call = async ({ method, path }: Pick<SessionRoute, 'method' | 'path'>, token: string, payload?: object) => {
    const url = path.replaceAll(/\{\w+\}/g, '1')
    const headers = { authorization: `Bearer ${token}` }
    const answer = await api.app.inject({ method, url, headers, ...(payload && { payload }) })
    const body: Body = Object(answer.body === '' ? {} : answer.json())
    return { status: answer.statusCode, body, json: () => answer.json() }
  }
  const post = (path: string, token: string, payload: object = {}) =>
    call({ method: 'POST', path: `/api${path}` }, token, payload)
  const logIn = async (email: string): Promise<string> => (await api.login(email)).json().access_token
  const enterBy = async (authenticator: Authenticator): Promise<string> => {
    const { challenge } = (await post('/login/chave/desafio', '')).json()
    const chave = authenticator.get({ challenge, userHandle: authenticator.userHandle })
    return (await post('/login/chave', '', { desafio: challenge, chave })).json().access_token
  }
  const proveMailboxes = () => database.execute(sql`UPDATE account SET mailbox_proved_at = now()`)
  const tables = await database.query(
    object({ name: string() }),
    sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'rate_limit%'`,
  )
  const counts = tables.map(({ name }) => `SELECT '${name}' AS name, count(*)::int AS rows FROM "${name}"`)
  const state = () =>
    database.query(object({ name: string(), rows: int() }), sql.raw(`${counts.join(' UNION ALL ')} ORDER BY name`))
  const prove = (token: string, payload: object = { senha: PASSWORD }) => post('/conta/prova', token, payload)
  const addPasskey = async (token: string): Promise<Authenticator> => {
    const authenticator = createAuthenticator()
    const { challenge, user } = (await post(`${FACTORS}/chaves`, token, { senha: PASSWORD })).json()
    const chave = authenticator.create({ challenge })
    expect((await post(`${FACTORS}/chaves/confirmar`, token, { desafio: challenge, nome: 'x', chave })).status).toBe(
      200,
    )
    return { ...authenticator, userHandle: String(user.id) }
  }
  const proveBy = async (token: string, { get, userHandle }: Authenticator) => {
    const { challenge } = (await post('/conta/prova/desafio', token)).json()
    return prove(token, { desafio: challenge, chave: get({ challenge, userHandle }) })
  }
  return { api, call, post, logIn, enterBy, proveMailboxes, state, prove, proveBy, addPasskey }
}

const add = (method: 'GET' | 'POST' | 'DELETE', config: object) => () => {
  const app = Fastify()
  demandOperations(app)
  app.route({ method, url: '/x', config, handler: async () => ({}) })
}

onPostgres((database) => {
  // Rule: P-SESSION-28, P-SESSION-58, P-SESSION-59
  // Threat: T-MEMBER-6
  test('every change of an operation that asks for a proof is refused before it does anything, until the proof is there', async () => {
    const { api, call, enterBy, prove, state, proveMailboxes, addPasskey } = await open(database())
    const authenticator = await addPasskey(await api.tokenOf(ANA))
    await proveMailboxes()
    await database().execute(
      sql`INSERT INTO installation_operator (account_id, added_at) SELECT id, now() FROM account`,
    )
    const routes = (await sessionRoutes(api)).filter(({ method }) => isChange(method))
    const fresh = routes.filter(({ operation }) => proofFor(operation) === 'fresh')
    const withPassword = routes.filter(({ operation }) => proofFor(operation) === 'password')
    expect([fresh.length > 30, withPassword.length > 5]).toEqual([true, true])
    let token = await enterBy(authenticator)
    for (const route of fresh) {
      // The call before may have ended its session.
      if ((await api.get('/conta', token)).statusCode === 401) token = await enterBy(authenticator)
      api.clock.advance(TEN_MINUTES_S)
      const before = await state()
      const { status, body } = await call(route, token)
      expect([route.path, status, body.type]).toEqual([route.path, 403, PROOF_NEEDED_PROBLEM])
      expect(await state()).toEqual(before)
      expect((await prove(token)).status).toBe(200)
      const { status: then, body: answer } = await call(route, token)
      expect([route.path, then === 401, answer.type === PROOF_NEEDED_PROBLEM]).toEqual([route.path, false, false])
    }
    token = await enterBy(authenticator)
    for (const route of withPassword) {
      const { status } = await call(route, token, {})
      const wrong = await call(route, token, { senha: 'errada', atual: 'errada' })
      const told = [route.path, status, wrong.status, wrong.body.message]
      expect(told).toEqual([route.path, 422, 422, 'A senha atual não confere.'])
    }
    await api.app.close()
  })

  // Rule: P-SESSION-28, P-SESSION-58, P-SESSION-59
  test('a route for sessions that declares no operation, or changes something with one that asks for nothing, does not start', () => {
    expect(add('POST', {})).toThrow(/^POST \/x: config.operation is missing/)
    for (const method of ['POST', 'DELETE'] as const)
      expect(add(method, { operation: 'members:read' })).toThrow(/members:read does not say which proof/)
    expect(add('GET', { operation: 'members:read' })).not.toThrow()
    expect(add('POST', { operation: 'members:write' })).not.toThrow()
  })

  // Rule: P-SESSION-28, P-MEMBER-3, P-SESSION-58, P-SESSION-59
  // Threat: T-MEMBER-6
  test("ten minutes after the login, whoever has copied an owner's token leaves nothing behind", async () => {
    const { api, post, call, logIn, proveMailboxes, state } = await open(database())
    const [owner] = [await api.tokenOf(ANA), await api.tokenOf(BIA), await api.signUp(EVE)]
    await proveMailboxes()
    const members = object({ membros: array(object({ id: string(), email: string() })) })
    const me = members.parse((await api.get('/organizacao', owner)).json()).membros[0]?.id
    const hook = { nome: 'x', endereco: 'https://mal.example/x', modelo: 'atalaia', gravidade_minima: 'baixa' }
    const origin = { origem: 'https://mal.example' }
    const attack: readonly (readonly [string, object])[] = [
      ['/organizacao/convites', { email: EVE, papel: 'owner' }],
      [`/organizacao/membros/${me}/papel`, { papel: 'reader' }],
      [`/organizacao/membros/${me}/remover`, {}],
      ['/organizacao/propriedade', { membro: me }],
      ['/organizacao/nome', { nome: 'Minha' }],
      ['/organizacao/chaves', { nome: 'x', permissoes: ['hibp:read'] }],
      ['/webhooks', hook],
      ['/clientes/me/origens', origin],
      ['/organizacao/suporte/1/decidir', { aceita: true }],
      ['/conta/identidades/desligar', { id: '00000000-0000-4000-8000-000000000000' }],
      ['/conta/sessoes/encerrar', {}],
      ['/conta/exclusao', {}],
      ['/organizacao/exclusao', {}],
    ]
    api.clock.advance(TEN_MINUTES_S)
    const before = await state()
    for (const [path, payload] of attack) {
      const { status, body } = await post(path, owner, payload)
      expect([path, status, body]).toMatchObject([path, 403, { type: PROOF_NEEDED_PROBLEM, meios: ['senha'] }])
    }
    const removal = { method: 'DELETE', path: '/api/clientes/me/origens?origem=https://portal.acme.com' } as const
    expect((await call(removal, owner)).body.type).toBe(PROOF_NEEDED_PROBLEM)
    // A password that is wrong is no proof, and one of another account neither.
    for (const senha of ['errada', ''])
      expect((await post('/webhooks', owner, { ...hook, senha })).status).toBe(senha === '' ? 403 : 422)
    expect(await state()).toEqual(before)
    // What is neither about access nor about the account goes on, and so does reading.
    expect((await api.add('caixa@acme.com', owner)).statusCode).toBe(201)
    expect((await api.get('/webhooks', owner)).statusCode).toBe(200)
    expect((await post('/webhooks', await logIn(ANA), hook)).status).toBe(201)
    await api.app.close()
  })

  // Rule: P-SESSION-28, P-SESSION-29, P-SESSION-58, P-SESSION-59, P-SESSION-60
  // Threat: T-MEMBER-6
  test('a proof by password counts ten minutes, for its own session and the tokens of remotes in it', async () => {
    const { api, post, logIn, prove, proveMailboxes } = await open(database())
    const [token, other] = [await api.tokenOf(ANA), await logIn(ANA)]
    await proveMailboxes()
    const rename = (by: string, more: object = {}) => post('/organizacao/nome', by, { nome: 'Acme', ...more })
    api.clock.advance(TEN_MINUTES_S - 1)
    expect((await rename(token)).status).toBe(200)
    api.clock.advance(1)
    expect((await rename(token)).status).toBe(403)
    expect([(await prove(token, { senha: 'errada' })).status, (await prove(token, {})).status]).toEqual([422, 422])
    expect((await rename(token)).status).toBe(403)
    const exchanged = await api.app.inject({
      method: 'POST',
      url: '/api/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        grant_type: TOKEN_EXCHANGE.grantType,
        subject_token: token,
        subject_token_type: TOKEN_EXCHANGE.tokenType,
        audience: 'mfe-auth',
        scope: TOKEN_EXCHANGE.wholeApi,
      }).toString(),
    })
    const ofRemote: string = exchanged.json().access_token
    // The page alone proves its person; a remote gets what follows from it.
    expect([(await prove(ofRemote)).status, (await post('/conta/prova/desafio', ofRemote)).status]).toEqual([403, 403])
    expect((await rename(ofRemote)).body.type).toBe(PROOF_NEEDED_PROBLEM)
    expect((await prove(token)).status).toBe(200)
    expect([(await rename(token)).status, (await rename(ofRemote)).status]).toEqual([200, 200])
    expect((await rename(other)).status).toBe(403)
    // As builds send it that were made before the shell asked.
    expect((await rename(other, { senha: PASSWORD })).status).toBe(200)
    expect((await rename(other)).status).toBe(200)
    api.clock.advance(TEN_MINUTES_S)
    expect((await rename(token)).status).toBe(403)

    const wrong = []
    for (let attempt = 0; attempt < 11; attempt++) wrong.push((await prove(token, { senha: 'errada' })).status)
    expect(wrong.at(-1)).toBe(429)
    expect([(await prove(token)).status, (await rename(token, { senha: PASSWORD })).status]).toEqual([429, 429])
    await api.app.close()
  })

  // Rule: P-SESSION-29, P-SESSION-60
  // Threat: T-MEMBER-6
  test('a proof by passkey is of the own account, answers once, and its challenge opens no session', async () => {
    const { api, post, prove, proveBy, addPasskey, proveMailboxes } = await open(database())
    const [token, bia] = [await api.tokenOf(ANA), await api.tokenOf(BIA)]
    expect((await post('/conta/prova/desafio', token)).status).toBe(422)
    const [own, theirs] = [await addPasskey(token), await addPasskey(bia)]
    await proveMailboxes()
    const rename = () => post('/organizacao/nome', token, { nome: 'Acme' })
    api.clock.advance(TEN_MINUTES_S)
    expect((await rename()).body.meios).toEqual(['senha', 'chave'])
    expect((await proveBy(token, theirs)).status).toBe(422)
    const { challenge } = (await post('/conta/prova/desafio', token)).json()
    const answer = ({ get, userHandle } = own) => ({ desafio: challenge, chave: get({ challenge, userHandle }) })
    expect((await post('/login/chave', '', answer())).status).toBe(401)
    expect((await post('/login/segundo-fator', '', answer())).status).toBe(401)
    expect((await prove(bia, answer(theirs))).status).toBe(422)
    expect((await rename()).status).toBe(403)
    const again = await post('/login/chave/desafio', '')
    const ofLogin = String(again.json().challenge)
    const foreign = { desafio: ofLogin, chave: own.get({ challenge: ofLogin, userHandle: own.userHandle }) }
    expect((await prove(token, foreign)).status).toBe(422)
    expect((await proveBy(token, own)).status).toBe(200)
    expect((await rename()).status).toBe(200)
    const { challenge: next } = (await post('/conta/prova/desafio', token)).json()
    const used = { desafio: next, chave: own.get({ challenge: next, userHandle: own.userHandle }) }
    expect([(await prove(token, used)).status, (await prove(token, used)).status]).toEqual([200, 422])

    // As of an account that a provider made: the passkey is the proof that is left, and then a login.
    await database().execute(sql`UPDATE account SET has_password = false`)
    api.clock.advance(TEN_MINUTES_S)
    expect((await rename()).body.meios).toEqual(['chave'])
    await database().execute(sql`DELETE FROM passkey`)
    const refused = await rename()
    expect([refused.body.meios, refused.body.message]).toEqual([
      [],
      'Nada foi feito: falta confirmar que é você. Se a página não pergunta, saia e entre de novo.',
    ])
    await api.app.close()
  })

  // Rule: P-SESSION-28, P-SESSION-58, P-SESSION-59
  // Threat: T-MEMBER-6
  test('a session from before proofs were kept counts from its login, and a token without a session proves itself in each call', async () => {
    const { api, post, prove, proveMailboxes } = await open(database())
    const token = await api.tokenOf(ANA)
    await proveMailboxes()
    await database().execute(sql`UPDATE session SET proved_at = NULL`)
    const rename = (by: string, more: object = {}) => post('/organizacao/nome', by, { nome: 'Acme', ...more })
    expect((await rename(token)).status).toBe(200)
    api.clock.advance(TEN_MINUTES_S)
    expect((await rename(token)).status).toBe(403)
    const { uid, gen = 0 } = decodeJwt<{ uid: string; gen?: number }>(token)
    const older = await new SignJWT({ uid, gen })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(ANA)
      .setAudience('leak-api')
      .setIssuedAt(Math.floor(api.clock().getTime() / 1000))
      .setExpirationTime(Math.floor(api.clock().getTime() / 1000) + 3600)
      .sign(api.keys.token.current.secret)
    expect([(await rename(older)).status, (await prove(older)).status]).toEqual([403, 403])
    expect((await rename(older, { senha: PASSWORD })).status).toBe(200)
    expect((await rename(older)).status).toBe(403)
    // The session that such a token becomes is no login.
    const [own] = array(object({ id: string() })).parse((await api.get('/organizacoes', older)).json())
    const entered = (await post(`/organizacoes/${own?.id}/entrar`, older)).json().access_token
    expect([(await rename(entered)).status, (await prove(entered)).status]).toEqual([403, 200])
    expect((await rename(entered)).status).toBe(200)
    await api.app.close()
  })
})
