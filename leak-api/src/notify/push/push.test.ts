import { ownPushSchema, type OwnPush } from '@atalaia/contracts/push'
import { compile, sql, type Database } from '@atalaia/database'
import { decodeJwt } from 'jose'
import { createHash } from 'node:crypto'
import { array, int, nullable, object, parse, string } from 'zod/mini'
import { createSender } from '../../../testing/deliveries.ts'
import { dying } from '../../../testing/dying.ts'
import { onPostgres } from '../../../testing/each-database.ts'
import { createPortal } from '../../../testing/portal.ts'
import { createPushBrowser, senderOf, startPushService } from '../../../testing/push-service.ts'
import { createTestApi, PASSWORD, ringOf } from '../../../testing/test-api.ts'
import { createSessionsRepository } from '../../accounts/sessions-repository.ts'
import { createAccountsRepository } from '../../base/people/accounts-repository.ts'
import { queuePushes, createPushChannel, endpointProblem, subjectOf } from './send-pushes.ts'
import { createVapidKeys } from '../../base/installation-keys/vapid-keys.ts'

const ANA = 'ana@acme.com'
const ADDRESS = 'contato@acme.com'
const ORIGIN = 'https://atalaia.example'
const LOCAL = { http: true, local: true }
const MINUTE = 60
const DAY = 24 * 60 * MINUTE
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'

let service: Awaited<ReturnType<typeof startPushService>>
beforeAll(async () => void (service = await startPushService()))
afterAll(() => service.stop())
beforeEach(() => {
  service.received.splice(0)
  Object.assign(service.answer, { status: 201, headers: {} })
})

const payloadSchema = object({ title: string(), lines: array(string()), path: string(), tag: string() })
const stateSchema = object({ kind: string(), outcome: nullable(string()), failure: nullable(string()) })

const createWorld = async (database: Database, rules = LOCAL) => {
  const api = await createTestApi(database, { webhookRules: rules, publicOrigin: ORIGIN })
  const token = await api.tokenOf(ANA)
  await database.execute(sql`DELETE FROM delivery`)
  const call = (method: 'GET' | 'POST', url: string, payload: object = {}, by = token) =>
    api.app.inject({
      method,
      url: `/api/alertas/push${url}`,
      headers: { authorization: `Bearer ${by}`, 'user-agent': CHROME },
      ...(method === 'POST' && { payload }),
    })
  const own = async (by = token): Promise<OwnPush> => parse(ownPushSchema, (await call('GET', '', {}, by)).json())
  const turnOn = async (by = token, name?: string) => {
    const browser = createPushBrowser(service.url, name)
    const answer = await call('POST', '/navegadores', browser.body, by)
    const mark = createHash('sha256').update(browser.body.endereco).digest('base64url')
    const { navegadores } = parse(ownPushSchema, answer.json())
    return { ...browser, id: navegadores.find(({ marca }) => marca === mark)?.id ?? '' }
  }
  const set = (frequencia: string, least = 'baixa') => call('POST', '', { frequencia, gravidade_minima: least })
  const parts = {
    database,
    ring: api.keys.token,
    rules,
    origin: ORIGIN,
    mailFrom: 'x@atalaia.example',
    clock: api.clock,
  }
  const lines: string[] = []
  const note = (facts: object, message: string) => void lines.push(`${message} ${JSON.stringify(facts)}`)
  const log = { info: note, warn: note }
  const send = (on: Partial<typeof parts> = {}) => {
    const used = { ...parts, ...on }
    return createSender({ ...used, log }, createPushChannel(used)).sendDue()
  }
  const look = async (seconds: number) => {
    api.clock.advance(seconds)
    await queuePushes(parts)
    await send()
  }
  const states = () =>
    database.query(stateSchema, sql`SELECT kind, outcome, last_failure AS failure FROM delivery ORDER BY added_at, id`)
  const acts = async (email: string) => {
    const rows = await database.query(
      object({ content: string(), names: nullable(string()) }),
      sql`SELECT event.content, person.content AS names FROM audit_event AS event
       JOIN account ON account.organisation_id = event.organisation_id AND account.email = ${email}
       LEFT JOIN audit_person AS person ON person.organisation_id = event.organisation_id
         AND person.ordinal = event.ordinal AND person.part = 'target'
       WHERE event.content LIKE '%"action":"push.%' ORDER BY event.ordinal`,
    )
    return rows.map(({ content, names }) => ({ ...JSON.parse(content), names }))
  }
  const browsers = async () =>
    (await database.query(object({ rows: int() }), sql`SELECT count(*)::int AS rows FROM push_subscription`))[0]?.rows
  return { api, token, call, own, turnOn, set, parts, lines, send, look, states, browsers, acts }
}

onPostgres((database) => {
  // Rule: M-PUSH-1, M-PUSH-2, M-PUSH-3, M-PUSH-30, M-PUSH-31
  test('an import that comes twice is one encrypted push to each browser, signed by the installation, without a password', async () => {
    const { api, token, own, turnOn, parts, send, look, lines } = await createWorld(database())
    await api.add(ADDRESS, token)
    await api.importText('antes', `${ADDRESS}:velha`)
    const [one, other] = [await turnOn(), await turnOn()]
    await api.importText('forum', `${ADDRESS}:segredo1`)
    await look(14)
    expect(service.received).toEqual([])
    await api.importText('forum', `${ADDRESS}:segredo1`)
    api.clock.advance(1)
    await Promise.all([1, 2, 3].map(() => queuePushes(parts)))
    await Promise.all([1, 2, 3].map(() => send()))
    await api.importText('forum', `${ADDRESS}:segredo2`)
    await look(20 * MINUTE)
    expect(service.received.map(({ path }) => path).toSorted()).toEqual([one.path, other.path].toSorted())
    const { chave, navegadores } = await own()
    for (const push of service.received) {
      const [reader, stranger] = push.path === one.path ? [one, other] : [other, one]
      const payload = parse(payloadSchema, reader.read(push))
      expect(payload.title).toBe('Vazamento novo de gravidade alta')
      expect(payload.lines).toEqual(['c***@acme.com, gravidade alta: forum'])
      expect(payload.path).toMatch(/^\/app\/main\/analytics\/enderecos\/[\da-f-]{36}$/)
      expect(push.headers).toMatchObject({
        'content-encoding': 'aes128gcm',
        ttl: String(DAY),
        topic: payload.tag.replaceAll('-', ''),
      })
      expect(senderOf(push, chave)).toMatchObject({ aud: service.url, sub: ORIGIN })
      expect(push.body.toString('latin1')).not.toMatch(/acme|forum|segredo/)
      expect(() => stranger.read(push)).toThrow('authenticate')
    }
    expect(navegadores).toMatchObject([
      { aparelho: 'Chrome no Linux', ultimo_envio: '2026-11-21T15:00:15+00:00' },
      { aparelho: 'Chrome no Linux' },
    ])
    const stored = await database().query(object({ row: string() }), sql`SELECT delivery::text AS row FROM delivery`)
    const rows = await database().query(
      object({ row: string() }),
      sql`SELECT push_subscription::text AS row FROM push_subscription`,
    )
    expect(JSON.stringify([stored, rows, lines])).not.toMatch(new RegExp(`${service.url}|c\\*\\*\\*|${one.body.auth}`))
  })

  // Rule: M-PUSH-2
  test.each([
    ['before its findings are kept', 1],
    ['before its push is kept', 2],
  ])('a process that dies %s leaves one push to the next one', async (_when, last) => {
    const { api, token, turnOn, parts, look } = await createWorld(database())
    await api.add(ADDRESS, token)
    await turnOn()
    await api.importText('forum', `${ADDRESS}:um`)
    api.clock.advance(15)
    await expect(queuePushes({ ...parts, database: dying(database(), last) })).rejects.toThrow('killed')
    await look(9 * MINUTE)
    expect(service.received).toEqual([])
    await look(MINUTE)
    await look(20 * MINUTE)
    expect(service.received).toHaveLength(1)
  })

  // Rule: M-PUSH-2
  test('a process that dies between the answer and its note sends the push again under the same topic and tag', async () => {
    const { api, call, turnOn, send } = await createWorld(database())
    const browser = await turnOn()
    await call('POST', `/navegadores/${browser.id}/teste`)
    const killed: Database = {
      ...database(),
      execute: (statement) =>
        /outcome = \$/.test(compile(statement).sql)
          ? Promise.reject(new Error('killed'))
          : database().execute(statement),
    }
    await expect(send({ database: killed })).rejects.toThrow('killed')
    api.clock.advance(9 * MINUTE)
    await send()
    expect(service.received).toHaveLength(1)
    api.clock.advance(MINUTE)
    await send()
    await send()
    const pushes = service.received.map((push) => [push.headers['topic'], parse(payloadSchema, browser.read(push)).tag])
    expect(pushes).toHaveLength(2)
    expect(pushes[0]).toEqual(pushes[1])
  })

  // Rule: M-PUSH-4, M-PUSH-32
  test.each([404, 410])(
    'a browser that its push service answers %s for is removed, and others stay',
    async (status) => {
      const { api, token, call, own, turnOn, look, states, acts } = await createWorld(database())
      await api.add(ADDRESS, token)
      const gone = await turnOn()
      service.answer.status = status
      await call('POST', `/navegadores/${gone.id}/teste`)
      await look(0)
      expect((await own()).navegadores).toEqual([])
      expect(await states()).toEqual([])
      expect((await acts(ANA)).at(-1)).toMatchObject({
        action: 'push.gone',
        actor: { kind: 'system' },
        target: { kind: 'browser', id: gone.id },
        names: expect.stringContaining('Chrome no Linux'),
      })
      service.answer.status = 201
      // What came while no browser was there is not told to the next one.
      await api.importText('entre', `${ADDRESS}:um`)
      await look(20 * MINUTE)
      const { path } = await turnOn()
      await look(20 * MINUTE)
      await api.importText('depois', `${ADDRESS}:um`)
      await look(20 * MINUTE)
      expect(service.received.slice(1).map((push) => push.path)).toEqual([path])
    },
  )

  // Rule: M-PUSH-4, M-PUSH-32
  test('a push that fails is tried again, after the pause that its service asks for, for a day', async () => {
    const { api, call, turnOn, send, states, own } = await createWorld(database())
    const { id } = await turnOn()
    await call('POST', `/navegadores/${id}/teste`)
    service.answer.status = 500
    await send()
    api.clock.advance(30)
    Object.assign(service.answer, { status: 429, headers: { 'retry-after': '900' } })
    await send()
    api.clock.advance(899)
    await send()
    expect(service.received).toHaveLength(2)
    api.clock.advance(1)
    Object.assign(service.answer, { status: 413, headers: {} })
    await send()
    expect(service.received).toHaveLength(3)
    expect(await states()).toEqual([{ kind: 'push-test', outcome: 'refused', failure: 'EPUSH 413' }])
    expect((await own()).navegadores).toHaveLength(1)
    service.answer.status = 500
    await call('POST', `/navegadores/${id}/teste`)
    await send()
    api.clock.advance(DAY)
    service.answer.status = 201
    await send()
    expect((await states()).at(-1)).toMatchObject({ outcome: 'expired' })
    expect(service.received).toHaveLength(4)
  })

  // Rule: M-PUSH-1, M-PUSH-30
  test.each([
    ['diaria', '2026-11-22T11:00:00Z'],
    ['semanal', '2026-11-23T11:00:00Z'],
  ])('with %s all that is severe enough comes as one push at its hour', async (frequency, then) => {
    const { api, token, turnOn, set, look } = await createWorld(database())
    for (const address of [ADDRESS, 'rh@acme.com', 'ti@acme.com', 'juridico@acme.com']) await api.add(address, token)
    const browser = await turnOn()
    await set(frequency, 'alta')
    await api.importText('forum', `${ADDRESS}:um\nti@acme.com:dois\njuridico@acme.com:tres\nrh@acme.com`)
    api.clock.set(new Date(Date.parse(then) - 1000).toISOString())
    await look(0)
    expect(service.received).toEqual([])
    await look(1)
    const [push, ...others] = service.received
    if (push === undefined) throw new Error('no push')
    expect(others).toEqual([])
    const { title, lines, path } = parse(payloadSchema, browser.read(push))
    expect([title, path]).toEqual(['3 vazamentos novos, até gravidade alta', '/app/main/analytics/enderecos'])
    expect([lines.length, lines.at(-1)]).toEqual([3, 'E mais 1 endereço.'])
    expect(push.body.length).toBeLessThan(4096)
  })

  // Rule: M-PUSH-5, M-PUSH-36, M-PUSH-33
  // Threat: T-MEMBER-4
  test('who logs out, loses its sessions, its membership or its account gets no push, nor does a suspended organisation', async () => {
    const { api, token, call, own, turnOn, look, browsers, states } = await createWorld(database())
    const post = (url: string, payload: object, by: string) =>
      api.app.inject({ method: 'POST', url: `/api${url}`, headers: { authorization: `Bearer ${by}` }, payload })
    const rui = await api.tokenOf('rui@rival.com')
    const [ana, rival] = await database().query(
      object({ id: string(), organisation: string() }),
      sql`SELECT id::text, organisation_id::text AS organisation FROM account ORDER BY email`,
    )
    await database().execute(
      sql`INSERT INTO membership (account_id, organisation_id, role, since)
       VALUES (${ana?.id}::uuid, ${rival?.organisation}, 'reader', now())`,
    )
    const inRival = (await post(`/organizacoes/${rival?.organisation}/entrar`, {}, token)).json().access_token
    await api.add('caixa@rival.com', rui)
    const reader = await turnOn(inRival)
    await api.importText('forum', 'caixa@rival.com:um')
    await look(15)
    expect(service.received.map(({ path }) => path)).toEqual([reader.path])
    expect((await own()).navegadores).toEqual([])

    // What waits for a removed member goes with it.
    await call('POST', `/navegadores/${reader.id}/teste`, {}, inRival)
    await post(`/organizacao/membros/${ana?.id}/remover`, {}, rui)
    expect(await browsers()).toBe(0)
    expect((await states()).filter(({ kind }) => kind === 'push-test')).toEqual([])
    await api.importText('loja', 'caixa@rival.com:um')
    await look(20 * MINUTE)
    expect(service.received).toHaveLength(1)

    const { id } = await turnOn()
    await api.add(ADDRESS, token)
    await call('POST', `/navegadores/${id}/teste`)
    await database().execute(sql`UPDATE organisation SET suspended_at = now(), suspended_because = 'x'`)
    expect((await call('POST', `/navegadores/${id}/teste`)).statusCode).toBe(403)
    await look(0)
    expect(service.received).toHaveLength(1)
    await database().execute(sql`UPDATE organisation SET suspended_at = NULL, suspended_because = NULL`)
    await look(0)
    expect(service.received).toHaveLength(2)

    await api.app.inject({ method: 'DELETE', url: '/api/sessao', headers: { authorization: `Bearer ${token}` } })
    expect(await browsers()).toBe(0)
    const again = (await api.login(ANA)).json().access_token
    await turnOn(again)
    await database().execute(sql`DELETE FROM account WHERE id = ${ana?.id}::uuid`)
    expect(await browsers()).toBe(0)
  })

  // Rule: M-PUSH-5, M-PUSH-36, M-PUSH-33
  test('a session that ends by itself leaves its browser on, until another of the same device or all are ended', async () => {
    const { api, token, turnOn, browsers } = await createWorld(database())
    const login = async () => {
      const answer = await api.app.inject({
        method: 'POST',
        url: '/api/login',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': CHROME },
        payload: new URLSearchParams({ username: ANA, password: PASSWORD }).toString(),
      })
      return parse(string(), answer.json().access_token)
    }
    const leave = (by: string) =>
      api.app.inject({ method: 'DELETE', url: '/api/sessao', headers: { authorization: `Bearer ${by}` } })
    await turnOn(token)
    await turnOn(await login())
    api.clock.advance(9 * 60 * MINUTE)
    await createSessionsRepository(database()).sweep(api.clock())
    expect(await browsers()).toBe(2)
    // Of another device: that of the API's client.
    await leave((await api.login(ANA)).json().access_token)
    expect(await browsers()).toBe(2)
    await leave(await login())
    expect(await browsers()).toBe(0)

    const [here, elsewhere] = [await login(), await login()]
    await turnOn(here)
    await turnOn(elsewhere)
    const accounts = createAccountsRepository(database())
    const { id = '' } = (await accounts.findByEmail(ANA)) ?? {}
    await accounts.endSessions(id, String(decodeJwt(here)['sid']))
    expect(await browsers()).toBe(1)
  })

  // Rule: M-PUSH-5, M-PUSH-36, M-PUSH-33
  // Threat: T-ACCOUNT-6
  test('a browser is one person’s, and nobody else sees, tests or removes it', async () => {
    const { api, token, call, own, turnOn, acts } = await createWorld(database())
    const { id } = await turnOn(token, 'navegador')
    const rui = await api.tokenOf('rui@rival.com')
    const portal = createPortal(api)
    const embed = await portal.tokenOf(await portal.createClient(ANA, 'leaks:read emails:add'))
    const { body } = createPushBrowser(service.url)
    const orders = [
      '',
      '/navegadores',
      `/navegadores/${id}/teste`,
      `/navegadores/${id}/remover`,
      '/navegadores/x/remover',
    ]
    const bodies = [{ frequencia: 'diaria', gravidade_minima: 'alta' }, body, {}, {}, {}]
    const statuses = (by?: string) =>
      Promise.all(orders.map(async (url, at) => (await call('POST', url, bodies[at], by)).statusCode))
    expect(await statuses(rui)).toEqual([200, 200, 404, 404, 404])
    expect(await statuses(embed)).toEqual([403, 403, 403, 403, 403])
    expect((await api.get('/alertas/push')).statusCode).toBe(401)
    expect(await own()).toMatchObject({ frequencia: 'imediata', navegadores: [{ id }] })
    expect(JSON.stringify(await own())).not.toContain(service.url)
    // The next person at the same computer.
    await turnOn(rui, 'navegador')
    expect((await own()).navegadores).toEqual([])
    expect((await own(rui)).navegadores).toHaveLength(2)
    const taken = (await acts(ANA)).at(-1)
    expect(taken).toMatchObject({ action: 'push.taken', actor: { kind: 'system' }, target: { kind: 'browser', id } })
    expect(JSON.stringify(taken)).not.toContain('rui')
    expect((await acts('rui@rival.com')).map(({ action }) => action)).toEqual(['push.added', 'push.added'])
    // The name of the device goes with the account that it was of.
    expect(taken.names).toContain('Chrome no Linux')
    await database().execute(sql`DELETE FROM account WHERE email = ${ANA}`)
    const left = await database().query(
      object({ content: string() }),
      sql`SELECT content FROM audit_person WHERE part = 'target'`,
    )
    expect(left.filter(({ content }) => content.includes('Chrome'))).toHaveLength(2)
  })

  // Rule: M-PUSH-1, M-PUSH-6, M-PUSH-30
  test('a person has ten browsers, whose keys and addresses have the form that browsers give', async () => {
    const { call, own, turnOn, set } = await createWorld(database())
    const { body } = await turnOn()
    for (let count = 1; count < 10; count += 1) await turnOn()
    expect((await call('POST', '/navegadores', createPushBrowser(service.url).body)).json()).toMatchObject({
      status: 422,
      detail: 'São no máximo 10 navegadores.',
    })
    // One that is there is renewed.
    expect((await call('POST', '/navegadores', body)).statusCode).toBe(200)
    const first = (await own()).navegadores[0]?.id
    expect((await call('POST', `/navegadores/${first}/remover`)).statusCode).toBe(200)
    for (const changes of [
      { endereco: 'http://push.example/x' },
      { endereco: 'https://10.0.0.1/' + 'x'.repeat(1000) },
      { p256dh: 'x' },
      { auth: `${'x'.repeat(21)}=` },
    ])
      expect((await call('POST', '/navegadores', { ...body, ...changes })).statusCode).toBe(422)
    expect((await set('nunca')).statusCode).toBe(400)
    expect((await set('diaria', 'nenhuma')).statusCode).toBe(400)
    const acts = await database().query(
      object({ content: string() }),
      sql`SELECT content FROM audit_event WHERE content LIKE '%"action":"push.%' ORDER BY ordinal`,
    )
    expect(acts).toHaveLength(11)
    expect(JSON.stringify(acts)).not.toMatch(/127\.0\.0\.1|push\.example/)
    const statuses = []
    for (let count = 0; count < 60; count += 1) statuses.push((await set('diaria')).statusCode)
    expect(statuses.at(-1)).toBe(429)
  })

  // Rule: M-PUSH-6
  // Threat: T-EXPORT-3
  test('no push goes to a private address, also to one that was allowed before', async () => {
    const { call, turnOn, send, states } = await createWorld(database())
    const { id } = await turnOn()
    await call('POST', `/navegadores/${id}/teste`)
    await send({ rules: { http: true, local: false } })
    expect(await states()).toEqual([{ kind: 'push-test', outcome: 'refused', failure: 'EADDRESS' }])
    expect(service.received).toEqual([])
  })

  // Rule: M-PUSH-3, M-PUSH-31
  test('all processes have one pair of keys, which lies encrypted, and another installation’s key has another', async () => {
    const { parts } = await createWorld(database())
    const pairs = await Promise.all([1, 2, 3].map(() => createVapidKeys(database(), parts.ring)()))
    expect(new Set(pairs.map(({ privateKey }) => privateKey)).size).toBe(1)
    const other = await createVapidKeys(database(), ringOf(Buffer.alloc(32, 7)))()
    expect(other.publicKey).not.toBe(pairs[0]?.publicKey)
    expect(await createVapidKeys(database(), parts.ring)()).toEqual(pairs[0])
    const rows = await database().query(object({ value: string() }), sql`SELECT value FROM setting`)
    for (const { privateKey } of [...pairs, other]) expect(JSON.stringify(rows)).not.toContain(privateKey)
  })
})

// Rule: M-PUSH-6
// Threat: T-EXPORT-3
test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true, true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true, true],
  ['http://127.0.0.1:9/x', false, true],
  ['http://10.0.0.1/x', false, false],
  ['http://localhost:9/x', false, false],
  ['https://169.254.169.254/x', false, false],
  ['https://[::1]/x', false, true],
  ['http://push.example/x', false, false],
])('the push service %s is called: %s, and where local ones may be: %s', (endpoint, anywhere, local) => {
  const isCalled = (rules: typeof LOCAL) => endpointProblem(endpoint, rules) === undefined
  expect([isCalled({ http: true, local: false }), isCalled(LOCAL)]).toEqual([anywhere, local])
})

// Rule: M-PUSH-3, M-PUSH-31
test('push services get the address of the pages as contact, or the mailbox where that is no https', () => {
  const mailFrom = 'nao-responda@atalaia.example'
  expect(subjectOf({ origin: ORIGIN, mailFrom })).toBe(ORIGIN)
  expect(subjectOf({ origin: 'http://localhost:3000', mailFrom })).toBe(`mailto:${mailFrom}`)
})
