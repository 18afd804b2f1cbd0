import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { AUDIT_ACTIONS, auditPageSchema, type AuditRow } from '@atalaia/contracts/audit'
import { type Database, sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import { createCommandRun } from '../../../testing/command-line.ts'
import { onPostgres } from '../../../testing/each-database.ts'
import { createKeyCalls } from '../../../testing/hibp.ts'
import { createPortal } from '../../../testing/portal.ts'
import { createTestApi, PASSWORD } from '../../../testing/test-api.ts'
import { createKey } from '../../accounts/api-keys/key-commands.ts'
import { deleteDue, NAMES_KEPT_DAYS } from '../../accounts/privacy/leaving.ts'
import { addAuditCommands } from './audit-commands.ts'
import { ACTS_PER_DAY, recordAudit } from './record-audit.ts'

const [ANA, BIA, CAIO, RUI] = ['ana@acme.com', 'bia@acme.com', 'caio@acme.com', 'rui@rival.com'] as const
const NEW_PASSWORD = 'outra senha bem longa'
const LOG = '/organizacao/auditoria'
const textSchema = object({ text: string() })

const by = (nome: string) => expect.objectContaining({ tipo: 'account', nome, rede: '203.0.113.0/24' })

const createOffice = async (database: Database) => {
  const api = await createTestApi(database)
  const post = (path: string, token?: string, payload: object = {}) =>
    api.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { 'x-forwarded-for': '203.0.113.7', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      payload,
    })
  const read = async (token: string, query = '') =>
    auditPageSchema.parse((await api.get(`${LOG}${query}`, token)).json())
  const readUntil = async (token: string, isThere: (rows: readonly AuditRow[]) => boolean) => {
    for (;;) {
      const { linhas } = await read(token)
      if (isThere(linhas)) return linhas
    }
  }
  const mailed = async (kind: string, to: string) => {
    const mails = await database.query(
      textSchema,
      sql`SELECT body::text AS text FROM mail WHERE kind = ${kind} AND recipient = ${to}`,
    )
    return /#([\w-]{43})/.exec(mails[0]?.text ?? '')?.[1] ?? ''
  }
  const prove = (email: string) =>
    database.execute(sql`UPDATE account SET mailbox_proved_at = now() WHERE email = ${email}`)
  const join = async (owner: string, email: string, papel: string): Promise<string> => {
    await prove(ANA)
    await post('/organizacao/convites', owner, { email, papel })
    const own = await api.tokenOf(email)
    return (await post('/convites/aceitar', own, { token: await mailed('invitation', email) })).json().access_token
  }
  const leaks = createCommandRun((line) => addAuditCommands(line, { tools: async () => api.tools }))
  const command = (...words: string[]) => leaks('audit', ...words)
  const close = () => api.app.close()
  return { api, post, read, readUntil, mailed, join, command, close }
}

type Office = Awaited<ReturnType<typeof createOffice>>

onPostgres((database) => {
  let office: Office
  beforeEach(async () => {
    office = await createOffice(database())
  })
  afterEach(() => office.close())

  // Rule: P-AUDIT-1, P-AUDIT-2, P-AUDIT-29
  // Threat: T-AUDIT-2
  test('each act is a row with who, what, from where, before and after, and no secret is in any', async () => {
    const { api, post, readUntil, mailed, join } = office
    const ana = await api.tokenOf(ANA)
    const bia = await join(ana, BIA, 'reader')
    const { membros } = (await api.get('/organizacao', ana)).json()
    const biaId: string = membros.find(({ email }: { email: string }) => email === BIA).id
    await post(`/organizacao/membros/${biaId}/papel`, ana, { papel: 'analyst' })
    await post('/organizacao/nome', ana, { nome: 'Acme' })
    await api.add('contato@acme.com', bia)
    const domain = await post('/dominios', ana, { dominio: 'acme.com' })
    const made = await createKey(api.tools, { account: ANA, name: 'SIEM', scope: 'audit:read' })
    const portal = createPortal(api)
    const client = await portal.createClient(ANA, 'leaks:read emails:add')
    await portal.call('/emails', await portal.tokenOf(client), undefined, 'POST')
    const changed = await post('/conta/senha', ana, { atual: PASSWORD, nova: NEW_PASSWORD })
    const token: string = changed.json().access_token
    const setUp = (await post('/conta/segundo-fator/aplicativo', token, { senha: NEW_PASSWORD })).json()
    await api.login(ANA, 'senha errada')
    await post('/auth/recuperar', undefined, { email: ANA })
    const other = await api.app.inject({
      method: 'DELETE',
      url: '/api/sessao',
      headers: { authorization: `Bearer ${bia}` },
    })
    expect(other.statusCode).toBe(204)

    const rows = await readUntil(token, (found) => found.some(({ acao }) => acao === 'session.refused'))
    const row = (acao: string) => rows.find((each) => each.acao === acao)
    expect(row('member.role-changed')).toMatchObject({
      ator: { tipo: 'account', nome: ANA },
      alvo: { tipo: 'account', id: biaId, nome: BIA },
      antes: { role: 'reader' },
      depois: { role: 'analyst' },
      em: api.clock().toISOString(),
    })
    expect(row('account.created')?.ator).toEqual(by(ANA))
    expect(row('organisation.named')?.alvo).toMatchObject({ nome: 'Acme', nome_anterior: `Organização de ${ANA}` })
    expect(row('session.left')?.ator).toMatchObject({ nome: BIA })
    expect(row('session.refused')).toMatchObject({
      ator: { tipo: 'unknown', rede: '203.0.113.0/24' },
      alvo: { nome: ANA },
      depois: { reason: 'password' },
    })
    expect(row('key.made')).toMatchObject({ ator: { tipo: 'operator' }, alvo: { tipo: 'key', nome: 'SIEM' } })
    const added = rows.filter(({ acao }) => acao === 'addresses.added')
    expect(added.map(({ ator, alvo }) => [ator.tipo, alvo?.nome])).toEqual([
      ['portal', 'r***@acme.com'],
      ['account', 'c***@acme.com'],
    ])
    const missing = ['member.invited', 'member.joined', 'domain.named', 'client.made', 'password.changed'].filter(
      (acao) => row(acao) === undefined,
    )
    expect(missing).toEqual([])
    expect(rows.every(({ acao }) => Object.hasOwn(AUDIT_ACTIONS, acao))).toBe(true)

    const stored = await database().query(
      textSchema,
      sql`SELECT content AS text FROM audit_event UNION ALL SELECT concat(content, mailbox) FROM audit_person`,
    )
    const dump = stored.map(({ text }) => text).join('\n')
    const secrets = [PASSWORD, NEW_PASSWORD, 'senha errada', ana, bia, token, made.key, client.secret]
    const more = [
      setUp.segredo,
      domain.json().prova.texto,
      await mailed('invitation', BIA),
      'contato@',
      '203.0.113.7',
      'argon2',
    ]
    for (const secret of [...secrets, ...more]) expect([secret, dump.includes(secret)]).toEqual([secret, false])
  })

  // Rule: P-AUDIT-2, P-AUDIT-29
  // Threat: T-AUDIT-3
  test('owner and auditor read the log, nobody else does, and no organisation another one’s', async () => {
    const { api, read, join } = office
    const ana = await api.tokenOf(ANA)
    const [auditor, admin] = [await join(ana, BIA, 'auditor'), await join(ana, CAIO, 'admin')]
    const rui = await api.tokenOf(RUI)
    for (const path of [LOG, `${LOG}/arquivo?formato=csv`]) {
      const [allowed, refused] = [await api.get(path, auditor), await api.get(path, admin)]
      expect([allowed.statusCode, refused.statusCode, (await api.get(path)).statusCode]).toEqual([200, 403, 401])
      expect((await api.get(path, rui)).body).not.toContain('acme.com')
    }
    const { linhas } = await read(rui)
    expect(linhas.map(({ numero, acao }) => [numero, acao])).toEqual([
      [3, 'audit.exported'],
      [2, 'session.began'],
      [1, 'account.created'],
    ])
  })

  // Rule: P-AUDIT-2, P-AUDIT-29
  test('pages and files have what the filters leave, and nothing twice', async () => {
    const { api, post, read } = office
    const ana = await api.tokenOf(ANA)
    const { id: organisationId } = (await api.get('/organizacao', ana)).json()
    await database().transaction(async (tx) => {
      const act = { organisationId, action: 'organisation.named', actor: { kind: 'system' }, at: api.clock() } as const
      for (let index = 0; index < 60; index++) await recordAudit(tx, act)
    })
    api.clock.advance(24 * 3600)
    const token: string = (await api.login(ANA)).json().access_token
    const first = await read(token)
    const second = await read(token, `?antes_de=${first.proxima}`)
    const numbers = [...first.linhas, ...second.linhas].map(({ numero }) => numero)
    expect([first.linhas.length, numbers, second.proxima]).toEqual([
      50,
      Array.from({ length: 63 }, (_, index) => 63 - index),
      null,
    ])
    const id = first.linhas[0]?.ator.id
    const began = async (query: string) => (await read(token, `?acao=session.began${query}`)).linhas.length
    expect([await began(''), await began('&de=2026-11-22'), await began('&ate=2026-11-21')]).toEqual([2, 1, 1])
    expect([await began(`&ator=${id}`), await began('&ator=operator')]).toEqual([2, 0])
    for (const day of ['ontem', '2026-13-45', '2026-02-30', '9999-12-31'])
      expect((await api.get(`${LOG}?de=${day}`, token)).statusCode).toBe(422)

    const file = await api.get(`${LOG}/arquivo?formato=csv&acao=session.began`, token)
    expect(file.headers['content-disposition']).toBe('attachment; filename="auditoria.csv"')
    expect(file.body.split('\r\n').map((line) => line.split(';').slice(2, 4))).toEqual([
      ['acao', 'descricao'],
      ['session.began', 'Entrada na conta'],
      ['session.began', 'Entrada na conta'],
      [],
    ])
    await post('/organizacao/nome', token, { nome: 'Acme; "2" =1' })
    const lines = (await api.get(`${LOG}/arquivo?formato=ndjson`, token)).body.trimEnd().split('\n')
    expect([lines.length, JSON.parse(lines[0] ?? '')]).toMatchObject([64, { action: 'audit.exported' }])
  })

  // Rule: P-AUDIT-4, P-AUDIT-31, P-AUDIT-32
  // Threat: T-AUDIT-4
  test('whoever guesses passwords writes five rows an hour into the log of the account’s organisation', async () => {
    const { api, readUntil } = office
    const ana = await api.tokenOf(ANA)
    for (let network = 1; network <= 12; network++) await api.login(ANA, 'errada', `198.51.100.${network}`)
    await api.login('ninguem@acme.com', 'errada')
    await readUntil(ana, (rows) => rows.filter(({ acao }) => acao === 'session.refused').length >= 5)
    // What is under way ends.
    await api.app.close()
    const rows = await database().query(
      textSchema,
      sql`SELECT content AS text FROM audit_event JOIN account USING (organisation_id)
       WHERE action = 'session.refused' AND email = ${ANA}`,
    )
    expect(rows).toHaveLength(5)
  })

  // Rule: P-AUDIT-4, P-AUDIT-31, P-AUDIT-32
  // Threat: T-AUDIT-4
  test('whoever writes 20,000 rows in a day into a log writes no further one, and others do', async () => {
    const { api, post, join } = office
    const ana = await api.tokenOf(ANA)
    const bia = await join(ana, BIA, 'admin')
    const { id } = (await api.get('/organizacao', ana)).json()
    await database().execute(
      sql`WITH last AS (SELECT content::jsonb AS content FROM audit_event JOIN account ON account.id::text = actor
         WHERE audit_event.organisation_id = ${id}::bigint AND email = ${ANA} LIMIT 1),
       rows AS (INSERT INTO audit_event (organisation_id, ordinal, content, hash)
         SELECT ${id}::bigint, 100 + n, content::text, '' FROM last, generate_series(1, ${ACTS_PER_DAY}::int) AS n)
       UPDATE audit_head SET ordinal = 100 + ${ACTS_PER_DAY}::int WHERE organisation_id = ${id}::bigint`,
    )
    const refused = await post('/organizacao/nome', ana, { nome: 'Acme' })
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 80_000]).toEqual([429, true])
    expect((await api.get('/organizacao', ana)).json().nome).not.toBe('Acme')
    expect((await post('/organizacao/nome', bia, { nome: 'Acme' })).statusCode).toBe(200)
    api.clock.advance(24 * 3600)
    const again: string = (await api.login(ANA)).json().access_token
    expect((await post('/organizacao/nome', again, { nome: 'Acme 2' })).statusCode).toBe(200)
    // What no act has written is no chain.
    await database().script(`ALTER TABLE audit_event DISABLE TRIGGER USER;
      DELETE FROM audit_event WHERE organisation_id = ${id}; DELETE FROM audit_head WHERE organisation_id = ${id};
      ALTER TABLE audit_event ENABLE TRIGGER USER`)
  })

  // Rule: P-AUDIT-3, P-AUDIT-5
  test('the operator verifies and exports a log, which stays whole when people and the organisation are gone', async () => {
    const { api, join, post, command } = office
    const ana = await api.tokenOf(ANA)
    await join(ana, BIA, 'reader')
    const { id } = (await api.get('/organizacao', ana)).json()
    const report = await command('verify', '--account', ANA)
    expect(report).toMatchObject({ code: 0, out: expect.stringMatching(/^organisation \d+: whole, \d+ rows/) })
    const [, head = ''] = /ends with (\d+:[\da-f]{64})/.exec(report.out) ?? []
    expect(await command('verify', '--organisation', id, '--row', head)).toMatchObject({ code: 0 })
    const wrong = `${head.slice(0, -4)}0000`
    expect(await command('verify', '--organisation', id, '--row', wrong)).toMatchObject({
      code: 1,
      err: expect.stringContaining('another hash than the one that was noted'),
    })
    expect(await command('verify', '--row', head)).toMatchObject({ code: 2 })
    expect(await command('export', '--organisation', id)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--out'),
    })
    const out = joinPath(mkdtempSync(joinPath(tmpdir(), 'audit-')), 'log.ndjson')
    expect(await command('export', '--organisation', id, '--out', out)).toMatchObject({ code: 0 })
    expect(readFileSync(out, 'utf8').split('\n')[0]).toContain('"action":"account.created"')
    expect(await command('export', '--organisation', id, '--out', out)).toMatchObject({ code: 1 })

    // Names older than two years go, whoever is still there.
    const later = (days: number) => new Date(api.clock().getTime() + days * 86_400_000)
    const erased = async () => JSON.parse((await command('verify', '--account', ANA, '--json')).out).logs[0].erased
    await deleteDue(database(), later(NAMES_KEPT_DAYS))
    expect(await erased()).toBe(0)
    await deleteDue(database(), later(NAMES_KEPT_DAYS + 1))
    expect(await erased()).toBeGreaterThan(3)

    await post('/organizacao/exclusao', ana, { senha: PASSWORD })
    await deleteDue(database(), later(30))
    const all = JSON.parse((await command('verify', '--json')).out)
    expect(all.whole).toBe(true)
    const own = all.logs.find(({ organisationId }: { organisationId: string }) => organisationId === id)
    expect(own.erased).toBe(own.rows - 1)
    await database().script(`ALTER TABLE audit_event DISABLE TRIGGER USER;
      DELETE FROM audit_event WHERE organisation_id = ${id} AND ordinal = 2;
      ALTER TABLE audit_event ENABLE TRIGGER USER`)
    expect(await command('verify')).toMatchObject({
      code: 1,
      err: expect.stringContaining(`organisation ${id}: BROKEN at row 2: it is not there`),
    })
    await database().script(`ALTER TABLE audit_event DISABLE TRIGGER USER;
      DELETE FROM audit_event WHERE organisation_id = ${id}; DELETE FROM audit_head WHERE organisation_id = ${id};
      ALTER TABLE audit_event ENABLE TRIGGER USER`)
  })

  // Rule: M-REST-3
  test('a key with the scope of its own reads the log as events, after a cursor; others do not', async () => {
    const { api, post } = office
    const ana = await api.tokenOf(ANA)
    const { makeKey, ask } = createKeyCalls(api)
    const { key } = await makeKey(ANA, 'audit:read')
    const narrow = await makeKey(ANA, 'audit:read domain:acme.com')
    const other = await makeKey(ANA, 'findings:read')
    expect((await ask('/v1/audit', other.key)).statusCode).toBe(403)
    expect((await ask('/v1/audit', narrow.key)).statusCode).toBe(403)
    expect((await ask('/v1/findings', key)).statusCode).toBe(403)
    const first = await ask('/v1/audit?limit=1&format=ecs', key)
    expect([first.headers['atalaia-next'], first.headers['atalaia-more']]).toEqual(['1', 'true'])
    expect(JSON.parse(first.body)).toMatchObject({
      event: { action: 'account.created', dataset: 'atalaia.audit', outcome: 'success', sequence: 1 },
      user: { email: ANA },
      source: { address: '203.0.113.0/24' },
    })
    const second = (await ask('/v1/audit?cursor=1', key)).json()
    expect([second.data.map(({ action }: { action: string }) => action), second.next, second.more]).toEqual([
      ['session.began'],
      '2',
      false,
    ])
    await post('/organizacao/nome', ana, { nome: 'Acme' })
    expect((await ask('/v1/audit?cursor=2', key)).json()).toMatchObject({ next: '3', data: [{ id: '3' }] })
  })
})
