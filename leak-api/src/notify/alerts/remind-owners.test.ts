import { dying } from '../../../testing/dying.ts'
import { onPostgres } from '../../../testing/each-database.ts'
import { ANA, BIA, createOwnedCases, ORIGIN } from '../../../testing/owned-cases.ts'
import { startSmtp } from '../../../testing/smtp.ts'
import { createMailTransport } from '../../base/mail/mail-transport.ts'
import { createMailer } from '../../../testing/deliveries.ts'
import { dueMail } from './due-mail.ts'
import { remindOwners } from './remind-owners.ts'

const LIST = `${ORIGIN}/app/main/analytics/casos?responsavel=eu&prazo=`
const LOG = { info: () => undefined, warn: () => undefined }
const DUE = { tell: remindOwners, kind: 'due-cases' }

onPostgres((database) => {
  // Rule: P-CASE-14, P-CASE-57, P-CASE-58
  test('owners of cases that are due have one mail a day with the list of theirs, until its link stops it', async () => {
    const { api, change, set, look, lookAt, mails, told } = await createOwnedCases(database(), DUE)
    await set('semanal')
    await set('imediata', BIA)
    await change('a@acme.com', { responsavel: ANA, prazo: '2026-11-22' })
    await change('b@acme.com', { responsavel: BIA, prazo: '2026-11-20' })
    await change('c@acme.com', { responsavel: BIA, prazo: '2026-11-22' })
    await lookAt('2026-11-22T10:59:59Z')
    expect(await mails()).toEqual([])
    api.clock.set('2026-11-22T11:00:00Z')
    await Promise.all([look(), look(), look()])
    await lookAt('2026-11-22T20:00:00Z')
    const queued = await mails()
    expect(queued.map(({ to, subject }) => [to, subject])).toEqual([
      [ANA, '1 caso seu com o prazo de hoje'],
      [BIA, '2 casos seus com o prazo vencido ou de hoje'],
    ])
    const [one, two] = queued.map(({ body }) => body ?? '')
    expect(one).toContain(`{"link":"${LIST}hoje&ordem=prazo","label":"1 caso com o prazo de hoje"}`)
    expect(one).not.toContain('prazo=vencido')
    expect(two).toContain(`{"link":"${LIST}vencido&ordem=prazo","label":"1 caso com o prazo vencido"}`)
    expect(queued.map(({ body }) => body).join()).not.toMatch(/@|forum/)

    const smtp = await startSmtp()
    const settings = { brand: 'Atalaia', mailFrom: 'nao-responda@atalaia.example', dataDir: '/nowhere' }
    const transport = createMailTransport({ ...settings, smtpUrl: smtp.url })
    const sender = { brand: 'Atalaia', origin: ORIGIN }
    const mailer = createMailer({ database: database(), transport, sender, clock: api.clock, log: LOG })
    await mailer.sendDue()
    expect(smtp.received.map(({ to }) => to).toSorted()).toEqual([[ANA], [BIA]])
    await Promise.all([mailer.close(), smtp.stop()])

    const { stop } = queued[1] ?? {}
    await api.app.inject({ method: 'POST', url: (stop ?? '').replace(ORIGIN, '') })
    await change('a@acme.com', { prazo: '2026-11-30' })
    await change('c@acme.com', { responsavel: ANA })
    await lookAt('2026-11-23T11:00:00Z')
    await lookAt('2026-11-23T12:00:00Z')
    expect((await told()).slice(2)).toEqual([`${ANA} 1 caso seu com o prazo vencido`])
  })

  // Rule: P-CASE-14, P-CASE-57, P-CASE-58
  test('who has none that morning is told the next one, and of what is closed or was not asked for nothing', async () => {
    const { change, set, lookAt, told } = await createOwnedCases(database(), DUE)
    await change('b@acme.com', { responsavel: BIA, prazo: '2026-11-20' })
    await set('diaria')
    await change('a@acme.com', { responsavel: ANA, prazo: '2026-11-20', estado: 'tratado' })
    await lookAt('2026-11-22T11:00:00Z')
    await change('c@acme.com', { responsavel: ANA, prazo: '2026-11-22' })
    await lookAt('2026-11-22T11:05:00Z')
    expect(await told()).toEqual([])
    await lookAt('2026-11-23T11:00:00Z')
    expect(await told()).toEqual([`${ANA} 1 caso seu com o prazo vencido`])
  })

  // Rule: P-CASE-14, P-CASE-57, P-CASE-58
  test('a process that dies before its mail is kept leaves it to the next one', async () => {
    const { api, change, set, look, told } = await createOwnedCases(database(), DUE)
    await set('diaria')
    await change('a@acme.com', { responsavel: ANA, prazo: '2026-11-22' })
    api.clock.set('2026-11-22T11:00:00Z')
    await expect(look(dying(database(), 1))).rejects.toThrow('killed')
    expect(await told()).toEqual([])
    await look()
    await look()
    expect(await told()).toHaveLength(1)
  })

  // Rule: P-CASE-14, P-CASE-57, P-CASE-58
  test('a suspended organisation is told once it goes on, and nobody without a proved mailbox', async () => {
    const { acme, change, set, lookAt, told } = await createOwnedCases(database(), DUE)
    await set('diaria')
    await change('a@acme.com', { responsavel: ANA, prazo: '2026-11-22' })
    await database().script(`UPDATE organisation SET suspended_at = now(), suspended_because = 'x' WHERE id = ${acme}`)
    await lookAt('2026-11-22T11:00:00Z')
    await database().script(`UPDATE organisation SET suspended_at = NULL, suspended_because = NULL;
      UPDATE account SET mailbox_proved_at = NULL`)
    await lookAt('2026-11-22T12:00:00Z')
    expect(await told()).toEqual([])
    await database().script('UPDATE account SET mailbox_proved_at = now()')
    await lookAt('2026-11-22T13:00:00Z')
    expect(await told()).toHaveLength(1)
  })
})

// Rule: P-CASE-14, P-CASE-57, P-CASE-58
test.each([
  [1, 0, '1 caso seu com o prazo vencido'],
  [0, 2, '2 casos seus com o prazo de hoje'],
  [2, 1, '3 casos seus com o prazo vencido ou de hoje'],
])('the subject about %d overdue cases and %d of today', (late, today, subject) => {
  const mail = dueMail({
    to: ANA,
    organisation: 'Acme',
    late,
    today,
    origin: ORIGIN,
    stop: `${ORIGIN}/x`,
    at: new Date(0),
  })
  expect(mail.subject).toBe(subject)
  expect(mail.body[0]).toContain('da organização Acme')
})
