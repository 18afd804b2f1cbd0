import { createHmac } from 'node:crypto'
import { sql, type Database } from '@atalaia/database'
import { array, nullable, object, string } from 'zod/mini'
import { dying } from '../../../testing/dying.ts'
import { onPostgres } from '../../../testing/each-database.ts'
import { createPortal } from '../../../testing/portal.ts'
import { startSmtp } from '../../../testing/smtp.ts'
import { createTestApi, PASSWORD } from '../../../testing/test-api.ts'
import { alertMail } from './alert-mail.ts'
import { nextAlertAt, type Frequency } from './alert-settings.ts'
import { sendDueAlerts } from './send-alerts.ts'
import { createStopLinks } from './stop-link.ts'
import type { ReportedFinding } from './new-findings.ts'
import type { AppOptions } from '../../app-parts.ts'
import { confirmAddress } from '../../numbers/domains/domain-addresses.ts'
import { createRemoval } from '../../leaks/importing/removal.ts'
import { composeMail } from '../../base/mail/compose-mail.ts'
import { createMailTransport } from '../../base/mail/mail-transport.ts'
import { createMailer } from '../../../testing/deliveries.ts'

const ANA = 'ana@acme.com'
const ADDRESS = 'contato@acme.com'
const ORIGIN = 'https://atalaia.example'
const SENDER = { brand: 'Atalaia', origin: ORIGIN }
const MINUTE = 60
const PROVE = sql`UPDATE account SET mailbox_proved_at = now()`
const READ = sql`DELETE FROM mail`
const mailSchema = object({ to: string(), subject: string(), body: nullable(string()), stop: nullable(string()) })

const createWorld = async (database: Database, options: Partial<AppOptions> = {}) => {
  const api = await createTestApi(database, options)
  const token = await api.tokenOf(ANA)
  await database.execute(PROVE)
  await database.execute(READ)
  const parts = {
    database,
    origin: ORIGIN,
    stopLinks: createStopLinks(api.keys.link, `${ORIGIN}/api`),
    clock: api.clock,
  }
  const call = (method: 'PUT' | 'POST', url: string, payload: object, by = token) =>
    api.app.inject({ method, url: `/api${url}`, headers: { authorization: `Bearer ${by}` }, payload })
  const set = (frequencia: string, least = 'baixa', by = token) =>
    call('PUT', '/alertas', { frequencia, gravidade_minima: least }, by)
  const look = (seconds: number, on: Database = database) => {
    api.clock.advance(seconds)
    return sendDueAlerts({ ...parts, database: on })
  }
  const mails = () =>
    database.query(
      mailSchema,
      sql`SELECT recipient AS "to", subject, body, stop_link AS stop FROM mail WHERE kind = 'leak-alert' ORDER BY added_at`,
    )
  const idOf = async (address: string) => {
    const rows = array(object({ id: string(), email: string() })).parse((await api.get('/emails', token)).json())
    return rows.find(({ email }) => email === address)?.id ?? ''
  }
  return { api, token, call, set, look, mails, idOf }
}

onPostgres((database) => {
  // Rule: M-ALERT-3, M-ALERT-4
  test('an import that brings more addresses than are judged at once is one mail that counts each', async () => {
    const { api, set, look, mails } = await createWorld(database())
    const count = 2001
    await database().execute(
      sql`INSERT INTO monitored_address (organisation_id, address, added_at)
       SELECT (SELECT min(id) FROM organisation WHERE id > 0), 'p' || one || '@acme.com', '2026-01-01' FROM generate_series(1, ${count}::int) AS one`,
    )
    await set('imediata', 'alta')
    const lines = Array.from(
      { length: count },
      (_, at) => `p${at + 1}@acme.com:${at === count - 1 ? '' : `senha${at}`}`,
    )
    await api.importText('forum', lines.join('\n'))
    await look(20 * MINUTE)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.subject).toBe('2000 altos: forum')
    expect(mail?.body).toContain('E mais 1990 endereços.')
  })

  // Rule: M-ALERT-1, M-ALERT-3, M-ALERT-4, M-ALERT-5, M-ALERT-28
  test('an import that comes twice is one mail, and its link stops the next ones by one POST', async () => {
    const { api, token, set, look, mails, idOf } = await createWorld(database())
    await api.add(ADDRESS, token)
    await set('imediata')
    // Within seconds of the setting it is told 15 s after its import, too.
    await api.importText('forum', `${ADDRESS}:segredo1`)
    await look(14)
    expect(await mails()).toEqual([])
    await api.importText('forum', `${ADDRESS}:segredo1`)
    api.clock.advance(1)
    await Promise.all([look(0), look(0), look(0)])
    const id = await idOf(ADDRESS)
    const [queued, ...others] = await mails()
    expect(others).toEqual([])
    expect(queued).toMatchObject({ to: ANA, subject: '1 alto: forum' })
    expect(queued?.body).toContain(`${ORIGIN}/app/main/analytics/enderecos/${id}`)
    expect(queued?.body).toContain('"level":"alta","who":"c***@acme.com","what":"forum"')
    expect(queued?.body).not.toMatch(/contato|segredo/)

    const smtp = await startSmtp()
    const settings = { brand: 'Atalaia', mailFrom: 'nao-responda@atalaia.example', dataDir: '/nowhere' }
    const transport = createMailTransport({ ...settings, smtpUrl: smtp.url })
    const log = { info: () => undefined, warn: () => undefined }
    const mailer = createMailer({ database: database(), transport, sender: SENDER, clock: api.clock, log })
    await mailer.sendDue()
    await look(20 * MINUTE)
    await api.importText('forum', `${ADDRESS}:segredo1\n${ADDRESS}:segredo2`)
    await look(20 * MINUTE)
    await mailer.sendDue()
    expect(smtp.received.map(({ to }) => to)).toEqual([[ANA]])
    expect((await mails()).map(({ stop }) => stop)).toEqual([null])

    const source = smtp.received[0]?.source.replaceAll(/\r\n[ \t]+/g, ' ') ?? ''
    expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    const [, stop = ''] = /^List-Unsubscribe: <(https:[^>]+)>\r$/m.exec(source) ?? []
    const answer = await api.app.inject({
      method: 'POST',
      url: stop.replace(ORIGIN, ''),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(answer.statusCode).toBe(200)
    await api.importText('outro', `${ADDRESS}:segredo1`)
    await look(20 * MINUTE)
    await mailer.sendDue()
    expect(smtp.received).toHaveLength(1)
    await Promise.all([mailer.close(), smtp.stop()])
  })

  // Rule: M-ALERT-3
  test.each([
    ['before its findings are kept', 1],
    ['before its mail is kept', 2],
  ])('a process that dies %s leaves one mail to the next one', async (_when, last) => {
    const { api, token, set, look, mails } = await createWorld(database())
    await api.add(ADDRESS, token)
    await set('imediata')
    await api.importText('forum', `${ADDRESS}:um`)
    await expect(look(15, dying(database(), last))).rejects.toThrow('killed')
    await look(9 * MINUTE)
    expect(await mails()).toEqual([])
    await look(MINUTE)
    expect(await mails()).toHaveLength(1)
    await look(20 * MINUTE)
    expect(await mails()).toHaveLength(1)
  })

  // Rule: M-ALERT-1, M-ALERT-28
  test('mails at once are ten minutes apart, and nothing is lost between them', async () => {
    const { api, token, set, look, mails } = await createWorld(database())
    for (const address of [ADDRESS, 'rh@acme.com']) await api.add(address, token)
    await set('imediata')
    await look(0)
    await api.importText('forum', `${ADDRESS}:um\nrh@acme.com`)
    await api.importText('loja', `${ADDRESS}:um`)
    await look(15)
    expect((await mails()).map(({ subject }) => subject)).toEqual(['2 críticos e 1 baixo: forum e mais 1 fonte'])
    await api.importText('log', `${ADDRESS}:um`)
    await look(9 * MINUTE)
    expect(await mails()).toHaveLength(1)
    await look(MINUTE)
    expect(await mails()).toHaveLength(2)
  })

  // Rule: M-ALERT-1, M-ALERT-28
  test.each<[Frequency, string, string]>([
    ['diaria', '2026-11-22T10:59:59Z', '2026-11-22T11:00:00Z'],
    ['semanal', '2026-11-23T10:59:59Z', '2026-11-23T11:00:00Z'],
  ])('with %s a mail waits for its hour, and has what is severe enough', async (frequency, before, then) => {
    const { api, token, set, look, mails } = await createWorld(database())
    for (const address of [ADDRESS, 'rh@acme.com']) await api.add(address, token)
    await set(frequency, 'alta')
    await api.importText('forum', `${ADDRESS}:um\nrh@acme.com`)
    await api.importText('loja', 'rh@acme.com')
    api.clock.set(before)
    await look(0)
    expect(await mails()).toEqual([])
    api.clock.set(then)
    await look(0)
    const [mail, ...others] = await mails()
    expect([mail?.subject, others]).toEqual(['1 alto: forum', []])
    expect(mail?.body).not.toContain('r***@')
    await look(8 * 24 * 60 * MINUTE)
    expect(await mails()).toHaveLength(1)
  })

  // Rule: M-ALERT-2, M-ALERT-29
  test('what was known, comes by an addition or a removal that is taken back, or is undone raises no alert', async () => {
    const { api, token, set, look, mails, idOf, call } = await createWorld(database())
    await api.add(ADDRESS, token)
    await api.importText('antes', `${ADDRESS}:um\nrh@acme.com:um`)
    await set('imediata')
    await api.importText('antes', `${ADDRESS}:dois`)
    await api.add('rh@acme.com', token)
    await api.importText('antes', 'rh@acme.com:tres')
    const ids = [await idOf(ADDRESS)]
    await api.importText('desfeito', `${ADDRESS}:um`)
    const removal = createRemoval(database(), api.clock)
    const undone = await removal.find('source', 'desfeito')
    if (undone !== undefined) await removal.remove(undone)
    await call('POST', '/enderecos/remover', { ids })
    expect((await call('POST', '/enderecos/desfazer', { ids })).statusCode).toBe(200)
    await api.importText('alheio', 'ninguem@acme.com:um')
    await look(20 * MINUTE)
    expect(await mails()).toEqual([])
    await set('nunca')
    await api.importText('desligado', `${ADDRESS}:um`)
    await set('imediata')
    await look(20 * MINUTE)
    expect(await mails()).toEqual([])
  })

  // Rule: M-ALERT-2, M-ALERT-29
  test('an address that waits for its owner raises no alert, and one that is proved does', async () => {
    const { api, token, set, look, mails } = await createWorld(database(), { isOwnershipChecked: true })
    await api.add(ADDRESS, token)
    await set('imediata')
    await api.importText('forum', `${ADDRESS}:um`)
    await look(20 * MINUTE)
    expect(await mails()).toEqual([])
    const [{ organisationId } = { organisationId: '' }] = await database().query(
      object({ organisationId: string() }),
      sql`SELECT organisation_id::text AS "organisationId" FROM account`,
    )
    await confirmAddress(database(), { organisationId, address: ADDRESS, at: api.clock() })
    await look(20 * MINUTE)
    expect(await mails()).toEqual([])
    await api.importText('loja', `${ADDRESS}:um`)
    await look(20 * MINUTE)
    expect((await mails()).map(({ body }) => body?.includes('"what":"loja"'))).toEqual([true])
  })

  // Rule: M-ALERT-1, M-ALERT-5, M-ALERT-28
  // Threat: T-MEMBER-4
  test('a person in two organisations is told of each as asked for there, until a link stops one, or the membership ends', async () => {
    const { api, token, call, set, look, mails } = await createWorld(database())
    const rui = await api.tokenOf('rui@rival.com')
    const [ana, rival] = await database().query(
      object({ id: string(), organisation: string() }),
      sql`SELECT id::text, organisation_id::text AS organisation FROM account ORDER BY email`,
    )
    await database().execute(
      sql`INSERT INTO membership (account_id, organisation_id, role, since)
       VALUES (${ana?.id}::uuid, ${rival?.organisation}, 'reader', now())`,
    )
    await call('POST', '/organizacao/nome', { nome: 'Rival' }, rui)
    const inRival = (await call('POST', `/organizacoes/${rival?.organisation}/entrar`, {})).json().access_token
    await api.add(ADDRESS, token)
    await api.add('caixa@rival.com', rui)
    const told = async () =>
      (await mails()).map(({ body }) => [/c\*\*\*@\w+/.exec(body ?? '')?.[0], /a organização Rival/.test(body ?? '')])
    const frequencies = async () =>
      Promise.all([token, inRival].map(async (by) => (await api.get('/alertas', by)).json().frequencia))

    await set('imediata', 'baixa', inRival)
    expect(await frequencies()).toEqual(['nunca', 'imediata'])
    await api.importText('forum', `${ADDRESS}:um\ncaixa@rival.com:um`)
    await look(15)
    expect(await told()).toEqual([['c***@rival', true]])
    await set('imediata')
    await api.importText('loja', `${ADDRESS}:um\ncaixa@rival.com:um`)
    await look(20 * MINUTE)
    expect((await told()).toSorted()).toEqual([
      ['c***@acme', false],
      ['c***@rival', true],
      ['c***@rival', true],
    ])

    const [{ stop } = { stop: null }] = await mails()
    await api.app.inject({ method: 'POST', url: (stop ?? '').replace(ORIGIN, '') })
    expect(await frequencies()).toEqual(['imediata', 'nunca'])
    await set('imediata', 'baixa', inRival)
    // A link from before alerts were an organisation's.
    const signature = createHmac('sha256', api.keys.link.current.secret)
      .update(`alerts\nemail\n${ana?.id}`)
      .digest('base64url')
    await api.app.inject({ method: 'POST', url: `/api/alertas/parar?conta=${ana?.id}&assinatura=${signature}` })
    expect(await frequencies()).toEqual(['nunca', 'nunca'])

    await set('imediata', 'baixa', inRival)
    await api.importText('log', 'caixa@rival.com:dois')
    await call('POST', '/conta/prova', { senha: PASSWORD }, rui)
    await call('POST', `/organizacao/membros/${ana?.id}/remover`, {}, rui)
    expect((await set('diaria', 'baixa', inRival)).statusCode).toBe(401)
    await look(20 * MINUTE)
    expect(await mails()).toHaveLength(3)
  })

  // Rule: M-ALERT-1, M-ALERT-3, M-ALERT-28
  test('a mail at once about one organisation takes nothing from the daily one about another', async () => {
    const { api, token, call, set, look, mails } = await createWorld(database())
    const rui = await api.tokenOf('rui@rival.com')
    await database().script(`INSERT INTO membership (account_id, organisation_id, role, since)
      SELECT ana.id, rui.organisation_id, 'reader', now() FROM account AS ana, account AS rui
      WHERE ana.email <> 'rui@rival.com' AND rui.email = 'rui@rival.com'`)
    const [rival] = (await api.get('/organizacoes', token)).json().filter(({ atual }: { atual: boolean }) => !atual)
    const inRival = (await call('POST', `/organizacoes/${rival.id}/entrar`, {})).json().access_token
    await api.add(ADDRESS, token)
    await api.add('caixa@rival.com', rui)
    await set('diaria')
    await set('imediata', 'baixa', inRival)
    await api.importText('forum', `${ADDRESS}:um\ncaixa@rival.com:um`)
    await look(15)
    expect((await mails()).map(({ body }) => /c\*\*\*@\w+/.exec(body ?? '')?.[0])).toEqual(['c***@rival'])
    await look(24 * 60 * MINUTE)
    const told = (await mails()).map(({ body }) => /c\*\*\*@\w+/.exec(body ?? '')?.[0])
    expect(told.toSorted()).toEqual(['c***@acme', 'c***@rival'])
    // Nothing goes to a mailbox that nobody has proved.
    await database().script('UPDATE account SET mailbox_proved_at = NULL')
    await api.importText('loja', `${ADDRESS}:um\ncaixa@rival.com:um`)
    await look(24 * 60 * MINUTE)
    expect(await mails()).toHaveLength(2)
  })

  // Rule: M-ALERT-1, M-ALERT-5, M-ALERT-28
  test('a person changes only what is its own, and a link only stops what it was signed for', async () => {
    const { api, token, set } = await createWorld(database())
    const rival = await api.tokenOf('rui@rival.com')
    const portal = createPortal(api)
    const embed = await portal.tokenOf(await portal.createClient(ANA, 'leaks:read emails:add'))
    const read = async (by: string) => (await api.get('/alertas', by)).json()
    expect(await read(token)).toEqual({ frequencia: 'nunca', gravidade_minima: 'baixa', para: ANA })
    expect((await set('semanal', 'alta')).json()).toEqual({
      frequencia: 'semanal',
      gravidade_minima: 'alta',
      para: ANA,
    })
    expect(await read(rival)).toMatchObject({ frequencia: 'nunca', para: 'rui@rival.com' })
    const refused = [await set('nunca', 'baixa', embed), await set('sempre'), await set('diaria', 'nenhuma')]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 400, 400])
    expect((await api.get('/alertas')).statusCode).toBe(401)

    const accounts = await database().query(
      object({ accountId: string(), organisationId: string() }),
      sql`SELECT id::text AS "accountId", organisation_id::text AS "organisationId" FROM account ORDER BY email`,
    )
    const links = createStopLinks(api.keys.link, '/api')
    const [ours = '', theirs = ''] = accounts.map((member) => links.sign(member))
    const elsewhere = ours.replace(/organizacao=\d+/, `organizacao=${accounts[1]?.organisationId}`)
    const [, signature = ''] = theirs.split('assinatura=')
    const forged = ours.replace(/assinatura=.*/, `assinatura=${signature}`)
    for (const url of [forged, elsewhere, ours.replace(/organizacao=\d+&/, ''), '/api/alertas/parar', `${ours}x`])
      for (const method of ['GET', 'POST'] as const) {
        const answer = await api.app.inject({ method, url })
        expect([answer.statusCode, answer.headers['content-type']]).toEqual([403, 'text/plain; charset=utf-8'])
      }
    const page = await api.app.inject({ url: ours })
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('<form method="post">')])
    expect(page.body).toContain('enviados para a***@acme.com')
    expect(page.body).not.toMatch(/ana@|uma vez por semana/)
    expect(await read(token)).toMatchObject({ frequencia: 'semanal' })
    const stopped = await api.app.inject({
      method: 'POST',
      url: ours,
      headers: { 'content-type': 'multipart/form-data; boundary=x', origin: 'null' },
      payload: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    })
    expect(stopped.statusCode).toBe(200)
    expect(await read(token)).toMatchObject({ frequencia: 'nunca', gravidade_minima: 'alta' })
  })

  // Rule: M-ALERT-5
  test('a link offers alerts once a week to who gets them more often, and turns none on', async () => {
    const { api, token, set } = await createWorld(database())
    const read = async () => (await api.get('/alertas', token)).json().frequencia
    await database().execute(sql`UPDATE organisation SET name = 'Acme <Ltda>' WHERE id > 0`)
    const [member] = await database().query(
      object({ accountId: string(), organisationId: string() }),
      sql`SELECT id::text AS "accountId", organisation_id::text AS "organisationId" FROM account`,
    )
    const url = member ? createStopLinks(api.keys.link, '/api').sign(member) : ''
    const choose = () =>
      api.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'frequencia=semanal',
      })
    await set('nunca')
    await choose()
    expect(await read()).toBe('nunca')
    await set('imediata')
    const page = await api.app.inject({ url })
    expect(page.body).toContain('<button name="frequencia" value="semanal">')
    expect(page.body).toContain('Acme &lt;Ltda&gt;')
    expect((await choose()).body).toContain('uma vez por semana')
    expect(await read()).toBe('semanal')
  })
})

// Rule: M-ALERT-1, M-ALERT-28
test.each([
  ['diaria', '2026-11-22T10:59:59Z', '2026-11-22T11:00:00.000Z'],
  ['diaria', '2026-11-22T11:00:00Z', '2026-11-23T11:00:00.000Z'],
  ['diaria', '2026-12-31T23:30:00Z', '2027-01-01T11:00:00.000Z'],
  ['semanal', '2026-11-23T11:00:00Z', '2026-11-30T11:00:00.000Z'],
  ['semanal', '2026-11-24T01:00:00Z', '2026-11-30T11:00:00.000Z'],
  ['nunca', '2026-11-22T10:59:59Z', undefined],
] as const)('after %s at %s alerts come next at %s', (frequency, now, next) => {
  expect(nextAlertAt(frequency, new Date(now))?.toISOString()).toBe(next)
})

const finding = (index: number): ReportedFinding => ({
  monitoredId: `id-${index}`,
  address: `pessoa${index}@acme.com`,
  sourceId: index,
  source: `fonte${index}`,
  title: index === 6 ? `Fórum\n${'x'.repeat(500)}` : null,
  reopenedAt: null,
  severity: { nivel: index === 6 ? 'critica' : 'baixa', pontos: index === 6 ? 900 : index * 10, motivos: [] },
})

// Rule: M-ALERT-4
test('a mail has a table of the ten most severe addresses, counts the others, and ends with the link that stops', () => {
  const told = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(finding)
  const stop = `${ORIGIN}/api/alertas/parar?conta=1&assinatura=x`
  const mail = alertMail({ to: ANA, told, organisation: 'Acme', origin: ORIGIN, stop, at: new Date(0) })
  expect(mail.subject).toMatch(/^1 crítico e 11 baixos: Fórum x+ e mais 11 fontes$/)
  expect(mail.body[0]).toBe('1 crítico e 11 baixos em 12 endereços que a organização Acme monitora.')
  const { text, html } = composeMail(mail, SENDER)
  const places = [...html.matchAll(/href="[^"]*\/enderecos([^"]*)"/g)].map(([, place]) => place)
  expect(places).toEqual([...[6, 11, 10, 9, 8, 7, 5, 4, 3, 2].map((one) => `/id-${one}`), ''])
  expect(mail.body).toContain('E mais 2 endereços.')
  expect(text).toContain('- Crítica: p***@acme.com, Fórum\n  xxx')
  expect(text.endsWith(`\n${stop}\n`)).toBe(true)
  expect(html).toContain(`href="${stop.replace('&', '&amp;')}"`)
})
