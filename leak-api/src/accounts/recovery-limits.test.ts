import { sql } from '@atalaia/database'
import { array, object, string } from 'zod/mini'
import { onPostgres } from '../../testing/each-database.ts'
import { createTestApi, PASSWORD, type TestApi } from '../../testing/test-api.ts'

const ANA = 'ana@acme.com'
const NEW_PASSWORD = 'outra senha bem longa'
const [HOME, CAFE, STRANGER] = ['203.0.113.7', '192.0.2.50', '198.51.100.9'] as const
const MINUTE_SECONDS = 60

const post = (api: TestApi, path: string, payload: object, ip: string = HOME, token?: string) =>
  api.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { 'x-forwarded-for': ip, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    payload,
  })
const network = (number: number) => `192.0.2.${number}`

onPostgres((database) => {
  const settle = async (api: TestApi): Promise<TestApi> => {
    await api.app.close()
    return {
      ...(await createTestApi(database(), { keys: api.keys, clock: api.clock })),
      keys: api.keys,
      clock: api.clock,
    }
  }
  const linksOf = async (kind = 'password-reset') => {
    const mails = await database().query(
      object({ body: string() }),
      sql`SELECT body::text FROM mail WHERE kind = ${kind} ORDER BY added_at, id`,
    )
    return array(string()).parse(mails.map(({ body }) => /#([\w-]{43})/.exec(body)?.[1]))
  }
  const askFrom = async (opened: TestApi, networks: readonly string[], email = ANA) => {
    let api = opened
    for (const ip of networks) {
      api.clock.advance(MINUTE_SECONDS + 1)
      expect((await post(api, '/auth/recuperar', { email }, ip)).statusCode).toBe(202)
      api = await settle(api)
    }
    return { api, mails: (await linksOf()).length }
  }
  const reset = async (api: TestApi, token: string | undefined, senha = NEW_PASSWORD) =>
    (await post(api, '/auth/redefinir', { token, senha }, CAFE)).statusCode

  // Rule: P-ACCOUNT-3, P-ACCOUNT-33, P-ACCOUNT-34
  // Threat: T-ACCOUNT-16
  test.each([
    ['the same network', STRANGER],
    ['another network', CAFE],
  ])('six requests of a stranger in a second keep nobody from a link a minute later, from %s', async (_, ip) => {
    const api = await createTestApi(database())
    await api.signUp(ANA)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => post(api, '/auth/recuperar', { email: ANA }, STRANGER)),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(202))
    const after = await settle(api)
    expect(await linksOf()).toHaveLength(1)
    const { api: later, mails } = await askFrom(after, [ip])
    expect(mails).toBe(2)
    expect(await reset(later, (await linksOf()).at(-1))).toBe(200)
  })

  // Rule: P-ACCOUNT-2, P-ACCOUNT-32
  // Threat: T-ACCOUNT-16
  test('an older link works beside a newer one for its hour, and one that is used ends all', async () => {
    const opened = await createTestApi(database())
    await opened.signUp(ANA)
    const { api } = await askFrom(opened, [HOME, STRANGER, CAFE])
    const [first, second, third] = await linksOf()
    expect(await reset(api, second)).toBe(200)
    for (const ended of [first, second, third]) expect(await reset(api, ended)).toBe(422)
    const { api: again } = await askFrom(api, [HOME, STRANGER])
    again.clock.advance(59 * MINUTE_SECONDS)
    const [, , , old, newer] = await linksOf()
    expect([await reset(again, old), await reset(again, newer)]).toEqual([422, 200])
  })

  // Rule: P-ACCOUNT-2, P-ACCOUNT-32
  // Threat: T-ACCOUNT-16
  test('a password that is changed on the page ends the links that wait', async () => {
    const opened = await createTestApi(database())
    const token = await opened.tokenOf(ANA)
    const { api } = await askFrom(opened, [STRANGER, CAFE])
    const change = await post(api, '/conta/senha', { atual: PASSWORD, nova: NEW_PASSWORD }, HOME, token)
    expect(change.statusCode).toBe(200)
    for (const link of await linksOf()) expect(await reset(api, link, `${NEW_PASSWORD}!`)).toBe(422)
  })

  // Rule: P-ACCOUNT-2, P-ACCOUNT-6, P-ACCOUNT-32, P-ACCOUNT-35, P-ACCOUNT-36
  // Threat: T-ACCOUNT-18
  test('a link to the mailbox that an account has left does not open it', async () => {
    const opened = await createTestApi(database())
    const token = await opened.tokenOf(ANA)
    expect(
      (await post(opened, '/conta/endereco', { novo: 'bia@acme.com', senha: PASSWORD }, HOME, token)).statusCode,
    ).toBe(202)
    const { api } = await askFrom(opened, [HOME])
    const [move] = await linksOf('address-change')
    expect((await post(api, '/auth/confirmar', { token: move, senha: PASSWORD })).statusCode).toBe(200)
    expect(await reset(api, (await linksOf())[0])).toBe(422)
  })

  // Rule: P-ACCOUNT-3, P-ACCOUNT-33, P-ACCOUNT-34
  // Threat: T-ACCOUNT-16
  test('strangers have 20 mails a day sent to a mailbox, and then one in 45 minutes: there is always one that works', async () => {
    const opened = await createTestApi(database())
    await opened.signUp(ANA)
    expect((await opened.login(ANA, PASSWORD, HOME)).statusCode).toBe(200)
    const one = await askFrom(opened, Array(6).fill(network(1)))
    expect(one.mails).toBe(5)
    const many = await askFrom(
      one.api,
      Array.from({ length: 15 }, (_, each) => network(2 + (each % 3))),
    )
    expect(many.mails).toBe(20)

    // A phone in a café: its own request sends none, and the stranger's link works.
    const cafe = await askFrom(many.api, [CAFE, CAFE])
    expect(cafe.mails).toBe(20)
    cafe.api.clock.advance(40 * MINUTE_SECONDS)
    const still = await askFrom(cafe.api, [CAFE])
    expect(still.mails).toBe(20)
    // At home there is a share that strangers cannot use up.
    const home = await askFrom(still.api, [HOME])
    expect(home.mails).toBe(21)
    expect(await reset(home.api, (await linksOf())[19])).toBe(200)
  })

  // Rule: P-ACCOUNT-3, P-ACCOUNT-33, P-ACCOUNT-34
  // Threat: T-ACCOUNT-16
  test('when the last link has 15 minutes left, the next request sends another, whatever strangers have used up', async () => {
    const opened = await createTestApi(database())
    await opened.signUp(ANA)
    const full = await askFrom(opened, Array(6).fill(STRANGER))
    expect(full.mails).toBe(5)
    full.api.clock.advance(44 * MINUTE_SECONDS)
    expect((await askFrom(full.api, [STRANGER])).mails).toBe(6)
  })

  // Rule: P-ACCOUNT-3, P-ACCOUNT-33, P-ACCOUNT-34
  // Threat: T-ACCOUNT-16
  test('links that do not work keep nobody from one that does', async () => {
    const opened = await createTestApi(database())
    await opened.signUp(ANA)
    const { api } = await askFrom(opened, [CAFE])
    for (let guess = 0; guess < 100; guess++) expect(await reset(api, 'a'.repeat(43))).toBe(422)
    expect(await reset(api, (await linksOf())[0])).toBe(200)
  })

  // Rule: P-ACCOUNT-3, P-ACCOUNT-33, P-ACCOUNT-34
  // Threat: T-ACCOUNT-16
  test('one network has 60 mails an hour sent to accounts that do not know it', async () => {
    const api = await createTestApi(database())
    for (let number = 0; number < 62; number++) await api.signUp(`u${number}@acme.com`, PASSWORD, `192.0.2.${number}`)
    await api.login('u61@acme.com', PASSWORD, STRANGER)
    for (let number = 0; number < 62; number++) {
      await post(api, '/auth/recuperar', { email: 'nobody@acme.com' }, STRANGER)
      await post(api, '/auth/recuperar', { email: `u${number}@acme.com` }, STRANGER)
    }
    await api.app.close()
    expect(await linksOf()).toHaveLength(61)
  })

  // Rule: P-ACCOUNT-1
  test('requests for a proof that send nothing use nothing up', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf(ANA)
    for (let ask = 0; ask < 15; ask++)
      expect((await post(api, '/conta/confirmacao', {}, HOME, token)).statusCode).toBe(202)
    api.clock.advance(MINUTE_SECONDS + 1)
    expect((await post(api, '/conta/confirmacao', {}, HOME, token)).statusCode).toBe(202)
    expect(await linksOf('mailbox-proof')).toHaveLength(2)
  })

  // Rule: P-ACCOUNT-6, P-ACCOUNT-35, P-ACCOUNT-36
  // Threat: T-ACCOUNT-18
  test('another move ends the one that waits', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf(ANA)
    for (const novo of ['bja@acme.com', 'bia@acme.com']) {
      expect((await post(api, '/conta/endereco', { novo, senha: PASSWORD }, HOME, token)).statusCode).toBe(202)
      api.clock.advance(MINUTE_SECONDS + 1)
    }
    const [slip, meant] = await linksOf('address-change')
    expect((await post(api, '/auth/confirmar', { token: slip, senha: PASSWORD })).statusCode).toBe(422)
    expect((await post(api, '/auth/confirmar', { token: meant, senha: PASSWORD })).statusCode).toBe(200)
  })

  // Rule: P-ACCOUNT-6, P-ACCOUNT-35, P-ACCOUNT-36
  // Threat: T-ACCOUNT-18
  test('one account has five mails a day sent to a mailbox that it wants to move to, all have 20', async () => {
    const api = await createTestApi(database())
    const ask = async (token: string) => {
      const move = { novo: 'victim@acme.com', senha: PASSWORD }
      const statuses = []
      for (let mail = 0; mail < 6; mail++) {
        statuses.push((await post(api, '/conta/endereco', move, HOME, token)).statusCode)
        api.clock.advance(MINUTE_SECONDS + 1)
      }
      return statuses
    }
    for (const number of [1, 2, 3, 4])
      expect(await ask(await api.tokenOf(`rui${number}@rival.com`))).toEqual([202, 202, 202, 202, 202, 429])
    expect(await ask(await api.tokenOf('rui5@rival.com'))).toEqual(Array(6).fill(429))
    expect(await linksOf('address-change')).toHaveLength(20)
  })

  // Rule: P-API-18
  // Threat: T-ACCOUNT-2
  test('who has chosen a password by a link logs in there, whatever strangers have guessed', async () => {
    const opened = await createTestApi(database())
    await opened.signUp(ANA)
    for (let guess = 0; guess < 30; guess++) await opened.login(ANA, 'errada', `192.0.2.${guess}`)
    expect((await opened.login(ANA, PASSWORD, CAFE)).statusCode).toBe(429)
    const { api } = await askFrom(opened, [CAFE])
    expect(await reset(api, (await linksOf())[0])).toBe(200)
    for (let guess = 0; guess < 30; guess++) await api.login(ANA, 'errada', `192.0.2.${guess}`)
    expect((await api.login(ANA, NEW_PASSWORD, CAFE)).statusCode).toBe(200)
  })
})
