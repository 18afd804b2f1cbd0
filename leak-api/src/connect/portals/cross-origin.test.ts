import { onPostgres } from '../../../testing/each-database.ts'
import { createPortal, PORTAL, readableFor } from '../../../testing/portal.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { MAX_ORIGINS } from './origins-repository.ts'

const OTHER = 'https://other.example'

onPostgres((database) => {
  const open = async (options = {}) => {
    const api = await createTestApi(database(), options)
    const session = await api.tokenOf('ana@acme.com')
    return { ...api, ...createPortal(api), session }
  }

  // Rule: M-EMBED-13
  test('a preflight of an allowed origin is answered and kept; of any other, null or one under a wildcard, it is not', async () => {
    const { allow, preflight } = await open()
    expect((await preflight('/emails', PORTAL, 'POST')).statusCode).toBe(403)
    await allow('ana@acme.com')

    const answer = await preflight('/emails', PORTAL, 'POST')
    expect(answer.statusCode).toBe(204)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': PORTAL,
      'access-control-allow-methods': expect.stringMatching(/GET.*POST/),
      'access-control-allow-headers': expect.stringContaining('Authorization'),
      'access-control-max-age': '7200',
      vary: 'Origin, Access-Control-Request-Headers',
    })
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    for (const origin of [OTHER, 'null', '*', 'https://sub.portal.acme.com', 'http://portal.acme.com']) {
      const refused = await preflight('/emails', origin)
      expect([refused.statusCode, readableFor(refused)]).toEqual([403, undefined])
    }
  })

  // Rule: M-EMBED-71
  test('a preflight allows the headers that tracing libraries add, so many, and none that is no name', async () => {
    const { allow, preflight } = await open()
    await allow('ana@acme.com')
    const ask = async (asked: string) => {
      const { headers } = await preflight('/emails', PORTAL, 'GET', asked)
      return String(headers['access-control-allow-headers']).split(', ').slice(4)
    }
    const traced = ['sentry-trace', 'baggage', 'x-datadog-trace-id', 'newrelic', 'b3', 'x-request-id']
    expect(await ask(['authorization', ...traced].join(','))).toEqual(['authorization', ...traced])
    expect(await ask('*, b3, a b, x:y, é')).toEqual(['b3'])
    expect(await ask('b3,'.repeat(1000))).toHaveLength(50)
  })

  // Rule: M-EMBED-13
  test('calls that no portal may make are not opened by a preflight', async () => {
    const { allow, preflight } = await open()
    await allow('ana@acme.com')
    for (const path of ['/oauth/token', '/login', '/auth/signup', '/clientes/me/origens'])
      expect(readableFor(await preflight(path, PORTAL, 'POST'))).toBeUndefined()
  })

  test('a call from an origin that the organisation has allowed can be read, failures too', async () => {
    const { allow, createClient, tokenOf, call, clock } = await open()
    await allow('ana@acme.com')
    const token = await tokenOf(await createClient('ana@acme.com'))
    for (const path of ['/emails', '/dashboard/resumo', '/clientes/me/analises']) {
      const answer = await call(path, token, PORTAL)
      expect([answer.statusCode, readableFor(answer)]).toEqual([200, PORTAL])
      expect(answer.headers['vary']).toMatch(/^Origin, Authorization\b/)
    }
    const forged = await call('/emails', 'rubbish', PORTAL)
    expect([forged.statusCode, readableFor(forged)]).toEqual([401, PORTAL])
    clock.advance(600)
    const expired = await call('/emails', token, PORTAL)
    expect([expired.statusCode, readableFor(expired)]).toEqual([401, PORTAL])
    expect(expired.headers['www-authenticate']).toContain('invalid_token')
  })

  // Rule: M-EMBED-11
  test('a call from an origin that another organisation has allowed is refused, does nothing and cannot be read', async () => {
    const { allow, createClient, signUp, tokenOf, call, clock } = await open()
    await signUp('rui@rival.com')
    await allow('rui@rival.com')
    const token = await tokenOf(await createClient('ana@acme.com', 'leaks:read emails:add'))
    for (const method of ['GET', 'POST'] as const) {
      const answer = await call('/emails', token, PORTAL, method)
      expect([answer.statusCode, readableFor(answer)]).toEqual([403, undefined])
    }
    expect((await call('/emails', token)).json()).toEqual([])
    clock.advance(600)
    expect(readableFor(await call('/emails', token, PORTAL))).toBeUndefined()
  })

  // Rule: M-EMBED-11
  test('an origin that is taken back is refused at once', async () => {
    const { allow, refuse, createClient, tokenOf, call } = await open()
    await allow('ana@acme.com')
    const token = await tokenOf(await createClient('ana@acme.com'))
    await refuse('ana@acme.com')
    expect((await call('/emails', token, PORTAL)).statusCode).toBe(403)
  })

  test('our own pages need no permission, behind a proxy that ends TLS too', async () => {
    const { app, session } = await open()
    const ask = (headers: Record<string, string>) =>
      app.inject({ url: '/api/emails', headers: { authorization: `Bearer ${session}`, ...headers } })
    const host = 'dashboard.example:8443'
    const ours: Record<string, string>[] = [
      { host, origin: 'http://dashboard.example:8443' },
      { host: '127.0.0.1', 'x-forwarded-host': host, origin: `https://${host}` },
      { host, origin: 'https://outside.example', 'sec-fetch-site': 'same-origin' },
    ]
    for (const headers of ours) expect((await ask(headers)).statusCode).toBe(200)
  })

  // Rule: M-EMBED-16
  test("a session's own API keeps the list; wildcards, null, paths and other schemes are refused in Portuguese", async () => {
    const { app, session } = await open()
    const ask = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
      app.inject({
        method,
        url: `/api${url}`,
        headers: { authorization: `Bearer ${session}` },
        ...(payload && { payload }),
      })
    const list = '/clientes/me/origens'
    expect((await ask('POST', list, { origem: 'https://PORTAL.acme.com' })).statusCode).toBe(201)
    expect((await ask('POST', list, { origem: PORTAL })).statusCode).toBe(200)
    expect((await ask('GET', list)).json()).toEqual([{ origem: PORTAL, criada_em: expect.any(String) }])
    for (const [origem, text] of [
      ['*', 'Curingas'],
      ['null', 'não é aceita'],
      [`${PORTAL}/app`, 'sem caminho'],
      ['ftp://portal.acme.com', 'http e https'],
    ]) {
      const refused = await ask('POST', list, { origem })
      expect(refused.statusCode).toBe(422)
      expect(refused.json().message).toContain(text)
    }
    const taken = `${list}?origem=${encodeURIComponent(PORTAL)}`
    expect((await ask('DELETE', taken)).statusCode).toBe(204)
    expect((await ask('DELETE', taken)).statusCode).toBe(404)
    expect((await ask('GET', list)).json()).toEqual([])
  })

  test('an organisation lists and takes back its own origins alone', async () => {
    const { allow, refuse, originsOf, signUp, call, tokenOf, createClient } = await open()
    await signUp('rui@rival.com')
    await allow('ana@acme.com')
    await allow('rui@rival.com', OTHER)
    expect(await originsOf('ana@acme.com')).toEqual([PORTAL])
    expect(await originsOf('rui@rival.com')).toEqual([OTHER])

    await expect(refuse('rui@rival.com')).rejects.toThrow('it was not allowed')
    const token = await tokenOf(await createClient('ana@acme.com'))
    expect((await call('/emails', token, PORTAL)).statusCode).toBe(200)
  })

  // Threat: T-ACCOUNT-6
  test('what another organisation allows counts neither as ours nor towards our limit', async () => {
    const { allow, originsOf, signUp } = await open()
    await signUp('rui@rival.com')
    for (let number = 0; number < MAX_ORIGINS - 1; number++) await allow('rui@rival.com', `https://p${number}.example`)
    await allow('rui@rival.com')
    await allow('ana@acme.com')
    expect(await originsOf('ana@acme.com')).toEqual([PORTAL])
    await allow('ana@acme.com', OTHER)
    expect(await originsOf('ana@acme.com')).toEqual([OTHER, PORTAL])
    await expect(allow('rui@rival.com', OTHER)).rejects.toThrow('as many as it may have')
  })

  test("the list is out of reach for a portal's token, and for a session's token on another site", async () => {
    const { allow, createClient, tokenOf, call, session } = await open()
    await allow('ana@acme.com')
    const token = await tokenOf(await createClient('ana@acme.com', 'leaks:read emails:add'))
    expect((await call('/clientes/me/origens', token)).statusCode).toBe(403)
    expect((await call('/clientes/me/origens', session, PORTAL)).statusCode).toBe(403)
    expect((await call('/clientes/me/origens', session)).statusCode).toBe(200)
  })

  // Rule: M-EMBED-12
  test('with one token 120 calls in a minute are answered, and the next one is put off', async () => {
    const { allow, createClient, tokenOf, call } = await open()
    await allow('ana@acme.com')
    const token = await tokenOf(await createClient('ana@acme.com'))
    for (let count = 0; count < 120; count++) expect((await call('/emails', token, PORTAL)).statusCode).toBe(200)
    expect((await call('/emails', token, PORTAL)).statusCode).toBe(429)
  })

  // Rule: M-EMBED-12
  test('too many calls with one token are put off, which the page can read; another token goes on', async () => {
    const { allow, createClient, tokenOf, call, clock, session, get } = await open({ callsPerMinute: 3 })
    await allow('ana@acme.com')
    const client = await createClient('ana@acme.com')
    const [token, second] = [await tokenOf(client), await tokenOf(client)]
    for (let count = 0; count < 3; count++) expect((await call('/emails', token, PORTAL)).statusCode).toBe(200)
    clock.advance(20)
    const refused = await call('/emails', token, PORTAL)
    expect([refused.statusCode, readableFor(refused), refused.headers['retry-after']]).toEqual([429, PORTAL, '40'])
    expect(refused.headers['access-control-expose-headers']).toContain('Retry-After')
    expect((await call('/emails', second, PORTAL)).statusCode).toBe(200)
    for (let count = 0; count < 5; count++) expect((await get('/emails', session)).statusCode).toBe(200)
    clock.advance(40)
    expect((await call('/emails', token, PORTAL)).statusCode).toBe(200)
  })
})
