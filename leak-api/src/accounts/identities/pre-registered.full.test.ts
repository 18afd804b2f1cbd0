import { sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import { createAuthenticator } from '../../../testing/authenticator.ts'
import { createKeyCalls } from '../../../testing/hibp.ts'
import { eachSamlCompany, type SamlCompany } from '../../../testing/saml-company.ts'
import { PASSWORD } from '../../../testing/test-api.ts'

const ANA = 'ana@acme.com'
const NEW_PASSWORD = 'outra senha bem longa'
const FACTORS = '/conta/segundo-fator'

let company: SamlCompany

eachSamlCompany((made) => void (company = made))

const call = (path: string, payload: object) => company.api.app.inject({ method: 'POST', url: `/api${path}`, payload })
const members = async () =>
  (await company.api.get('/organizacao', company.owner)).json().membros.map(({ email }: { email: string }) => email)

const addPasskey = async (token: string) => {
  const key = createAuthenticator()
  const { challenge, user } = (await company.post(`${FACTORS}/chaves`, token, { senha: PASSWORD })).json()
  const chave = key.create({ challenge })
  const body = { desafio: challenge, nome: 'Notebook', chave }
  expect((await company.post(`${FACTORS}/chaves/confirmar`, token, body)).statusCode).toBe(200)
  return {
    logIn: async () => {
      const desafio: string = (await call('/login/chave/desafio', {})).json().challenge
      return call('/login/chave', { desafio, chave: key.get({ challenge: desafio, userHandle: String(user.id) }) })
    },
    answer: (desafio: string) => call('/login/segundo-fator', { desafio, chave: key.get({ challenge: desafio }) }),
  }
}
const resetLink = async (): Promise<string> => {
  expect((await call('/auth/recuperar', { email: ANA })).statusCode).toBe(202)
  for (;;) {
    const [mail] = await company.database.query(
      object({ body: string() }),
      sql`SELECT body::text FROM mail WHERE kind = 'password-reset' AND recipient = ${ANA}`,
    )
    const [, token] = /#([\w-]{43})/.exec(mail?.body ?? '') ?? []
    if (token !== undefined) return token
  }
}

// Rule: P-ACCOUNT-7, P-IDENTITY-4, P-IDENTITY-12
// Threat: T-ACCOUNT-28
test('who has signed up with an address of the company gets nowhere when its owner recovers the account and links it', async () => {
  const { api, createBrowser, signIn, organisationsOf } = company
  const stranger = await api.tokenOf(ANA)
  const passkey = await addPasskey(stranger)
  const browser = createBrowser()
  expect(await signIn(browser)).toBe('/entrar')
  expect(await browser.end()).toMatchObject({ ligar: { email: ANA } })

  const token = await resetLink()
  expect((await call('/auth/redefinir', { token, senha: NEW_PASSWORD })).statusCode).toBe(200)
  // The sign-in of before was one with the account that is gone.
  expect(await browser.link(NEW_PASSWORD)).toMatchObject({ message: 'Este acesso expirou. Entre novamente.' })
  expect(await signIn(browser)).toBe('/entrar')
  const { access_token: ana } = await browser.link(NEW_PASSWORD)
  expect(await organisationsOf(ana)).toMatchObject([{ papel: 'analyst', atual: true }, { papel: 'owner' }])

  expect((await passkey.logIn()).statusCode).toBe(401)
  expect((await api.get('/emails', stranger)).statusCode).toBe(401)
  expect((await api.login(ANA)).statusCode).toBe(401)
})

// Rule: P-IDENTITY-4, P-IDENTITY-12, P-FACTOR-2
// Threat: T-ACCOUNT-28
test('nothing is linked and nobody joins before the second step, and both happen with the session after it', async () => {
  const { api, createBrowser, signIn, organisationsOf } = company
  const own = await api.tokenOf(ANA)
  const passkey = await addPasskey(own)
  const browser = createBrowser()
  expect(await signIn(browser)).toBe('/entrar')
  const half = await browser.link()
  expect(half).toMatchObject({ status: 401, desafio: expect.any(String) })
  const untouched = async () => [
    await members(),
    (await api.get('/conta/identidades', own)).json().identidades,
    (await api.get('/conta', own)).json().caixa_confirmada,
  ]
  expect(await untouched()).toEqual([['dona@acme.com'], [], false])

  const entered = await passkey.answer(half.desafio)
  expect(entered.statusCode).toBe(200)
  expect(await organisationsOf(entered.json().access_token)).toMatchObject([
    { papel: 'analyst', atual: true },
    { papel: 'owner' },
  ])
  expect(await untouched()).toEqual([[ANA, 'dona@acme.com'], [expect.objectContaining({ email: ANA })], true])
  const acts = (await api.get('/organizacao/auditoria', company.owner)).json().linhas
  expect(acts.slice(0, 3).map(({ acao }: { acao: string }) => acao)).toEqual([
    'session.began',
    'identity.linked',
    'member.joined',
  ])
})

// Rule: P-SCIM-3, P-IDENTITY-12
test('whom the directory provisions again joins with the session after the second step', async () => {
  const { api, createBrowser, signIn, organisationsOf, tokenOf, post, owner } = company
  const browser = createBrowser()
  await signIn(browser)
  const own = await tokenOf(browser)
  await company.database.script(`UPDATE account SET has_password = true, password_hash = (
    SELECT password_hash FROM account WHERE email = 'dona@acme.com') WHERE email = '${ANA}'`)
  const passkey = await addPasskey(own)
  const id = (await api.get('/organizacao', owner))
    .json()
    .membros.find((each: { email: string }) => each.email === ANA).id
  expect((await post(`/organizacao/membros/${id}/remover`, owner)).statusCode).toBe(200)
  const { key } = await createKeyCalls(api).makeKey('dona@acme.com', 'scim:write')
  const provisioned = await api.app.inject({
    method: 'POST',
    url: '/api/scim/v2/Users',
    headers: { 'content-type': 'application/scim+json', authorization: `Bearer ${key}` },
    payload: JSON.stringify({ schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: ANA, active: true }),
  })
  expect(provisioned.statusCode).toBe(201)

  await signIn(browser)
  const half = await browser.end()
  expect([half.status, await members()]).toEqual([401, ['dona@acme.com']])
  const entered = await passkey.answer(half.desafio)
  expect(await organisationsOf(entered.json().access_token)).toMatchObject([{ atual: true }, { papel: 'owner' }])
  expect(await members()).toEqual([ANA, 'dona@acme.com'])
})
