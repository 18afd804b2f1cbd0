import { createServer } from 'node:http'
import { once } from 'node:events'
import { array, looseObject, number, object, string } from 'zod/mini'
import { onPostgres } from '../../../testing/each-database.ts'
import { createKeyCalls } from '../../../testing/hibp.ts'
import { startNameServer, type Zone } from '../../../testing/name-server.ts'
import { createPortal } from '../../../testing/portal.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { chunksOf } from '../../../testing/leak-content.ts'
import { checkDueDomains } from './check-domain.ts'
import { createFindProof, PROOF_PATH } from './domain-proof.ts'
import { afterCheck, type DomainState } from './domain-state.ts'
import { listImports } from '../../leaks/importing/imports-listing.ts'
import { createRemoval } from '../../leaks/importing/removal.ts'
import { runImport } from '../../leaks/importing/run-import.ts'
import { type Database, sql } from '@atalaia/database'

const zone: Zone = { records: {} }
let server: Awaited<ReturnType<typeof startNameServer>>
beforeAll(async () => void (server = await startNameServer(zone)))
afterAll(() => server.close())
beforeEach(() => Object.assign(zone, { records: {}, isFailing: false }))

const originOf = () => 'http://127.0.0.1:1'
const findProof = (domain: string, token: string) =>
  createFindProof({ dnsServers: [server.address], originOf })(domain, token)

const DAY = 24 * 3600
const ORIGIN = 'https://atalaia.example'

const PROOF = 'atalaia-verification=abc'
const find = (options = {}) =>
  createFindProof({ dnsServers: [server.address], originOf, ...options })('acme.com', 'abc')

describe('a proof', () => {
  // Rule: M-DOMAIN-1, M-DOMAIN-28
  test.each([
    ['under the domain', { '_atalaia.acme.com': ['x', PROOF] }, { status: 'proved', by: 'dns' }],
    ['at the domain', { 'acme.com': ['v=spf1 -all', PROOF] }, { status: 'proved', by: 'dns' }],
    ['of another organisation', { '_atalaia.acme.com': ['atalaia-verification=xyz'] }, { fault: 'different' }],
    ['of another domain', { '_atalaia.acme.org': [PROOF] }, { fault: 'absent' }],
    ['with more behind it', { '_atalaia.acme.com': [`${PROOF}d`] }, { fault: 'different' }],
  ])('in a TXT record %s is seen as what it is', async (_where, records, expected) => {
    zone.records = records
    expect(await find()).toMatchObject(expected)
  })

  // Rule: M-DOMAIN-3
  test('that name servers cannot tell of is not called absent', async () => {
    zone.isFailing = true
    expect(await find()).toEqual({ status: 'not-proved', fault: 'unreachable' })
  })

  // Rule: M-DOMAIN-2
  test('is a file of the website, fetched without redirects, within bounds, and from the Internet alone', async () => {
    let answer: { status?: number; headers?: Record<string, string>; body: string } = { body: '' }
    const asked: (string | undefined)[] = []
    const website = createServer((request, response) => {
      asked.push(request.url)
      response.writeHead(answer.status ?? 200, answer.headers).end(answer.body)
    }).listen(0, '127.0.0.1')
    await once(website, 'listening')
    const { port } = looseObject({ port: number() }).parse(website.address())
    const origin = `http://127.0.0.1:${port}`
    const local = { originOf: () => origin, allowed: { origins: [origin], local: false } }

    answer = { body: `# Acme\r\n${PROOF}\r\natalaia-verification=xyz\n` }
    expect(await find({ originOf: () => origin })).toMatchObject({ fault: 'absent' })
    expect(asked).toEqual([])
    expect(await find(local)).toEqual({ status: 'proved', by: 'file' })
    expect(asked).toEqual([PROOF_PATH])
    answer = { body: `${PROOF}\n${'x'.repeat(5000)}` }
    expect(await find(local)).toMatchObject({ fault: 'absent' })
    answer = { status: 302, headers: { location: `${origin}/elsewhere` }, body: PROOF }
    expect(await find(local)).toMatchObject({ fault: 'absent' })
    expect(asked).not.toContain('/elsewhere')
    website.close()
  })

  test('is not looked for at name servers that are none', () => {
    expect(() => createFindProof({ dnsServers: ['name-server'] })).toThrow('Invalid IP address')
  })
})

const at = (hours: number) => new Date(Date.UTC(2026, 0, 1) + hours * 3_600_000)
const UNPROVED: DomainState = {
  addedAt: at(0),
  provedAt: null,
  provedBy: null,
  lostAt: null,
  fault: null,
  failingSince: null,
  nextCheckAt: at(0),
  told: null,
}
const missing = (fault: 'absent' | 'unreachable') => ({ status: 'not-proved', fault }) as const
const next = (hours: number) => {
  const { nextCheckAt } = afterCheck(UNPROVED, missing('absent'), at(hours))
  return nextCheckAt && (nextCheckAt.getTime() - at(hours).getTime()) / 60_000
}

describe('the state of a domain', () => {
  const proved = afterCheck(UNPROVED, { status: 'proved', by: 'dns' }, at(1))

  // Rule: M-DOMAIN-3
  test('is looked at again after longer and longer, for 14 days', () => {
    expect([0, 0.05, 0.2, 0.5, 2, 100, 14 * 24].map(next)).toEqual([1, 5, 15, 60, 240, 240, null])
  })

  // Rule: M-DOMAIN-4
  test.each([
    ['absent', 71, 'proved'],
    ['absent', 72, 'lost'],
    ['unreachable', 13 * 24, 'proved'],
    ['unreachable', 14 * 24, 'lost'],
  ] as const)('with a proof that is %s for %d hours is %s', (fault, hours, expected) => {
    const failing = afterCheck(proved, missing(fault), at(30))
    expect(failing).toMatchObject({ provedAt: at(1), failingSince: at(30), nextCheckAt: at(31) })
    const { provedAt, lostAt } = afterCheck(failing, missing(fault), at(30 + hours))
    expect(provedAt === null ? 'lost' : 'proved').toBe(expected)
    expect(lostAt).toEqual(expected === 'lost' ? at(30 + hours) : null)
  })

  // Rule: M-OWN-2, M-OWN-24, M-OWN-25
  test('by mail is proved for a year', () => {
    const byMail = afterCheck(UNPROVED, { status: 'proved', by: 'mail' }, at(0))
    expect(afterCheck(byMail, missing('absent'), at(364 * 24))).toMatchObject({ provedAt: at(0), failingSince: null })
    expect(afterCheck(byMail, missing('absent'), at(365 * 24))).toMatchObject({ failingSince: at(365 * 24) })
  })

  test('is proved again by a proof that comes back', () => {
    const failing = afterCheck(proved, missing('absent'), at(30))
    expect(afterCheck(failing, { status: 'proved', by: 'file' }, at(40))).toEqual({
      ...proved,
      provedBy: 'file',
      nextCheckAt: at(64),
    })
  })
})

const publish = (...proofs: readonly { prova: { registro: string; texto: string } }[]) => {
  const [first] = proofs
  zone.records = first ? { [first.prova.registro]: proofs.map(({ prova }) => prova.texto) } : {}
}

const emailsSchema = array(looseObject({ id: string(), email: string() }))

const createWorld = async (database: Database, isOwnershipChecked = false) => {
  const api = await createTestApi(database, { findProof, isOwnershipChecked })
  const { app } = api
  const ask = (method: 'GET' | 'POST' | 'DELETE', path: string, token: string, payload?: object) =>
    app.inject({
      method,
      url: `/api/dominios${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload && { payload }),
    })
  const add = async (token: string, dominio = 'acme.com') => (await ask('POST', '', token, { dominio })).json()
  const verify = async (token: string, dominio = 'acme.com') =>
    (await ask('POST', '/verificacao', token, { dominio })).json()
  const emails = async (token: string) =>
    emailsSchema
      .parse((await api.get('/emails', token)).json())
      .map(({ id: _id, novo: _isNew, ...row }) => Object.values(row))
      .toSorted()
  const prove = async (token: string) => {
    publish(await add(token))
    return verify(token)
  }
  const post = (token: string, path: string, payload: object) =>
    app.inject({ method: 'POST', url: `/api${path}`, headers: { authorization: `Bearer ${token}` }, payload })
  const codeTo = async (mailbox: string) => {
    const [mail] = await database.query(
      object({ body: string() }),
      sql`SELECT body FROM mail WHERE recipient = ${mailbox} ORDER BY added_at DESC LIMIT 1`,
    )
    return /Código: (\w{5}-\w{5})/.exec(mail?.body ?? '')?.[1] ?? ''
  }
  const look = () => checkDueDomains({ database, findProof, isOwnershipChecked, origin: ORIGIN, clock: api.clock })
  return { api, ask, add, verify, emails, prove, post, codeTo, look, makeKey: createKeyCalls(api).makeKey }
}

onPostgres((database) => {
  // Rule: M-DOMAIN-1, M-DOMAIN-5, M-DOMAIN-28
  test.each([false, true])(
    'all addresses of a domain appear once it is proved, and those of later imports (bulk: %p)',
    async (bulk) => {
      const { api, add, verify, emails, makeKey } = await createWorld(database())
      const ana = await api.tokenOf('ana@acme.com')
      await api.importText(
        'forum',
        'rh@acme.com:um\nti@acme.com:dois\nti@acme.com:tres\nx@sub.acme.com:x\nx@notacme.com:x',
      )
      const added = await add(ana)
      expect(added).toMatchObject({ dominio: 'acme.com', estado: 'esperando', falta: null, enderecos: null })
      expect(await verify(ana)).toMatchObject({ estado: 'esperando', falta: 'ausente' })
      expect(await emails(ana)).toEqual([])
      publish(added)
      expect(await verify(ana)).toMatchObject({ estado: 'provado', provado_por: 'dns', falta: null, enderecos: 2 })
      expect(await emails(ana)).toEqual([
        ['rh@acme.com', 1, 1],
        ['ti@acme.com', 1, 2],
      ])
      // Long after the proof: an import that was running then looks for its domains once more.
      api.clock.advance(2 * 3600)
      const content = chunksOf('novo@acme.com:um\nrh@acme.com:dois\nnovo@rival.com:x')
      await runImport(api.tools, { content, fileName: 'outra.txt', source: 'outra', bulk })
      expect(await emails(ana)).toEqual([
        ['novo@acme.com', 1, 1],
        ['rh@acme.com', 2, 2],
        ['ti@acme.com', 1, 2],
      ])
      const totals = (await api.get('/clientes/me/analises', ana)).json()
      expect(totals.at(-1)).toMatchObject({ total_vazamentos: 4, total_senhas: 5 })
      const { key } = await makeKey('ana@acme.com')
      const hibp = async (path: string) =>
        api.app.inject({ url: `/api/hibp/v3${path}`, headers: { 'hibp-api-key': key } })
      expect((await hibp('/breacheddomain/acme.com')).json()).toEqual({
        novo: ['outra'],
        rh: ['forum', 'outra'],
        ti: ['forum'],
      })
      // In reach, and in no breach.
      expect((await hibp('/breachedaccount/limpo@acme.com')).statusCode).toBe(404)
      expect((await hibp('/breachedaccount/x@sub.acme.com')).statusCode).toBe(403)
    },
  )

  // Rule: M-DOMAIN-1, M-DOMAIN-28
  test('who proves a domain with many addresses waits for the first ones, and the others come by themselves', async () => {
    const { api, prove, look } = await createWorld(database())
    const ana = await api.tokenOf('ana@acme.com')
    await api.importText('forum', Array.from({ length: 2001 }, (_, index) => `p${index}@acme.com:um`).join('\n'))
    expect(await prove(ana)).toMatchObject({ estado: 'provado', enderecos: 2000 })
    await look()
    const { total_vazamentos: totals } = (await api.get('/dashboard/resumo', ana)).json()
    expect(totals).toEqual({ numero_vazamentos: 2001, numero_senhas_vazadas: 2001 })
  })

  // Rule: M-DOMAIN-6
  // Threat: T-ACCOUNT-11
  test('two organisations prove the same domain, and learn nothing of each other', async () => {
    const { api, ask, add, verify, emails } = await createWorld(database())
    const [ana, rui] = [await api.tokenOf('ana@acme.com'), await api.tokenOf('rui@rival.com')]
    await api.importText('forum', 'rh@acme.com:um')
    const first = await add(ana)
    publish(first)
    await verify(ana)
    const second = await add(rui)
    expect(second.prova.texto).not.toBe(first.prova.texto)
    expect(await verify(rui)).toMatchObject({ estado: 'esperando', falta: 'diferente' })
    expect(await emails(rui)).toEqual([])
    publish(first, second)
    expect(await verify(rui)).toMatchObject({ estado: 'provado' })
    expect(await emails(rui)).toEqual([['rh@acme.com', 1, 1]])
    expect((await ask('DELETE', '?dominio=acme.com', ana)).statusCode).toBe(204)
    expect([await emails(ana), await emails(rui)]).toEqual([[], [['rh@acme.com', 1, 1]]])
    expect((await ask('DELETE', '?dominio=acme.com', ana)).statusCode).toBe(404)
    expect((await ask('POST', '/remover', ana, { dominio: 'acme.com' })).statusCode).toBe(404)
    expect((await ask('POST', '/remover', rui, { dominio: 'ACME.com' })).json()).toEqual({ removido: 'acme.com' })
    expect(await emails(rui)).toEqual([])
    for (const dominio of ['com.br', 'acme', 'https://acme.com', '127.0.0.1'])
      expect((await ask('POST', '', ana, { dominio })).statusCode).toBe(422)
  })

  // Rule: M-OWN-1, M-DOMAIN-4, M-OWN-23
  test('where ownership is checked an address waits without a number, and again once the proof is lost', async () => {
    const { api, ask, emails, prove, look, makeKey } = await createWorld(database(), true)
    let ana = await api.tokenOf('ana@acme.com')
    await api.importText('forum', 'rh@acme.com:um\nti@acme.com:dois')
    await api.add('rh@acme.com', ana)
    const waiting = [['rh@acme.com', 0, 0, true]]
    const [{ id = '' } = {}] = array(object({ id: string() })).parse((await api.get('/emails', ana)).json())
    expect((await api.get(`/emails/${id}`, ana)).statusCode).toBe(403)
    expect(await emails(ana)).toEqual(waiting)
    const { key } = await makeKey('ana@acme.com')
    const hibp = async () =>
      (await api.app.inject({ url: '/api/hibp/v3/breachedaccount/rh@acme.com', headers: { 'hibp-api-key': key } }))
        .statusCode
    expect(await hibp()).toBe(403)
    await api.importText('outra', 'rh@acme.com:dois')
    expect(await emails(ana)).toEqual(waiting)
    expect((await api.get('/dashboard/resumo', ana)).json()).toMatchObject({
      total_vazamentos: { numero_vazamentos: 0 },
      ultimos_3_relatorios: [],
    })

    expect(await prove(ana)).toMatchObject({ estado: 'provado' })
    const seen = [
      ['rh@acme.com', 2, 2],
      ['ti@acme.com', 1, 1],
    ]
    expect([await emails(ana), await hibp()]).toEqual([seen, 200])
    const reports = (await api.get('/dashboard/resumo', ana)).json().ultimos_3_relatorios.length

    zone.isFailing = true
    for (const seconds of [DAY, 3 * DAY]) {
      api.clock.advance(seconds)
      await look()
    }
    // The session has ended meanwhile.
    ana = await api.tokenOf('ana@acme.com')
    expect(await emails(ana)).toEqual(seen)
    Object.assign(zone, { isFailing: false })
    publish()
    api.clock.advance(3600)
    await look()
    const [told] = (await ask('GET', '', ana)).json().dominios
    expect(told).toMatchObject({ estado: 'perdido', provado_em: null, falta: 'ausente' })
    expect([await emails(ana), await hibp()]).toEqual([waiting, 403])
    expect((await api.get('/dashboard/resumo', ana)).json()).toMatchObject({
      total_vazamentos: { numero_vazamentos: 0 },
      ultimos_3_relatorios: { length: reports },
    })
    await prove(ana)
    expect(await emails(ana)).toEqual(seen)
  })

  // Rule: M-OWN-1, M-NUM-6, M-OWN-23
  // Threat: T-ACCOUNT-11
  test.each([false, true])(
    'an import, or the undo of one, makes no run and takes none away by an address that waits (bulk: %p)',
    async (bulk) => {
      const { api, prove } = await createWorld(database(), true)
      const portal = createPortal(api)
      const ana = await api.tokenOf('ana@acme.com')
      const runs = async (token: string) =>
        array(object({})).parse((await api.get('/clientes/me/analises', token)).json())
      const bring = (source: string, text: string) =>
        runImport(api.tools, { content: chunksOf(text), fileName: `${source}.txt`, source, bulk })
      await api.add('alvo@alheio.com', ana)
      const before = (await runs(ana)).length
      await bring('forum', 'alvo@alheio.com:um\nrh@acme.com:um')
      expect(await runs(ana)).toHaveLength(before)
      const removal = createRemoval(database(), api.clock)
      const [{ id = '' } = {}] = await listImports(database())
      const target = await removal.find('import', id)
      if (target) await removal.remove(target)
      expect(await runs(ana)).toHaveLength(before)

      // Beside an address that is watched, for a caller who reaches the one that waits alone.
      await prove(ana)
      const limited = await portal.tokenOf(
        await portal.createClient('ana@acme.com', 'leaks:read address:alvo@alheio.com'),
      )
      const [all, reached] = [(await runs(ana)).length, (await runs(limited)).length]
      await bring('outra', 'alvo@alheio.com:dois\nrh@acme.com:dois')
      expect([(await runs(ana)).length, (await runs(limited)).length]).toEqual([all + 1, reached])
    },
  )

  // Rule: M-OWN-1, P-CASE-4, P-CASE-50, M-OWN-23
  test('newer evidence of the time in which a proof was lost opens a case once the proof is back, and is not told before', async () => {
    const { api, post, prove } = await createWorld(database(), true)
    const ana = await api.tokenOf('ana@acme.com')
    await api.importText('forum', 'rh@acme.com:um')
    await api.add('rh@acme.com', ana)
    await prove(ana)
    const [{ id = '' } = {}] = emailsSchema.parse((await api.get('/emails', ana)).json())
    await post(ana, `/emails/${id}/caso`, { fonte: 'forum', versao: 0, estado: 'tratado' })
    const stateOf = async () => (await api.get(`/emails/${id}/caso?fonte=forum`, ana)).json().caso.estado
    expect(await stateOf()).toBe('tratado')
    const log = async () => (await api.get('/organizacao/auditoria', ana)).json().linhas.length

    await post(ana, '/dominios/remover', { dominio: 'acme.com' })
    const before = await log()
    await api.importText('forum', 'rh@acme.com:dois')
    expect(await log()).toBe(before)
    await prove(ana)
    expect(await stateOf()).toBe('novo')
  })

  // Rule: M-HIBP-5
  test('a program proves a domain as it does at Have I Been Pwned, within its limit', async () => {
    const { api, emails, makeKey } = await createWorld(database())
    const ana = await api.tokenOf('ana@acme.com')
    await api.importText('forum', 'rh@acme.com:um')
    const { key } = await makeKey('ana@acme.com', 'domains:write')
    const { key: limited } = await makeKey('ana@acme.com', 'domains:write domain:acme.org')
    const { key: reader } = await makeKey('ana@acme.com')
    const post = (path: string, given = key, DomainName = 'acme.com') =>
      api.app.inject({
        method: 'POST',
        url: `/api/hibp/v3/domainVerification/${path}`,
        headers: { 'hibp-api-key': given },
        payload: { DomainName },
      })
    expect((await post('verifydnstoken')).statusCode).toBe(400)
    for (const given of [limited, reader]) expect((await post('generatednstoken', given)).statusCode).toBe(403)
    expect((await post('generatednstoken', limited, 'acme.org')).statusCode).toBe(200)
    expect((await post('generatednstoken', key, 'com.br')).statusCode).toBe(400)
    const { txtRecordValue } = (await post('generateDnsToken')).json()
    expect((await post('verifydnstoken')).json()).toMatchObject({
      statusCode: 404,
      message: expect.stringContaining(txtRecordValue),
    })
    zone.records = { 'acme.com': [txtRecordValue] }
    expect((await post('verifydnstoken')).statusCode).toBe(200)
    expect(await emails(ana)).toEqual([['rh@acme.com', 1, 1]])
    expect((await post('generatednstoken')).json()).toMatchObject({ message: 'Domain has already been verified.' })
  })

  // Rule: M-OWN-2, M-OWN-24, M-OWN-25
  test('a mailbox says yes by a code: to its own address, and to its domain', async () => {
    const { api, add, emails, look, codeTo, ...world } = await createWorld(database(), true)
    const ana = await api.tokenOf('ana@acme.com')
    await api.importText('forum', 'rh@gmail.com:um\nti@acme.com:dois')
    await api.add('rh@gmail.com', ana)
    await add(ana)
    const post = (path: string, payload: object) => world.post(ana, path, payload)
    expect((await post('/emails/codigo', { email: 'ti@acme.com' })).statusCode).toBe(404)
    expect((await post('/emails/codigo', { email: 'RH@gmail.com' })).json()).toEqual({ enviado_para: 'rh@gmail.com' })
    expect((await post('/emails/codigo', { email: 'rh@gmail.com' })).statusCode).toBe(409)
    const code = await codeTo('rh@gmail.com')
    const confirm = async (codigo: string) =>
      (await post('/emails/confirmacao', { email: 'rh@gmail.com', codigo })).statusCode
    expect([await confirm('abcde-fghij'), await emails(ana)]).toEqual([422, [['rh@gmail.com', 0, 0, true]]])
    expect([await confirm(code.toUpperCase()), await emails(ana)]).toEqual([200, [['rh@gmail.com', 1, 1]]])

    const domain = { dominio: 'acme.com', caixa: 'hostmaster' }
    await post('/dominios/codigo', domain)
    const ofDomain = await codeTo('hostmaster@acme.com')
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await post('/dominios/confirmacao', { ...domain, codigo: 'x' })).statusCode).toBe(422)
    expect((await post('/dominios/confirmacao', { ...domain, codigo: ofDomain })).statusCode).toBe(422)
    api.clock.advance(600)
    await post('/dominios/codigo', domain)
    const again = await codeTo('hostmaster@acme.com')
    expect((await post('/dominios/confirmacao', { ...domain, codigo: again })).statusCode).toBe(200)
    api.clock.advance(DAY / 4)
    await look()
    expect(await emails(ana)).toEqual([
      ['rh@gmail.com', 1, 1],
      ['ti@acme.com', 1, 1],
    ])
    const kept = await database().query(
      object({ row: string() }),
      sql`SELECT mailbox_code::text AS row FROM mailbox_code`,
    )
    expect(JSON.stringify(kept)).not.toContain(again.replace('-', ''))
  })

  // Rule: M-HIBP-5
  // Threat: T-ACCOUNT-12
  test('a program has a code mailed to a mailbox that answers for a domain, within the bounds of people', async () => {
    const { api, post, codeTo, makeKey, ask } = await createWorld(database(), true)
    const ana = await api.tokenOf('ana@acme.com')
    const { key } = await makeKey('ana@acme.com', 'domains:write')
    const mail = (payload: object, given = key) =>
      api.app.inject({
        method: 'POST',
        url: '/api/hibp/v3/domainVerification/sendEmail',
        headers: { 'hibp-api-key': given },
        payload,
      })
    const wanted = { DomainName: 'ACME.com', EmailAlias: 'Hostmaster' }
    for (const [payload, status] of [
      [{ ...wanted, EmailAlias: 'security' }, 400],
      [{ ...wanted, EmailAlias: 'x@rival.com, hostmaster' }, 400],
      [{ ...wanted, DomainName: 'com.br' }, 400],
      [wanted, 200],
      [wanted, 400],
    ] as const)
      expect([payload, (await mail(payload)).statusCode]).toEqual([payload, status])
    expect((await mail(wanted, (await makeKey('ana@acme.com')).key)).statusCode).toBe(403)
    expect((await mail(wanted, (await makeKey('ana@acme.com', 'domains:write domain:rival.com')).key)).statusCode).toBe(
      403,
    )
    const codigo = await codeTo('hostmaster@acme.com')
    const proof = { dominio: 'acme.com', caixa: 'hostmaster', codigo }
    expect((await post(ana, '/dominios/confirmacao', proof)).json()).toEqual({ confirmado: 'acme.com' })
    expect((await ask('GET', '', ana)).json().dominios).toMatchObject([{ dominio: 'acme.com', estado: 'provado' }])
    const again = await mail(wanted)
    expect([again.statusCode, again.json().message]).toEqual([400, 'Domain has already been verified.'])
    // An hour's number is of people and programs together.
    const statuses: number[] = []
    for (let more = 0; more < 30; more++) statuses.push((await mail({ ...wanted, EmailAlias: 'admin' })).statusCode)
    expect(statuses.at(-1)).toBe(429)
  })

  // Rule: M-OWN-2, M-OWN-24, M-OWN-25
  // Threat: T-ACCOUNT-12
  test('a code for an address proves no domain, a long address gets one, and a mailbox few in a day', async () => {
    const { api, ask, add, post, codeTo } = await createWorld(database(), true)
    const ana = await api.tokenOf('ana@acme.com')
    const email = 'hostmaster@acme.com'
    const ofDomain = { dominio: 'acme.com', caixa: 'hostmaster' }
    await add(ana)
    await api.add(email, ana)
    await post(ana, '/emails/codigo', { email })
    const codigo = await codeTo(email)
    expect((await post(ana, '/dominios/confirmacao', { ...ofDomain, codigo })).statusCode).toBe(422)
    expect((await ask('GET', '', ana)).json().dominios).toMatchObject([{ estado: 'esperando' }])
    expect((await post(ana, '/emails/confirmacao', { email, codigo })).statusCode).toBe(200)

    const long = `${'l'.repeat(64)}@${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(60)}.com`
    await api.add(long, ana)
    expect((await post(ana, '/emails/codigo', { email: long })).json()).toEqual({ enviado_para: long })
    const dominio = `${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(60)}.com.br`
    expect(await add(ana, dominio)).toMatchObject({ dominio })
    expect((await post(ana, '/dominios/codigo', { dominio, caixa: 'hostmaster' })).statusCode).toBe(422)

    const sent: number[] = []
    while (sent.length < 5) {
      api.clock.advance(600)
      sent.push((await post(ana, '/dominios/codigo', ofDomain)).statusCode)
    }
    expect(sent).toEqual([200, 200, 200, 200, 429])
    const rui = await api.tokenOf('rui@rival.com')
    await add(rui)
    expect((await post(rui, '/dominios/codigo', ofDomain)).statusCode).toBe(200)
  })

  // Threat: T-ACCOUNT-13
  test('calls that wait for name servers take no turn from others', async () => {
    let answer: (() => void) | undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    let arrive: (() => void) | undefined
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    let asked = 0
    const api = await createTestApi(database(), {
      findProof: async () => {
        asked += 1
        if (asked === 6) arrive?.()
        await answered
        return { status: 'not-proved', fault: 'unreachable' }
      },
    })
    const headers = { authorization: `Bearer ${await api.tokenOf('ana@acme.com')}` }
    const { key } = await createKeyCalls(api).makeKey('ana@acme.com', 'domains:write')
    const payload = { dominio: 'acme.com', DomainName: 'acme.com' }
    await api.app.inject({ method: 'POST', url: '/api/dominios', headers, payload })
    // Four calls of one organisation work at a time.
    const checks = Array.from({ length: 3 }, () => [
      api.app.inject({ method: 'POST', url: '/api/dominios/verificacao', headers, payload }),
      api.app.inject({
        method: 'POST',
        url: '/api/hibp/v3/domainverification/verifydnstoken',
        headers: { 'hibp-api-key': key },
        payload,
      }),
    ]).flat()
    await arrived
    expect((await api.app.inject({ url: '/api/emails', headers })).statusCode).toBe(200)
    answer?.()
    expect((await Promise.all(checks)).map(({ statusCode }) => statusCode)).toEqual([200, 404, 200, 404, 200, 404])
  })

  // Threat: T-ACCOUNT-13
  test('an organisation with many domains does not keep the one of another from being looked at', async () => {
    const { api, ask, add, look } = await createWorld(database())
    const [ana, rui] = [await api.tokenOf('ana@acme.com'), await api.tokenOf('rui@rival.com')]
    for (let count = 0; count < 25; count += 1) await add(ana, `d${count}.acme.com`)
    api.clock.advance(1)
    await add(rui, 'rival.com')
    await look()
    const looked = async (token: string) => {
      const { dominios } = (await ask('GET', '', token)).json()
      return dominios.filter((each: { conferido_em: string | null }) => each.conferido_em !== null).length
    }
    expect([await looked(ana), await looked(rui)]).toEqual([19, 1])
  })

  // Rule: M-DOMAIN-3
  test('a zone that takes its time is looked at again by itself, by one process at a time', async () => {
    const { api, ask, add, look } = await createWorld(database())
    const ana = await api.tokenOf('ana@acme.com')
    const added = await add(ana)
    const state = async () => (await ask('GET', '', ana)).json().dominios[0].estado
    await look()
    publish(added)
    await look()
    expect(await state()).toBe('esperando')
    api.clock.advance(60)
    await Promise.all([look(), look()])
    expect(await state()).toBe('provado')
  })
})
