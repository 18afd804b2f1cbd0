import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TOKEN_EXCHANGE } from '@atalaia/contracts'
import { SECOND_FACTOR_PROBLEMS } from '@atalaia/contracts/second-factor'
import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { nullable, object, string } from 'zod/mini'
import { emptyDatabase, openTestDatabase } from '../../../testing/each-database.ts'
import { type Database, sql } from '@atalaia/database'
import { createIdentityCommands } from '../../../testing/identity-commands.ts'
import { createProviderBrowser, startProviders } from '../../../testing/oidc.ts'
import { createTestApi, PASSWORD, type TestApi } from '../../../testing/test-api.ts'
import { migrate } from '../../base/store/store.ts'

const ORIGIN = 'http://localhost:3000'
const RETURN = (key: string) => `${ORIGIN}/api/identidade/${key}/retorno`
const NOW = new Date().toISOString()
const ANA = 'ana@acme.com'
const PROVED = { email: ANA, email_verified: true }

let database: Database
let providers: Awaited<ReturnType<typeof startProviders>>
let api: TestApi
const COMPANY = '0f9c7c6e-4f0e-4a70-9f0e-0c0ffee00001'

beforeAll(async () => {
  database = await openTestDatabase()
  await migrate(database)
  providers = await startProviders(['oidc', 'google', COMPANY].map(RETURN))
})
afterAll(async () => {
  providers.stop()
  await database.close()
})
beforeEach(async () => {
  await emptyDatabase(database)
  await providers.setFaults({})
  await providers.setUsers({ ana: PROVED })
  const provider = { kind: 'oidc' as const, title: 'Provedor', clientId: 'atalaia', clientSecret: 'atalaia-secret' }
  api = await createTestApi(database, {
    providers: [
      { ...provider, key: 'oidc', issuer: providers.issuer },
      { ...provider, key: 'google', issuer: providers.other },
    ],
    loopbackIssuers: true,
    logLevel: 'trace',
  })
  api.clock.set(NOW)
})

const createBrowser = () => {
  let cookie: string | undefined
  const take = (answer: Awaited<ReturnType<typeof api.app.inject>>) => {
    const [set] = [answer.headers['set-cookie']].flat()
    if (set !== undefined) cookie = set.split(';')[0]
    return answer
  }
  const headers = () => (cookie === undefined ? {} : { cookie })
  const get = async (url: string) => take(await api.app.inject({ url, headers: headers() }))
  return {
    get,
    post: async (path: string, payload: object) =>
      take(await api.app.inject({ method: 'POST', url: `/api/identidade/${path}`, headers: headers(), payload })),
    begin: async (key = 'oidc', query = '') => {
      const { headers: sent } = await get(`/api/identidade/${key}/entrar${query}`)
      return sent.location ?? ''
    },
    comeBack: async (address: URL) =>
      (await get(address.pathname + address.search)).headers.location?.replace(ORIGIN, ''),
    cookie: () => cookie,
    setCookie: (value: string | undefined) => (cookie = value),
  }
}
type Browser = ReturnType<typeof createBrowser>

const signIn = async (browser: Browser, subject = 'ana', key = 'oidc', change?: (address: URL) => void) => {
  const address = new URL(await browser.begin(key))
  change?.(address)
  return browser.comeBack(await createProviderBrowser().signIn(address.href, subject))
}
const end = async (browser: Browser) => (await browser.post('concluir', {})).json()
const emailOf = async (token: string) => (await api.get('/conta', token)).json().email
const accounts = async () =>
  (await database.query(object({ email: string() }), sql`SELECT email FROM account ORDER BY email`)).map(
    ({ email }) => email,
  )
const waysIn = async () =>
  (
    await database.query(object({ provider: nullable(string()) }), sql`SELECT provider FROM session ORDER BY provider`)
  ).map(({ provider }) => provider)
const identitiesOf = async (token: string) => (await api.get('/conta/identidades', token)).json().identidades

// Rule: P-IDENTITY-1, P-IDENTITY-2, P-IDENTITY-3
test('who comes for the first time gets an account of their own, and afterwards always the same', async () => {
  const browser = createBrowser()
  const begun = new URL(await browser.begin('oidc', '?next=/app/conta'))
  expect(begun.origin).toBe(providers.issuer)
  expect(Object.fromEntries(begun.searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: RETURN('oidc'),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  })
  const person = createProviderBrowser()
  expect(await browser.comeBack(await person.signIn(begun.href, 'ana'))).toBe('/entrar')
  const { access_token: token, proxima } = await end(browser)
  expect(proxima).toBe('/app/conta')
  expect((await api.get('/conta', token)).json()).toMatchObject({ email: ANA, caixa_confirmada: true })
  expect((await browser.post('concluir', {})).statusCode).toBe(422)

  // Another address at the provider, and the same subject.
  await providers.setUsers({ ana: { email: 'bia@acme.com', email_verified: true } })
  expect(await browser.comeBack(await person.signIn(await browser.begin(), 'ana'))).toBe('/entrar')
  expect(await emailOf((await end(browser)).access_token)).toBe(ANA)
  expect(await accounts()).toEqual([ANA])
  const log = api.log.join('')
  for (const secret of ['atalaia-secret', token, begun.searchParams.get('state') ?? '-'])
    expect(log).not.toContain(secret)
})

// Rule: P-IDENTITY-2
// Threat: T-ACCOUNT-29
test('an answer counts once, in the browser that asked, at the provider that was asked, as it was asked', async () => {
  const [browser, other] = [createBrowser(), createBrowser()]
  const answer = await createProviderBrowser().signIn(await browser.begin(), 'ana')
  const changed = (name: string, value: string) => {
    const address = new URL(answer)
    address.searchParams.set(name, value)
    return address
  }
  await other.begin()
  const before = browser.cookie()
  for (const [who, address] of [
    ['another state', changed('state', 'x'.repeat(43))],
    ['no state', new URL(answer.href.replace('state=', 'stat='))],
    ['the path of another provider', new URL(answer.href.replace('/oidc/', '/google/'))],
  ] as const)
    expect([who, await browser.comeBack(address)]).toEqual([who, '/entrar?falha=recomece'])
  expect(await other.comeBack(answer)).toBe('/entrar?falha=recomece')
  expect(await createBrowser().comeBack(answer)).toBe('/entrar?falha=recomece')
  expect(await browser.comeBack(answer)).toBe('/entrar')
  // The answer, the code and the cookie from before the answer.
  expect(await browser.comeBack(answer)).toBe('/entrar?falha=recomece')
  other.setCookie(before)
  expect((await other.post('concluir', {})).statusCode).toBe(422)
  expect((await createBrowser().post('concluir', {})).statusCode).toBe(422)
  const again = new URL(await browser.begin())
  const replayed = changed('state', again.searchParams.get('state') ?? '')
  expect(await browser.comeBack(replayed)).toBe('/entrar?falha=recusado')

  const late = await createProviderBrowser().signIn(await browser.begin(), 'ana')
  api.clock.advance(600)
  expect(await browser.comeBack(late)).toBe('/entrar?falha=recomece')
  expect(await createBrowser().comeBack(new URL(`${RETURN('nobody')}?state=x&code=x`))).toBe('/entrar?falha=desligado')
  expect(await accounts()).toEqual([ANA])
})

const changing = (name: string, value: string) => (address: URL) => address.searchParams.set(name, value)

// Rule: P-IDENTITY-2
// Threat: T-ACCOUNT-29
test('an answer that is not one to what was asked, or not the provider’s, is refused', async () => {
  for (const [what, change, faults] of [
    ['another nonce', changing('nonce', 'x'.repeat(43)), {}],
    ['another code challenge', changing('code_challenge', 'x'.repeat(43)), {}],
    ['another client', changing('client_id', 'other'), {}],
    ['another audience', undefined, { claims: { aud: 'other' } }],
    ['another issuer', undefined, { claims: { iss: 'https://accounts.google.com' } }],
    ['another key', undefined, { signedByStranger: true }],
  ] as const) {
    await providers.setFaults(faults)
    expect([what, await signIn(createBrowser(), 'ana', 'oidc', change)]).toEqual([what, '/entrar?falha=recusado'])
  }
  expect(await accounts()).toEqual([])
})

// Threat: T-ACCOUNT-29
test('the answer of one provider is not taken for that of another', async () => {
  const browser = createBrowser()
  const answer = await createProviderBrowser().signIn(await browser.begin('google'), 'ana')
  answer.searchParams.set('iss', providers.issuer)
  expect(await browser.comeBack(answer)).toBe('/entrar?falha=recusado')
})

// Threat: T-ACCOUNT-29
test('a sign-in leads on to pages inside /app alone', async () => {
  const wanted = ['//evil.example/app', 'https://evil.example/app', '/app/../../x', '/application', '/\\evil.example']
  for (const next of [...wanted, '/login', '/app/x?y=1#z'])
    await createBrowser().begin('oidc', `?${new URLSearchParams({ next })}`)
  const kept = await database.query(object({ next: string() }), sql`SELECT next FROM sign_in WHERE next IS NOT NULL`)
  expect(kept).toEqual([{ next: '/app/x?y=1#z' }])
})

// Rule: P-IDENTITY-4, P-IDENTITY-35
// Threat: T-ACCOUNT-28
test('an account is opened by an identity with its address only once its password was given', async () => {
  await api.signUp(ANA)
  const browser = createBrowser()
  expect(await signIn(browser)).toBe('/entrar')
  expect(await end(browser)).toEqual({ ligar: { email: ANA, provedor: 'Provedor' } })
  expect((await browser.post('ligar', { senha: 'errada' })).json()).toMatchObject({ message: 'A senha não confere.' })
  expect((await createBrowser().post('ligar', { senha: PASSWORD })).statusCode).toBe(422)
  const { access_token: token } = (await browser.post('ligar', { senha: PASSWORD })).json()
  expect(await emailOf(token)).toBe(ANA)
  expect((await browser.post('ligar', { senha: PASSWORD })).statusCode).toBe(422)
  expect(
    await database.query(
      object({ email: string() }),
      sql`SELECT recipient AS email FROM mail WHERE kind = ${'identity-linked'}`,
    ),
  ).toEqual([{ email: ANA }])

  expect(await signIn(browser)).toBe('/entrar')
  expect(await emailOf((await end(browser)).access_token)).toBe(ANA)
  expect((await api.login(ANA)).statusCode).toBe(200)
})

// Rule: P-IDENTITY-4, P-IDENTITY-35
// Threat: T-ACCOUNT-28
test('five wrong passwords end the link', async () => {
  await api.signUp(ANA)
  const browser = createBrowser()
  await signIn(browser)
  for (let guess = 0; guess < 5; guess++)
    expect((await browser.post('ligar', { senha: 'errada' })).statusCode).toBe(422)
  api.clock.advance(30)
  expect((await browser.post('ligar', { senha: PASSWORD })).json()).toMatchObject({ message: /não vale mais/ })
})

// Rule: P-IDENTITY-4, P-API-10, P-API-18, P-IDENTITY-35
// Threat: T-ACCOUNT-2
test('guesses and sign-ups of strangers hold back nobody whom a provider has vouched for', async () => {
  await api.signUp(ANA)
  expect((await api.login(ANA, PASSWORD, '127.0.0.1')).statusCode).toBe(200)
  for (let guess = 0; guess < 25; guess++) await api.login(ANA, 'errada', `192.0.2.${guess}`)
  const browser = createBrowser()
  await signIn(browser)
  expect((await browser.post('ligar', { senha: PASSWORD })).statusCode).toBe(200)

  for (let number = 0; number < 21; number++) await api.signUp(`user${number}@acme.com`, 'curta', '127.0.0.1')
  expect((await api.signUp('cai@acme.com', PASSWORD, '127.0.0.1')).statusCode).toBe(429)
  await providers.setUsers({ bia: { email: 'bia@acme.com', email_verified: true } })
  const newcomer = createBrowser()
  expect(await signIn(newcomer, 'bia')).toBe('/entrar')
  expect(await emailOf((await end(newcomer)).access_token)).toBe('bia@acme.com')
})

// Rule: P-FACTOR-2
// Threat: T-FACTOR-1
test('a provider opens no session of an account with a second factor until its code was given, once', async () => {
  const token = await api.tokenOf(ANA)
  const post = (url: string, payload: object, by?: string) =>
    api.app.inject({
      method: 'POST',
      url: `/api${url}`,
      headers: by === undefined ? {} : { authorization: `Bearer ${by}` },
      payload,
    })
  const app = '/conta/segundo-fator/aplicativo'
  const secret = Secret.fromBase32((await post(app, { senha: PASSWORD }, token)).json().segredo)
  const codeNow = () => new TOTP({ secret }).generate({ timestamp: api.clock().getTime() })
  expect((await post(`${app}/confirmar`, { codigo: codeNow() }, token)).statusCode).toBe(200)

  const browser = createBrowser()
  const asked = expect.objectContaining({
    type: SECOND_FACTOR_PROBLEMS.required,
    desafio: expect.stringMatching(/^[\w-]{43}$/),
    meios: ['codigo', 'recuperacao'],
    proxima: '/app/conta',
  })
  await browser.begin('oidc', '?next=/app/conta')
  const address = await browser.begin('oidc', '?next=/app/conta')
  await browser.comeBack(await createProviderBrowser().signIn(address, 'ana'))
  const linked = await browser.post('ligar', { senha: PASSWORD })
  expect([linked.statusCode, linked.json()]).toEqual([401, asked])
  expect(linked.headers['set-cookie']).toMatch(/Max-Age=0/)
  // Whoever has shown the password alone has changed nothing.
  expect([await identitiesOf(token), (await api.get('/conta', token)).json()]).toEqual([
    [],
    { email: ANA, caixa_confirmada: false },
  ])
  api.clock.advance(30)
  const entered = await post('/login/segundo-fator', { desafio: linked.json().desafio, codigo: codeNow() })
  expect(entered.statusCode).toBe(200)
  expect(await identitiesOf(token)).toMatchObject([{ email: ANA }])
  expect((await api.get('/conta', token)).json()).toEqual({ email: ANA, caixa_confirmada: true })

  const second = await browser.begin('oidc', '?next=/app/conta')
  await browser.comeBack(await createProviderBrowser().signIn(second, 'ana'))
  const half = await browser.post('concluir', {})
  expect([half.statusCode, half.json()]).toEqual([401, asked])
  expect((await browser.post('concluir', {})).statusCode).toBe(422)
  api.clock.advance(30)
  const { desafio } = half.json()
  expect((await post('/login/segundo-fator', { desafio, codigo: '000000' })).statusCode).toBe(401)
  const done = await post('/login/segundo-fator', { desafio, codigo: codeNow() })
  expect(await emailOf(done.json().access_token)).toBe(ANA)
  expect((await post('/login/segundo-fator', { desafio, codigo: codeNow() })).statusCode).toBe(401)
  expect(await waysIn()).toEqual(['oidc', 'oidc', null])
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

// Rule: P-SESSION-27, P-SESSION-57
// Threat: T-ACCOUNT-21
test('a sign-in in a browser with a session begins another one, and that before is over on the server', async () => {
  const page = { 'x-forwarded-for': '203.0.113.7', 'sec-fetch-site': 'same-origin' }
  const call = (path: string, headers: object, payload?: object | string) =>
    api.app.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url: `/api${path}`,
      headers: { ...page, ...headers },
      ...(payload !== undefined && { payload }),
    })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const works = async (token: string) => (await call('/conta', bearer(token))).statusCode === 200
  const remoteOf = async (token: string, scope: string = TOKEN_EXCHANGE.wholeApi) => {
    const { grantType, tokenType } = TOKEN_EXCHANGE
    const asked = { grant_type: grantType, subject_token: token, subject_token_type: tokenType }
    const body = new URLSearchParams({ ...asked, audience: 'mfe-auth', scope })
    return (await call('/oauth/token', form, body.toString())).json().access_token
  }
  await api.signUp('rui@rival.com')
  const login = async () => {
    const body = new URLSearchParams({ username: 'rui@rival.com', password: PASSWORD }).toString()
    const answer = await call('/login', { ...form, 'x-atalaia-page': '1' }, body)
    return { token: String(answer.json().access_token), cookie: String(answer.headers['set-cookie']).split(';')[0] }
  }
  const enter = async (headers: object) => {
    const browser = createBrowser()
    await signIn(browser)
    return call('/identidade/concluir', { ...headers, cookie: browser.cookie() }, {})
  }

  const rui = await login()
  const tried = [
    { ...bearer(await remoteOf(rui.token)), 'sec-fetch-site': 'cross-site' },
    bearer(await remoteOf(rui.token, 'dashboard')),
    bearer('not.a.token'),
  ]
  for (const headers of tried) expect((await enter(headers)).statusCode).toBe(200)
  const expiring = await remoteOf(rui.token)
  api.clock.advance(601)
  expect((await enter(bearer(expiring))).statusCode).toBe(200)
  const renewed = await call('/sessao/renovar', { ...bearer(rui.token), cookie: rui.cookie }, '')
  const token = String(renewed.json().access_token)
  const cookie = String(renewed.headers['set-cookie']).split(';')[0]
  expect(await works(token)).toBe(true)

  const entered = await enter(bearer(await remoteOf(token)))
  const mine = String(entered.json().access_token)
  expect([await emailOf(mine), await works(token)]).toEqual([ANA, false])
  expect((await call('/sessao/renovar', { ...bearer(token), cookie }, '')).statusCode).toBe(401)
  // It is a page's: a token of minutes, and a cookie that nobody had before.
  const { exp = 0, iat = 0 } = decodeJwt(mine)
  const kept = [entered.headers['set-cookie']].flat().find((each) => each?.startsWith('atalaia_refresh='))
  expect([exp - iat, kept?.startsWith(String(cookie).split('.')[0] ?? '')]).toEqual([600, false])
  const left = await database.query(
    object({ action: string() }),
    sql`SELECT action FROM audit_event WHERE action = 'session.left'`,
  )
  expect(left).toHaveLength(1)
})

// Rule: P-IDENTITY-5
// Threat: T-ACCOUNT-28
test('an address that the provider has not proved opens no account and makes none', async () => {
  const users = [{ email: ANA, email_verified: false }, { email: ANA }, {}, { email: 'ana', email_verified: true }]
  for (const user of users) {
    await providers.setUsers({ ana: user })
    expect([user, await signIn(createBrowser())]).toEqual([user, '/entrar?falha=email'])
    expect(await accounts()).toEqual([])
  }
  await api.signUp(ANA)
  await providers.setUsers({ ana: users[0] ?? {} })
  expect(await signIn(createBrowser())).toBe('/entrar?falha=email')
})

const signInAs = async (email: string) => {
  await providers.setUsers({ ana: { email, email_verified: true } })
  const browser = createBrowser()
  return [await signIn(browser), browser] as const
}

// Rule: P-IDENTITY-3, P-IDENTITY-5
test('what is no address tells nothing, to a page and of a linked identity', async () => {
  const nothing = ['a\0b@acme.com', `${'x'.repeat(300)}@acme.com`, 'y'.repeat(100_000)]
  for (const email of nothing) expect((await signInAs(email))[0]).toBe('/entrar?falha=email')
  await end((await signInAs(ANA))[1])
  for (const email of nothing) {
    const [page, browser] = await signInAs(email)
    expect(page).toBe('/entrar')
    expect(await identitiesOf((await end(browser)).access_token)).toMatchObject([{ email: ANA }])
  }
})

// Rule: P-IDENTITY-6
test('identities are listed and taken away, and never the last way in; nor somebody else’s', async () => {
  const browser = createBrowser()
  await signIn(browser)
  const { access_token: token } = await end(browser)
  const [{ id }] = await identitiesOf(token)
  const remove = (which: string, as: string) =>
    api.app.inject({
      method: 'POST',
      url: '/api/conta/identidades/desligar',
      payload: { id: which },
      headers: { authorization: `Bearer ${as}` },
    })
  expect((await remove(id, token)).statusCode).toBe(409)
  expect((await remove(id, await api.tokenOf('rui@rival.com'))).statusCode).toBe(404)
  await database.script('UPDATE account SET has_password = true')
  expect((await remove(id, token)).statusCode).toBe(200)
  expect(await identitiesOf(token)).toEqual([])
  // Back to the way of an account with that address.
  await signIn(browser)
  expect(await end(browser)).toMatchObject({ ligar: { email: ANA } })
})

// Rule: P-IDENTITY-6
test('an identity that was taken away opens nothing, not even by a sign-in that its provider had answered before', async () => {
  const browser = createBrowser()
  await signIn(browser)
  const { access_token: token } = await end(browser)
  await database.script('UPDATE account SET has_password = true')
  const other = createBrowser()
  await signIn(other)
  const [{ id }] = await identitiesOf(token)
  const headers = { authorization: `Bearer ${token}` }
  const away = { method: 'POST', url: '/api/conta/identidades/desligar', headers, payload: { id } } as const
  expect((await api.app.inject(away)).statusCode).toBe(200)
  expect((await other.post('concluir', {})).statusCode).toBe(422)
})

// Rule: P-IDENTITY-10
test('a provider that is silent, broken or gone is told of, and passwords work on', async () => {
  await api.signUp(ANA)
  const browser = createBrowser()
  const answer = await createProviderBrowser().signIn(await browser.begin(), 'ana')
  await providers.setFaults({ status: 503 })
  expect(await browser.comeBack(answer)).toBe('/entrar?falha=indisponivel')
  expect(await browser.begin('google')).toBe(`${ORIGIN}/entrar?falha=indisponivel`)
  expect((await api.login(ANA)).statusCode).toBe(200)
  // Asked again soon, it is not asked.
  await providers.setFaults({})
  expect(await browser.begin('google')).toBe(`${ORIGIN}/entrar?falha=indisponivel`)
  api.clock.advance(11)
  expect(new URL(await browser.begin('google')).origin).toBe(providers.other)
  expect(await signIn(browser, 'no')).toBe('/entrar?falha=negado')
  expect(await browser.begin('microsoft')).toBe(`${ORIGIN}/entrar?falha=desligado`)
})

const createOperator = () => {
  const run = createIdentityCommands(api, `${ORIGIN}/api`)
  const secretFile = join(api.tools.dataDir, 'secret')
  writeFileSync(secretFile, 'atalaia-secret\n')
  const set = (more = '') =>
    run(
      `identity set acme.com --account dona@acme.com --issuer ${providers.issuer} --client-id atalaia --secret-file ${secretFile}${more}`,
    )
  return { run, set }
}

// Rule: P-IDENTITY-7, P-IDENTITY-8, P-IDENTITY-9, P-IDENTITY-12
// Threat: T-ACCOUNT-30
test('a company lets its people in by its own provider alone, once its domain is proved, and excepts an owner', async () => {
  const operator = createOperator()
  try {
    const owner = await api.tokenOf('dona@acme.com')
    const ana = await api.tokenOf(ANA)
    const headers = { authorization: `Bearer ${owner}` }
    await api.app.inject({ method: 'POST', url: '/api/dominios', headers, payload: { dominio: 'acme.com' } })
    expect(await operator.set()).toMatch(/^1 .*has not proved/)
    await database.script('UPDATE watched_domain SET proved_at = added_at')
    expect(await operator.set(' --title Acme')).toMatch(/^0 acme.com has its provider/)
    await database.script(`UPDATE company_provider SET id = '${COMPANY}'`)
    expect(await operator.run('identity list')).toMatch(/acme\.com +Acme .* on /)
    expect(await operator.run('identity list')).toContain(RETURN(COMPANY))
    expect(await operator.set(' --title Acme')).toContain(`Register ${RETURN(COMPANY)} there.`)

    const browser = createBrowser()
    const company = async (email: string) => (await browser.post('empresa', { email })).json().endereco
    expect(await company(' Ana@ACME.com')).toBe(`${ORIGIN}/api/identidade/${COMPANY}/entrar`)
    expect(await company('x@vendas.acme.com')).toBe(`${ORIGIN}/api/identidade/${COMPANY}/entrar`)
    for (const email of ['ana@acme.com.br', 'ana@notacme.com', 'ana@com'])
      expect([email, await company(email)]).toEqual([email, undefined])

    expect(await operator.run('identity enforce acme.com on')).toMatch('no account with a password is excepted')
    expect(await operator.run('identity except dona@acme.com on')).toMatch(/^0/)
    const rui = await api.tokenOf('rui@rival.com')
    expect(await operator.run('identity enforce acme.com on')).toMatch('1 session that began otherwise ended')
    // Sessions of before, too: the excepted owner's and other companies' go on.
    expect((await api.get('/conta', ana)).statusCode).toBe(401)
    for (const goesOn of [owner, rui]) expect((await api.get('/conta', goesOn)).statusCode).toBe(200)
    const refusal = {
      type: 'urn:atalaia:problem:company-sign-in',
      message: expect.stringContaining('conta da empresa'),
    }
    for (const [email, password] of [
      [ANA, PASSWORD],
      [' ANA@Acme.COM ', PASSWORD],
      [ANA, 'errada'],
      ['ninguem@acme.com', 'errada'],
      ['dona@acme.com', 'errada'],
      ['x@vendas.acme.com', PASSWORD],
    ] as const)
      expect([email, (await api.login(email, password)).json()]).toEqual([email, expect.objectContaining(refusal)])
    // A second factor is asked for after the company: else its question would tell that the password is right.
    await database.script(`INSERT INTO passkey (account_id, credential_id, public_key, counter, transports, name, added_at)
      SELECT id, 'x', '', 0, '', 'x', now() FROM account WHERE email = '${ANA}'`)
    expect((await api.login(ANA)).json()).toMatchObject(refusal)
    await database.script('DELETE FROM passkey')
    expect((await api.login('dona@acme.com')).statusCode).toBe(200)
    expect((await api.login('rui@rival.com')).statusCode).toBe(200)
    expect((await api.signUp('nova@acme.com')).statusCode).toBe(403)
    // By a move of the address, into the company or out of it.
    const move = async (token: string, novo: string) =>
      api.app.inject({
        method: 'POST',
        url: '/api/conta/endereco',
        headers: { authorization: `Bearer ${token}` },
        payload: { novo, senha: PASSWORD },
      })
    expect((await move(rui, 'rui@acme.com')).statusCode).toBe(403)

    // By another provider that has proved the address, and by the company's for an address of somebody else.
    expect(await signIn(browser, 'ana', 'google')).toBe('/entrar?falha=empresa')
    await providers.setUsers({ ana: PROVED, rui: { email: 'rui@rival.com', email_verified: true } })
    expect(await signIn(browser, 'rui', COMPANY)).toBe('/entrar?falha=dominio')
    expect(await signIn(browser, 'ana', COMPANY)).toBe('/entrar')
    // With the link she is in the company's organisation; before, and by other providers, nobody is.
    const organisationsOf = async (token: string) => (await api.get('/organizacoes', token)).json()
    expect(
      await database.query(
        object({ email: string() }),
        sql`SELECT role AS email FROM membership JOIN account ON account.id = account_id WHERE email = ${ANA}`,
      ),
    ).toHaveLength(1)
    const { access_token: linked } = (await browser.post('ligar', { senha: PASSWORD })).json()
    expect(await organisationsOf(linked)).toMatchObject([{ papel: 'reader', atual: true }, { papel: 'owner' }])
    expect(await signIn(browser, 'ana', COMPANY)).toBe('/entrar')
    const { access_token: byCompany } = await end(browser)
    expect(await emailOf(byCompany)).toBe(ANA)
    expect((await move(byCompany, 'ana@mail.com')).statusCode).toBe(403)

    // Switched off, and without the proof of the domain, it opens nothing and refuses nothing.
    await operator.run('identity enable acme.com off')
    expect(await signInBegins(COMPANY)).toBe(`${ORIGIN}/entrar?falha=desligado`)
    expect((await api.login(ANA)).statusCode).toBe(200)
    // An answer of before, of another provider, is worth nothing any more.
    expect(await signIn(browser, 'ana', 'google')).toBe('/entrar')
    expect((await browser.post('ligar', { senha: PASSWORD })).statusCode).toBe(200)
    expect(await signIn(browser, 'ana', 'google')).toBe('/entrar')
    expect(await operator.run('identity enable acme.com on')).toMatch('2 sessions that began otherwise ended')
    expect((await browser.post('concluir', {})).json()).toMatchObject(refusal)
    expect((await api.login(ANA)).statusCode).toBe(403)
    expect(await signIn(browser, 'ana', 'google')).toBe('/entrar?falha=empresa')
    expect(await waysIn()).toEqual([COMPANY, COMPANY, null, null, null, null])
    // The owner's exception ends, and so do her sessions.
    await operator.run('identity except dona@acme.com off')
    expect((await api.get('/conta', owner)).statusCode).toBe(401)
    expect((await api.get('/conta', rui)).statusCode).toBe(200)
    await database.script('UPDATE watched_domain SET proved_at = NULL')
    expect(await signInBegins(COMPANY)).toBe(`${ORIGIN}/entrar?falha=desligado`)
    expect((await api.login(ANA)).statusCode).toBe(200)
    const [stored] = await database.query(
      object({ secret: string() }),
      sql`SELECT encode(client_secret, 'escape') AS secret FROM company_provider`,
    )
    expect(stored?.secret).not.toContain('atalaia-secret')
    expect(await operator.run('identity remove acme.com')).toMatch(/^0/)
    expect(await operator.run('identity remove acme.com')).toMatch('it has no provider')
  } finally {
  }
})
const signInBegins = (key: string) => createBrowser().begin(key)
