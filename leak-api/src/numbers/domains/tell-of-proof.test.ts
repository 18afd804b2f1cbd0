import { type Database, sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import { dying } from '../../../testing/dying.ts'
import { onPostgres } from '../../../testing/each-database.ts'
import { startNameServer, type Zone } from '../../../testing/name-server.ts'
import { startSmtp } from '../../../testing/smtp.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { createMailTransport } from '../../base/mail/mail-transport.ts'
import { createMailer } from '../../../testing/deliveries.ts'
import { checkDomain, checkDueDomains } from './check-domain.ts'
import { createFindProof, type ProofOutcome } from './domain-proof.ts'
import { noticeOf, type DomainState } from './domain-state.ts'
import { createDomainsRepository } from './domains-repository.ts'
import { proofMail, type ProofMail } from './proof-mail.ts'

const ANA = 'ana@acme.com'
const DORA = 'dora@acme.com'
const ORIGIN = 'https://atalaia.example'
const HOUR = 3600
const DAY = 24 * HOUR

const zone: Zone = { records: {} }
let server: Awaited<ReturnType<typeof startNameServer>>
beforeAll(async () => void (server = await startNameServer(zone)))
afterAll(() => server.close())
beforeEach(() => Object.assign(zone, { records: {}, isFailing: false }))
const findProof = (domain: string, token: string) =>
  createFindProof({ dnsServers: [server.address], originOf: () => 'http://127.0.0.1:1' })(domain, token)

const mailSchema = object({ to: string(), subject: string(), body: string() })

const createWorld = async (database: Database) => {
  const api = await createTestApi(database, { findProof, publicOrigin: ORIGIN })
  await api.tokenOf(ANA)
  for (const email of [DORA, 'bia@acme.com', 'rui@rival.com']) await api.tokenOf(email)
  const acme = `(SELECT organisation_id FROM account WHERE email = '${ANA}')`
  await database.script(`UPDATE account SET mailbox_proved_at = now(); DELETE FROM mail;
    INSERT INTO membership (account_id, organisation_id, role, since)
      SELECT id, ${acme}, CASE email WHEN '${DORA}' THEN 'admin' ELSE 'analyst' END, now()
      FROM account WHERE email IN ('${DORA}', 'bia@acme.com')`)
  await api.importText('forum', 'secreto@acme.com:um')
  const post = async (path: string) => {
    const headers = { authorization: `Bearer ${(await api.login(ANA)).json().access_token}` }
    const request = { method: 'POST', url: `/api${path}`, headers, payload: { dominio: 'acme.com' } } as const
    return (await api.app.inject(request)).json()
  }
  const { prova } = await post('/dominios')
  const publish = () => Object.assign(zone, { records: { [prova.registro]: [prova.texto] } })
  publish()
  await post('/dominios/verificacao')
  const parts = { database, findProof, isOwnershipChecked: true, origin: ORIGIN, clock: api.clock }
  const look = (seconds: number, on: Database = database) => {
    api.clock.advance(seconds)
    return checkDueDomains({ ...parts, database: on })
  }
  const mails = () =>
    database.query(
      mailSchema,
      sql`SELECT recipient AS "to", subject, body FROM mail WHERE kind LIKE 'proof-%' ORDER BY added_at, recipient`,
    )
  const subjects = async () => (await mails()).filter(({ to }) => to === ANA).map(({ subject }) => subject)
  return { api, acme, parts, publish, unpublish: () => (zone.records = {}), look, mails, subjects, post }
}

const LOST_AT = new Date('2026-11-26T15:00:00Z')
const MISSING = 'Falta a verificação do domínio acme.com'
const LOST = 'A verificação do domínio acme.com foi perdida'

onPostgres((database) => {
  // Rule: M-DOMAIN-7, M-DOMAIN-29, M-DOMAIN-30
  test('owners and administrators have one mail once a proof is missing, and one once it is lost', async () => {
    const { api, unpublish, look, mails, post } = await createWorld(database())
    await look(DAY)
    expect(await mails()).toEqual([])
    unpublish()
    api.clock.advance(DAY)
    await Promise.all([look(0), look(0), post('/dominios/verificacao'), look(0)])
    const missing = await mails()
    expect(missing.map(({ to, subject }) => [to, subject])).toEqual([
      [ANA, MISSING],
      [DORA, MISSING],
    ])
    expect(missing[0]?.body).toContain('falta desde 23/11/2026 às 12:00, horário de Brasília: não há o registro TXT')
    expect(missing[0]?.body).toContain('perdida a partir de 26/11/2026 às 12:00')
    expect(missing[0]?.body).toContain(`${ORIGIN}/app/main/analytics/dominios`)
    for (const hours of [1, 1, 69]) await look(hours * HOUR)
    expect(await mails()).toHaveLength(2)
    await look(HOUR)
    const lost = (await mails()).slice(2)
    expect(lost.map(({ to, subject }) => [to, subject])).toEqual([
      [ANA, LOST],
      [DORA, LOST],
    ])
    for (const each of [1, 1, 5]) await look(each * DAY)
    expect(JSON.stringify(await mails())).not.toContain('secreto')

    const smtp = await startSmtp()
    const settings = { brand: 'Atalaia', mailFrom: 'nao-responda@atalaia.example', dataDir: '/nowhere' }
    const transport = createMailTransport({ ...settings, smtpUrl: smtp.url })
    const log = { info: () => undefined, warn: () => undefined }
    const sender = { brand: 'Atalaia', origin: ORIGIN }
    const mailer = createMailer({ database: database(), transport, sender, clock: () => LOST_AT, log })
    await mailer.sendDue()
    expect(smtp.received.map(({ to }) => to).toSorted()).toEqual([[ANA], [DORA]])
    await Promise.all([mailer.close(), smtp.stop()])
  })

  // Rule: M-DOMAIN-7, M-DOMAIN-29, M-DOMAIN-30
  test('a proof that comes back is not told of as lost, and told of again when it goes again', async () => {
    const { publish, unpublish, look, subjects } = await createWorld(database())
    unpublish()
    await look(DAY)
    publish()
    await look(HOUR)
    await look(3 * DAY)
    expect(await subjects()).toEqual([MISSING])
    unpublish()
    await look(DAY)
    await look(3 * DAY)
    expect(await subjects()).toEqual([MISSING, MISSING, LOST])
  })

  // Rule: M-DOMAIN-7, M-DOMAIN-29, M-DOMAIN-30
  test('a process that dies before its mails are kept leaves them to the next one', async () => {
    const { unpublish, look, subjects } = await createWorld(database())
    unpublish()
    await expect(look(DAY, dying(database(), 1))).rejects.toThrow('killed')
    expect(await subjects()).toEqual([])
    await look(10 * 60)
    await look(HOUR)
    expect(await subjects()).toEqual([MISSING])
  })

  // Rule: M-DOMAIN-7, M-DOMAIN-29, M-DOMAIN-30
  test('a check that began before another one that has found the proof tells nobody', async () => {
    const { api, acme, parts, unpublish, mails, publish, look } = await createWorld(database())
    const [{ id } = { id: '' }] = await database().query(
      object({ id: string() }),
      sql`SELECT ${sql.raw(acme)}::text AS id`,
    )
    const domain = await createDomainsRepository(database()).find(id, 'acme.com')
    if (domain === undefined) throw new Error('no domain')
    unpublish()
    const late = { end: (_outcome: ProofOutcome): void => undefined }
    const outcome = new Promise<ProofOutcome>((resolve) => (late.end = resolve))
    const began = checkDomain({ ...parts, findProof: () => outcome }, domain, api.clock())
    publish()
    await look(DAY)
    late.end({ status: 'not-proved', fault: 'absent' })
    expect(await began).toMatchObject({ failingSince: null })
    expect(await mails()).toEqual([])
  })

  // Rule: M-DOMAIN-7, M-DOMAIN-29, M-DOMAIN-30
  test('a suspended organisation is told once it goes on, and nobody without a proved mailbox', async () => {
    const { acme, unpublish, look, mails } = await createWorld(database())
    unpublish()
    await database().script(`UPDATE organisation SET suspended_at = now(), suspended_because = 'x' WHERE id = ${acme}`)
    await look(DAY)
    expect(await mails()).toEqual([])
    await database().script(`UPDATE organisation SET suspended_at = NULL, suspended_because = NULL;
      UPDATE account SET mailbox_proved_at = NULL`)
    await look(HOUR)
    expect(await mails()).toEqual([])
    await database().script(`UPDATE account SET mailbox_proved_at = now() WHERE email = '${DORA}'`)
    await look(HOUR)
    expect((await mails()).map(({ to, subject }) => [to, subject])).toEqual([[DORA, MISSING]])
  })
})

const at = (hours: number) => new Date(Date.UTC(2026, 0, 1) + hours * 3_600_000)
const PROVED: DomainState = {
  addedAt: at(0),
  provedAt: at(0),
  provedBy: 'dns',
  lostAt: null,
  fault: null,
  failingSince: null,
  nextCheckAt: at(0),
  told: null,
}

// Rule: M-DOMAIN-7, M-DOMAIN-29, M-DOMAIN-30
test.each<[string, Partial<DomainState>, string | null]>([
  ['that is there', {}, null],
  ['that was never there', { provedAt: null, fault: 'absent' }, null],
  ['that is missing', { failingSince: at(48), fault: 'absent' }, 'missing'],
  ['of name servers that are silent for less than a day', { failingSince: at(24.1), fault: 'unreachable' }, null],
  ['of name servers that are silent for a day', { failingSince: at(24), fault: 'unreachable' }, 'missing'],
  ['that is lost', { provedAt: null, lostAt: at(48), failingSince: at(0), fault: 'unreachable' }, 'lost'],
])('the notice of a proof %s', (_what, changed, notice) => {
  expect(noticeOf({ ...PROVED, ...changed }, at(48))).toBe(notice)
})

const textOf = (changed: Partial<ProofMail['watched']>, organisation = '') =>
  JSON.stringify(
    proofMail({
      to: ANA,
      organisation,
      notice: 'missing',
      watched: { ...PROVED, domain: 'acme.com', failingSince: at(0), fault: 'absent', ...changed },
      origin: ORIGIN,
      at: at(1),
    }),
  )

// Rule: M-DOMAIN-7, M-DOMAIN-29, M-DOMAIN-30
test('a mail names the organisation, says why, and has both ends of a proof whose name servers are silent', () => {
  expect(textOf({}, 'Acme')).toContain('A verificação do domínio acme.com, da organização Acme, falta desde')
  expect(textOf({ fault: 'different' })).toContain('o texto publicado não é o deste domínio')
  expect(textOf({ provedBy: 'mail' })).toContain('a confirmação por e-mail vale por um ano')
  const silent = textOf({ fault: 'unreachable' })
  expect(silent).toContain('perdida a partir de 14/01/2026 às 21:00')
  expect(silent).toContain('isso vale já a partir de 03/01/2026 às 21:00')
  const long = `${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(60)}.com.br`
  expect(textOf({ domain: long })).toContain(`"Falta a verificação do domínio ${long.slice(0, 120)}…"`)
})
