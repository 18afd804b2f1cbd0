import { newWebhookSchema } from '@atalaia/contracts/alerts'
import { caseDetailSchema } from '@atalaia/contracts/cases'
import { sql, type Database } from '@atalaia/database'
import { array, looseObject, nullable, object, string } from 'zod/mini'
import { dying } from '../../testing/dying.ts'
import { onPostgres } from '../../testing/each-database.ts'
import { createSender } from '../../testing/deliveries.ts'
import { createPushBrowser, startPushService } from '../../testing/push-service.ts'
import { startReceiver } from '../../testing/receiver.ts'
import { createTestApi } from '../../testing/test-api.ts'
import { listImports } from '../leaks/importing/imports-listing.ts'
import { createRemoval } from '../leaks/importing/removal.ts'
import { queuePushes } from './push/send-pushes.ts'
import { createWebhookChannel, queueWebhooks } from './webhooks/send-webhooks.ts'
import { findingCalls } from './webhooks/webhook-body.ts'
import { alertMail } from './alerts/alert-mail.ts'
import { sendDueAlerts } from './alerts/send-alerts.ts'
import { createStopLinks } from './alerts/stop-link.ts'
import type { ReportedFinding } from './alerts/new-findings.ts'

const ANA = 'ana@acme.com'
const ADDRESS = 'contato@acme.com'
const ORIGIN = 'https://atalaia.example'
const MINUTE = 60
const RULES = { http: true, local: true }

const mailSchema = object({ subject: string(), body: nullable(string()) })
const eventSchema = object({
  type: string(),
  findings: array(looseObject({ address: string(), source: object({ name: string(), title: nullable(string()) }) })),
})

let receiver: Awaited<ReturnType<typeof startReceiver>>
let service: Awaited<ReturnType<typeof startPushService>>
beforeAll(async () => {
  receiver = await startReceiver()
  service = await startPushService()
})
afterAll(() => Promise.all([receiver.stop(), service.stop()]))
beforeEach(() => void receiver.received.splice(0))

const createWorld = async (database: Database) => {
  const api = await createTestApi(database, { webhookRules: RULES, publicOrigin: ORIGIN })
  const token = await api.tokenOf(ANA)
  await database.script('UPDATE account SET mailbox_proved_at = now(); DELETE FROM delivery')
  const tokenNow = async () => (await api.login(ANA)).json().access_token
  const post = async (path: string, payload: object) =>
    (
      await api.app.inject({
        method: 'POST',
        url: `/api${path}`,
        headers: { authorization: `Bearer ${await tokenNow()}` },
        payload,
      })
    ).json()
  await api.importText('forum', `${ADDRESS}:um`, '2026-11-01')
  await api.add(ADDRESS, token)
  const rows = array(object({ id: string(), email: string() })).parse((await api.get('/emails', token)).json())
  const id = rows.find(({ email }) => email === ADDRESS)?.id ?? ''
  const caseNow = async () => {
    const answer = await api.get(`/emails/${id}/caso?fonte=forum`, await tokenNow())
    return caseDetailSchema.parse(answer.json()).caso
  }
  const change = async (estado: string) =>
    post(`/emails/${id}/caso`, { fonte: 'forum', versao: (await caseNow()).versao, estado })
  const set = (frequencia: string, least = 'baixa') => post('/alertas', { frequencia, gravidade_minima: least })
  const parts = {
    database,
    ring: api.keys.token,
    rules: RULES,
    origin: ORIGIN,
    stopLinks: createStopLinks(api.keys.link, `${ORIGIN}/api`),
    clock: api.clock,
  }
  const look = (seconds: number, on: Database = database) => {
    api.clock.advance(seconds)
    return sendDueAlerts({ ...parts, database: on })
  }
  const mails = () =>
    database.query(mailSchema, sql`SELECT subject, body FROM delivery WHERE kind = 'leak-alert' ORDER BY added_at`)
  const subjects = async () => (await mails()).map(({ subject }) => subject)
  const undoImport = async (at = 0) => {
    const removal = createRemoval(database, api.clock)
    const target = await removal.find('import', (await listImports(database))[at]?.id ?? '')
    if (target) await removal.remove(target)
  }
  await change('tratado')
  api.clock.advance(MINUTE)
  return { api, token, post, id, caseNow, change, set, parts, look, mails, subjects, undoImport }
}

const REOPENED = '1 alto: forum (caso reaberto)'

onPostgres((database) => {
  // Rule: M-ALERT-6, M-ALERT-30
  test('a closed case that imports open again is told once for each time, as that, and what is open is told of no more', async () => {
    const { api, change, set, look, mails, subjects, id } = await createWorld(database())
    await set('imediata')
    await api.importText('forum', `${ADDRESS}:segredo2`, '2026-11-02')
    api.clock.advance(15)
    await Promise.all([look(0), look(0), look(0)])
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.subject).toBe(REOPENED)
    expect(mail?.body).toContain('"who":"c***@acme.com","what":"forum (caso reaberto)"')
    expect(mail?.body).toContain('Um caso reaberto já estava encerrado')
    expect(mail?.body).toContain(`${ORIGIN}/app/main/analytics/enderecos/${id}`)
    expect(mail?.body).not.toMatch(/contato|segredo/)
    // Open, or in work: more evidence opens nothing.
    await api.importText('forum', `${ADDRESS}:segredo3`, '2026-11-03')
    await change('em-andamento')
    await api.importText('forum', `${ADDRESS}:segredo4`, '2026-11-04')
    await look(20 * MINUTE)
    expect(await subjects()).toEqual([REOPENED])
    await change('aceito')
    await api.importText('forum', `${ADDRESS}:segredo4\nx@acme.com:x`, '2026-11-05')
    for (let times = 0; times < 3; times += 1) await look(20 * MINUTE)
    expect(await subjects()).toEqual([REOPENED, REOPENED])
  })

  // Rule: M-ALERT-6, M-ALERT-30
  test('it comes at the pace and from the level that were asked for, beside what is new, and not to who begins later', async () => {
    const { api, change, set, look, mails, subjects } = await createWorld(database())
    await api.importText('forum', `${ADDRESS}:antes`, '2026-11-02')
    await set('diaria', 'alta')
    await change('tratado')
    await api.importText('forum', `${ADDRESS}:segredo2`, '2026-11-03')
    await api.importText('loja', `${ADDRESS}:outra`, '2026-11-03')
    await look(MINUTE)
    expect(await mails()).toEqual([])
    api.clock.set('2026-11-22T11:00:00Z')
    await look(0)
    const [mail] = await mails()
    expect(mail?.subject).toMatch(/ e mais 1 fonte$/)
    expect(mail?.body).toMatch(/"forum \(caso reaberto\); loja"/)
    await set('imediata', 'critica')
    await change('tratado')
    await api.importText('forum', ADDRESS, '2026-11-04')
    await look(20 * MINUTE)
    expect(await subjects()).toHaveLength(1)
  })

  // Rule: M-ALERT-6, M-ALERT-30
  test.each([
    ['before it is kept', 1],
    ['before its mail is kept', 2],
  ])('a process that dies %s leaves one mail to the next one', async (_when, last) => {
    const { api, set, look, subjects } = await createWorld(database())
    await set('imediata')
    await api.importText('forum', `${ADDRESS}:segredo2`, '2026-11-02')
    await expect(look(15, dying(database(), last))).rejects.toThrow('killed')
    await look(9 * MINUTE)
    expect(await subjects()).toEqual([])
    for (let times = 0; times < 3; times += 1) await look(MINUTE * 10)
    expect(await subjects()).toEqual([REOPENED])
  })

  // Rule: M-ALERT-6, M-ALERT-30
  test('an import that is undone before the mail takes it back, unless another one stands for it', async () => {
    const { api, set, look, subjects, undoImport, caseNow } = await createWorld(database())
    await set('imediata')
    await api.importText('forum', `${ADDRESS}:segredo2`, '2026-11-02')
    // What was collected is kept for the next look, and is no longer so by then.
    await expect(look(15, dying(database(), 2))).rejects.toThrow('killed')
    await undoImport()
    expect((await caseNow()).estado).toBe('tratado')
    await look(20 * MINUTE)
    expect(await subjects()).toEqual([])
    await api.importText('forum', `${ADDRESS}:segredo3`, '2026-11-03')
    api.clock.advance(1)
    await api.importText('forum', `${ADDRESS}:segredo4`, '2026-11-04')
    await undoImport(1)
    expect((await caseNow()).estado).toBe('novo')
    await look(20 * MINUTE)
    await look(20 * MINUTE)
    expect(await subjects()).toEqual([REOPENED])
  })

  // Rule: M-ALERT-6, M-ALERT-7, M-ALERT-30
  test('browsers are told by a push, and webhooks by a call of its own type, each once', async () => {
    const { api, post, parts, change, id } = await createWorld(database())
    const draft = { nome: 'SIEM', endereco: receiver.url, modelo: 'atalaia', gravidade_minima: 'baixa' }
    const { webhook } = newWebhookSchema.parse(await post('/webhooks', draft))
    await post('/alertas/push/navegadores', createPushBrowser(service.url).body)
    const look = async (on: Database = database()) => {
      await Promise.all([1, 2].map(() => queuePushes({ ...parts, database: on })))
      await Promise.all([1, 2].map(() => queueWebhooks({ ...parts, database: on })))
      await createSender(parts, createWebhookChannel(parts)).sendDue()
    }
    await api.importText('forum', `${ADDRESS}:segredo2`, '2026-11-02')
    await api.importText('loja', `${ADDRESS}:segredo2`, '2026-11-02')
    api.clock.advance(15)
    await look()
    await change('tratado')
    await api.importText('forum', `${ADDRESS}:segredo3`, '2026-11-03')
    for (let times = 0; times < 3; times += 1) {
      api.clock.advance(10 * MINUTE)
      await look()
    }
    const pushes = await database().query(
      mailSchema,
      sql`SELECT subject, body FROM delivery WHERE kind = 'push-alert' ORDER BY added_at`,
    )
    expect(pushes.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^1 vazamento novo e 1 caso reaberto, até/),
      expect.stringMatching(/^Caso reaberto de/),
    ])
    const events = receiver.received.map(({ event, body }) => ({ event, ...eventSchema.parse(JSON.parse(body)) }))
    const found = { address: 'c***@acme.com', url: `${ORIGIN}/app/main/analytics/enderecos/${id}` }
    const facts = { severity: expect.any(String), points: expect.any(Number) }
    expect(events.toSorted((one, other) => one.type.localeCompare(other.type))).toEqual([
      {
        event: 'findings.new',
        type: 'findings.new',
        findings: [{ ...found, ...facts, source: { name: 'loja', title: null } }],
      },
      ...['2026-11-21T15:01:00.000Z', '2026-11-21T15:01:15.000Z'].map((moment) => ({
        event: 'findings.reopened',
        type: 'findings.reopened',
        findings: [{ ...found, ...facts, source: { name: 'forum', title: null }, reopened_at: moment }],
      })),
    ])
    const answer = await api.get(`/webhooks/${webhook.id}/entregas`, (await api.login(ANA)).json().access_token)
    expect(
      answer
        .json()
        .entregas.map(({ tipo }: { tipo: string }) => tipo)
        .toSorted(),
    ).toEqual(['findings', 'reopened', 'reopened'])
  })
})

const finding = (index: number, reopenedAt: string | null): ReportedFinding => ({
  monitoredId: `id-${index}`,
  address: `pessoa${index}@acme.com`,
  sourceId: index,
  source: `fonte${index}`,
  title: null,
  reopenedAt,
  severity: { nivel: 'alta', pontos: 60, motivos: [] },
})
const MOMENT = '2026-11-21T15:00:00+00:00'

// Rule: M-ALERT-6, M-ALERT-30
test.each([
  [1, 0, '1 alto: fonte0'],
  [0, 1, '1 alto: fonte0 (caso reaberto)'],
  [2, 0, '2 altos: fonte0 e mais 1 fonte'],
  [1, 2, '3 altos: fonte0 e mais 2 fontes'],
])('the subject about %d new findings and %d cases', (found, reopened, subject) => {
  const told = Array.from({ length: found + reopened }, (_, at) => finding(at, at < found ? null : MOMENT))
  const mail = alertMail({ to: ANA, told, organisation: '', origin: ORIGIN, stop: 'https://x/stop', at: new Date(0) })
  expect(mail.subject).toBe(subject)
  expect(JSON.stringify(mail.body).includes('já estava encerrado')).toBe(reopened > 0)
})

// Rule: M-ALERT-7
test('a chat gets both in one message, and of cases alone one of their type', () => {
  const message = { template: 'slack', origin: ORIGIN, at: new Date(0) } as const
  const [both, ...others] = findingCalls(message, [finding(1, null), finding(2, MOMENT)])
  expect([both?.kind, others]).toEqual(['findings', []])
  expect(both?.body('id')).toContain('fonte2 (caso reaberto)')
  expect(findingCalls(message, [finding(2, MOMENT)]).map(({ kind }) => kind)).toEqual(['reopened'])
})
