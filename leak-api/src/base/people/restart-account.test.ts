import { sql, type Sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import { createAuthenticator } from '../../../testing/authenticator.ts'
import { onPostgres } from '../../../testing/each-database.ts'
import { createKeyCalls } from '../../../testing/hibp.ts'
import { createPortal } from '../../../testing/portal.ts'
import { createTestApi, PASSWORD, type TestApi } from '../../../testing/test-api.ts'
import { Secret, TOTP } from 'otpauth'

const [ANA, DONA, BIA] = ['ana@acme.com', 'dona@acme.com', 'bia@acme.com'] as const
const NEW_PASSWORD = 'outra senha bem longa'
const textSchema = object({ text: string() })

const FACTORS = '/conta/segundo-fator'
const callsOf = (api: TestApi) => {
  const post = (path: string, payload: object, token?: string) =>
    api.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      payload,
    })
  const textsOf = (statement: Sql) => api.tools.database.query(textSchema, statement)
  const recover = async (email: string) => {
    expect((await post('/auth/recuperar', { email })).statusCode).toBe(202)
    const sent = sql`SELECT body::text AS text FROM mail WHERE kind = 'password-reset' AND recipient = ${email}
      ORDER BY added_at DESC LIMIT 1`
    for (;;) {
      const [mail] = await textsOf(sent)
      const [, token] = /#([\w-]{43})/.exec(mail?.text ?? '') ?? []
      if (mail === undefined || token === undefined) continue
      const answer = await post('/auth/redefinir', { token, senha: NEW_PASSWORD })
      expect([answer.statusCode, answer.json()]).toEqual([200, { email }])
      return mail.text
    }
  }
  const logIn = async (email: string): Promise<string> => {
    const answer = await api.login(email, NEW_PASSWORD)
    expect(answer.statusCode).toBe(200)
    return answer.json().access_token
  }
  const kindsTo = async (email: string) =>
    (await textsOf(sql`SELECT kind AS text FROM mail WHERE recipient = ${email}`)).map(({ text }) => text)
  return { post, textsOf, recover, logIn, kindsTo }
}

const plant = async (api: TestApi, token: string) => {
  const { post } = callsOf(api)
  const authenticator = createAuthenticator()
  const { challenge, user } = (await post(`${FACTORS}/chaves`, { senha: PASSWORD }, token)).json()
  const chave = authenticator.create({ challenge })
  const added = await post(`${FACTORS}/chaves/confirmar`, { desafio: challenge, nome: 'Notebook', chave }, token)
  const { segredo } = (await post(`${FACTORS}/aplicativo`, { senha: PASSWORD }, token)).json()
  const codigo = new TOTP({ secret: Secret.fromBase32(segredo) }).generate({ timestamp: api.clock().getTime() })
  const app = await post(`${FACTORS}/aplicativo/confirmar`, { codigo }, token)
  const key = await post('/organizacao/chaves', { nome: 'SIEM', permissoes: ['addresses:read'] }, token)
  const webhook = { nome: 'SIEM', endereco: 'http://127.0.0.1:9/x', modelo: 'atalaia', gravidade_minima: 'baixa' }
  const alerts = { frequencia: 'nunca', gravidade_minima: 'critica' }
  const planted = [
    added,
    app,
    key,
    await post('/webhooks', webhook, token),
    await post('/alertas', alerts, token),
    await post('/dominios', { dominio: 'acme.com' }, token),
    await api.add('contato@acme.com', token),
    await post('/conta/endereco', { novo: 'mallory@evil.example', senha: PASSWORD }, token),
    await post('/conta/exclusao', { senha: PASSWORD }, token),
  ]
  for (const answer of planted) expect([answer.statusCode, answer.body]).toEqual([expect.any(Number), answer.body])
  expect(planted.map(({ statusCode }) => statusCode)).toEqual([200, 200, 201, 201, 200, 201, 201, 202, 200])
  const portal = createPortal(api)
  await portal.allow(ANA)
  const client = await portal.createClient(ANA)
  const passkeyLogin = async () => {
    const desafio: string = (await post('/login/chave/desafio', {})).json().challenge
    const answer = authenticator.get({ challenge: desafio, userHandle: String(user.id) })
    return (await post('/login/chave', { desafio, chave: answer })).statusCode
  }
  const keyCall = async () => (await createKeyCalls(api).ask('/v1/addresses', key.json().chave)).statusCode
  const portalLogin = async () => {
    const form = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret }
    return (await portal.askToken(form)).statusCode
  }
  return { passkeyLogin, keyCall, portalLogin }
}

onPostgres((database) => {
  const start = async () => {
    const api = await createTestApi(database(), { webhookRules: { http: true, local: true } })
    const token = await api.tokenOf(ANA)
    return { api, token, ...callsOf(api) }
  }
  const LISTS = [
    '/emails',
    '/dominios',
    '/webhooks',
    '/clientes/me/origens',
    '/organizacao/chaves',
    FACTORS,
    '/alertas',
  ]

  // Rule: P-ACCOUNT-7, P-ACCOUNT-37, P-ACCOUNT-38
  // Threat: T-ACCOUNT-28
  test('an account whose mailbox is unproved starts empty with the password that its mailbox chooses', async () => {
    const { api, token, post, recover, logIn, kindsTo } = await start()
    const before = await Promise.all(LISTS.map(async (path) => (await api.get(path, token)).json()))
    const ways = await plant(api, token)
    expect([await ways.passkeyLogin(), await ways.keyCall(), await ways.portalLogin()]).toEqual([200, 200, 200])
    const mail = await recover(ANA)
    expect(mail).toContain('/redefinir?recomeca=1#')
    expect(mail).toContain('a conta começa de novo com a senha nova, vazia')

    expect([await ways.passkeyLogin(), await ways.keyCall(), await ways.portalLogin()]).toEqual([401, 401, 401])
    expect((await api.get('/conta', token)).statusCode).toBe(401)
    expect((await api.login(ANA)).statusCode).toBe(401)
    const own = await logIn(ANA)
    expect((await api.get('/conta', own)).json()).toEqual({ email: ANA, caixa_confirmada: true })
    expect(await Promise.all(LISTS.map(async (path) => (await api.get(path, own)).json()))).toEqual(before)
    expect((await api.get('/organizacao', own)).json().membros).toMatchObject([{ email: ANA, papel: 'owner' }])
    const acts = (await api.get('/organizacao/auditoria', own)).json().linhas
    expect(acts.at(-1)).toMatchObject({ acao: 'account.restarted', ator: { nome: ANA } })
    const kinds = await kindsTo(ANA)
    expect([kinds.includes('account-restarted'), kinds.includes('password-changed')]).toEqual([true, false])
    expect((await post('/conta/confirmacao', {}, own)).statusCode).toBe(202)
  })

  // Rule: P-ACCOUNT-7, P-ACCOUNT-37, P-ACCOUNT-38
  test('an account whose mailbox was proved before keeps what is its with another password', async () => {
    const { api, token, recover, logIn, textsOf } = await start()
    await textsOf(sql`UPDATE account SET mailbox_proved_at = now() RETURNING email AS text`)
    await api.add('contato@acme.com', token)
    const key = await createKeyCalls(api).makeKey(ANA, 'addresses:read')
    expect(await recover(ANA)).not.toContain('recomeca')
    expect((await api.get('/emails', await logIn(ANA))).json()).toMatchObject([{ email: 'contato@acme.com' }])
    expect((await createKeyCalls(api).ask('/v1/addresses', key.key)).statusCode).toBe(200)
  })

  // Rule: P-ACCOUNT-7, P-ACCOUNT-37, P-ACCOUNT-38
  test('what others have made stays: their organisation with its owner, an invitation, an exception', async () => {
    const { api, post, recover, logIn, textsOf } = await start()
    const [dona, bia] = [await api.tokenOf(DONA), await api.tokenOf(BIA)]
    const { id: office } = (await api.get('/organizacao', dona)).json()
    await database().script(`
      UPDATE account SET password_excepted = email = '${DONA}', mailbox_proved_at = CASE WHEN email = '${BIA}' THEN now() END;
      INSERT INTO membership (account_id, organisation_id, role, since)
        SELECT account.id, owner.organisation_id, 'reader', now() FROM account, account AS owner
        WHERE account.email = '${BIA}' AND owner.email = '${DONA}'`)
    expect((await post('/organizacao/convites', { email: DONA, papel: 'analyst' }, bia)).statusCode).toBe(202)
    await recover(DONA)
    const own = await logIn(DONA)
    expect((await api.get('/organizacoes', own)).json()).toMatchObject([
      { papel: 'owner', atual: true },
      { id: office, papel: 'owner', atual: false },
    ])
    expect((await api.get('/emails', own)).json()).toEqual([])
    const facts = sql`SELECT email || ' ' || password_excepted AS text FROM account WHERE email = ${DONA}
      UNION ALL SELECT mailbox FROM invitation`
    expect(await textsOf(facts)).toEqual([{ text: `${DONA} true` }, { text: DONA }])
  })
})
