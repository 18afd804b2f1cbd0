import { newWebhookSchema, webhookDeliveriesSchema, webhooksSchema } from '@atalaia/contracts/alerts'
import { sql, type Database } from '@atalaia/database'
import { array, literal, looseObject, object, string } from 'zod/mini'
import { createSender } from '../../../testing/deliveries.ts'
import { dying } from '../../../testing/dying.ts'
import { onPostgres } from '../../../testing/each-database.ts'
import { createPortal } from '../../../testing/portal.ts'
import { isGenuine, startReceiver } from '../../../testing/receiver.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { addressProblem } from '../../base/called-address.ts'
import type { ReportedFinding } from '../alerts/new-findings.ts'
import { createWebhookChannel, queueWebhooks } from './send-webhooks.ts'
import { shownAddress } from './change-webhook.ts'
import { findingCalls } from './webhook-body.ts'

const ANA = 'ana@acme.com'
const ADDRESS = 'contato@acme.com'
const ORIGIN = 'https://atalaia.example'
const LOCAL = { http: true, local: true }
const HOUR = 3600
const DAY = 24 * HOUR

let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => void (receiver = await startReceiver()))
afterAll(() => receiver.stop())
beforeEach(() => {
  receiver.received.splice(0)
  Object.assign(receiver.answer, { status: 204, headers: {} })
})

const eventSchema = object({ id: string(), type: string(), findings: array(looseObject({ address: string() })) })

const told = () => receiver.received.flatMap(({ body }) => eventSchema.parse(JSON.parse(body)).findings)

const createWorld = async (database: Database, rules = LOCAL) => {
  const api = await createTestApi(database, { webhookRules: rules, publicOrigin: ORIGIN })
  const token = await api.tokenOf(ANA)
  const own = { token, from: api.clock().getTime() }
  const ownToken = async () => {
    if (api.clock().getTime() - own.from > 300_000)
      Object.assign(own, { token: (await api.login(ANA)).json().access_token, from: api.clock().getTime() })
    return own.token
  }
  const call = async (method: 'GET' | 'POST', url: string, payload?: object, by?: string) =>
    api.app.inject({
      method,
      url: `/api/webhooks${url}`,
      headers: { authorization: `Bearer ${by ?? (await ownToken())}` },
      ...(method === 'POST' && { payload: payload ?? {} }),
    })
  const draft = { nome: 'SIEM', endereco: receiver.url, modelo: 'atalaia', gravidade_minima: 'baixa' }
  const add = async (changes: object = {}) => {
    const { webhook, segredo } = newWebhookSchema.parse((await call('POST', '', { ...draft, ...changes })).json())
    return { id: webhook.id, secret: segredo }
  }
  const parts = { database, ring: api.keys.token, rules, origin: ORIGIN, clock: api.clock }
  const send = (on: Partial<typeof parts> = {}) => {
    const used = { ...parts, ...on }
    return createSender(used, createWebhookChannel(used)).sendDue()
  }
  const look = async (seconds: number, on: Partial<typeof parts> = {}) => {
    api.clock.advance(seconds)
    await queueWebhooks({ ...parts, ...on })
    await send(on)
  }
  const deliveries = async (id: string) =>
    webhookDeliveriesSchema.parse((await call('GET', `/${id}/entregas`)).json()).entregas
  const list = async () => webhooksSchema.parse((await call('GET', '')).json()).webhooks
  return { api, token, call, draft, add, look, send, deliveries, list, parts }
}

onPostgres((database) => {
  // Rule: M-HOOK-1, M-HOOK-2, M-HOOK-4, M-HOOK-27, M-HOOK-28, M-HOOK-30
  test('an import that comes twice is one signed call, without a password or a whole address', async () => {
    const { api, token, add, look, send, parts } = await createWorld(database())
    await api.add(ADDRESS, token)
    await api.importText('antes', `${ADDRESS}:velha`)
    const { secret } = await add()
    await api.importText('forum', `${ADDRESS}:segredo1`)
    await look(14)
    expect(receiver.received).toEqual([])
    await api.importText('forum', `${ADDRESS}:segredo1`)
    api.clock.advance(1)
    await Promise.all([1, 2, 3].map(() => queueWebhooks(parts)))
    await Promise.all([1, 2, 3].map(() => send()))
    await api.importText('forum', `${ADDRESS}:segredo2`)
    await look(HOUR)
    const [call, ...others] = receiver.received
    expect(others).toEqual([])
    if (call === undefined) throw new Error('no call')
    expect(call.event).toBe('findings.new')
    const at = new Date('2026-11-21T15:00:15Z')
    expect(isGenuine(secret, call.signature, call.body, at)).toBe(true)
    expect(isGenuine(secret, call.signature, `${call.body} `, at)).toBe(false)
    expect(isGenuine(secret, call.signature.replace(/t=\d+/, 't=1795273000'), call.body, at)).toBe(false)
    expect(isGenuine(secret, call.signature, call.body, new Date(at.getTime() + 301_000))).toBe(false)
    expect(isGenuine('whsec_x', call.signature, call.body, at)).toBe(false)
    const event = eventSchema.parse(JSON.parse(call.body))
    expect(event).toMatchObject({
      id: call.id,
      type: 'findings.new',
      findings: [{ address: 'c***@acme.com', severity: 'high', source: { name: 'forum', title: null } }],
    })
    expect(String(event.findings[0]?.['url'])).toMatch(/^https:\/\/atalaia\.example\/app\/main\/analytics\/enderecos\//)
    expect(call.body).not.toMatch(/contato|segredo/)
    const rows = await database().query(object({ row: string() }), sql`SELECT webhook::text AS row FROM webhook`)
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${secret}|${receiver.url}`))
  })

  // Rule: M-HOOK-3, M-HOOK-29
  test('a receiver that fails is called again after longer and longer for a day, and then by hand, under the same id', async () => {
    const { api, token, call, add, look, deliveries, list } = await createWorld(database())
    await api.add(ADDRESS, token)
    const { id, secret } = await add()
    receiver.answer.status = 500
    await api.importText('forum', `${ADDRESS}:um`)
    const waits: number[] = []
    await look(15)
    for (let tries = 1; tries < 60; tries += 1) {
      const [delivery] = await deliveries(id)
      if (delivery?.proxima_em == null) break
      const wait = (Date.parse(delivery.proxima_em) - api.clock().getTime()) / 1000
      waits.push(wait)
      await look(wait - 1)
      expect(receiver.received).toHaveLength(tries)
      await look(1)
    }
    expect(waits.slice(0, 9)).toEqual([30, 60, 120, 240, 480, 960, 1920, 3840, 7200])
    expect(waits.reduce((sum, wait) => sum + wait)).toBe(DAY - 60)
    expect((await deliveries(id))[0]).toMatchObject({
      estado: 'desistida',
      resposta: 500,
      tentativas: waits.length + 1,
    })
    expect((await list())[0]).toMatchObject({ esperando: 0, desistidas: 1 })
    const before = receiver.received.length
    await look(DAY)
    expect(receiver.received).toHaveLength(before)

    receiver.answer.status = 200
    const [{ id: dead } = { id: '' }] = await deliveries(id)
    expect((await call('POST', `/entregas/${dead}/reenviar`)).statusCode).toBe(200)
    await look(0)
    const last = receiver.received.at(-1)
    expect(new Set(receiver.received.map((each) => each.id))).toEqual(new Set([dead]))
    expect(isGenuine(secret, last?.signature ?? '', last?.body ?? '', api.clock())).toBe(true)
    expect((await call('POST', `/entregas/${dead}/reenviar`)).statusCode).toBe(409)
    const kept = await database().query(object({}), sql`SELECT 1 FROM delivery WHERE body IS NOT NULL`)
    expect(kept).toEqual([])
  })

  // Rule: M-HOOK-1, M-HOOK-27
  test.each([
    ['before its findings are kept', 1],
    ['before its call is kept', 2],
  ])('a process that dies %s leaves one call to the next one', async (_when, last) => {
    const { api, token, add, look } = await createWorld(database())
    await api.add(ADDRESS, token)
    await add()
    await api.importText('forum', `${ADDRESS}:um`)
    await expect(look(15, { database: dying(database(), last) })).rejects.toThrow('killed')
    await look(9 * 60)
    expect(receiver.received).toEqual([])
    await look(60)
    await look(20 * 60)
    expect(receiver.received).toHaveLength(1)
  })

  // Rule: M-HOOK-3, M-HOOK-29
  test('a server that asks for a pause gets it, and one webhook that fails does not keep another one waiting', async () => {
    const { api, token, add, look, deliveries, call } = await createWorld(database())
    await api.add(ADDRESS, token)
    const gone = await startReceiver()
    await gone.stop()
    const { id: away } = await add({ nome: 'A', endereco: gone.url })
    const { id } = await add({ nome: 'B' })
    Object.assign(receiver.answer, { status: 429, headers: { 'retry-after': '600' } })
    for (const each of [away, id]) await call('POST', `/${each}/teste`)
    await look(0)
    const [[first], [second]] = [await deliveries(away), await deliveries(id)]
    expect(first).toMatchObject({ estado: 'esperando', resposta: null, falha: 'ECONNREFUSED', tipo: 'ping' })
    expect(second).toMatchObject({ resposta: 429, falha: null })
    expect(Date.parse(second?.proxima_em ?? '') - api.clock().getTime()).toBe(600_000)
  })

  // Rule: M-HOOK-5
  test('a secret that was replaced signs for a day beside the new one', async () => {
    const { api, call, add, look, list } = await createWorld(database())
    const { id, secret } = await add()
    const rotated = object({ segredo: string() }).parse((await call('POST', `/${id}/segredo`)).json())
    const ping = async () => {
      await call('POST', `/${id}/teste`)
      await look(0)
      const { signature = '', body = '' } = receiver.received.at(-1) ?? {}
      return [secret, rotated.segredo].map((each) => isGenuine(each, signature, body, api.clock()))
    }
    expect(await ping()).toEqual([true, true])
    expect(Date.parse((await list())[0]?.segredo_anterior_ate ?? '')).toBe(Date.parse('2026-11-22T15:00:00Z'))
    api.clock.advance(DAY)
    expect(await ping()).toEqual([false, true])
  })

  // Rule: M-HOOK-1, M-HOOK-27
  test('a webhook is told of what is severe enough, and when it was paused of nothing in between', async () => {
    const { api, token, call, add, look, draft } = await createWorld(database())
    for (const address of [ADDRESS, 'rh@acme.com']) await api.add(address, token)
    const { id } = await add({ gravidade_minima: 'alta' })
    await api.importText('forum', `${ADDRESS}:um\nrh@acme.com`)
    await look(15)
    expect(told()).toMatchObject([{ address: 'c***@acme.com' }])
    const change = (ativo: boolean) =>
      call('POST', `/${id}/mudar`, { nome: draft.nome, gravidade_minima: 'baixa', ativo })
    await change(false)
    await api.importText('entre', `${ADDRESS}:um`)
    await look(HOUR)
    await change(true)
    await look(HOUR)
    expect(told()).toHaveLength(1)
    await api.importText('depois', `${ADDRESS}:um`)
    await look(15)
    expect(told()).toMatchObject([{}, { source: { name: 'depois' } }])
    await database().execute(sql`UPDATE organisation SET suspended_at = now(), suspended_because = 'x'`)
    await api.importText('suspensa', `${ADDRESS}:um`)
    await look(HOUR)
    expect(told()).toHaveLength(2)
  })

  // Rule: M-HOOK-6
  // Threat: T-EXPORT-3
  test('a webhook calls no private address, also one that was allowed before, follows no redirect, and is tested 60 times an hour', async () => {
    const open = await createWorld(database())
    const { id } = await open.add()
    await open.call('POST', `/${id}/teste`)
    await open.look(0, { rules: { http: true, local: false } })
    await open.look(30, { rules: { http: false, local: true } })
    expect((await open.deliveries(id))[0]).toMatchObject({ tentativas: 2, falha: 'EADDRESS' })
    expect(receiver.received).toEqual([])
    Object.assign(receiver.answer, { status: 302, headers: { location: `${receiver.url}/other` } })
    await open.look(60)
    expect((await open.deliveries(id))[0]).toMatchObject({ resposta: 302, estado: 'esperando' })
    expect(receiver.received).toHaveLength(1)
    const statuses: number[] = []
    for (let count = 1; count <= 60; count += 1) statuses.push((await open.call('POST', `/${id}/teste`)).statusCode)
    expect(statuses.indexOf(429)).toBe(59)
  })

  // Rule: P-ALERT-5
  test('a call that was given up before more than fifty others is found, and sent again', async () => {
    const { call, add, deliveries } = await createWorld(database())
    const { id } = await add()
    await database().execute(
      sql`INSERT INTO delivery (id, webhook_id, kind, body, added_at, due_at, expires_at, ended_at, outcome)
       SELECT gen_random_uuid(), ${id}::uuid, 'findings', '{}', now() - n * interval '1 hour', now(), now(), now(),
         CASE n WHEN 60 THEN 'expired' ELSE 'sent' END FROM generate_series(1, 60) AS n`,
    )
    const page = async (query: string) =>
      webhookDeliveriesSchema.parse((await call('GET', `/${id}/entregas${query}`)).json())
    expect(await deliveries(id)).toHaveLength(50)
    const second = await page('?pagina=2')
    expect(second.entregas).toHaveLength(10)
    expect(second.encontradas).toBe(60)
    const dead = await page('?estado=desistida')
    expect(dead).toEqual({ entregas: second.entregas.slice(-1), encontradas: 1 })
    expect((await call('POST', `/entregas/${dead.entregas[0]?.id}/reenviar`)).statusCode).toBe(200)
    expect((await page('?estado=desistida')).encontradas).toBe(0)
    expect((await page('?estado=esperando')).encontradas).toBe(1)
    expect((await call('GET', `/${id}/entregas?pagina=0`)).statusCode).toBe(400)
  })

  // Rule: M-HOOK-5
  // Threat: T-ACCOUNT-6
  test('those who administer the organisation have its webhooks, and nobody else', async () => {
    const { api, call, add, deliveries, draft } = await createWorld(database())
    const { id } = await add()
    await call('POST', `/${id}/teste`)
    const [{ id: delivery } = { id: '' }] = await deliveries(id)
    const rival = await api.tokenOf('rui@rival.com')
    const portal = createPortal(api)
    const embed = await portal.tokenOf(await portal.createClient(ANA, 'leaks:read emails:add'))
    const orders: [string, object?][] = [
      [`/${id}/mudar`, { nome: 'x', gravidade_minima: 'baixa', ativo: false }],
      [`/${id}/segredo`],
      [`/${id}/teste`],
      [`/${id}/remover`],
      [`/entregas/${delivery}/reenviar`],
      ['/x/remover'],
    ]
    const statuses = (by: string) =>
      Promise.all(orders.map(async ([url, payload]) => (await call('POST', url, payload, by)).statusCode))
    expect(await statuses(rival)).toEqual([404, 404, 404, 404, 409, 404])
    expect(await statuses(embed)).toEqual([403, 403, 403, 403, 403, 403])
    expect((await call('GET', `/${id}/entregas`, undefined, rival)).statusCode).toBe(404)
    expect((await call('GET', '', undefined, rival)).json()).toEqual({ webhooks: [] })
    await database().execute(
      sql`UPDATE membership SET role = 'analyst' WHERE account_id = (SELECT id FROM account WHERE email = ${ANA})`,
    )
    expect((await call('GET', '')).statusCode).toBe(403)
    await database().execute(sql`UPDATE membership SET role = 'admin'`)
    for (const endereco of ['ftp://acme.com/x', 'https://ana:senha@acme.com/', 'acme.com', 'https://acme.com/#x'])
      expect((await call('POST', '', { ...draft, endereco })).statusCode).toBe(422)
    for (let count = 1; count < 10; count += 1) await add({ nome: `S${count}` })
    expect((await call('POST', '', draft)).json()).toMatchObject({ detail: 'São no máximo 10 webhooks.' })
    expect((await call('POST', `/${id}/remover`)).json()).toEqual({ removido: id })
    const acts = await database().query(
      object({ content: string() }),
      sql`SELECT content FROM audit_event WHERE content LIKE '%"action":"webhook.%'
         AND organisation_id = (SELECT organisation_id FROM account WHERE email = ${ANA}) ORDER BY ordinal`,
    )
    const recorded = acts.map(({ content }) => object({ action: string() }).parse(JSON.parse(content)).action)
    expect([recorded[0], recorded.at(-1)]).toEqual(['webhook.added', 'webhook.removed'])
    expect(JSON.stringify(acts)).not.toContain('/webhook"')
  })
})

// Rule: M-HOOK-6
// Threat: T-EXPORT-3
test.each([
  ['https://hooks.slack.com/services/T0/B0/abcdef', true],
  ['https://8.8.8.8/x', true],
  ['http://acme.com/x', false],
  ['https://127.0.0.1/x', false],
  ['https://2130706433/x', false],
  ['https://0x7f000001/x', false],
  ['https://[::1]/x', false],
  ['https://[::ffff:10.0.0.1]/x', false],
  ['https://10.1.2.3/x', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['https://localhost/x', false],
  ['https://api.localhost/x', false],
  ['file:///etc/passwd', false],
])('in production %s may be called: %s', (address, isTaken) => {
  expect(addressProblem(address, { http: false, local: false }) === undefined).toBe(isTaken)
})

// Rule: M-HOOK-5
test.each([
  ['https://hooks.slack.com/services/T0/B0/abcdef', 'https://hooks.slack.com/…cdef'],
  ['https://siem.acme.com/in', 'https://siem.acme.com/in'],
  ['https://acme.com:8443/webhook?chave=12345678', 'https://acme.com:8443/…5678'],
])('of %s people see %s', (address, shown) => {
  expect(shownAddress(address)).toBe(shown)
})

const finding = (index: number): ReportedFinding => ({
  monitoredId: `id-${index}`,
  address: `pessoa${index}@acme.com`,
  sourceId: index,
  source: `fonte${index}`,
  title: index === 0 ? '<!channel> [clique](https://mau.example) & <https://mau.example|aqui> *n* _i_ ~r~ `c`' : null,
  reopenedAt: null,
  severity: { nivel: 'critica', pontos: 100 - index, motivos: [] },
})
const bodies = (template: 'atalaia' | 'slack' | 'teams', count: number) =>
  findingCalls(
    { template, origin: ORIGIN, at: new Date(0) },
    Array.from({ length: count }, (_, index) => finding(index)),
  ).map(({ body }) => body('id'))

// Rule: M-HOOK-4, M-HOOK-30
// Threat: T-EXPORT-3
test('a chat gets one message whatever was found, and a source cannot mention, link or format in it', () => {
  const [slack = '', ...others] = bodies('slack', 250)
  expect(others).toEqual([])
  const { text } = object({ text: string() }).parse(JSON.parse(slack))
  expect(text).toContain('&lt;!channel&gt; [clique](https://mau.example) &amp; &lt;https://mau.example|aqui&gt;')
  expect(text.match(/<[^>]+>/g)?.every((link) => link.startsWith(`<${ORIGIN}/`))).toBe(true)
  // Its own heading is the one that is bold.
  expect(text.replace('*250 vazamentos novos, até gravidade crítica*', '')).not.toMatch(/[*_~`]/)
  expect(text).toContain('E mais 245 endereços.')
  const [teams = ''] = bodies('teams', 2)
  const card = looseObject({ attachments: array(looseObject({ contentType: string(), content: looseObject({}) })) })
  const [attachment] = card.parse(JSON.parse(teams)).attachments
  expect(attachment?.contentType).toBe('application/vnd.microsoft.card.adaptive')
  expect(teams).not.toContain('"TextBlock"')
  expect([slack, teams].join()).not.toMatch(/pessoa\d/)
})

const slackSchema = object({
  text: string(),
  blocks: array(
    object({
      type: literal('section'),
      text: object({ type: literal('mrkdwn'), text: string(), verbatim: literal(true) }),
    }),
  ),
  unfurl_links: literal(false),
  unfurl_media: literal(false),
})

// Rule: M-HOOK-4, M-HOOK-30
// Threat: T-EXPORT-3
test('a source that is named as a website is no link in Slack, and the longest line fits into its block', () => {
  const findings = Array.from({ length: 3 }, (_, at) => ({
    ...finding(at),
    monitoredId: 'id',
    address: `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`,
    title: `https://mau.example/${'&'.repeat(80)}`,
  }))
  const [call] = findingCalls({ template: 'slack', origin: ORIGIN, at: new Date(0) }, findings)
  const { text, blocks } = slackSchema.parse(JSON.parse(call?.body('id') ?? ''))
  const lines = blocks.map((block) => block.text.text)
  expect(lines.join('\n')).toBe(text)
  expect(lines[2]).toContain(': https://mau.example/&amp;')
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(3000)
})

// Rule: M-HOOK-4, M-HOOK-30
test('a system gets all findings, a hundred in a call', () => {
  const counts = bodies('atalaia', 250).map((body) => eventSchema.parse(JSON.parse(body)).findings.length)
  expect(counts).toEqual([100, 100, 50])
})
