import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Database } from '@atalaia/database'
import { createCommandRun, misuseOf } from '../../../testing/command-line.ts'
import { createSender } from '../../../testing/deliveries.ts'
import { onPostgres } from '../../../testing/each-database.ts'
import { createKeyCalls } from '../../../testing/hibp.ts'
import { makeCertificate, startSyslog } from '../../../testing/syslog.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { addSiemCommands } from './siem-commands.ts'
import { sendFrames } from './send-frames.ts'
import { object, string } from 'zod/mini'
import { createDeliveryQueue } from '../../base/deliveries/delivery-queue.ts'
import { createSiemChannel, syslogFrame } from './send-siem.ts'
import { createSiemRepository } from './siem-repository.ts'

type Certificate = Awaited<ReturnType<typeof makeCertificate>>

let theirs: Certificate
let ours: Certificate
const ORIGIN = 'https://painel.acme.com'
const rowSchema = object({ row: string() })
const closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  theirs = await makeCertificate('siem.acme.com')
  ours = await makeCertificate('atalaia')
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const startReceiver = async (asksFor?: string) => {
  const receiver = await startSyslog(theirs, asksFor)
  closing.push(receiver.stop)
  return receiver
}

const createWorld = async (database: Database) => {
  const api = await createTestApi(database)
  const token = await api.tokenOf('ana@conta.com')
  const folder = mkdtempSync(join(tmpdir(), 'leak-api-'))
  const fileOf = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const run = createCommandRun((line) => addSiemCommands(line, { tools: async () => api.tools }))
  const add = async (port: number, ...words: string[]) => {
    const trusted = ['--ca', fileOf('ca.pem', theirs.cert), '--server-name', 'siem.acme.com']
    const named = ['SOC', '--account', 'ana@conta.com', '--to', `127.0.0.1:${port}`]
    return JSON.parse((await run('siem', 'add', ...named, ...trusted, ...words, '--json')).out).id as string
  }
  const list = async () => JSON.parse((await run('siem', 'list', '--account', 'ana@conta.com', '--json')).out)
  const refused: object[] = []
  const parts = { database, ring: api.keys.token, origin: ORIGIN, clock: api.clock }
  const send = async (seconds = 15, holdMs = 20) => {
    api.clock.advance(seconds)
    const bounds = { events: 2, holdMs, timeoutMs: 20_000 }
    const log = { info: () => undefined, warn: (facts: object) => void refused.push(facts) }
    await createSender({ ...parts, log }, createSiemChannel({ ...parts, bounds })).sendDue()
  }
  return { api, token, fileOf, run, add, list, refused, send }
}

const idsOf = (messages: readonly { readonly fields: Readonly<Record<string, string>> }[]) =>
  messages.map(({ fields }) => fields.externalId)

onPostgres((database) => {
  // Rule: M-SIEM-1
  test('findings and the audit log arrive as CEF in syslog over TLS, each event once', async () => {
    const { api, token, add, list, send, refused } = await createWorld(database())
    const [soc, audit] = [await startReceiver(), await startReceiver()]
    await add(soc.port)
    await add(audit.port, '--feed', 'audit')
    await api.importText('forum', 'ana@acme.com:segredo\nrui@acme.com')
    for (const address of ['ana@acme.com', 'rui@acme.com']) await api.add(address, token)
    await send()
    const first = soc.take()
    expect(first).toMatchObject([
      { host: 'painel.acme.com', appName: 'atalaia', messageid: 'finding', cef: { severity: '8' } },
      { cef: { deviceEventClassID: 'credential-leak', severity: '3' }, fields: { duser: 'rui@acme.com' } },
    ])
    expect([idsOf(first), JSON.stringify(first)]).toEqual([['1', '2'], expect.not.stringContaining('segredo')])
    const acts = audit.take()
    expect(acts.map(({ cef }) => cef.deviceEventClassID)).toEqual(
      expect.arrayContaining(['key.made', 'addresses.added']),
    )
    expect(idsOf(acts)).toEqual(acts.map((_, index) => String(index + 1)))

    await send()
    expect([soc.take(), audit.take()]).toEqual([[], []])
    // More than one connection takes.
    for (const source of ['outra', 'mais', 'lista']) await api.importText(source, 'ana@acme.com\nrui@acme.com')
    await send()
    expect(idsOf(soc.take())).toEqual(['3', '4', '5', '6', '7', '8'])
    expect(await list()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'SIEM: SOC', cursor: '8', failures: 0, scope: 'findings:read' }),
        expect.objectContaining({ scope: 'audit:read' }),
      ]),
    )
    expect(refused).toEqual([])
  })

  // Rule: M-SIEM-2, M-SIEM-24
  // Threat: T-EXPORT-4
  test.each(['resets', 'closes'] as const)(
    'what a receiver that %s did not read comes again, with the same numbers',
    async (manner) => {
      const { api, token, add, list, send, refused } = await createWorld(database())
      const soc = await startReceiver()
      const id = await add(soc.port)
      await api.importText('forum', 'ana@acme.com\nrui@acme.com')
      await api.add('ana@acme.com', token)
      soc.manner.now = manner
      await send(15, 10_000)
      expect([soc.take(), await list()]).toMatchObject([[], [{ cursor: '0', failures: 1 }]])
      expect(refused).toMatchObject([{ id, attempts: 1 }])
      soc.manner.now = 'reads'
      await api.add('rui@acme.com', token)
      await send(15)
      expect(soc.take()).toEqual([])
      await send(30)
      expect([idsOf(soc.take()), await list()]).toMatchObject([
        ['1', '2'],
        [{ cursor: '2', failures: 0, lastFailure: null }],
      ])
    },
  )

  // Rule: M-SIEM-2, M-SIEM-24
  test('what a process that died had sent is sent again by another, and not while the first may be at it', async () => {
    const { api, token, add, send } = await createWorld(database())
    const soc = await startReceiver()
    await add(soc.port)
    await api.importText('forum', 'ana@acme.com')
    await api.add('ana@acme.com', token)
    const now = api.clock()
    const channel = createSiemChannel({ database: database(), ring: api.keys.token, origin: ORIGIN, clock: api.clock })
    const lease = new Date(now.getTime() + 180_000)
    const died = await createDeliveryQueue(database(), channel).take(now, lease)
    expect(died).toMatchObject({ kind: 'findings', attempts: 1 })
    await send()
    expect(soc.take()).toEqual([])
    await send(180)
    expect(idsOf(soc.take())).toEqual(['1'])
    // The first one comes back late: it moves nothing.
    await createSiemRepository(database(), api.keys.token).advance(died?.to ?? '', { cursor: '0', lease })
    await send()
    expect(soc.take()).toEqual([])
  })

  // Rule: M-SIEM-3
  // Threat: T-EXPORT-4
  test('nothing goes to whoever cannot show that it is the receiver, and a receiver may ask who we are', async () => {
    const { api, token, fileOf, add, list, send } = await createWorld(database())
    const soc = await startReceiver(ours.cert)
    await api.importText('forum', 'ana@acme.com')
    await api.add('ana@acme.com', token)
    await add(soc.port, '--ca', fileOf('wrong.pem', ours.cert))
    await add(soc.port, '--server-name', 'outro.acme.com')
    await add(soc.port)
    await send()
    expect(soc.take()).toEqual([])
    const failures = (await list()).map(({ lastFailure }: { lastFailure: string }) => lastFailure)
    expect(failures).toEqual(
      expect.arrayContaining([
        'DEPTH_ZERO_SELF_SIGNED_CERT',
        'ERR_TLS_CERT_ALTNAME_INVALID',
        expect.stringMatching(/ALERT_CERTIFICATE_REQUIRED|ECONNRESET|ECLOSED/),
      ]),
    )
    const own = ['--cert', fileOf('own.pem', ours.cert), '--key', fileOf('own.key', ours.key)]
    await add(soc.port, ...own)
    const kept = await database().query(rowSchema, sql`SELECT siem::text AS row FROM siem`)
    expect(JSON.stringify(kept)).not.toContain(Buffer.from(ours.key).toString('hex').slice(0, 60))
    await send()
    expect(idsOf(soc.take())).toEqual(['1'])
  })

  // Rule: M-SIEM-3
  test('a SIEM reads as a key: within its limit, until it is revoked, and not for an organisation that is suspended', async () => {
    const { api, token, run, add, list, send } = await createWorld(database())
    const soc = await startReceiver()
    await api.importText('forum', 'ana@acme.com\nrui@acme.com\neva@rival.com')
    for (const address of ['ana@acme.com', 'rui@acme.com']) await api.add(address, token)
    await api.add('eva@rival.com', await api.tokenOf('eva@rival.com'))
    const id = await add(soc.port, '--scope', 'findings:read address:rui@acme.com')
    await send()
    expect(soc.take()).toMatchObject([{ fields: { duser: 'rui@acme.com' } }])
    const suspend = (because: string | null) => {
      const why = sql`${because}::text`
      const at = sql`CASE WHEN ${why} IS NOT NULL THEN now() END`
      return database().execute(sql`UPDATE organisation SET suspended_because = ${why}, suspended_at = ${at}`)
    }
    await suspend('não pagou')
    await api.importText('outra', 'ana@acme.com\nrui@acme.com')
    await send()
    expect(soc.take()).toEqual([])
    await suspend(null)
    await send()
    expect(soc.take()).toMatchObject([{ fields: { cs1: 'outra' } }])
    expect((await run('siem', 'remove', id)).code).toBe(0)
    await api.importText('mais', 'rui@acme.com')
    await send()
    expect([soc.take(), await list(), (await run('siem', 'remove', id)).code]).toEqual([[], [], 1])
    const another = await add(soc.port, '--from', '2')
    await send()
    expect(idsOf(soc.take())).not.toContain('2')
    expect(await createKeyCalls(api).revoke(another)).toBe(true)
    await api.importText('tarde', 'rui@acme.com')
    await send()
    expect([soc.take(), await list()]).toEqual([[], []])
    const { id: key } = await createKeyCalls(api).makeKey('ana@conta.com', 'hibp:read')
    expect(await run('siem', 'remove', key)).toMatchObject({ err: expect.stringContaining('there is none') })
  })

  test('what could not be read or sent is refused when it is added', async () => {
    const { fileOf, run } = await createWorld(database())
    const refusal = async (...words: string[]) =>
      (await run('siem', 'add', 'SOC', '--account', 'ana@conta.com', '--to', 'siem.acme.com', ...words)).err
    expect(await refusal('--feed', 'audit', '--scope', 'audit:read address:ana@acme.com')).toContain(
      'whole organisation',
    )
    expect(await refusal('--scope', 'findings:read hibp:read')).toContain('no other scope')
    expect(await refusal('--ca', fileOf('none.pem', 'x'), '--cert', fileOf('x.pem', 'x'))).toContain(
      'goes with its key',
    )
    expect(await refusal('--cert', fileOf('x.pem', 'x'), '--key', fileOf('x.key', 'x'))).toContain('certificates: ')
    expect(await refusal('--ca', '/nowhere.pem')).toContain('siem add: --ca: ')
  })
})

// Rule: M-SIEM-2, M-SIEM-24
test('a receiver that is silent is left after a while', async () => {
  const receiver = await startSyslog(theirs)
  closing.push(receiver.stop)
  receiver.manner.now = 'is-silent'
  const to = { host: '127.0.0.1', port: receiver.port, serverName: 'siem.acme.com', authorities: theirs.cert }
  const sent = sendFrames({ ...to, certificate: null, privateKey: null }, ['1 x'], { holdMs: 0, timeoutMs: 100 })
  await expect(sent).rejects.toMatchObject({ code: 'ETIMEDOUT' })
})

// Threat: T-EXPORT-4
test('a frame says how many octets it has, whatever stands in it, and has no more than receivers take', () => {
  const event = { priority: 36, at: '2026-11-22T12:00:00.000Z', messageId: 'finding' }
  expect(syslogFrame({ ...event, message: 'é\n7 <36>1' }, 'a b\nç.com')).toBe(
    '68 <36>1 2026-11-22T12:00:00.000Z ab.com atalaia - finding - é\n7 <36>1',
  )
  const long = syslogFrame({ ...event, message: '😀'.repeat(3000) }, '')
  const [octets = '', text = ''] = [long.slice(0, long.indexOf(' ')), long.slice(long.indexOf(' ') + 1)]
  expect(Buffer.byteLength(text)).toBe(Number(octets))
  expect(Number(octets)).toBeGreaterThan(8185)
  expect(Number(octets)).toBeLessThanOrEqual(8192)
  expect(text).toMatch(/^<36>1 2026-11-22T12:00:00.000Z - atalaia - finding - (?:😀)+$/u)
})

test.each([
  ['siem add --account a@b.com --to h', 'siem add: NAME is missing'],
  ['siem add a --to h', 'siem add: --account EMAIL is missing'],
  ['siem add a --account a@b.com', 'siem add: --to HOST:PORT is missing'],
  ['siem add a --account a@b.com --to a:b:c', 'siem add: --to HOST:PORT is missing, or no receiver: a:b:c'],
  ['siem add a --account a@b.com --to soc:70000', 'siem add: --to: a port is 1 to 65535, not 70000'],
  ['siem add a --account a@b.com --to so_c', 'siem add: --to: so_c is no name of a host'],
  ['siem add a --account a@b.com --to soc --server-name so_c', '--server-name is no name of a host'],
  [`siem add ${'a'.repeat(91)} --account a@b.com --to soc`, 'siem add: NAME has more than 90 characters'],
  ['siem list', 'siem list: --account EMAIL is missing'],
  ['siem remove', 'siem remove: ID is missing'],
  ['siem drop', 'siem drop: no such command; there are siem add, siem list, siem remove'],
])('"%s" is misuse, and says why', async (words, reason) => {
  const misuse = await misuseOf((line, tools) => addSiemCommands(line, { tools }), words)
  expect(misuse).toEqual({ code: 2, err: expect.stringContaining(reason) })
})
