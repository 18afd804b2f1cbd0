import { sql } from '@atalaia/database'
import { ACCOUNT_PASSWORD_PROBLEM } from '@atalaia/contracts'
import { object, string } from 'zod/mini'
import { onPostgres } from '../../testing/each-database.ts'
import { createTestApi, PASSWORD, type TestApi } from '../../testing/test-api.ts'

const ANA = 'ana@acme.com'
const NEW_PASSWORD = 'outra senha bem longa'
const mailSchema = object({ recipient: string(), kind: string(), body: string() })

const post = (api: TestApi, path: string, payload: object, token?: string) =>
  api.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    payload,
  })
const mailsOf = (api: TestApi, kind: string) =>
  api.tools.database.query(
    mailSchema,
    sql`SELECT recipient, kind, body::text FROM mail WHERE kind = ${kind} ORDER BY added_at, id`,
  )
const linkOf = async (api: TestApi, kind: string, count = 1): Promise<string> => {
  for (;;) {
    const mails = await mailsOf(api, kind)
    const [, token] = /#([\w-]{43})/.exec(mails.at(count - 1)?.body ?? '') ?? []
    if (token !== undefined) return token
  }
}
const recover = async (api: TestApi, count = 1) => {
  expect((await post(api, '/auth/recuperar', { email: ` ${ANA.toUpperCase()} ` })).statusCode).toBe(202)
  return linkOf(api, 'password-reset', count)
}

onPostgres((database) => {
  // Rule: P-ACCOUNT-1, P-ACCOUNT-30, P-ACCOUNT-31
  test('a sign-up mails a link that proves the mailbox, once and within 24 hours', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf(ANA)
    expect((await api.get('/conta', token)).json()).toEqual({ email: ANA, caixa_confirmada: false })
    const link = await linkOf(api, 'mailbox-proof')

    api.clock.advance(24 * 3600)
    expect((await post(api, '/auth/confirmar', { token: link })).statusCode).toBe(422)
    expect((await post(api, '/conta/confirmacao', {}, await api.tokenOf(ANA))).statusCode).toBe(202)
    const again = await linkOf(api, 'mailbox-proof', 2)
    expect((await post(api, '/auth/confirmar', { token: link })).statusCode).toBe(422)
    expect((await post(api, '/auth/redefinir', { token: again, senha: NEW_PASSWORD })).statusCode).toBe(422)
    expect((await post(api, '/auth/confirmar', { token: again, senha: PASSWORD })).json()).toEqual({ email: ANA })
    expect((await post(api, '/auth/confirmar', { token: again, senha: PASSWORD })).json()).toMatchObject({
      message: 'Este link já foi usado ou não vale mais. Peça outro.',
    })
    const now = await api.tokenOf(ANA)
    expect((await api.get('/conta', now)).json()).toEqual({ email: ANA, caixa_confirmada: true })
    await post(api, '/conta/confirmacao', {}, now)
    expect(await mailsOf(api, 'mailbox-proof')).toHaveLength(2)
  })

  // Rule: P-ACCOUNT-1, P-ACCOUNT-6, P-ACCOUNT-30, P-ACCOUNT-31
  // Threat: T-ACCOUNT-28
  test('a link proves nothing without a session of the account or its password, and goes on working', async () => {
    const api = await createTestApi(database())
    const ana = await api.tokenOf(ANA)
    const proof = await linkOf(api, 'mailbox-proof')
    const rui = await api.tokenOf('rui@rival.com')
    const confirm = (token: string, senha?: string, by?: string) =>
      post(api, '/auth/confirmar', { token, ...(senha !== undefined && { senha }) }, by)
    await post(api, '/conta/endereco', { novo: 'bia@acme.com', senha: PASSWORD }, ana)
    const move = await linkOf(api, 'address-change')
    for (const [token, troca] of [
      [proof, false],
      [move, true],
    ] as const) {
      for (const refused of [await confirm(token), await confirm(token, undefined, rui)])
        expect([refused.statusCode, refused.json()]).toEqual([
          422,
          expect.objectContaining({ type: ACCOUNT_PASSWORD_PROBLEM, troca, message: expect.any(String) }),
        ])
      expect((await confirm(token, 'errada', rui)).json()).toMatchObject({ message: 'A senha não confere.' })
    }
    expect((await api.get('/conta', ana)).json()).toEqual({ email: ANA, caixa_confirmada: false })
    expect((await confirm(proof, undefined, ana)).json()).toEqual({ email: ANA })
    expect((await confirm(move, undefined, ana)).json()).toEqual({ email: 'bia@acme.com', endereco_trocado: true })
    // The session of before the move is over, and makes nobody.
    expect((await confirm(move, undefined, ana)).statusCode).toBe(422)
  })

  // Rule: P-ACCOUNT-1, P-ACCOUNT-30, P-ACCOUNT-31
  // Threat: T-ACCOUNT-16
  test('guesses on the password of a link wait as at the login', async () => {
    const api = await createTestApi(database())
    await api.signUp(ANA)
    const token = await linkOf(api, 'mailbox-proof')
    const statuses = []
    for (let guess = 0; guess < 6; guess++)
      statuses.push((await post(api, '/auth/confirmar', { token, senha: 'errada' })).statusCode)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
    expect((await post(api, '/auth/confirmar', { token, senha: PASSWORD })).statusCode).toBe(429)
    api.clock.advance(3600)
    expect((await post(api, '/auth/confirmar', { token, senha: PASSWORD })).statusCode).toBe(200)
  })

  // Rule: P-ACCOUNT-2
  // Threat: T-ACCOUNT-16
  test('a forgotten password is replaced by the link of a mail: once, within an hour, and every session ends', async () => {
    const api = await createTestApi(database())
    const session = await api.tokenOf(ANA)
    await post(api, '/auth/confirmar', { token: await linkOf(api, 'mailbox-proof') }, session)
    const second = await recover(api)
    const weak = await post(api, '/auth/redefinir', { token: second, senha: '12345678' })
    expect([weak.statusCode, weak.json().message]).toEqual([422, expect.stringContaining('mais usadas')])

    const both = await Promise.all(
      [1, 2].map((turn) => post(api, '/auth/redefinir', { token: second, senha: `${NEW_PASSWORD} ${turn}` })),
    )
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422])
    const turn = both[0]?.statusCode === 200 ? 1 : 2
    expect((await api.get('/emails', session)).statusCode).toBe(401)
    expect((await api.login(ANA)).statusCode).toBe(401)
    const token = (await api.login(ANA, `${NEW_PASSWORD} ${turn}`)).json().access_token
    expect((await api.get('/conta', token)).json()).toEqual({ email: ANA, caixa_confirmada: true })
    expect(await mailsOf(api, 'password-changed')).toMatchObject([{ recipient: ANA }])

    api.clock.advance(61)
    const late = await recover(api, 2)
    api.clock.advance(3600)
    expect((await post(api, '/auth/redefinir', { token: late, senha: NEW_PASSWORD })).statusCode).toBe(422)
  })

  // Rule: P-ACCOUNT-3
  // Threat: T-ACCOUNT-16
  test('whoever asks for a link learns nothing of the account, and one network has five mails a day sent to it', async () => {
    const api = await createTestApi(database())
    await api.signUp(ANA)
    const ask = (email: string) => post(api, '/auth/recuperar', { email })
    const [known, unknown] = [await ask(ANA), await ask('nobody@acme.com')]
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
    expect([known.statusCode, known.body]).toEqual([202, '{}'])
    await linkOf(api, 'password-reset')
    for (let more = 2; more <= 7; more++) {
      api.clock.advance(61)
      await ask(ANA)
      if (more <= 5) await linkOf(api, 'password-reset', more)
    }
    await api.app.close()
    expect((await mailsOf(api, 'password-reset')).map(({ recipient }) => recipient)).toEqual(Array(5).fill(ANA))
    const rows = await database().query(
      object({ hash: string() }),
      sql`SELECT encode(token_hash, 'hex') AS hash FROM account_link`,
    )
    expect(rows.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true)
  })

  // Rule: P-ACCOUNT-4
  // Threat: T-ACCOUNT-17
  test('a changed password needs the old one, ends all other sessions, and gives this one its token', async () => {
    const api = await createTestApi(database())
    const [session, other] = [await api.tokenOf(ANA), await api.tokenOf(ANA)]
    const change = (atual: string, nova = NEW_PASSWORD) => post(api, '/conta/senha', { atual, nova }, session)
    expect((await change('errada')).json()).toMatchObject({ message: 'A senha atual não confere.' })
    expect((await change(PASSWORD, 'ana@acme.com')).statusCode).toBe(422)
    const changed = await change(PASSWORD)
    expect(changed.statusCode).toBe(200)
    for (const old of [session, other]) expect((await api.get('/emails', old)).statusCode).toBe(401)
    expect((await api.get('/emails', changed.json().access_token)).statusCode).toBe(200)
    expect(await mailsOf(api, 'password-changed')).toMatchObject([{ recipient: ANA }])

    const ended = await post(api, '/conta/sessoes/encerrar', {}, changed.json().access_token)
    expect((await api.get('/emails', changed.json().access_token)).statusCode).toBe(401)
    expect((await api.get('/emails', ended.json().access_token)).statusCode).toBe(200)
  })

  // Rule: P-ACCOUNT-6
  // Threat: T-ACCOUNT-18
  test('an account moves to another mailbox once that has confirmed, both are told, and every session ends', async () => {
    const api = await createTestApi(database())
    const session = await api.tokenOf(ANA)
    const move = (novo: string, senha = PASSWORD) => post(api, '/conta/endereco', { novo, senha }, session)
    expect((await move('bia@acme.com', 'errada')).json()).toMatchObject({ message: 'A senha atual não confere.' })
    expect((await move(ANA)).statusCode).toBe(422)
    expect((await move(' Bia@ACME.com ')).statusCode).toBe(202)
    expect([(await move('cai@acme.com')).statusCode, (await api.get('/conta', session)).json()]).toEqual([
      429,
      { email: ANA, caixa_confirmada: false },
    ])
    const link = await linkOf(api, 'address-change')
    expect(await mailsOf(api, 'address-change-asked')).toMatchObject([{ recipient: ANA }])

    expect((await post(api, '/auth/redefinir', { token: link, senha: NEW_PASSWORD })).statusCode).toBe(422)
    const moved = await post(api, '/auth/confirmar', { token: link, senha: PASSWORD })
    expect(moved.json()).toEqual({ email: 'bia@acme.com', endereco_trocado: true })
    expect((await post(api, '/auth/confirmar', { token: link, senha: PASSWORD })).statusCode).toBe(422)
    expect((await api.get('/conta', session)).statusCode).toBe(401)
    expect((await api.login(ANA)).statusCode).toBe(401)
    const now = (await api.login('bia@acme.com')).json().access_token
    expect((await api.get('/conta', now)).json()).toEqual({ email: 'bia@acme.com', caixa_confirmada: true })
    const told = (await mailsOf(api, 'address-changed')).map(({ recipient }) => recipient)
    expect(told.toSorted()).toEqual([ANA, 'bia@acme.com'])
  })

  // Rule: P-ACCOUNT-6
  // Threat: T-ACCOUNT-18
  test('a mailbox that has an account gets none, which only its own mail tells, and another password cancels a move', async () => {
    const api = await createTestApi(database())
    await api.signUp('bia@acme.com')
    const session = await api.tokenOf(ANA)
    const move = (novo: string, token = session) => post(api, '/conta/endereco', { novo, senha: PASSWORD }, token)
    const [taken] = [await move('bia@acme.com')]
    expect([taken.statusCode, taken.body]).toEqual([202, '{}'])
    expect(await mailsOf(api, 'address-taken')).toMatchObject([{ recipient: 'bia@acme.com' }])
    expect(await mailsOf(api, 'address-change')).toEqual([])

    api.clock.advance(61)
    await move('cai@acme.com')
    const [cancelled, late] = [await linkOf(api, 'address-change'), 'dia@acme.com']
    const changed = await post(api, '/conta/senha', { atual: PASSWORD, nova: NEW_PASSWORD }, session)
    expect((await post(api, '/auth/confirmar', { token: cancelled, senha: NEW_PASSWORD })).statusCode).toBe(422)

    api.clock.advance(61)
    const { access_token: token } = changed.json()
    expect((await post(api, '/conta/endereco', { novo: late, senha: NEW_PASSWORD }, token)).statusCode).toBe(202)
    await api.signUp(late)
    const link = await linkOf(api, 'address-change', 2)
    const gone = await post(api, '/auth/confirmar', { token: link, senha: NEW_PASSWORD })
    expect([gone.statusCode, gone.json().message]).toEqual([422, expect.stringContaining('não vale mais')])
    expect((await api.login(ANA, NEW_PASSWORD)).statusCode).toBe(200)
  })

  // Rule: P-ACCOUNT-4
  // Threat: T-ACCOUNT-17
  test('nine wrong passwords keep nobody from the right one', async () => {
    const api = await createTestApi(database())
    const session = await api.tokenOf(ANA)
    const change = (atual: string) => post(api, '/conta/senha', { atual, nova: NEW_PASSWORD }, session)
    for (let guess = 0; guess < 9; guess++) expect((await change('errada')).statusCode).toBe(422)
    expect((await change(PASSWORD)).statusCode).toBe(200)
  })

  // Rule: P-ACCOUNT-4
  // Threat: T-ACCOUNT-17
  test('of wrong passwords of one session no more than ten are looked at, and its other sessions go on', async () => {
    const api = await createTestApi(database())
    const session = await api.tokenOf(ANA)
    const change = (atual: string) => post(api, '/conta/senha', { atual, nova: NEW_PASSWORD }, session)
    const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await change('errada')).statusCode))
    expect(statuses.toSorted()).toEqual([...Array(10).fill(422), ...Array(20).fill(429)])
    expect((await change(PASSWORD)).statusCode).toBe(429)
    const other = await api.tokenOf(ANA)
    const changed = await post(api, '/conta/senha', { atual: PASSWORD, nova: NEW_PASSWORD }, other)
    expect(changed.statusCode).toBe(200)
  })

  // Rule: P-ACCOUNT-5
  // Threat: T-ACCOUNT-17
  test('a password that leaked with the address is refused to the owner of the mailbox, and told to nobody else', async () => {
    const api = await createTestApi(database())
    await api.importText('forum', `${ANA}:${NEW_PASSWORD}`)
    expect((await api.signUp('bia@acme.com', NEW_PASSWORD)).statusCode).toBe(201)
    const session = await api.tokenOf(ANA)
    const unproved = await post(api, '/conta/senha', { atual: PASSWORD, nova: NEW_PASSWORD }, session)
    expect(unproved.statusCode).toBe(200)
    const token = await recover(api)
    const answer = await post(api, '/auth/redefinir', { token, senha: NEW_PASSWORD })
    expect([answer.statusCode, answer.json().message]).toEqual([422, expect.stringContaining('apareceu num vazamento')])
    expect((await post(api, '/auth/redefinir', { token, senha: `${NEW_PASSWORD}!` })).statusCode).toBe(200)
  })
})
