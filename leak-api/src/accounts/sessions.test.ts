import { sql } from '@atalaia/database'
import { loginAnswerSchema, sessionsSchema, TOKEN_EXCHANGE } from '@atalaia/contracts'
import { decodeJwt } from 'jose'
import { object, string } from 'zod/mini'
import { onPostgres } from '../../testing/each-database.ts'
import { createTestApi, PASSWORD, type TestApi } from '../../testing/test-api.ts'
import { deviceOf } from './device.ts'
import { createSessionsRepository } from './sessions-repository.ts'

const [ANA, RUI] = ['ana@acme.com', 'rui@rival.com']
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0'
const MINUTE_S = 60
const HOUR_S = 3600

const tokenIn = (answer: { json(): unknown }) => loginAnswerSchema.parse(answer.json()).access_token ?? ''

const given = (headers: object) => Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))

const openBrowser = (api: TestApi, { site = 'same-origin', agent = FIREFOX } = {}) => {
  const kept = { cookie: '', token: '' }
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, more: { headers?: object; payload?: string } = {}) =>
    api.app.inject({
      method,
      url: `/api${path}`,
      headers: {
        ...given({
          'user-agent': agent,
          'x-forwarded-for': '203.0.113.7',
          'sec-fetch-site': site,
          cookie: path.startsWith('/sessao') ? kept.cookie : '',
          authorization: kept.token && `Bearer ${kept.token}`,
          ...more.headers,
        }),
      },
      ...(more.payload !== undefined && { payload: more.payload }),
    })
  const keep = (answer: Awaited<ReturnType<typeof call>>) => {
    const [cookie] = String(answer.headers['set-cookie'] ?? '').split(';')
    if (cookie) kept.cookie = cookie
    if (answer.statusCode === 200) kept.token = tokenIn(answer)
    return answer
  }
  const login = async (email = ANA, password = PASSWORD) =>
    keep(
      await call('POST', '/login', {
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-atalaia-page': '1' },
        payload: new URLSearchParams({ username: email, password }).toString(),
      }),
    )
  const renew = async () => keep(await call('POST', '/sessao/renovar'))
  const works = async () => (await call('GET', '/conta')).statusCode === 200
  return { kept, call, keep, login, renew, works }
}

const listOf = async (browser: ReturnType<typeof openBrowser>) =>
  sessionsSchema.parse((await browser.call('GET', '/conta/sessoes')).json()).sessoes

onPostgres((database) => {
  const start = async (...emails: string[]) => {
    const api = await createTestApi(database())
    for (const email of emails) await api.signUp(email)
    return api
  }

  // Rule: P-SESSION-12, P-SESSION-18
  test('a page gets ten minutes and a cookie that no script reads; a login by the API gets eight hours and none', async () => {
    const api = await start(ANA)
    const page = openBrowser(api)
    const answer = await page.login()
    const now = Math.floor(api.clock().getTime() / 1000)
    expect(decodeJwt(page.kept.token)).toMatchObject({ sub: ANA, exp: now + 600, renew_until: now + 8 * HOUR_S })
    expect(answer.headers['set-cookie']).toMatch(
      /^atalaia_refresh=[\w.-]+; Path=\/api\/sessao; Max-Age=28800; HttpOnly; SameSite=Strict$/,
    )
    for (const site of ['', 'cross-site', 'same-site']) {
      const other = openBrowser(api, { site })
      expect((await other.login()).headers['set-cookie']).toBeUndefined()
      expect(decodeJwt(other.kept.token)).toMatchObject({ exp: now + 8 * HOUR_S })
      expect(decodeJwt(other.kept.token)).not.toHaveProperty('renew_until')
    }
  })

  // Rule: P-SESSION-18, P-SESSION-19
  test('a page renews its token, also when it has ended, until eight hours without it or seven days are over', async () => {
    const api = await start(ANA)
    const page = openBrowser(api)
    await page.login()
    const first = page.kept.cookie
    api.clock.advance(11 * MINUTE_S)
    expect(await page.works()).toBe(false)
    expect((await page.renew()).statusCode).toBe(200)
    expect([await page.works(), page.kept.cookie === first]).toEqual([true, false])
    const idle = { ...page.kept }
    for (let renewal = 0; renewal < 23; renewal++) {
      api.clock.advance(7 * HOUR_S)
      expect((await page.renew()).statusCode).toBe(200)
    }
    // Seven days after the login: the last token ends with the session.
    const { exp = 0, renew_until: end } = decodeJwt(page.kept.token)
    expect(exp).toBeLessThanOrEqual(Number(end))
    api.clock.advance(7 * HOUR_S)
    expect((await page.renew()).statusCode).toBe(401)

    await page.login()
    api.clock.advance(8 * HOUR_S)
    expect((await page.renew()).statusCode).toBe(401)
    Object.assign(page.kept, idle)
    expect((await page.renew()).statusCode).toBe(401)
  })

  // Rule: P-SESSION-20, P-SESSION-53
  // Threat: T-ACCOUNT-21
  test('tabs that renew at once get the same cookie; the cookie of before, shown later, ends the session and is logged', async () => {
    const api = await start(ANA)
    const page = openBrowser(api)
    await page.login()
    const stolen = openBrowser(api)
    Object.assign(stolen.kept, page.kept)
    const [one, other] = await Promise.all([page.renew(), stolen.renew()])
    expect([one.statusCode, other.statusCode]).toEqual([200, 200])
    expect(stolen.kept.cookie).toBe(page.kept.cookie)

    const before = { ...page.kept }
    await page.renew()
    api.clock.advance(21)
    expect(await page.works()).toBe(true)
    Object.assign(stolen.kept, before)
    expect((await stolen.renew()).statusCode).toBe(401)
    expect(await page.works()).toBe(false)
    expect((await page.renew()).statusCode).toBe(401)
    expect(api.log.join('')).toContain('a refresh token was used again')
    expect(api.log.join('')).not.toContain(before.cookie)
    const told = await database().query(
      object({ recipient: string(), body: string() }),
      sql`SELECT recipient, body::text FROM mail WHERE kind = 'session-copied'`,
    )
    expect(told).toEqual([{ recipient: ANA, body: expect.stringContaining('Firefox no Windows') }])
  })

  // Rule: P-SESSION-19
  // Threat: T-ACCOUNT-21
  test('no other site renews, and none without the cookie, with a guessed one, or with that of another account', async () => {
    const api = await start(ANA, RUI)
    const [ana, rui] = [openBrowser(api), openBrowser(api)]
    await ana.login()
    await rui.login(RUI)
    const renew = (headers: object) => ana.call('POST', '/sessao/renovar', { headers })
    const origin = 'https://evil.example'
    const refused: readonly (readonly [string, number, object])[] = [
      ['another site', 403, { 'sec-fetch-site': 'cross-site' }],
      ['a neighbouring host', 403, { 'sec-fetch-site': 'same-site' }],
      ['another origin, in an old browser', 403, { 'sec-fetch-site': '', origin }],
      ['no browser', 403, { 'sec-fetch-site': '' }],
      ['no cookie', 401, { cookie: '' }],
      ['no token', 401, { authorization: '' }],
      ["another account's cookie", 401, { cookie: rui.kept.cookie }],
      ['a made-up cookie', 401, { cookie: ana.kept.cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) }],
      ['a token that this API did not sign', 401, { authorization: `Bearer ${ana.kept.token}x` }],
    ]
    for (const [what, status, headers] of refused) {
      const answer = await renew(headers)
      expect([what, answer.statusCode, answer.headers['set-cookie']]).toEqual([what, status, undefined])
    }
    // A cookie that a neighbouring host has put before ours keeps nobody out.
    expect((await renew({ cookie: `${rui.kept.cookie}; ${ana.kept.cookie}` })).statusCode).toBe(200)
    expect((await rui.renew()).statusCode).toBe(200)
  })

  // Rule: P-SESSION-17, P-SESSION-52
  // Threat: T-ACCOUNT-21
  test('a log-out ends the session on the server: what was copied before is worth nothing', async () => {
    const api = await start(ANA)
    const [page, other] = [openBrowser(api), openBrowser(api)]
    await page.login()
    await other.login()
    const stolen = openBrowser(api)
    Object.assign(stolen.kept, page.kept)
    const answer = await page.call('DELETE', '/sessao')
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([204, expect.stringContaining('Max-Age=0')])
    expect([await stolen.works(), (await stolen.renew()).statusCode]).toEqual([false, 401])
    expect(await other.works()).toBe(true)

    const script = openBrowser(api, { site: '', agent: 'curl/8.14.1' })
    await script.login()
    api.clock.advance(9 * HOUR_S)
    expect((await script.call('DELETE', '/sessao')).statusCode).toBe(204)
    expect((await openBrowser(api).call('DELETE', '/sessao')).statusCode).toBe(401)
  })

  // Rule: P-SESSION-17, P-SESSION-52
  // Threat: T-ACCOUNT-21
  test('a log-out with an expired token ends the session only where its cookie comes along', async () => {
    const api = await start(ANA)
    const page = openBrowser(api)
    await page.login()
    const copied = openBrowser(api)
    copied.kept.token = page.kept.token
    const other = openBrowser(api)
    await other.login()
    const mixed = openBrowser(api)
    Object.assign(mixed.kept, { token: page.kept.token, cookie: other.kept.cookie })
    api.clock.advance(11 * MINUTE_S)
    expect((await copied.call('DELETE', '/sessao')).statusCode).toBe(204)
    expect((await mixed.call('DELETE', '/sessao')).statusCode).toBe(204)
    const expired = { ...page.kept }
    expect((await page.renew()).statusCode).toBe(200)

    Object.assign(page.kept, { token: expired.token })
    expect((await page.call('DELETE', '/sessao')).statusCode).toBe(204)
    expect((await page.renew()).statusCode).toBe(401)
  })

  // Rule: P-SESSION-21, P-ACCOUNT-4, P-SESSION-54
  // Threat: T-ACCOUNT-6
  test('the account sees its sessions by device, network and last use, and ends one, none of others, or all but its own', async () => {
    const api = await start(ANA, RUI)
    const [page, rui] = [openBrowser(api), openBrowser(api)]
    const script = openBrowser(api, { site: '', agent: 'curl/8.14.1' })
    await page.login()
    await rui.login(RUI)
    await script.login()
    api.clock.advance(61)
    await page.works()
    const [own, curl, ...more] = await listOf(page)
    expect(more).toEqual([])
    const seen = api.clock().toISOString().slice(0, 19)
    expect(own).toMatchObject({
      tipo: 'navegador',
      dispositivo: 'Firefox no Windows',
      rede: '203.0.113.0/24',
      atual: true,
    })
    expect(own?.visto.slice(0, 19)).toBe(seen)
    expect(curl).toMatchObject({ tipo: 'api', dispositivo: 'curl', atual: false })

    const end = (id: string | undefined, by = page) => by.call('POST', `/conta/sessoes/${id}/encerrar`)
    expect((await end(curl?.id, rui)).statusCode).toBe(404)
    expect((await end('x')).statusCode).toBe(404)
    expect(await script.works()).toBe(true)
    expect([(await end(curl?.id)).statusCode, (await end(curl?.id)).statusCode]).toEqual([200, 404])
    expect(await script.works()).toBe(false)

    const others = [openBrowser(api), openBrowser(api, { site: '' })]
    for (const each of others) await each.login()
    page.keep(await page.call('POST', '/conta/sessoes/encerrar'))
    expect([await page.works(), (await page.renew()).statusCode]).toEqual([true, 200])
    for (const each of others) expect([await each.works(), (await each.renew()).statusCode]).not.toContain(200)
    for (const each of others) expect(await each.works()).toBe(false)
    expect(await listOf(page)).toHaveLength(1)
    expect(await rui.works()).toBe(true)
  })

  // Rule: P-SESSION-21, P-SESSION-54
  // Threat: T-ACCOUNT-21
  test('from ten minutes after its login a session ends others with the password alone, and of an account without one after a login', async () => {
    const api = await start(ANA)
    const [page, other] = [openBrowser(api), openBrowser(api)]
    await other.login()
    await page.login()
    const needed = async () => sessionsSchema.parse((await page.call('GET', '/conta/sessoes')).json()).confirmar
    expect(await needed()).toBe('nada')
    api.clock.advance(10 * MINUTE_S)
    for (const each of [page, other]) await each.renew()
    expect(await needed()).toBe('senha')
    const post = (path: string, body: object) =>
      page.call('POST', path, { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) })
    const id = (await listOf(page)).find(({ atual: isOwn }) => !isOwn)?.id
    const [one, all] = [`/conta/sessoes/${id}/encerrar`, '/conta/sessoes/encerrar']
    for (const path of [one, all]) {
      expect([path, (await page.call('POST', path)).statusCode]).toEqual([path, 403])
      expect([path, (await post(path, { senha: 'errada' })).statusCode]).toEqual([path, 422])
    }
    expect(await other.works()).toBe(true)
    expect((await post(one, { senha: PASSWORD })).statusCode).toBe(200)
    expect(await other.works()).toBe(false)
    page.keep(await post(all, { senha: PASSWORD }))
    expect(await page.works()).toBe(true)

    expect(await needed()).toBe('nada')

    // As of an account that a provider made.
    await database().execute(sql`UPDATE account SET has_password = false`)
    api.clock.advance(10 * MINUTE_S)
    await page.renew()
    expect([await needed(), (await post(all, { senha: PASSWORD })).statusCode]).toEqual(['entrada', 403])
    await page.login()
    expect([await needed(), (await post(all, {})).statusCode]).toEqual(['nada', 200])
  })

  // Rule: P-SESSION-21, P-SESSION-54
  // Threat: T-ACCOUNT-21
  test('a changed password ends the other sessions with their cookies, and a login makes a session of its own', async () => {
    const api = await start(ANA)
    const [page, other] = [openBrowser(api), openBrowser(api)]
    await page.login()
    await other.login()
    // What somebody has planted in the browser before is not taken up by the login.
    const planted = other.kept.cookie
    Object.assign(page.kept, { cookie: planted })
    await page.login()
    expect(decodeJwt(page.kept.token).sid).not.toBe(decodeJwt(other.kept.token).sid)
    const payload = JSON.stringify({ atual: PASSWORD, nova: 'outra senha bem longa' })
    const headers = { 'content-type': 'application/json' }
    page.keep(await page.call('POST', '/conta/senha', { headers, payload }))
    expect([await page.works(), (await page.renew()).statusCode]).toEqual([true, 200])
    expect([await other.works(), (await other.renew()).statusCode]).toEqual([false, 401])
  })

  // Rule: P-SESSION-26
  // Threat: T-ACCOUNT-21
  test('without the cookie no call prolongs a token, whatever it answers; a client of the API keeps its eight hours', async () => {
    const api = await start(ANA)
    const [page, script] = [openBrowser(api), openBrowser(api, { site: '' })]
    await page.login()
    await script.login()
    const stolen = openBrowser(api)
    const post = (path: string, body: object = {}, by = stolen) =>
      by.call('POST', path, { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) })
    Object.assign(stolen.kept, { token: page.kept.token })
    const { exp: end = 0, org } = decodeJwt(page.kept.token)
    api.clock.advance(9 * MINUTE_S)
    const entered = `/organizacoes/${String(org)}/entrar`
    const exchanged = await api.app.inject({
      method: 'POST',
      url: '/api/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        grant_type: TOKEN_EXCHANGE.grantType,
        subject_token: stolen.kept.token,
        subject_token_type: TOKEN_EXCHANGE.tokenType,
        audience: 'mfe-auth',
        scope: TOKEN_EXCHANGE.wholeApi,
      }).toString(),
    })
    const remote = openBrowser(api)
    remote.keep(exchanged)
    expect([decodeJwt(remote.kept.token).aud, decodeJwt(remote.kept.token).exp]).toEqual(['mfe-auth', end])
    expect(decodeJwt(tokenIn(await post(entered, {}, remote))).exp).toBe(end)
    for (const [path, body] of [
      [entered, {}],
      ['/conta/sessoes/encerrar', {}],
      ['/conta/senha', { atual: PASSWORD, nova: 'outra senha bem longa' }],
      [entered, {}],
    ] as const) {
      const answer = stolen.keep(await post(path, body))
      expect([path, answer.statusCode, decodeJwt(stolen.kept.token).exp]).toEqual([path, 200, end])
    }
    expect(await stolen.works()).toBe(true)
    api.clock.advance(MINUTE_S)
    expect([await stolen.works(), (await post(entered)).statusCode]).toEqual([false, 401])
    // The page itself, with its cookie and whatever token of the session it had last.
    Object.assign(page.kept, { token: stolen.kept.token })
    expect([(await page.renew()).statusCode, await page.works()]).toEqual([200, true])

    await script.login(ANA, 'outra senha bem longa')
    const { exp: clientEnd } = decodeJwt(script.kept.token)
    api.clock.advance(HOUR_S)
    script.keep(await post(entered, {}, script))
    expect([await script.works(), decodeJwt(script.kept.token).exp]).toEqual([true, clientEnd])
  })

  // Rule: P-SESSION-22
  test('of more than twenty browsers the one seen longest ago ends, and a session renews so often and no more, whatever others do', async () => {
    const api = await start(ANA)
    const first = openBrowser(api)
    await first.login()
    const script = openBrowser(api, { site: '' })
    await script.login()
    api.clock.advance(1)
    const [{ accountId = '' } = {}] = await database().query(
      object({ accountId: string() }),
      sql`SELECT id::text AS "accountId" FROM account`,
    )
    const [at, until] = [api.clock(), new Date(api.clock().getTime() + HOUR_S * 1000)]
    const row = { accountId, generation: 0, kind: 'browser', device: '', network: '', at, until } as const
    for (let browser = 0; browser < 19; browser++) await createSessionsRepository(database()).create(row)
    // The password was changed while it was checked.
    expect(await createSessionsRepository(database()).create({ ...row, generation: 1 })).toBeUndefined()
    const last = openBrowser(api)
    expect(await first.works()).toBe(true)
    api.clock.advance(1)
    await last.login()
    expect([await first.works(), await last.works(), await script.works()]).toEqual([false, true, true])
    const statuses = new Set<number>()
    for (let renewal = 0; renewal < 61; renewal++) statuses.add((await last.renew()).statusCode)
    expect([...statuses]).toEqual([200, 429])
    const next = openBrowser(api)
    await next.login()
    expect((await next.renew()).statusCode).toBe(200)
    expect(await last.works()).toBe(true)
  })
})

test.each([
  [FIREFOX, 'Firefox no Windows'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36',
    'Chrome no Linux',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari no iPhone',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/148.0.0.0 Safari/537.36 Edg/148.0.0.0', 'Edge no Windows'],
  ['python-requests/2.33', 'python-requests'],
  ['Mozilla/5.0 <script>', 'Aparelho desconhecido'],
  [undefined, 'Aparelho desconhecido'],
])('the device of %s is %s', (agent, device) => {
  expect(deviceOf(agent)).toBe(device)
})
