import { caseDetailSchema } from '@atalaia/contracts/cases'
import type { Database } from '@atalaia/database'
import { array, nullable, object, string } from 'zod/mini'
import { dying } from '../../testing/dying.ts'
import { onPostgres } from '../../testing/each-database.ts'
import { startSmtp } from '../../testing/smtp.ts'
import { createTestApi } from '../../testing/test-api.ts'
import { createStopLinks } from './stop-link.ts'
import { createMailTransport } from '../mail/mail-transport.ts'
import { createMailer } from '../mail/mailer.ts'
import { dueMail } from './due-mail.ts'
import { remindOwners } from './remind-owners.ts'

const ANA = 'ana@acme.com'
const BIA = 'bia@acme.com'
const ORIGIN = 'https://atalaia.example'
const LIST = `${ORIGIN}/app/main/analytics/casos?responsavel=eu&prazo=`
const LOG = { info: () => undefined, warn: () => undefined }

const mailSchema = object({ to: string(), subject: string(), body: nullable(string()), stop: nullable(string()) })

/** Ana's organisation, of which Bia is a member, with three cases. */
const createWorld = async (database: Database) => {
  const api = await createTestApi(database)
  const token = await api.tokenOf(ANA)
  for (const email of [BIA, 'rui@rival.com']) await api.tokenOf(email)
  const acme = `(SELECT organisation_id FROM account WHERE email = '${ANA}')`
  await database.script(`UPDATE account SET mailbox_proved_at = now(); DELETE FROM mail;
    INSERT INTO membership (account_id, organisation_id, role, since)
      SELECT id, ${acme}, 'analyst', now() FROM account WHERE email = '${BIA}'`)
  const order = async (path: string, payload: object, by: string) => {
    const headers = { authorization: `Bearer ${by}` }
    return (await api.app.inject({ method: 'POST', url: `/api${path}`, headers, payload })).json()
  }
  const [{ id: organisation } = { id: '' }] = await database.query(
    object({ id: string() }),
    `SELECT ${acme}::text AS id`,
  )
  /** As a member of Ana's organisation. */
  const post = async (path: string, payload: object, by = ANA) => {
    const own = (await api.login(by)).json().access_token
    const entered = by === ANA ? own : (await order(`/organizacoes/${organisation}/entrar`, {}, own)).access_token
    return order(path, payload, entered)
  }
  await api.importText('forum', 'a@acme.com:um\nb@acme.com:um\nc@acme.com:um')
  for (const name of ['a', 'b', 'c']) await api.add(`${name}@acme.com`, token)
  const rows = array(object({ id: string(), email: string() })).parse((await api.get('/emails', token)).json())
  const change = async (address: string, wanted: { responsavel?: string; prazo?: string; estado?: string }) => {
    const id = rows.find(({ email }) => email === address)?.id ?? ''
    const { access_token: fresh } = (await api.login(ANA)).json()
    const { caso } = caseDetailSchema.parse((await api.get(`/emails/${id}/caso?fonte=forum`, fresh)).json())
    const [owner] = await database.query(object({ id: string() }), 'SELECT id::text FROM account WHERE email = $1', [
      wanted.responsavel ?? ANA,
    ])
    const responsavel = wanted.responsavel === undefined ? {} : { responsavel: owner?.id }
    await post(`/emails/${id}/caso`, { fonte: 'forum', versao: caso.versao, ...wanted, ...responsavel })
  }
  const set = (frequencia: string, by = ANA) => post('/alertas', { frequencia, gravidade_minima: 'critica' }, by)
  const stopLinks = createStopLinks(api.keys.link, `${ORIGIN}/api`)
  const look = (on: Database = database) => remindOwners({ database: on, origin: ORIGIN, stopLinks, clock: api.clock })
  const lookAt = (instant: string) => {
    api.clock.set(instant)
    return look()
  }
  const mails = () =>
    database.query(
      mailSchema,
      `SELECT recipient AS "to", subject, body, stop_link AS stop FROM mail WHERE kind = 'due-cases'
       ORDER BY added_at, recipient`,
    )
  const told = async () => (await mails()).map(({ to, subject }) => `${to} ${subject}`)
  return { api, acme, change, set, look, lookAt, mails, told }
}

onPostgres((database) => {
  // Rule: P-CASE-14
  test('owners of cases that are due have one mail a day with the list of theirs, until its link stops it', async () => {
    const { api, change, set, look, lookAt, mails, told } = await createWorld(database())
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

  // Rule: P-CASE-14
  test('who has none that morning is told the next one, and of what is closed or was not asked for nothing', async () => {
    const { change, set, lookAt, told } = await createWorld(database())
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

  // Rule: P-CASE-14
  test('a process that dies before its mail is kept leaves it to the next one', async () => {
    const { api, change, set, look, told } = await createWorld(database())
    await set('diaria')
    await change('a@acme.com', { responsavel: ANA, prazo: '2026-11-22' })
    api.clock.set('2026-11-22T11:00:00Z')
    await expect(look(dying(database(), 1))).rejects.toThrow('killed')
    expect(await told()).toEqual([])
    await look()
    await look()
    expect(await told()).toHaveLength(1)
  })

  // Rule: P-CASE-14
  test('a suspended organisation is told once it goes on, and nobody without a proved mailbox', async () => {
    const { acme, change, set, lookAt, told } = await createWorld(database())
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

// Rule: P-CASE-14
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
