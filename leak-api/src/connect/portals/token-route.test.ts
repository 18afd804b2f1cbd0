import { sql } from '@atalaia/database'
import { decodeJwt } from 'jose'
import { object } from 'zod/mini'
import { onPostgres } from '../../../testing/each-database.ts'
import { createPortal, PORTAL, readableFor } from '../../../testing/portal.ts'
import { createTestApi } from '../../../testing/test-api.ts'

const grant = { grant_type: 'client_credentials' }
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

onPostgres((database) => {
  const open = async () => {
    const api = await createTestApi(database(), { logLevel: 'trace' })
    await api.signUp('ana@acme.com')
    const portal = createPortal(api)
    return { ...api, ...portal, client: await portal.createClient('ana@acme.com', 'leaks:read emails:add') }
  }

  // Rule: M-EMBED-9
  test('a client gets a token for ten minutes, by HTTP Basic or by the body', async () => {
    const { askToken, client, clock } = await open()
    const { id, secret } = client
    for (const answer of [
      await askToken(grant, basic(id, secret)),
      await askToken({ ...grant, client_id: id, client_secret: secret }),
    ]) {
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toEqual({
        access_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 600,
        scope: 'leaks:read emails:add',
      })
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' })
      const claims = decodeJwt(answer.json().access_token)
      expect(claims.exp).toBe(Math.floor(clock().getTime() / 1000) + 600)
      expect(claims.sub).toBe(id)
    }
  })

  // Rule: M-EMBED-14
  test('a client may ask for less than it may have, and for nothing else', async () => {
    const { askToken, client, createClient } = await open()
    const less = await askToken({ ...grant, scope: 'leaks:read' }, basic(client.id, client.secret))
    expect(less.json()).toMatchObject({ scope: 'leaks:read' })
    const reader = await createClient('ana@acme.com')
    for (const scope of ['emails:add', 'leaks:read emails:add', 'admin', ' ']) {
      const refused = await askToken({ ...grant, scope }, basic(reader.id, reader.secret))
      expect([refused.statusCode, refused.json().error]).toEqual([400, 'invalid_scope'])
    }
  })

  // Rule: M-EMBED-25
  test('a token may be limited to addresses and domains, and the answer says to which', async () => {
    const { askToken, client } = await open()
    const ask = async (scope: string) => (await askToken({ ...grant, scope }, basic(client.id, client.secret))).json()
    expect(await ask('leaks:read domain:ACME.com address:rui@acme.com')).toMatchObject({
      scope: 'leaks:read address:rui@acme.com domain:acme.com',
    })
    expect(await ask('leaks:read domain:*.com')).toEqual({
      error: 'invalid_scope',
      error_description: 'domain:*.com names no domain',
    })
    expect(await ask('domain:acme.com')).toMatchObject({ error: 'invalid_scope' })
    expect(await ask(`leaks:read ${' '.repeat(4000)}`)).toMatchObject({
      error_description: 'more than 4000 characters',
    })
  })

  // Rule: M-EMBED-25
  test('a client with limits gives its tokens no wider ones', async () => {
    const { askToken, createClient, clientsOf } = await open()
    const { id, secret } = await createClient('ana@acme.com', 'leaks:read domain:acme.com address:rui@rival.com')
    const ask = async (scope?: string) => {
      const answer = await askToken(scope === undefined ? grant : { ...grant, scope }, basic(id, secret))
      return answer.json()
    }
    const whole = 'leaks:read address:rui@rival.com domain:acme.com'
    for (const scope of [undefined, 'leaks:read']) expect(await ask(scope)).toMatchObject({ scope: whole })
    for (const scope of ['leaks:read address:ana@acme.com', 'leaks:read domain:acme.com address:rui@rival.com'])
      expect(await ask(scope)).toMatchObject({ token_type: 'Bearer' })
    for (const scope of ['address:ana@rival.com', 'domain:rival.com', 'domain:acme.com domain:sub.acme.com'])
      expect(await ask(`leaks:read ${scope}`)).toEqual({
        error: 'invalid_scope',
        error_description: `this client may have: ${whole}`,
      })
    expect(await clientsOf('ana@acme.com')).toContainEqual(expect.objectContaining({ id, scopes: whole.split(' ') }))
    await expect(createClient('ana@acme.com', 'leaks:read x')).rejects.toThrow('scope: x is no scope')
  })

  // Rule: M-EMBED-26
  // Threat: T-ACCOUNT-10
  test('the log has the people for whom tokens were asked, and what was added with them', async () => {
    const { askToken, client, createClient, actionsOf, app, clock, signUp } = await open()
    const { id, secret } = client
    const ask = async (form: Record<string, string>) => {
      const answer = await askToken({ ...grant, ...form }, basic(id, secret))
      return { ...answer.json(), ...decodeJwt(answer.json().access_token) }
    }
    const add = (token: string, email: string) =>
      app.inject({
        method: 'POST',
        url: '/api/emails',
        headers: { authorization: `Bearer ${token}` },
        payload: { email },
      })
    const listed = (user?: string, account = 'ana@acme.com') => actionsOf(account, user)
    const named = await ask({ user: ' Zoë Müller ', scope: 'emails:add domain:acme.com' })
    expect([named.user, named.sub, named.client_id]).toEqual(['Zoë Müller', id, id])
    const unnamed = await ask({ user: '' })
    expect(unnamed.user).toBeUndefined()
    expect((await add(named.access_token, 'rh@acme.com')).statusCode).toBe(201)
    expect((await add(named.access_token, 'RH@acme.com')).statusCode).toBe(409)
    expect((await add(named.access_token, 'rh@rival.com')).statusCode).toBe(403)
    expect((await add(unnamed.access_token, 'ti@acme.com')).statusCode).toBe(201)

    const theirs = { user: 'Zoë Müller', client: id, token: named.jti }
    const expected = [
      { user: null, client: id, token: unnamed.jti, action: 'email-added', detail: 'ti@acme.com' },
      { ...theirs, action: 'email-added', detail: 'rh@acme.com' },
      { ...theirs, action: 'token', detail: 'emails:add domain:acme.com' },
    ]
    expect(await listed()).toMatchObject(expected)
    expect(await listed('Zoë Müller')).toMatchObject(expected.slice(1))
    await signUp('rui@rival.com')
    expect(await listed(undefined, 'rui@rival.com')).toEqual([])

    clock.advance(91 * 24 * 3600)
    const other = await createClient('ana@acme.com')
    await askToken({ ...grant, user: 'rui' }, basic(other.id, other.secret))
    expect(await listed()).toMatchObject([{ user: 'rui', client: other.id, action: 'token' }])
  })

  // Rule: M-EMBED-26
  test.each([' ', 'a'.repeat(101), 'ana\u0000', 'ana\nrui', 'ana\u202Erui', 'ana\u2028rui'])(
    'user %j is refused, and gets no token',
    async (user) => {
      const { askToken, client, actionsOf } = await open()
      const refused = await askToken({ ...grant, user }, basic(client.id, client.secret))
      expect([refused.statusCode, refused.json()]).toEqual([
        400,
        { error: 'invalid_request', error_description: 'user is 1 to 100 characters, none of them invisible' },
      ])
      expect(await actionsOf('ana@acme.com')).toEqual([])
    },
  )

  // Rule: M-EMBED-25
  test('tokens lose the rows that their client has lost', async () => {
    const { client, tokenOf, call } = await open()
    const token = await tokenOf(client)
    await call('/emails', token, undefined, 'POST')
    expect((await call('/emails', token)).json()).toHaveLength(1)
    const limitTo = (scope: string) =>
      database().execute(sql`UPDATE client SET scopes = ${scope} WHERE id = ${client.id}`)
    await limitTo('leaks:read domain:rival.com')
    expect((await call('/emails', token)).json()).toEqual([])
    await limitTo('leaks:read future:rule')
    expect((await call('/emails', token)).statusCode).toBe(403)
  })

  test('what RFC 6749 calls an error is told in its words, and no page can read it', async () => {
    const { askToken, client, allow } = await open()
    const { id, secret } = client
    await allow('ana@acme.com')
    const known = basic(id, secret)
    const cases: [Record<string, string> | string, Record<string, string>, number, string][] = [
      [{}, known, 400, 'invalid_request'],
      [{ grant_type: 'password' }, known, 400, 'unsupported_grant_type'],
      [grant, basic(id, 'wrong'), 401, 'invalid_client'],
      [grant, basic('nobody', secret), 401, 'invalid_client'],
      [grant, {}, 401, 'invalid_client'],
      [grant, { authorization: 'Bearer x' }, 401, 'invalid_client'],
      [{ ...grant, client_id: id, client_secret: '' }, {}, 401, 'invalid_client'],
      [{ ...grant, client_id: id, client_secret: secret }, known, 400, 'invalid_request'],
      ['grant_type=client_credentials&grant_type=client_credentials', known, 400, 'invalid_request'],
      ['{}', { ...known, 'content-type': 'application/json' }, 400, 'invalid_request'],
      ['x', { ...known, 'content-type': 'text/html' }, 400, 'invalid_request'],
    ]
    for (const [form, headers, status, error] of cases) {
      const answer = await askToken(form, { ...headers, origin: PORTAL })
      expect([answer.statusCode, answer.json().error]).toEqual([status, error])
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(readableFor(answer)).toBeUndefined()
      expect('www-authenticate' in answer.headers).toBe(status === 401)
    }
  })

  // Rule: M-EMBED-10
  test('a token does what its scopes say, and says which one is missing', async () => {
    const { client, tokenOf, call } = await open()
    const reader = await tokenOf(client, 'leaks:read')
    const adder = await tokenOf(client, 'emails:add')
    expect((await call('/emails', reader)).statusCode).toBe(200)
    const refused = await call('/emails', reader, undefined, 'POST')
    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="emails:add"',
    ])
    expect(refused.json().type).toBe('urn:atalaia:problem:operation-not-allowed')
    expect((await call('/emails', adder, undefined, 'POST')).statusCode).toBe(201)
    for (const path of ['/emails', '/dashboard/resumo', '/clientes/me/analises'])
      expect((await call(path, adder)).statusCode).toBe(403)
    expect((await call('/emails', reader)).json()).toEqual([expect.objectContaining({ email: 'rh@acme.com' })])
  })

  // Rule: M-EMBED-10
  test("a token of one organisation sees nothing of another's", async () => {
    const { client, tokenOf, call, signUp, createClient, get } = await open()
    await call('/emails', await tokenOf(client), undefined, 'POST')
    await signUp('rui@rival.com')
    const rival = await tokenOf(await createClient('rui@rival.com', 'leaks:read emails:add'))
    expect((await get('/emails', rival)).json()).toEqual([])
    expect((await get('/clientes/me/analises', rival)).json()).toEqual([])
    expect((await get('/dashboard/resumo', rival)).json().total_vazamentos).toEqual({
      numero_vazamentos: 0,
      numero_senhas_vazadas: 0,
    })
  })

  test('an organisation lists its own clients alone', async () => {
    const { client, clientsOf, signUp, createClient } = await open()
    await signUp('rui@rival.com')
    const theirs = await createClient('rui@rival.com')
    const idsOf = async (account: string) => (await clientsOf(account)).map(({ id }) => id)
    expect(await idsOf('ana@acme.com')).toEqual([client.id])
    expect(await idsOf('rui@rival.com')).toEqual([theirs.id])
  })

  // Rule: M-EMBED-15
  test('a revoked client gets no token, and those that it has stop at once', async () => {
    const { client, revoke, tokenOf, call, askToken } = await open()
    const token = await tokenOf(client)
    await revoke(client.id)
    expect((await call('/emails', token)).statusCode).toBe(401)
    expect((await askToken(grant, basic(client.id, client.secret))).statusCode).toBe(401)
    await expect(revoke(client.id)).rejects.toThrow('there is none that works')
  })

  // Rule: M-EMBED-44, M-EMBED-70
  test('wrong secrets refuse neither the right one of that client nor another client behind the address', async () => {
    const { client, createClient, askToken } = await open()
    const other = await createClient('ana@acme.com')
    const wrong = () => askToken(grant, basic(client.id, 'wrong'))
    for (let count = 0; count < 20; count++) expect((await wrong()).statusCode).toBe(401)
    const refused = await wrong()
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await askToken(grant, basic('wrong', 'wrong'))).statusCode).toBe(401)
    for (const { id, secret } of [client, other])
      expect((await askToken(grant, basic(id, secret))).statusCode).toBe(200)
  })

  // Rule: M-EMBED-44, M-EMBED-70
  test('of a network that makes secrets up, only clients that worked before are looked at', async () => {
    const { client, createClient, askToken, clock } = await open()
    const late = await createClient('ana@acme.com')
    const ask = async (id: string, secret: string) => (await askToken(grant, basic(id, secret))).statusCode
    expect(await ask(client.id, client.secret)).toBe(200)
    for (let count = 0; count < 600; count++) await ask(`invented ${count}`, 'wrong')
    expect([await ask(client.id, client.secret), await ask(late.id, late.secret)]).toEqual([200, 429])
    clock.advance(60)
    expect(await ask(late.id, late.secret)).toBe(200)
  })

  // Rule: M-EMBED-9
  test('a secret is stored as a hash alone, listed nowhere and never logged', async () => {
    const { client, askToken, clientsOf, log } = await open()
    await askToken({ ...grant, client_id: client.id, client_secret: client.secret })
    await askToken(grant, basic(client.id, client.secret))
    const answer = await clientsOf('ana@acme.com')
    expect(answer).toMatchObject([{ id: client.id, revokedAt: null }])
    expect(JSON.stringify(answer)).not.toContain(client.secret)
    expect(log.join('')).not.toContain(client.secret)
    const found = await database().query(
      object({}),
      sql`SELECT 1 FROM client WHERE strpos(client::text, ${client.secret}) > 0`,
    )
    expect(found).toEqual([])
  })
})
