import { incidentSchema, newIncidentFacts, type IncidentFacts } from '@atalaia/contracts/incidents'
import { type Database, sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import { until } from '@atalaia/database/testing/until'
import { dying } from '../../../testing/dying.ts'
import { onPostgres } from '../../../testing/each-database.ts'
import { startSmtp } from '../../../testing/smtp.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { waiting } from '../../../testing/waiting.ts'
import { createMailTransport } from '../../base/mail/mail-transport.ts'
import { createMailer } from '../../../testing/deliveries.ts'
import { businessDayBefore } from './business-days.ts'
import { endingTerms } from './ending-terms.ts'
import { remindTerms } from './remind-terms.ts'

const ANA = 'ana@acme.com'
const BIA = 'bia@acme.com'
const DORA = 'dora@acme.com'
const ORIGIN = 'https://atalaia.example'
const HOUR = 3600
const DAY = 24 * HOUR

const KNOWN = '2026-11-19T18:00:00Z'
const endingAt = (now: string, changed: Partial<IncidentFacts> = {}) =>
  endingTerms(
    { ...newIncidentFacts({ nome: 'Fórum', conhecido_em: KNOWN, pequeno_porte: false }), ...changed },
    new Date(now),
  ).map(({ prazo }) => prazo)

// Rule: P-INCIDENT-9, P-INCIDENT-46, P-INCIDENT-47
test.each([
  ['a Wednesday', '2026-11-25', '2026-11-24'],
  ['a Monday', '2026-11-23', '2026-11-19'],
  ['the day after Easter', '2026-04-06', '2026-04-02'],
  ['the first day of a year', '2027-01-01', '2026-12-31'],
])('the business day before %s', (_what, day, before) => {
  expect(businessDayBefore(day)).toBe(before)
})

// Rule: P-INCIDENT-9, P-INCIDENT-46, P-INCIDENT-47
test.each<[string, string, Partial<IncidentFacts>, string[]]>([
  ['before the morning of the business day before it', '2026-11-24T10:59:59Z', {}, []],
  ['from that morning on', '2026-11-24T11:00:00Z', {}, ['anpd', 'titulares']],
  ['to its last second', '2026-11-26T02:59:59Z', {}, ['anpd', 'titulares']],
  ['once it has ended', '2026-11-26T03:00:00Z', {}, []],
  ['where it was met', '2026-11-24T11:00:00Z', { anpd_em: '2026-11-23T12:00:00Z' }, ['titulares']],
  ['where nothing is to be communicated', '2026-11-24T11:00:00Z', { decisao: 'nao-comunicar' }, []],
  ['of a closed incident', '2026-11-24T11:00:00Z', { situacao: 'encerrado' }, []],
  ['of a small agent, whose time is twice as long', '2026-11-24T11:00:00Z', { pequeno_porte: true }, []],
  ['over a weekend', '2026-11-28T15:00:00Z', { titulares_em: '2026-11-23T12:00:00Z' }, ['declaracao']],
])('an end is near %s', (_when, now, changed, terms) => {
  expect(endingAt(now, changed)).toEqual(terms)
})

const mailSchema = object({ to: string(), subject: string(), body: string() })

const createWorld = async (database: Database) => {
  const api = await createTestApi(database)
  const token = await api.tokenOf(ANA)
  for (const email of [BIA, DORA, 'caio@acme.com', 'rui@rival.com']) await api.tokenOf(email)
  const acme = `(SELECT organisation_id FROM account WHERE email = '${ANA}')`
  await database.script(`UPDATE account SET mailbox_proved_at = now(); DELETE FROM mail;
    INSERT INTO membership (account_id, organisation_id, role, since)
      SELECT id, ${acme}, CASE email WHEN '${DORA}' THEN 'owner' ELSE 'analyst' END, now()
      FROM account WHERE email IN ('${BIA}', '${DORA}', 'caio@acme.com')`)
  const post = async (path: string, payload: object) =>
    incidentSchema.parse(
      (
        await api.app.inject({
          method: 'POST',
          url: `/api${path}`,
          headers: { authorization: `Bearer ${(await api.login(ANA)).json().access_token}` },
          payload,
        })
      ).json(),
    )
  const register = (wanted: object = {}) =>
    post('/incidentes', { nome: `Caixa de ${BIA}`, conhecido_em: KNOWN, pequeno_porte: false, casos: [], ...wanted })
  const change = ({ id, versao }: { id: string; versao: number }, wanted: object) =>
    post(`/incidentes/${id}`, { versao, ...wanted })
  const touch = (id: string) =>
    database.execute(
      sql`INSERT INTO incident_event (incident_id, at, kind, account_id, changes)
       SELECT ${id}::uuid, now(), 'mudanca', id, '[]' FROM account WHERE email = ${BIA}`,
    )
  const parts = { database, origin: ORIGIN, clock: api.clock }
  const look = (seconds: number, on: Database = database) => {
    api.clock.advance(seconds)
    return remindTerms({ ...parts, database: on })
  }
  const lookAt = (instant: string) => look((Date.parse(instant) - api.clock().getTime()) / 1000)
  const mails = () =>
    database.query(
      mailSchema,
      sql`SELECT recipient AS "to", subject, body FROM mail WHERE kind = 'incident-term' ORDER BY added_at, recipient`,
    )
  return { api, token, acme, register, change, touch, look, lookAt, mails }
}

onPostgres((database) => {
  // Rule: P-INCIDENT-9, P-INCIDENT-46, P-INCIDENT-47
  test('owners and who changed an incident have one mail about the terms that end on one day', async () => {
    const { api, register, touch, look, lookAt, mails } = await createWorld(database())
    const { id } = await register()
    await touch(id)
    await lookAt('2026-11-24T10:59:00Z')
    expect(await mails()).toEqual([])
    api.clock.advance(60)
    await Promise.all([look(0), look(0), look(0)])
    const queued = await mails()
    expect(queued.map(({ to }) => to)).toEqual([ANA, BIA, DORA])
    expect(queued[0]?.subject).toBe('2 prazos do incidente nº 1 terminam em breve')
    expect(queued[0]?.body).toContain('Comunicar à ANPD (art. 6º): termina em 25/11/2026 às 23:59, horário de Brasília')
    expect(queued[0]?.body).toContain(`${ORIGIN}/app/main/analytics/incidentes/${id}`)
    expect(queued[0]?.body).not.toContain('@')

    const smtp = await startSmtp()
    const settings = { brand: 'Atalaia', mailFrom: 'nao-responda@atalaia.example', dataDir: '/nowhere' }
    const transport = createMailTransport({ ...settings, smtpUrl: smtp.url })
    const sender = { brand: 'Atalaia', origin: ORIGIN }
    const log = { info: () => undefined, warn: () => undefined }
    const mailer = createMailer({ database: database(), transport, sender, clock: api.clock, log })
    await mailer.sendDue()
    for (const hours of [1, 12, 24]) await look(hours * HOUR)
    await mailer.sendDue()
    expect(smtp.received.map(({ to }) => to).toSorted()).toEqual([[ANA], [BIA], [DORA]])
    await Promise.all([mailer.close(), smtp.stop()])
  })

  // Rule: P-INCIDENT-9, P-INCIDENT-46, P-INCIDENT-47
  test('each term is told of once, and anew where its last day moves', async () => {
    const { register, change, lookAt, mails } = await createWorld(database())
    const incident = await register({ pequeno_porte: true })
    const own = async () => (await mails()).filter(({ to }) => to === ANA)
    const told = async (instant: string) => {
      const before = (await own()).length
      await lookAt(instant)
      return (await own()).slice(before).map(({ body }) => body.match(/[A-Z][^"]+ \(art\.[^"]+\/\d{4}/g))
    }
    expect(await told('2026-11-24T12:00:00Z')).toEqual([])
    const whole = await change(incident, { pequeno_porte: false })
    const both = [
      'Comunicar à ANPD (art. 6º): termina em 25/11/2026',
      'Comunicar aos titulares (art. 9º): termina em 25/11/2026',
    ]
    expect(await told('2026-11-24T12:05:00Z')).toEqual([both])
    const moved = await change(whole, { conhecido_em: '2026-11-20T18:00:00Z' })
    expect(await told('2026-11-24T12:10:00Z')).toEqual([])
    const longer = await change(moved, { pequeno_porte: true, anpd_em: '2026-11-23T12:00:00Z' })
    expect(await told('2026-11-27T12:00:00Z')).toEqual([['Comunicar aos titulares (art. 9º): termina em 30/11/2026']])
    await change(longer, { titulares_em: '2026-11-27T12:00:00Z' })
    expect(await told('2026-12-02T12:00:00Z')).toEqual([
      ['Declarar que os titulares foram avisados (art. 9º, § 4º): termina em 03/12/2026'],
    ])
    expect(await told('2027-01-20T12:00:00Z')).toEqual([
      ['Complementar a comunicação (art. 6º, § 3º): termina em 20/01/2027'],
    ])
  })

  // Rule: P-INCIDENT-9, P-INCIDENT-46, P-INCIDENT-47
  test('a process that dies before its mails are kept leaves them to the next one', async () => {
    const { api, register, look, mails } = await createWorld(database())
    await register()
    await register()
    api.clock.advance(3 * DAY)
    await expect(look(0, dying(database(), 1))).rejects.toThrow('killed')
    const own = async () => (await mails()).filter(({ to }) => to === ANA).map(({ subject }) => subject)
    expect(await own()).toHaveLength(1)
    await look(0)
    await look(0)
    expect((await own()).toSorted()).toEqual([
      '2 prazos do incidente nº 1 terminam em breve',
      '2 prazos do incidente nº 2 terminam em breve',
    ])
  })

  // Rule: P-INCIDENT-9, P-INCIDENT-46, P-INCIDENT-47
  test('a term that is met while its mail is made is not told of', async () => {
    const { api, acme, register, look, mails } = await createWorld(database())
    await register()
    api.clock.advance(3 * DAY)
    const looked = await database().transaction(async (tx) => {
      await tx.execute(sql`SELECT 1 FROM organisation WHERE id = ${sql.raw(acme)} FOR NO KEY UPDATE`)
      let isOver = false
      const end = look(0).finally(() => (isOver = true))
      await until('it waits or is over', async () => isOver || (await waiting(database())) === 1)
      await tx.execute(
        sql`UPDATE incident SET facts = facts || '{"anpd_em": "2026-11-24T12:00:00Z", "titulares_em": "2026-11-24T12:00:00Z"}'`,
      )
      return { end }
    })
    await looked.end
    expect(await mails()).toEqual([])
  })

  // Rule: P-INCIDENT-9, P-INCIDENT-46, P-INCIDENT-47
  test('a suspended organisation is told of its terms once it goes on, and nobody without a proved mailbox or membership', async () => {
    const { api, acme, register, touch, look, mails } = await createWorld(database())
    const { id } = await register()
    await touch(id)
    await database().script(`UPDATE organisation SET suspended_at = now(), suspended_because = 'x' WHERE id = ${acme};
      DELETE FROM membership WHERE organisation_id = ${acme} AND account_id <> (SELECT id FROM account WHERE email = '${ANA}')`)
    api.clock.advance(3 * DAY)
    await look(0)
    await database().script(`UPDATE organisation SET suspended_at = NULL, suspended_because = NULL;
      UPDATE account SET mailbox_proved_at = NULL WHERE email = '${ANA}'`)
    await look(0)
    expect(await mails()).toEqual([])
    await database().script('UPDATE account SET mailbox_proved_at = now()')
    await look(0)
    expect((await mails()).map(({ to }) => to)).toEqual([ANA])
  })
})
