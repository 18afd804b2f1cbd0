import { caseDetailSchema, casePageSchema } from '@atalaia/contracts/cases'
import {
  noticeOutcomeSchema,
  noticePreviewSchema,
  sentNoticesSchema,
  type NoticeAnswer,
} from '@atalaia/contracts/notices'
import { type Database, sql, type Sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import { createMailer } from '../../testing/deliveries.ts'
import { onPostgres } from '../../testing/each-database.ts'
import { createKeyCalls } from '../../testing/hibp.ts'
import { startSmtp } from '../../testing/smtp.ts'
import { createTestApi } from '../../testing/test-api.ts'
import { createMailTransport } from '../base/mail/mail-transport.ts'
import { noteBounces } from './note-bounces.ts'
import { remindPeople } from './remind-people.ts'
import { createTellOfNotice, type NoticeAct } from './tell-of-notice.ts'

const ANA = 'ana@acme.com'
const ORIGIN = 'http://localhost:3000'
const SENDER = { brand: 'Atalaia', origin: ORIGIN }

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const casesOf = (emails: readonly string[]) => emails.map((email) => ({ email, fonte: 'forum' }))

const createWorld = async (database: Database) => {
  const api = await createTestApi(database)
  const token = await api.tokenOf(ANA)
  await database.execute(sql`UPDATE account SET mailbox_proved_at = '2026-01-01'`)
  await database.execute(sql`UPDATE organisation SET name = 'Acme' WHERE id > 0`)
  await database.execute(
    sql`INSERT INTO watched_domain (organisation_id, domain, token, added_at, proved_at, proved_by)
      SELECT id, 'acme.com', 'abc', '2026-01-01', '2026-01-01', 'dns' FROM organisation WHERE id > 0`,
  )
  const call = (method: 'POST' | 'PUT', path: string, payload: object) =>
    api.app.inject({ method, url: `/api${path}`, headers: { authorization: `Bearer ${token}` }, payload })
  const order = { idioma: 'pt', acima: 'Olá, Bia.', abaixo: 'Abraço.', repetir: false }
  const send = async (emails: readonly string[], more: object = {}) =>
    noticeOutcomeSchema.parse((await call('POST', '/avisos', { ...order, casos: casesOf(emails), ...more })).json())
  const preview = async (emails: readonly string[], idioma = 'pt') =>
    noticePreviewSchema.parse((await call('POST', '/avisos/previa', { casos: casesOf(emails), idioma })).json())
  const list = async (query = '') => sentNoticesSchema.parse((await api.get(`/avisos${query}`, token)).json())
  const smtp = await startSmtp()
  stops.push(smtp.stop)
  const settings = { brand: 'Atalaia', mailFrom: 'nao-responda@atalaia.example', dataDir: '/nowhere' }
  const mailer = createMailer({
    database,
    transport: createMailTransport({ ...settings, smtpUrl: smtp.url }),
    sender: SENDER,
    clock: api.clock,
  })
  const idOf = async (address: string) => {
    const [row] = await database.query(
      object({ id: string() }),
      sql`SELECT id::text FROM monitored_address WHERE address = ${address}`,
    )
    return row?.id ?? ''
  }
  const caseOf = async (address: string) =>
    caseDetailSchema.parse((await api.get(`/emails/${await idOf(address)}/caso?fonte=forum`, token)).json())
  const acts = async (action: string) => {
    const rows = await database.query(
      object({ content: string() }),
      sql`SELECT content FROM audit_event WHERE action = ${action} ORDER BY ordinal`,
    )
    return rows.map(({ content }): unknown => JSON.parse(content))
  }
  const idOfNotice = async () => (await list()).avisos[0]?.id ?? ''
  const [organisation] = await database.query(
    object({ id: string() }),
    sql`SELECT id::text FROM organisation WHERE id > 0`,
  )
  const organisationId = organisation?.id ?? ''
  const tell = createTellOfNotice(ORIGIN)
  /** As the person's routes do, after their change of the row. */
  const act = async (event: NoticeAct['event'], answer?: NoticeAnswer) => {
    const noticeId = await idOfNotice()
    const at = api.clock()
    await database.transaction((tx) =>
      tell(tx, { noticeId, organisationId, event, ...(answer !== undefined && { answer }), at }),
    )
  }
  const parts = { database, origin: ORIGIN, apiUrl: `${ORIGIN}/api`, clock: api.clock }
  const age = (hours: number) =>
    database.execute(sql`UPDATE notice SET sent_at = sent_at - make_interval(hours => ${hours}::int)`)
  const row = (set: Sql) => database.execute(sql`UPDATE notice SET ${set}`)
  return { act, row, parts, age, api, token, call, send, preview, list, smtp, mailer, idOf, caseOf, acts }
}

const textOf = (source: string) =>
  source
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/((?:=[\dA-F]{2})+)/g, (all: string) => Buffer.from(all.replaceAll('=', ''), 'hex').toString('utf8'))

onPostgres((database) => {
  // Rule: P-NOTICE-47
  test('an address without a named source is told of all its sources', async () => {
    const { api, token, call, preview } = await createWorld(database())
    await api.add('bia@acme.com', token)
    await api.importText('forum', 'bia@acme.com:segredo1', '2026-11-01')
    await api.importText('loja', 'bia@acme.com:segredo2', '2026-11-01')
    const whole = await call('POST', '/avisos/previa', { casos: [{ email: 'bia@acme.com' }], idioma: 'pt' })
    expect(noticePreviewSchema.parse(whole.json()).pessoas[0]?.fontes).toEqual(['forum', 'loja'])
    expect((await preview(['bia@acme.com'])).pessoas[0]?.fontes).toEqual(['forum'])
  })

  // Rule: P-NOTICE-20, P-NOTICE-21, P-NOTICE-24
  test('people of a proved domain get a letter of their organisation, which names no leak, and answers its sender', async () => {
    const { api, token, send, preview, list, smtp, mailer, caseOf, acts } = await createWorld(database())
    for (const address of ['bia@acme.com', 'caio@acme.com', 'eva@outra.com']) await api.add(address, token)
    await api.importText('forum', 'bia@acme.com:segredo1\ncaio@acme.com:segredo2\neva@outra.com:x', '2026-11-01')
    await mailer.sendDue()
    smtp.received.length = 0

    const people = ['bia@acme.com', 'caio@acme.com', 'eva@outra.com', 'ninguem@acme.com']
    const shown = await preview(people)
    expect(shown.acima).toContain('Acme acompanha vazamentos')
    expect(shown.pessoas.map(({ email, recusa }) => `${email} ${recusa}`)).toEqual([
      'bia@acme.com null',
      'caio@acme.com null',
      'eva@outra.com sem-prova',
      'ninguem@acme.com desconhecido',
    ])
    expect(await send(people, { acima: 'Olá, Bia.\r\n\r\nSegunda\u0000 linha.' })).toEqual({
      enviados: 2,
      recusados: [
        { email: 'eva@outra.com', motivo: 'sem-prova' },
        { email: 'ninguem@acme.com', motivo: 'desconhecido' },
      ],
    })
    await mailer.sendDue()
    expect(smtp.received.map(({ to }) => to).toSorted()).toEqual([['bia@acme.com'], ['caio@acme.com']])
    const source = smtp.received[0]?.source ?? ''
    expect(source).toMatch(/^From: Acme <nao-responda@atalaia\.example>\r$/m)
    expect(source).toMatch(/^Reply-To: ana@acme\.com\r$/m)
    const text = textOf(source)
    expect(text).toMatch(/\/aviso#[\w-]{43}\r\n/)
    expect(text).toMatch(/\/api\/avisos\/pagina\?codigo=[\w-]{43}/)
    expect(text).toContain('Segunda linha.')
    expect(text).toContain('A sua resposta vai para ana@acme.com.')
    expect(text).not.toMatch(/forum|segredo/)

    const { avisos, total } = await list('?fonte=forum&email=BIA@acme.com')
    expect(total).toBe(1)
    expect(avisos).toMatchObject([
      { email: 'bia@acme.com', fontes: ['forum'], por: ANA, aberto_em: null, lembretes: 0 },
    ])
    expect(await list('?incidente=00000000-0000-4000-8000-000000000000')).toEqual({ avisos: [], total: 0 })
    const { passos, historico } = await caseOf('bia@acme.com')
    expect(passos).toContainEqual(expect.objectContaining({ passo: 'avisar-pessoa', por: ANA }))
    expect(historico).toMatchObject([
      { tipo: 'aviso', por: ANA, mudancas: [{ campo: 'aviso', de: null, para: 'enviado' }] },
    ])
    const [act, ...others] = await acts('notice.sent')
    expect(others).toEqual([])
    expect(act).toMatchObject({ after: { count: 2, cases: 2, language: 'pt' } })
    expect(JSON.stringify(act)).not.toContain('bia@')
    const kept = await database().query(
      object({ token: string() }),
      sql`SELECT encode(token_hash, 'hex') AS token FROM notice_link`,
    )
    expect(kept).toHaveLength(2)
  })

  // Rule: P-NOTICE-22
  test('nobody gets a second notice within a day without a yes, also of two orders at once', async () => {
    const { age, api, token, send, preview } = await createWorld(database())
    await api.add('bia@acme.com', token)
    await api.importText('forum', 'bia@acme.com:segredo1', '2026-11-01')
    const both = await Promise.all([send(['bia@acme.com']), send(['bia@acme.com'])])
    expect(both.map(({ enviados }) => enviados).toSorted()).toEqual([0, 1])
    expect(both.flatMap(({ recusados }) => recusados)).toEqual([{ email: 'bia@acme.com', motivo: 'recente' }])
    expect(await send(['bia@acme.com'], { repetir: true })).toEqual({ enviados: 1, recusados: [] })
    await age(23)
    expect((await preview(['bia@acme.com'])).pessoas).toMatchObject([{ recusa: 'recente' }])
    await age(2)
    expect((await preview(['bia@acme.com'], 'en')).pessoas).toMatchObject([{ recusa: null }])
    await database().execute(
      sql`INSERT INTO notice_stop (organisation_id, address, stopped_at)
        SELECT organisation_id, address, now() FROM monitored_address`,
    )
    expect(await send(['bia@acme.com'], { repetir: true })).toEqual({
      enviados: 0,
      recusados: [{ email: 'bia@acme.com', motivo: 'parado' }],
    })
  })

  // Rule: P-NOTICE-23
  test('one mailbox gets at most five notices of an organisation in a day, and a refused one counts nothing', async () => {
    const { api, token, send } = await createWorld(database())
    await api.add('bia@acme.com', token)
    await api.importText('forum', 'bia@acme.com:segredo1', '2026-11-01')
    const outcomes = []
    for (let at = 0; at < 7; at++) outcomes.push(await send(['bia@acme.com'], { repetir: true }))
    expect(outcomes.map(({ enviados }) => enviados)).toEqual([1, 1, 1, 1, 1, 0, 0])
    expect(outcomes.at(-1)?.recusados).toEqual([{ email: 'bia@acme.com', motivo: 'limite' }])
  })

  // Rule: P-NOTICE-20
  test('a member without a confirmed mailbox sends nothing, because answers would go to a stranger', async () => {
    const { api, token, call } = await createWorld(database())
    await api.add('bia@acme.com', token)
    await database().execute(sql`UPDATE account SET mailbox_proved_at = NULL`)
    const casos = [{ email: 'bia@acme.com', fonte: 'forum' }]
    const answer = await call('POST', '/avisos', { casos, idioma: 'pt', acima: '', abaixo: '', repetir: false })
    expect(answer.statusCode).toBe(403)
  })

  // Rule: P-NOTICE-26
  test('reminders are switched on for from one to thirty days, and the log has the change', async () => {
    const { api, token, call, acts } = await createWorld(database())
    expect((await api.get('/avisos/lembretes', token)).json()).toEqual({ dias: null })
    expect((await call('PUT', '/avisos/lembretes', { dias: 31 })).statusCode).toBe(422)
    expect((await call('PUT', '/avisos/lembretes', { dias: 5 })).json()).toEqual({ dias: 5 })
    expect((await api.get('/avisos/lembretes', token)).json()).toEqual({ dias: 5 })
    expect(await acts('notice.reminders-changed')).toMatchObject([{ after: { days: 5 } }])
  })

  // Rule: P-NOTICE-25, P-NOTICE-22
  test('an address whose mail server refuses is told as returned, and gets another notice only with a yes', async () => {
    const { api, token, parts, send, preview, list, smtp, mailer, caseOf, acts } = await createWorld(database())
    await api.add('bia@acme.com', token)
    await api.importText('forum', 'bia@acme.com:segredo1', '2026-11-01')
    smtp.codes['bia@acme.com'] = 550
    await send(['bia@acme.com'])
    await mailer.sendDue()
    await Promise.all([noteBounces(parts), noteBounces(parts)])
    expect((await list()).avisos).toMatchObject([{ devolvido_em: expect.any(String) }])
    expect((await preview(['bia@acme.com'])).pessoas).toMatchObject([{ recusa: 'devolvido' }])
    expect((await caseOf('bia@acme.com')).historico.map(({ mudancas }) => mudancas[0]?.para)).toEqual([
      'devolvido',
      'enviado',
    ])
    expect(await acts('notice.bounced')).toHaveLength(1)
    delete smtp.codes['bia@acme.com']
    api.clock.advance(60)
    expect((await send(['bia@acme.com'])).recusados).toEqual([{ email: 'bia@acme.com', motivo: 'devolvido' }])
    expect((await send(['bia@acme.com'], { repetir: true })).enviados).toBe(1)
    await mailer.sendDue()
    await noteBounces(parts)
    expect((await preview(['bia@acme.com'])).pessoas).toMatchObject([{ recusa: 'recente' }])
  })

  // Rule: P-NOTICE-26
  test('a person without an answer is reminded twice, from 8 h on, each time with a new link, and never after an answer', async () => {
    const { api, token, parts, call, send, smtp, mailer } = await createWorld(database())
    for (const address of ['bia@acme.com', 'caio@acme.com']) await api.add(address, token)
    await api.importText('forum', 'bia@acme.com:segredo1\ncaio@acme.com:segredo2', '2026-11-01')
    await send(['bia@acme.com', 'caio@acme.com'], { idioma: 'es' })
    await mailer.sendDue()
    await database().execute(
      sql`UPDATE notice SET answer = 'declarada' FROM monitored_address AS mine WHERE mine.id = monitored_id AND address = 'caio@acme.com'`,
    )
    smtp.received.length = 0
    const days = async (count: number) => {
      api.clock.advance(count * 86_400)
      await Promise.all([remindPeople(parts), remindPeople(parts)])
      await mailer.sendDue()
    }
    await days(4)
    expect(smtp.received).toEqual([])
    await call('PUT', '/avisos/lembretes', { dias: 3 })
    await database().execute(sql`UPDATE organisation SET notice_reminder_days = 3 WHERE id > 0`)
    for (let at = 0; at < 4; at++) await days(3)
    expect(smtp.received.map(({ to }) => to)).toEqual([['bia@acme.com'], ['bia@acme.com']])
    const texts = smtp.received.map(({ source }) => textOf(source))
    expect(texts[0]).toMatch(/^Subject: .*Recordatorio:_sus_datos_aparecieron/m)
    expect(texts[0]).toContain('Aún no hemos recibido su respuesta')
    const links = texts.map((text) => /aviso#([\w-]{43})/.exec(text)?.[1])
    expect(new Set(links).size).toBe(2)
    const [row] = await database().query(
      object({ events: string() }),
      sql`SELECT string_agg(changes #>> '{0,para}', ' ' ORDER BY id) AS events FROM case_event WHERE kind = 'aviso'
        AND monitored_id = (SELECT id FROM monitored_address WHERE address = 'bia@acme.com')`,
    )
    expect(row?.events).toBe('enviado lembrado lembrado')
  })

  // Rule: P-NOTICE-24, M-NOTICE-10
  test('an answer reaches history, audit log and each webhook, which tells no whole address', async () => {
    const { api, token, act, call, send, caseOf, acts } = await createWorld(database())
    await api.add('bia@acme.com', token)
    await api.importText('forum', 'bia@acme.com:segredo1', '2026-11-01')
    for (const modelo of ['atalaia', 'slack', 'teams'])
      await call('POST', '/webhooks', {
        nome: modelo,
        endereco: 'https://hook.example/x',
        modelo,
        gravidade_minima: 'alta',
      })
    await send(['bia@acme.com'])
    await act('aberto')
    await act('respondido', 'vazada')
    expect((await caseOf('bia@acme.com')).historico.map(({ mudancas }) => mudancas[0]?.para)).toEqual([
      'vazada',
      'aberto',
      'enviado',
    ])
    expect(await acts('notice.answered')).toMatchObject([{ after: { answer: 'vazada' } }])
    const bodies = await database().query(
      object({ body: string() }),
      sql`SELECT body FROM delivery WHERE kind = 'answer' ORDER BY length(body)`,
    )
    expect(bodies).toHaveLength(3)
    const ours: unknown = JSON.parse(bodies.find(({ body }) => body.includes('notice.answered'))?.body ?? '{}')
    expect(ours).toMatchObject({
      type: 'notice.answered',
      notice: { address: 'b***@acme.com', sources: ['forum'], answer: 'still_leaked' },
    })
    expect(bodies.filter(({ body }) => body.includes('@acme.com: ainda vazada'))).toHaveLength(2)
    expect(JSON.stringify(bodies)).not.toContain('bia@')
  })

  // Rule: P-NOTICE-27
  test('a case has the state of its newest notice, in the list, on its page and for API keys', async () => {
    const { api, token, act, send, caseOf, row } = await createWorld(database())
    const { makeKey, ask } = createKeyCalls(api)
    const { key } = await makeKey(ANA, 'cases:read')
    await api.add('bia@acme.com', token)
    await api.importText('forum', 'bia@acme.com:segredo1', '2026-11-01')
    await api.importText('loja', 'bia@acme.com:segredo1', '2026-11-01')
    const states = async () => {
      const { linhas } = casePageSchema.parse((await api.get('/casos?fonte=forum', token)).json())
      const rest: { data: { notice: string | null; source: { name: string } }[] } = (await ask('/v1/cases', key)).json()
      const told = rest.data.find(({ source }) => source.name === 'forum')?.notice
      return [linhas[0]?.aviso, (await caseOf('bia@acme.com')).caso.aviso, told]
    }
    expect(await states()).toEqual([null, null, null])
    await send(['bia@acme.com'])
    expect(await states()).toEqual(['enviado', 'enviado', 'sent'])
    await row(sql`opened_at = sent_at`)
    await act('aberto')
    expect(await states()).toEqual(['aberto', 'aberto', 'opened'])
    await row(sql`sent_at = sent_at - interval '7 days'`)
    expect(await states()).toEqual(['sem-resposta', 'sem-resposta', 'no_answer'])
    await row(sql`answer = 'nao-e-meu'`)
    expect(await states()).toEqual(['nao-e-meu', 'nao-e-meu', 'not_theirs'])
    const { linhas } = casePageSchema.parse((await api.get('/casos?fonte=loja', token)).json())
    expect(linhas[0]?.aviso).toBe(null)
  })

  // Rule: P-NOTICE-28, P-NOTICE-24
  test('an incident keeps how many notices were sent and opened, when the address is gone too', async () => {
    const { api, token, call, send, smtp, mailer, idOf, caseOf, acts } = await createWorld(database())
    await api.add('bia@acme.com', token)
    await api.importText('forum', 'bia@acme.com:segredo1', '2026-11-01')
    const endereco = await idOf('bia@acme.com')
    const incident = { nome: 'Vazamento', conhecido_em: api.clock().toISOString(), pequeno_porte: false }
    const made = await call('POST', '/incidentes', { ...incident, casos: [{ endereco, fonte: 'forum' }] })
    const { id: incidente }: { id: string } = made.json()
    await send(['bia@acme.com'], { incidente })
    await mailer.sendDue()
    const mail = textOf(smtp.received.find(({ to }) => to[0] === 'bia@acme.com')?.source ?? '')
    const codigo = /aviso#([\w-]{43})/.exec(mail)?.[1]
    const person = (path: string, more: object = {}) =>
      api.app.inject({ method: 'POST', url: `/api/avisos/pessoa/${path}`, payload: { codigo, ...more } })
    for (let at = 0; at < 2; at++) expect((await person('abrir')).statusCode).toBe(200)
    expect((await person('resposta', { resposta: 'nao-e-meu' })).statusCode).toBe(200)
    expect((await caseOf('bia@acme.com')).historico.map(({ mudancas }) => mudancas[0]?.para)).toEqual([
      'nao-e-meu',
      'aberto',
      'enviado',
    ])
    expect(await acts('notice.opened')).toHaveLength(1)
    expect(await acts('notice.answered')).toMatchObject([{ actor: { kind: 'system' }, after: { answer: 'nao-e-meu' } }])
    await call('POST', '/enderecos/remover', { ids: [endereco] })
    const at = '2026-11-21T15:00:00Z'
    const avisos = { enviados: 1, abertos: 1, primeiro_em: at, ultimo_em: at }
    expect((await api.get(`/incidentes/${incidente}`, token)).json()).toMatchObject({ avisos })
    expect((await api.get(`/incidentes/${incidente}/dossie?formato=json`, token)).json()).toMatchObject({
      conteudo: { avisos },
    })
    expect((await api.get(`/incidentes/${incidente}/dossie?formato=pdf`, token)).statusCode).toBe(200)
    const gone = await send(['bia@acme.com'], { incidente })
    expect(gone.recusados).toEqual([{ email: 'bia@acme.com', motivo: 'desconhecido' }])
  })

  test('answers of one notice have an end in a day, because each calls the webhooks', async () => {
    const { api, token, send, smtp, mailer } = await createWorld(database())
    await api.add('bia@acme.com', token)
    await api.importText('forum', 'bia@acme.com:segredo1', '2026-11-01')
    await send(['bia@acme.com'])
    await mailer.sendDue()
    const mail = textOf(smtp.received.find(({ to }) => to[0] === 'bia@acme.com')?.source ?? '')
    const codigo = /aviso#([\w-]{43})/.exec(mail)?.[1]
    const codes = []
    for (let at = 0; at < 21; at++) {
      const payload = { codigo, resposta: at % 2 === 0 ? 'declarada' : 'nao-e-meu' }
      codes.push((await api.app.inject({ method: 'POST', url: '/api/avisos/pessoa/resposta', payload })).statusCode)
    }
    expect([codes[19], codes[20]]).toEqual([200, 429])
  })
})
