import { sql } from '@atalaia/database'
import { createRateLimits } from '@atalaia/server'
import { onPostgres } from '../../testing/each-database.ts'
import { createTestApi, PASSWORD, type TestApi } from '../../testing/test-api.ts'
import { object, string } from 'zod/mini'
import { createAccountsRepository } from '../base/people/accounts-repository.ts'
import { createKnownNetworks } from './known-networks.ts'
import { createLoginRateLimit } from './login-rate-limit.ts'

const ANA = 'ana@acme.com'
const HOME = '203.0.113.7'
const ELSEWHERE = '198.51.100.9'

const guessFrom = async (api: TestApi, email: string, networks: number) => {
  const answers = []
  for (let network = 0; network < networks; network++)
    answers.push(await api.login(email, 'errada', `192.0.2.${network}`))
  return answers
}

onPostgres((database) => {
  // Rule: P-API-18, P-API-45
  // Threat: T-ACCOUNT-2
  test('guesses on one account from many networks are delayed, and its people at known networks are not', async () => {
    const api = await createTestApi(database())
    await api.signUp(ANA)
    expect((await api.login(ANA, PASSWORD, HOME)).statusCode).toBe(200)

    const statuses = (await guessFrom(api, ANA, 60)).map(({ statusCode }) => statusCode)
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401))
    // In memory, delays are timers: on a slow machine some are over meanwhile.
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(34)

    expect((await api.login(ANA, PASSWORD, HOME)).statusCode).toBe(200)
    expect((await api.login(ANA, PASSWORD, ELSEWHERE)).statusCode).toBe(429)
    api.clock.advance(15 * 60)
    expect((await api.login(ANA, PASSWORD, ELSEWHERE)).statusCode).toBe(200)
    expect((await api.login(ANA, PASSWORD, ELSEWHERE)).statusCode).toBe(200)
  })

  // Rule: P-API-10
  // Threat: T-ACCOUNT-2
  test('guesses on invented addresses delay new accounts of a network, and none that knows it', async () => {
    const api = await createTestApi(database())
    for (const email of [ANA, 'bia@acme.com']) await api.signUp(email)
    expect((await api.login(ANA, PASSWORD, HOME)).statusCode).toBe(200)
    for (let guess = 0; guess < 31; guess++) await api.login(`user${guess}@acme.com`, 'errada', HOME)
    expect((await api.login('bia@acme.com', PASSWORD, HOME)).statusCode).toBe(429)
    expect((await api.login(ANA, PASSWORD, HOME)).statusCode).toBe(200)
  })

  // Rule: P-API-8
  // Threat: T-ACCOUNT-2
  test('guesses on an address without an account are answered and delayed in the same way', async () => {
    const api = await createTestApi(database())
    await api.signUp(ANA)
    const [known, unknown] = [await guessFrom(api, ANA, 21), await guessFrom(api, 'nobody@acme.com', 21)]
    expect(unknown.map(({ statusCode, body }) => [statusCode, body])).toEqual(
      known.map(({ statusCode, body }) => [statusCode, body]),
    )
    expect(unknown.at(-1)?.statusCode).toBe(429)
  })

  // Threat: T-ACCOUNT-2
  test('a network that makes secrets up is refused before the database is asked, whichever way in it tries', async () => {
    const api = await createTestApi(database(), { entranceCallsPerMinute: 3 })
    const call = async (method: 'GET' | 'POST', path: string, ip = HOME) =>
      (await api.app.inject({ method, url: `/api${path}`, headers: { 'x-forwarded-for': ip } })).statusCode
    const statuses = [
      await call('POST', '/login/segundo-fator'),
      await call('POST', '/identidade/concluir'),
      await call('GET', '/identidade/google/retorno'),
      await call('POST', '/login/chave'),
      await call('GET', '/identidade/google/entrar'),
      await call('POST', '/login/chave', ELSEWHERE),
    ]
    expect(statuses).toEqual([400, expect.any(Number), 302, 429, 429, 400])
  })

  test('an account keeps its last 20 networks, for 90 days, and no address in clear', async () => {
    const api = await createTestApi(database())
    await api.signUp(ANA)
    const account = await createAccountsRepository(database()).findByEmail(ANA)
    const networks = createKnownNetworks(database(), api.keys.token)
    const known = async (network: number) => networks.has(ANA, `10.0.0.${network}`, api.clock())
    for (let network = 0; network <= 20; network++) {
      await networks.add(account?.id ?? '', `10.0.0.${network}`, api.clock())
      api.clock.advance(1)
    }
    expect([await known(0), await known(1), await known(20), await known(21)]).toEqual([false, true, true, false])
    const rows = await database().query(object({ network: string() }), sql`SELECT network::text FROM known_network`)
    expect(rows.map(({ network }) => network)).toEqual(Array(20).fill(expect.stringMatching(/^\\x[0-9a-f]{32}$/)))
    api.clock.advance(90 * 86_400)
    expect(await known(20)).toBe(false)
  })

  // Threat: T-ACCOUNT-2
  test('the addresses of one IPv6 line are one network', async () => {
    const api = await createTestApi(database())
    const statuses = []
    for (let guess = 0; guess < 6; guess++)
      statuses.push((await api.login(ANA, 'errada', `2001:db8:1:2::${guess}`)).statusCode)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect((await api.login(ANA, 'errada', '2001:db8:1:3::1')).statusCode).toBe(401)
  })
})

// Threat: T-ACCOUNT-2
test('while many logins fail everywhere, a network has few attempts, and nobody is refused the first', async () => {
  const limit = createLoginRateLimit(createRateLimits({ service: 'test' }))
  const attempt = (number: number, ip: string, isKnownNetwork = false) =>
    limit.enter({ ip, email: `user${number}@acme.com`, isKnownNetwork })
  for (let failure = 0; failure < 500; failure++) await limit.failed()
  for (let guess = 0; guess < 3; guess++) await attempt(guess, '192.0.2.1')
  await expect(attempt(3, '192.0.2.1')).rejects.toMatchObject({ status: 429 })
  await attempt(3, '192.0.2.1', true)
  await attempt(3, ELSEWHERE)
})
