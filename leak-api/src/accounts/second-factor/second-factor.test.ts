import { sql } from '@atalaia/database'
import { SECOND_FACTOR_PROBLEMS } from '@atalaia/contracts/second-factor'
import { Secret, TOTP } from 'otpauth'
import { object, string } from 'zod/mini'
import { createAuthenticator, type Ceremony } from '../../../testing/authenticator.ts'
import { onPostgres } from '../../../testing/each-database.ts'
import { createTestApi, PASSWORD, type TestApi } from '../../../testing/test-api.ts'

const ANA = 'ana@acme.com'
const BIA = 'bia@rival.com'
const FACTORS = '/conta/segundo-fator'

const callsOf = (api: TestApi) => {
  const post = (path: string, payload: object, token?: string, ip = '203.0.113.7') =>
    api.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { 'x-forwarded-for': ip, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      payload,
    })
  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock().getTime() })
  const setUpApp = async (token: string) => {
    const begun = await post(`${FACTORS}/aplicativo`, { senha: PASSWORD }, token)
    const secret: string = begun.json().segredo
    const done = await post(`${FACTORS}/aplicativo/confirmar`, { codigo: codeOf(secret) }, token)
    expect([begun.statusCode, done.statusCode]).toEqual([200, 200])
    api.clock.advance(30)
    const codes: string[] = done.json().codigos
    return { secret, codes }
  }
  const addPasskey = async (token: string, authenticator = createAuthenticator()) => {
    const { challenge, user } = (await post(`${FACTORS}/chaves`, { senha: PASSWORD }, token)).json()
    const chave = authenticator.create({ challenge })
    const done = await post(`${FACTORS}/chaves/confirmar`, { desafio: challenge, nome: 'Notebook', chave }, token)
    expect(done.statusCode).toBe(200)
    return { authenticator, userHandle: String(user.id) }
  }
  const challengeOf = async (email: string): Promise<string> => (await api.login(email)).json().desafio
  const step = (payload: object, ip?: string) => post('/login/segundo-fator', payload, undefined, ip)
  return { post, codeOf, setUpApp, addPasskey, challengeOf, step }
}

const open = async (api: TestApi, email = ANA) => ({ ...callsOf(api), token: await api.tokenOf(email) })
const statusesOf = (answers: readonly { readonly statusCode: number }[]) => answers.map(({ statusCode }) => statusCode)

onPostgres((database) => {
  const mails = async () =>
    (
      await database().query(
        object({ body: string() }),
        sql`SELECT body FROM mail WHERE kind = 'second-factor' ORDER BY added_at`,
      )
    ).map(({ body }) => body)

  // Rule: P-FACTOR-1, P-FACTOR-2, P-FACTOR-3, P-FACTOR-30, P-FACTOR-31, P-FACTOR-32
  // Threat: T-FACTOR-1
  test('with an app the password alone opens nothing, and each code opens once', async () => {
    const api = await createTestApi(database())
    const { token, post, codeOf, setUpApp, challengeOf, step } = await open(api)
    const begun = await post(`${FACTORS}/aplicativo`, { senha: PASSWORD }, token)
    expect(begun.json().endereco).toMatch(/^otpauth:\/\/totp\/Atalaia:ana%40acme\.com\?.*period=30/)
    expect((await post(`${FACTORS}/aplicativo/confirmar`, { codigo: '000000' }, token)).statusCode).toBe(422)
    expect((await api.login(ANA)).statusCode).toBe(200)
    const { secret, codes } = await setUpApp(token)
    expect(codes).toHaveLength(10)
    expect((await api.get(FACTORS, token)).json()).toEqual({
      aplicativo: true,
      chaves: [],
      codigos: 10,
      exigida: false,
    })

    const half = await api.login(ANA)
    expect([half.statusCode, half.json()]).toMatchObject([
      401,
      { type: SECOND_FACTOR_PROBLEMS.required, meios: ['codigo', 'recuperacao'] },
    ])
    expect(half.body).not.toContain('access_token')
    expect((await api.get('/emails', half.json().desafio)).statusCode).toBe(401)
    const answer = { desafio: half.json().desafio, codigo: codeOf(secret) }
    const done = await step(answer)
    expect((await api.get('/emails', done.json().access_token)).statusCode).toBe(200)
    expect((await step(answer)).json()).toMatchObject({ type: SECOND_FACTOR_PROBLEMS.ended })
    expect((await step({ ...answer, desafio: await challengeOf(ANA) })).statusCode).toBe(401)
    api.clock.advance(30)
    const [one, other] = [await challengeOf(ANA), await challengeOf(ANA)]
    const both = await Promise.all([one, other].map((desafio) => step({ desafio, codigo: codeOf(secret) })))
    expect(statusesOf(both).toSorted()).toEqual([200, 401])

    expect(await mails()).toEqual([expect.stringContaining('Um aplicativo de códigos foi ligado')])
    const [row] = await database().query(
      object({ sealed: string() }),
      sql`SELECT encode(sealed_secret, 'hex') AS sealed FROM authenticator_app`,
    )
    expect(row?.sealed).not.toContain(Secret.fromBase32(secret).hex.toLowerCase())
    expect(api.log.join()).not.toMatch(new RegExp(`${secret}|${codes[0]}|${answer.codigo}|${answer.desafio}`))
  })

  // Rule: P-FACTOR-2, P-FACTOR-30, P-FACTOR-31, P-FACTOR-32
  // Threat: T-FACTOR-2
  test('guesses end the challenge after five, and wait, whatever network they come from', async () => {
    const api = await createTestApi(database())
    const { token, setUpApp, challengeOf, step, codeOf } = await open(api)
    const { secret } = await setUpApp(token)
    const desafio = await challengeOf(ANA)
    const guess = (which: string, network: number) =>
      step({ desafio: which, codigo: '000000' }, `198.51.100.${network}`)
    const guesses = []
    for (let network = 1; network <= 5; network++) guesses.push(await guess(desafio, network))
    expect(statusesOf(guesses)).toEqual([401, 401, 401, 401, 401])
    expect((await guess(await challengeOf(ANA), 6)).headers['retry-after']).toBe('2')
    api.clock.advance(2)
    expect((await step({ desafio, codigo: codeOf(secret) })).json()).toMatchObject({
      type: SECOND_FACTOR_PROBLEMS.ended,
    })
    expect((await step({ desafio: await challengeOf(ANA), codigo: codeOf(secret) })).statusCode).toBe(200)
  })

  // Rule: P-FACTOR-2, P-FACTOR-30, P-FACTOR-31, P-FACTOR-32
  // Threat: T-FACTOR-2
  test('wrong steps of a stranger with the password delay nobody at a network that the account knows', async () => {
    const api = await createTestApi(database())
    const { token, setUpApp, challengeOf, step, codeOf } = await open(api)
    const { secret } = await setUpApp(token)
    for (const _ of [1, 2]) {
      const desafio = await challengeOf(ANA)
      for (let guess = 0; guess < 5; guess++) await step({ desafio, codigo: '000000' }, '198.51.100.1')
    }
    const right = async (ip?: string) =>
      (await step({ desafio: await challengeOf(ANA), codigo: codeOf(secret) }, ip)).statusCode
    expect([await right('198.51.100.2'), await right()]).toEqual([429, 200])
  })

  // Rule: P-FACTOR-6
  // Threat: T-FACTOR-5
  test('passkeys that nobody has keep nobody behind the same address from a login by one', async () => {
    const api = await createTestApi(database())
    const { token, post, addPasskey } = await open(api)
    const { authenticator, userHandle } = await addPasskey(token)
    const begin = async (): Promise<string> => (await post('/login/chave/desafio', {})).json().challenge
    const enter = async (desafio: string, key = authenticator) =>
      (await post('/login/chave', { desafio, chave: key.get({ challenge: desafio, userHandle }) })).statusCode
    const stranger = createAuthenticator()
    for (let guess = 0; guess < 40; guess++)
      expect(await enter(`invented-${guess}`.padEnd(43, '_'), stranger)).toBe(401)
    expect(await enter(await begin())).toBe(200)
  })

  // Rule: P-AUDIT-4
  // Threat: T-AUDIT-4
  test('wrong passwords do not hide from the log that somebody with the password was refused', async () => {
    const api = await createTestApi(database())
    const { token, setUpApp, challengeOf, step } = await open(api)
    await setUpApp(token)
    for (let network = 1; network <= 6; network++) await api.login(ANA, 'errada', `198.51.100.${network}`)
    await step({ desafio: await challengeOf(ANA), codigo: '000000' })
    await api.app.close()
    const rows = await database().query(
      object({ reason: string() }),
      sql`SELECT content::jsonb #>> '{after,reason}' AS reason FROM audit_event WHERE action = 'session.refused'`,
    )
    expect(rows.map(({ reason }) => reason).toSorted()).toEqual([...Array(5).fill('password'), 'second-factor'])
  })

  // Rule: P-FACTOR-2, P-FACTOR-30, P-FACTOR-31, P-FACTOR-32
  // Threat: T-FACTOR-3
  test("a challenge is one account's, ends after five minutes, and with the password that it followed", async () => {
    const api = await createTestApi(database())
    const { token, post, setUpApp, challengeOf, step, codeOf } = await open(api)
    const ana = await setUpApp(token)
    const bia = await setUpApp(await api.tokenOf(BIA))
    expect((await step({ desafio: await challengeOf(ANA), codigo: codeOf(bia.secret) })).statusCode).toBe(401)
    expect((await step({ desafio: await challengeOf(ANA), recuperacao: bia.codes[0] })).statusCode).toBe(401)

    const old = await challengeOf(ANA)
    api.clock.advance(300)
    const late = await step({ desafio: old, codigo: codeOf(ana.secret) })
    expect([late.statusCode, late.json().type]).toEqual([401, SECOND_FACTOR_PROBLEMS.ended])
    const before = await challengeOf(ANA)
    expect((await post('/conta/senha', { atual: PASSWORD, nova: 'outra senha bem longa' }, token)).statusCode).toBe(200)
    const after = await step({ desafio: before, codigo: codeOf(ana.secret) })
    expect(after.json()).toMatchObject({ type: SECOND_FACTOR_PROBLEMS.ended })
    const wrong = await api.login(ANA, 'errada')
    const unknown = await api.login('ninguem@acme.com', 'errada')
    expect([wrong.statusCode, wrong.body]).toEqual([unknown.statusCode, unknown.body])
  })

  // Rule: P-FACTOR-4, P-FACTOR-33
  // Threat: T-FACTOR-4
  test('a recovery code opens once, in any spelling; new ones end the old; a mail tells of each', async () => {
    const api = await createTestApi(database())
    const { token, post, setUpApp, challengeOf, step } = await open(api)
    const { codes } = await setUpApp(token)
    const [first = '', second = ''] = codes
    const typed = ` ${first.toUpperCase().replace('-', ' ')}`
    const challenges = [await challengeOf(ANA), await challengeOf(ANA)]
    const both = await Promise.all(challenges.map((desafio) => step({ desafio, recuperacao: typed })))
    expect(statusesOf(both).toSorted()).toEqual([200, 401])
    expect((await mails()).at(-1)).toContain('Restam 9')
    const renewed = (await post(`${FACTORS}/codigos`, { senha: PASSWORD }, token)).json().codigos
    expect((await step({ desafio: await challengeOf(ANA), recuperacao: second })).statusCode).toBe(401)
    expect((await step({ desafio: await challengeOf(ANA), recuperacao: renewed[0] })).statusCode).toBe(200)
    const kept = await database().query(
      object({ hash: string() }),
      sql`SELECT encode(code_hash, 'hex') AS hash FROM recovery_code`,
    )
    expect([kept.length, kept.every(({ hash }) => /^[\da-f]{64}$/.test(hash))]).toEqual([9, true])
  })

  // Rule: P-FACTOR-5, P-FACTOR-6
  // Threat: T-FACTOR-5
  test('a passkey is a second step and a whole login, for its own account, place and challenge alone', async () => {
    const api = await createTestApi(database())
    const { token, post, addPasskey, challengeOf, step } = await open(api)
    const { authenticator, userHandle } = await addPasskey(token)
    const bia = await addPasskey(await api.tokenOf(BIA))
    expect(Buffer.from(userHandle, 'base64url').toString()).not.toContain('ana')
    const begin = async (): Promise<string> => (await post('/login/chave/desafio', {})).json().challenge
    const alone = async (changes: Partial<Ceremony> = {}, key = authenticator) => {
      const desafio = await begin()
      const chave = key.get({ challenge: desafio, userHandle, ...changes })
      return post('/login/chave', { desafio, chave }, undefined, '198.51.100.1')
    }
    const opened = await alone()
    expect((await api.get('/conta', opened.json().access_token)).json()).toMatchObject({ email: ANA })
    const stranger = createAuthenticator()
    const attacks = {
      'a page of another origin': await alone({ origin: 'https://atalaia.example.evil' }),
      'another host': await alone({ rpId: 'evil.example' }),
      'the challenge of another login': await alone({ challenge: await begin() }),
      'nobody was verified': await alone({ isVerified: false }),
      'no user handle': await alone({ userHandle: undefined }),
      "another account's handle": await alone({ userHandle: bia.userHandle }),
      'a key that nobody has': await alone({}, stranger),
    }
    for (const [what, { statusCode }] of Object.entries(attacks)) expect([what, statusCode]).toEqual([what, 401])
    expect(new Set(Object.values(attacks).map(({ body }) => body)).size).toBe(1)
    const desafio = await begin()
    const chave = authenticator.get({ challenge: desafio, userHandle })
    const twice = [await post('/login/chave', { desafio, chave }), await post('/login/chave', { desafio, chave })]
    expect(statusesOf(twice)).toEqual([200, 401])
    authenticator.setCounter(1)
    expect((await alone()).statusCode).toBe(401)
    authenticator.setCounter(100)

    const second = await challengeOf(ANA)
    const answerBy = (key: typeof authenticator, challenge = second) =>
      step({ desafio: second, chave: key.get({ challenge }) })
    expect((await answerBy(bia.authenticator)).statusCode).toBe(401)
    expect((await answerBy(authenticator, await challengeOf(BIA))).statusCode).toBe(401)
    // A challenge of one kind is none of another.
    const crossed = { desafio: second, chave: authenticator.get({ challenge: second, userHandle }) }
    expect((await post('/login/chave', crossed)).statusCode).toBe(401)
    expect((await step({ desafio: await begin(), chave: crossed.chave })).statusCode).toBe(401)
    expect((await answerBy(authenticator)).statusCode).toBe(200)

    const [{ id } = { id: '' }] = (await api.get(FACTORS, token)).json().chaves
    const theirs = await api.tokenOf('rui@outra.com')
    expect((await post(`${FACTORS}/chaves/${id}/renomear`, { nome: 'x' }, theirs)).statusCode).toBe(404)
    expect((await post(`${FACTORS}/chaves/${id}/renomear`, { nome: 'Celular' }, token)).statusCode).toBe(200)
    expect((await api.get(FACTORS, token)).json().chaves).toMatchObject([
      { nome: 'Celular', usada_em: expect.any(String) },
    ])
    expect((await post(`${FACTORS}/chaves/${id}/remover`, { senha: PASSWORD }, token)).statusCode).toBe(200)
    expect((await alone()).statusCode).toBe(401)
    expect((await api.login(ANA)).statusCode).toBe(200)
  })

  // Rule: P-FACTOR-5
  // Threat: T-FACTOR-6
  test('a session without the password adds nothing, removes nothing and reads no code', async () => {
    const api = await createTestApi(database())
    const { token, post, addPasskey } = await open(api)
    await addPasskey(token)
    const [{ id } = { id: '' }] = (await api.get(FACTORS, token)).json().chaves
    const before = (await api.get(FACTORS, token)).json()
    const paths = ['/aplicativo', '/aplicativo/remover', '/chaves', `/chaves/${id}/remover`, '/codigos']
    for (const path of paths) {
      const answer = await post(FACTORS + path, { senha: 'errada' }, token)
      expect([path, answer.statusCode, answer.json().message]).toEqual([path, 422, 'A senha atual não confere.'])
    }
    expect((await post('/organizacao/segundo-fator', { exigida: true, senha: 'errada' }, token)).statusCode).toBe(422)
    const bia = await api.tokenOf(BIA)
    const { challenge } = (await post(`${FACTORS}/chaves`, { senha: PASSWORD }, bia)).json()
    const chave = createAuthenticator().create({ challenge })
    const planted = await post(`${FACTORS}/chaves/confirmar`, { desafio: challenge, nome: 'x', chave }, token)
    expect(planted.statusCode).toBe(422)
    expect((await api.get(FACTORS, token)).json()).toEqual(before)
    // An app that its person has begun to set up is turned on by nobody's guesses.
    await post(`${FACTORS}/aplicativo`, { senha: PASSWORD }, token)
    const setUp = []
    for (let guess = 0; guess < 21; guess++)
      setUp.push(await post(`${FACTORS}/aplicativo/confirmar`, { codigo: '000000' }, token))
    expect([setUp[0]?.statusCode, setUp[20]?.statusCode]).toEqual([422, 429])
    for (let guess = 7; guess <= 10; guess++) await post(`${FACTORS}/codigos`, { senha: 'errada' }, token)
    expect((await post(`${FACTORS}/codigos`, { senha: PASSWORD }, token)).statusCode).toBe(429)
  })

  // Rule: P-FACTOR-5
  // Threat: T-FACTOR-6
  test('a change of factors ends the other sessions where its person asks for it, and its own goes on', async () => {
    const api = await createTestApi(database())
    const { token, post, codeOf, challengeOf, step } = await open(api)
    let [own, codes]: [string, string[]] = [token, []]
    const works = async (session: string) => (await api.get('/conta', session)).statusCode === 200
    const openOther = async (): Promise<string> => {
      const other =
        codes.length === 0
          ? await api.login(ANA)
          : await step({ desafio: await challengeOf(ANA), recuperacao: codes.pop() })
      return other.json().access_token
    }
    const change = async (path: string, payload: object): Promise<boolean> => {
      const other = await openOther()
      // Mails are told apart by their time.
      api.clock.advance(1)
      const answer = await post(FACTORS + path, payload, own)
      expect([path, answer.statusCode]).toEqual([path, 200])
      const { access_token: next, codigos = [] } = answer.json()
      expect([path, await works(own)]).toEqual([path, next === undefined])
      own = next ?? own
      if (codigos.length > 0) codes = codigos
      expect([path, await works(own)]).toEqual([path, true])
      return works(other)
    }
    const [senha, encerrar] = [PASSWORD, true]
    const secret: string = (await post(`${FACTORS}/aplicativo`, { senha }, own)).json().segredo
    expect(await change('/aplicativo/confirmar', { codigo: codeOf(secret), encerrar })).toBe(false)
    expect((await mails()).at(-1)).toContain('As outras sessões terminaram.')
    expect(await change('/codigos', { senha })).toBe(true)
    expect((await mails()).at(-1)).not.toContain('sessões')
    expect(await change('/codigos', { senha, encerrar })).toBe(false)
    const { challenge } = (await post(`${FACTORS}/chaves`, { senha }, own)).json()
    const added = { desafio: challenge, nome: 'x', chave: createAuthenticator().create({ challenge }), encerrar }
    expect(await change('/chaves/confirmar', added)).toBe(false)
    const [{ id } = { id: '' }] = (await api.get(FACTORS, own)).json().chaves
    expect(await change(`/chaves/${id}/remover`, { senha, encerrar })).toBe(false)
    expect(await change('/aplicativo/remover', { senha, encerrar })).toBe(false)
    expect((await api.get('/conta/sessoes', own)).json().sessoes).toHaveLength(1)
  })

  // Rule: P-FACTOR-7
  // Threat: T-FACTOR-7
  test('where the organisation wants a factor, a session without one can set one up and nothing else', async () => {
    const api = await createTestApi(database())
    const { token, post, setUpApp } = await open(api)
    const require = (exigida: boolean) => post('/organizacao/segundo-fator', { exigida, senha: PASSWORD }, token)
    expect((await require(true)).json()).toMatchObject({ message: expect.stringContaining('Ligue antes') })
    await setUpApp(token)
    expect((await require(true)).statusCode).toBe(200)
    const removed = await post(`${FACTORS}/aplicativo/remover`, { senha: PASSWORD }, token)
    expect([removed.statusCode, removed.json().message]).toEqual([422, expect.stringContaining('organização exige')])
    // As of a colleague who has not set one up yet.
    await database().execute(sql`DELETE FROM authenticator_app`)
    const half = await api.login(ANA)
    expect(half.json()).toMatchObject({ pendente: 'segundo-fator' })
    const session: string = half.json().access_token
    const refused = await api.get('/emails', session)
    expect([refused.statusCode, refused.json().type]).toEqual([403, SECOND_FACTOR_PROBLEMS.missing])
    expect((await api.get('/emails', token)).statusCode).toBe(403)
    // Whoever was invited is asked as whoever signed up, and keeps the last factor as long as one organisation wants it.
    const bia = await api.tokenOf('bia@acme.com')
    await database().script(`INSERT INTO membership (account_id, organisation_id, role, since, entered_at)
      SELECT bia.id, ana.organisation_id, 'reader', now(), now() FROM account AS bia, account AS ana
      WHERE bia.email = 'bia@acme.com' AND ana.email = '${ANA}'`)
    expect((await api.login('bia@acme.com')).json()).toMatchObject({ pendente: 'segundo-fator' })
    await setUpApp(bia)
    expect((await post(`${FACTORS}/aplicativo/remover`, { senha: PASSWORD }, bia)).statusCode).toBe(422)
    await setUpApp(session)
    expect((await api.get('/emails', session)).statusCode).toBe(200)
    expect((await require(false)).statusCode).toBe(200)
    expect((await post(`${FACTORS}/aplicativo/remover`, { senha: PASSWORD }, token)).statusCode).toBe(200)
    expect((await api.get(FACTORS, token)).json()).toMatchObject({ aplicativo: false, codigos: 0 })
    expect((await api.login(ANA)).statusCode).toBe(200)
  })
})
