import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Database } from '@atalaia/database'
import { nullable, object, string } from 'zod/mini'
import { onPostgres } from '../../../testing/each-database.ts'
import { createMailer } from '../../../testing/deliveries.ts'
import { startSmtp } from '../../../testing/smtp.ts'
import { countDeliveries } from '../deliveries/delivery-queue.ts'
import { composeMail } from './compose-mail.ts'
import { enqueueMail, type NewMail } from './enqueue-mail.ts'
import { createMailTransport } from './mail-transport.ts'

const ANA = 'ana@acme.com'
const SENDER = { brand: 'Atalaia', origin: 'https://atalaia.example' }
const SETTINGS = { brand: 'Atalaia', mailFrom: 'nao-responda@atalaia.example', dataDir: '/nowhere' }
const START = Date.parse('2026-11-21T15:00:00Z')
const rowSchema = object({ outcome: nullable(string()), body: nullable(string()), failure: nullable(string()) })

const createClock = () => {
  let now = START
  return Object.assign(() => new Date(now), { advance: (seconds: number) => (now += seconds * 1000) })
}

const mail = (changes: Partial<NewMail> = {}): NewMail => ({
  to: ANA,
  kind: 'test',
  subject: 'Confirme seu email',
  body: ['Olá! Esta é uma mensagem.', { label: 'Confirmar', link: 'https://atalaia.example/confirmar#um-segredo' }],
  at: new Date(START),
  ...changes,
})

const lines: string[] = []
const note = (facts: object, message: string) => void lines.push(`${message} ${JSON.stringify(facts)}`)
beforeEach(() => void lines.splice(0))

const mailerBy = (database: Database, smtpUrl: string | undefined, dataDir = '/nowhere') => {
  const clock = createClock()
  const transport = createMailTransport({ ...SETTINGS, dataDir, smtpUrl })
  const mailer = createMailer({ database, transport, sender: SENDER, clock, log: { info: note, warn: note } })
  return { clock, sendDue: mailer.sendDue, close: mailer.close }
}
const stateOf = async (database: Database) => {
  const [row] = await database.query(rowSchema, sql`SELECT outcome, body, last_failure AS failure FROM delivery`)
  return row
}

onPostgres((database) => {
  // Rule: M-MAIL-1, M-MAIL-25
  test('a mail goes to a real SMTP server once, whoever looks, and its words are forgotten', async () => {
    const smtp = await startSmtp()
    for (let number = 0; number < 6; number++) await enqueueMail(database(), mail({ to: `p${number}@acme.com` }))
    const mailers = [1, 2, 3].map(() => mailerBy(database(), smtp.url))
    await Promise.all(mailers.map(({ sendDue }) => sendDue()))
    await mailers[0]?.sendDue()
    expect(smtp.received.map(({ to }) => to.join()).toSorted()).toEqual(
      [0, 1, 2, 3, 4, 5].map((number) => `p${number}@acme.com`),
    )
    expect(smtp.received[0]?.source).toMatch(/^From: Atalaia <nao-responda@atalaia\.example>\r\n/m)
    expect(smtp.received[0]?.source).toMatch(/^Auto-Submitted: auto-generated\r\n/m)
    expect(await stateOf(database())).toEqual({ outcome: 'sent', body: null, failure: null })
    expect(lines.join()).not.toContain('@')
    await Promise.all([...mailers.map(({ close }) => close()), smtp.stop()])
  })

  // Rule: M-MAIL-2
  test.each([
    ['greylisted', 450, null, 'EENVELOPE 450'],
    ['refused for good', 550, 'refused', 'EENVELOPE 550'],
  ])('a mail that is %s (%s) ends as it should', async (_what, code, outcome, failure) => {
    const smtp = await startSmtp({ [ANA]: code })
    const { clock, sendDue, close } = mailerBy(database(), smtp.url)
    await enqueueMail(database(), mail())
    await sendDue()
    expect(await stateOf(database())).toMatchObject({ outcome, failure })
    delete smtp.codes[ANA]
    clock.advance(29)
    await sendDue()
    expect(smtp.received).toHaveLength(0)
    clock.advance(1)
    await sendDue()
    expect(smtp.received).toHaveLength(outcome === null ? 1 : 0)
    await Promise.all([close(), smtp.stop()])
  })

  // Rule: M-MAIL-26
  test('a mail to an address beyond ASCII goes out by SMTPUTF8; a server without it refuses it in words', async () => {
    const address = 'joão@xn--bcher-kva.example'
    const smtp = await startSmtp()
    const able = mailerBy(database(), smtp.url)
    await enqueueMail(database(), mail({ to: address }))
    await able.sendDue()
    expect(smtp.received.map(({ to }) => to)).toEqual([['joão@bücher.example']])
    expect(smtp.received[0]?.source).toMatch(/^To: joão@bücher\.example\r\n/m)
    await Promise.all([able.close(), smtp.stop()])

    const old = await startSmtp({}, { hideSMTPUTF8: true })
    const unable = mailerBy(database(), old.url)
    await database().script('DELETE FROM delivery')
    await enqueueMail(database(), mail({ to: address }))
    await unable.sendDue()
    expect(old.received).toEqual([])
    expect(await stateOf(database())).toMatchObject({
      outcome: 'refused',
      failure: expect.stringMatching(/^EENVELOPE 55\d \(needs SMTPUTF8\)$/),
    })
    await Promise.all([unable.close(), old.stop()])
  })

  // Rule: M-MAIL-2
  test('while the server is away a mail waits, an hour at most', async () => {
    const gone = await startSmtp()
    await gone.stop()
    const { clock, sendDue, close } = mailerBy(database(), gone.url)
    await enqueueMail(database(), mail())
    await database().execute(sql`UPDATE delivery SET attempts = 20`)
    await sendDue()
    expect(await stateOf(database())).toMatchObject({ outcome: null, failure: 'ESOCKET' })
    const [row] = await database().query(object({ due: string() }), sql`SELECT due_at::text AS due FROM delivery`)
    expect(Date.parse(row?.due ?? '') - clock().getTime()).toBe(3_600_000)
    await close()
  })

  // Threat: T-EXPORT-2
  test.each<[string, Partial<NewMail>, string]>([
    ['a second header in its subject', { subject: 'Olá\r\nBcc: todos@acme.com' }, 'subject'],
    ['two recipients', { to: 'ana@acme.com, rui@acme.com' }, 'to'],
    ['a link to no web address', { body: [{ label: 'x', link: 'javascript:alert(1)' }] }, 'body'],
  ])('a mail with %s is refused', async (_what, changes, part) => {
    await expect(enqueueMail(database(), mail(changes))).rejects.toThrow(`"${part}"`)
    expect(await countDeliveries(database())).toEqual([])
  })

  // Rule: M-MAIL-3
  test('without SMTP each mail is a file for its owner alone, which a terminal shows as it was written', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'leak-api-'))
    const { sendDue, close } = mailerBy(database(), undefined, dataDir)
    await enqueueMail(database(), mail())
    await sendDue()
    const folder = join(dataDir, 'outbox')
    const [name = ''] = readdirSync(folder)
    expect(name).toMatch(/^2026-11-21T15-00-00-000Z-[\da-f-]{36}\.eml$/)
    expect([statSync(folder).mode & 0o777, statSync(join(folder, name)).mode & 0o777]).toEqual([0o700, 0o600])
    const source = readFileSync(join(folder, name), 'utf8')
    expect(source).toMatch(/^To: ana@acme\.com\r\n/m)
    expect(source).toContain('Olá! Esta é uma mensagem.\r\n')
    expect(source).toContain('\r\nhttps://atalaia.example/confirmar#um-segredo\r\n')
    expect(await stateOf(database())).toMatchObject({ outcome: 'written', body: null })
    await close()
  })
})

// Rule: M-MAIL-4
test('a mail has the same words as text of 72 columns and as HTML that loads nothing and runs nothing', () => {
  const link = `https://atalaia.example/redefinir#${'x'.repeat(90)}`
  const long = 'Alguém pediu uma nova senha para esta conta, e quem não pediu nada pode ignorar este email sem medo.'
  const content = { subject: 'Nova <senha>', body: [long, { label: 'Escolher', link }, { items: [long, '<b>&"'] }] }
  const { subject, text, html } = composeMail(content, SENDER)
  expect(subject).toBe('Nova <senha> · Atalaia')
  const tooLong = text.split('\n').filter((line) => line.length > 72)
  expect(tooLong).toEqual([link])
  expect(text).toContain('\n-- \nMensagem automática de Atalaia')
  expect([...html.matchAll(/ (?:href|src|background)="([^"]*)"/g)].map(([, address]) => address)).toEqual([link])
  expect(html).toContain('<li>&lt;b&gt;&amp;&quot;</li>')
  expect(html).not.toMatch(/<(img|script|link|iframe)|url\(/)
})

// Rule: M-MAIL-4
test('a mail has one button, its address once at the foot, and a preview that is not the brand', () => {
  const [main, second] = ['https://atalaia.example/um', 'https://atalaia.example/dois'] as const
  const body = ['Primeiras palavras.', { label: 'Agir', link: main }, { label: 'Outra coisa', link: second }]
  const { html } = composeMail({ subject: 'Olá', body, stop: 'https://atalaia.example/parar' }, SENDER)
  expect(html.match(/class="main" href="([^"]*)"/g)).toEqual([`class="main" href="${main}"`])
  expect(html.match(/copie este endereço: (\S+?)</g)).toEqual([`copie este endereço: ${main}<`])
  expect(html).toMatch(/<div style="display:none[^>]*>Primeiras palavras\./)
  expect(html).toContain('name="color-scheme" content="light dark"')
})
