import { createHash } from 'node:crypto'
import { auditPageSchema } from '@atalaia/contracts/audit'
import { CASE_CHANGED_PROBLEM, caseDetailSchema, casePageSchema } from '@atalaia/contracts/cases'
import { type Database, sql } from '@atalaia/database'
import { onPostgres } from '../../../testing/each-database.ts'
import { createPortal } from '../../../testing/portal.ts'
import { ANA, createRestWorld } from '../../../testing/rest.ts'

const placeOf = (source: string) => createHash('sha256').update(source).digest('hex').slice(0, 32)
const caseId = (address: string, source = 'forum') => `${address}.${placeOf(source)}`
const STATES = {
  novo: 'new',
  'em-andamento': 'in_progress',
  tratado: 'handled',
  'nao-e-nosso': 'not_ours',
  aceito: 'accepted',
} as const

const createWorld = async (database: Database) => {
  const world = await createRestWorld(database)
  const { api, token, ask, key, post, idOf } = world
  const add = async (address: string) => {
    await api.add(address, token)
    return idOf(address)
  }
  const one = async (id: string) => (await ask(`/v1/cases/${id}`, key)).json()
  const change = (id: string, fonte: string, versao: number, wanted: object) =>
    post(`/emails/${id}/caso`, { fonte, versao, ...wanted })
  const seen = async (id: string, fonte: string) =>
    caseDetailSchema.parse((await api.get(`/emails/${id}/caso?fonte=${fonte}`, token)).json())
  const acts = async () =>
    auditPageSchema.parse((await api.get('/organizacao/auditoria?acao=cases.changed', token)).json()).linhas
  return { ...world, add, one, change, seen, acts }
}

onPostgres((database) => {
  // Rule: M-REST-7
  test('the pages of cases have each case once, those that nobody has touched too, in each state that is asked for', async () => {
    const { api, token, all, add, change } = await createWorld(database())
    const names = ['ana', 'bia', 'caio', 'davi', 'eva']
    for (const [index, source] of ['forum', 'loja', 'blog/ú 1'].entries())
      await api.importText(source, names.map((name) => `${name}@acme.com:${index}`).join('\n'), '2026-11-01')
    await api.importText('só um', 'eva@acme.com')
    const ids = await Promise.all(names.map((name) => add(`${name}@acme.com`)))
    await add('sem@acme.com')
    for (const [at, source, estado] of [
      [0, 'forum', 'em-andamento'],
      [0, 'loja', 'tratado'],
      [0, 'blog/ú 1', 'aceito'],
      [1, 'forum', 'tratado'],
      [2, 'loja', 'nao-e-nosso'],
      [3, 'forum', 'tratado'],
      [3, 'loja', 'tratado'],
      [3, 'blog/ú 1', 'tratado'],
    ] as const)
      expect((await change(ids[at] ?? '', source, 0, { estado })).statusCode).toBe(200)
    const { linhas } = casePageSchema.parse((await api.get('/casos?estado=todos&tamanho=100', token)).json())
    expect(linhas).toHaveLength(16)
    const listed = linhas.map((row) => ({
      id: caseId(row.endereco, row.fonte),
      address_id: row.endereco,
      address: row.email,
      source: { name: row.fonte, title: row.titulo },
      state: Object.entries(STATES).find(([state]) => state === row.estado)?.[1],
      due_on: row.prazo,
      note: row.nota,
      version: row.versao,
      severity: expect.objectContaining({ points: row.gravidade.pontos }),
      last_seen: row.visto_por_ultimo,
      changed_at: row.mudado_em,
      reopened_at: row.reaberto_em,
      notice: row.aviso ?? null,
    }))
    const inOrder = listed.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const open = ['new', 'in_progress']
    for (const limit of [1, 2, 3, 7, 1000])
      for (const [filter, states] of [
        ['', Object.values(STATES)],
        ['state=open&', open],
        ['state=closed&', Object.values(STATES).filter((state) => !open.includes(state))],
        ...Object.values(STATES).map((state) => [`state=${state}&`, [state]] as const),
      ] as const) {
        const expected = inOrder.filter(({ state }) => states.some((name) => name === state))
        expect([limit, filter, await all(`cases?${filter}`, limit)]).toEqual([limit, filter, expected])
      }
  })

  // Rule: M-REST-8, M-KEY-6, P-ADDRESS-14, M-REST-34
  test('a key changes a case of the version that it read; history and audit log say that it was this key', async () => {
    const { api, token, key, id: keyId, add, one, patch, seen, acts } = await createWorld(database())
    await api.importText('forum', 'ana@acme.com:um', '2026-11-01')
    const address = await add('ana@acme.com')
    const id = caseId(address)
    expect(await one(id)).toMatchObject({ id, state: 'new', version: 0, note: '', due_on: null, changed_at: null })
    const wanted = { state: 'in_progress', due_on: '2026-12-01', note: 'SOC-1042' }
    const changed = await patch(id, { version: 0, ...wanted })
    expect(changed.statusCode).toBe(200)
    expect(changed.json()).toEqual({ ...(await one(id)), ...wanted, version: 1, changed_at: '2026-11-21T15:00:00Z' })
    expect((await seen(address, 'forum')).caso).toMatchObject({
      estado: 'em-andamento',
      prazo: '2026-12-01',
      nota: 'SOC-1042',
      versao: 1,
      responsavel: null,
    })
    expect((await seen(address, 'forum')).historico).toEqual([
      {
        em: '2026-11-21T15:00:00Z',
        por: null,
        chave: 'SIEM',
        tipo: 'mudanca',
        mudancas: [
          { campo: 'estado', de: 'novo', para: 'em-andamento' },
          { campo: 'prazo', de: null, para: '2026-12-01' },
          { campo: 'nota', de: '', para: 'SOC-1042' },
        ],
      },
    ])
    expect(await acts()).toMatchObject([
      { ator: { tipo: 'key', id: keyId }, depois: { cases: '1', state: 'em-andamento' } },
    ])
    const portal = createPortal(api)
    const embed = await portal.tokenOf(await portal.createClient(ANA, 'leaks:read cases:read'))
    const [line] = (await api.get(`/emails/${address}/caso?fonte=forum`, embed)).json().historico
    expect(Object.keys(line)).not.toContain('chave')
    // The timeline of the address tells it alike.
    const decided = async (by: string) => (await api.get(`/emails/${address}/casos`, by)).json().decisoes.linhas
    expect(await decided(token)).toMatchObject([{ fonte: 'forum', por: null, chave: 'SIEM' }])
    expect(await decided(embed)).toMatchObject([{ fonte: 'forum', por: null }])
    expect(JSON.stringify(await decided(embed))).not.toContain('SIEM')

    // The same call again, as after an answer that was lost.
    const again = await patch(id, { version: 0, ...wanted })
    expect(again.statusCode).toBe(409)
    expect(again.headers['content-type']).toContain('application/problem+json')
    expect(again.json()).toMatchObject({ type: CASE_CHANGED_PROBLEM, status: 409, case: { id, version: 1, ...wanted } })
    expect((await patch(id, { version: 1, due_on: null })).json()).toMatchObject({ version: 2, due_on: null })
    expect((await patch(id, { version: 2 })).json()).toMatchObject({ version: 2, state: 'in_progress' })
    expect((await patch(id, { version: 7, state: 'handled' })).json()).toMatchObject({ case: { version: 2 } })
    expect(await one(id)).toMatchObject({ state: 'in_progress', version: 2, note: 'SOC-1042' })
    expect((await acts()).length).toBe(2)

    await api.importText('forum', 'ana@acme.com:dois', '2026-11-20')
    expect((await patch(id, { version: 2, state: 'handled' })).json()).toMatchObject({ version: 3, state: 'handled' })
    await api.importText('forum', 'ana@acme.com:tres', '2026-11-21')
    expect(await one(id)).toMatchObject({ state: 'new', version: 4, reopened_at: '2026-11-21T15:00:00Z' })
    // No secret of the key is in what it leaves.
    expect((await api.get('/organizacao/auditoria', token)).body).not.toContain(key)
  })

  // Rule: M-REST-8, M-REST-34
  test('of changes of the same version that come at once one is made', async () => {
    const { api, add, one, patch, seen } = await createWorld(database())
    await api.importText('forum', 'ana@acme.com:um')
    const address = await add('ana@acme.com')
    const id = caseId(address)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => patch(id, { version: 0, note: `nota ${at}` })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409),
    ])
    const { historico } = await seen(address, 'forum')
    expect([historico.length, (await one(id)).version]).toEqual([1, 1])
  })

  // Rule: M-REST-7, M-REST-8, M-KEY-2, M-KEY-3, M-REST-34
  // Threat: T-ACCOUNT-6, T-EDGE-11
  test('a case that the key does not reach, a call without its scope and a body that does not fit change nothing', async () => {
    const world = await createWorld(database())
    const { api, key, ask, page, add, one, patch, makeKey, revoke, idOf, seen } = world
    await api.importText('forum', 'ana@acme.com:um\nrui@acme.com:um\neva@rival.com:um')
    const [ana, rui] = [await add('ana@acme.com'), await add('rui@acme.com')]
    const other = await api.tokenOf('rui@rival.com')
    await api.add('eva@rival.com', other)
    const [theirs, nobodys] = [
      caseId(await idOf('eva@rival.com', other)),
      caseId('11111111-1111-4111-8111-111111111111'),
    ]
    const { id: limitedId, key: limited } = await makeKey(ANA, 'cases:read cases:write address:rui@acme.com')
    expect((await page('cases', limited)).data).toMatchObject([{ address: 'rui@acme.com' }])
    const wanted = { version: 0, state: 'accepted' }
    const none = (await patch(nobodys, wanted)).body
    for (const [id, by] of [
      [theirs, key],
      [caseId(ana), limited],
      [caseId(rui, 'outra'), key],
      [ana, key],
      ['x', key],
      [`${caseId(ana)}0`, key],
      [caseId(ana).toUpperCase(), key],
      [`${ana}.${'0'.repeat(31)}'`, key],
    ] as const) {
      const answers = [await patch(id, wanted, by), await ask(`/v1/cases/${id}`, by)]
      expect([id, ...answers.map(({ statusCode, body }) => [statusCode, body === none])]).toEqual([
        id,
        [404, true],
        [404, true],
      ])
    }
    const { key: reading } = await makeKey(ANA, 'cases:read addresses:read findings:read hibp:read')
    expect((await patch(caseId(ana), wanted, reading)).statusCode).toBe(403)
    const { key: writing } = await makeKey(ANA, 'cases:write')
    expect((await ask('/v1/cases', writing)).statusCode).toBe(403)
    for (const body of [
      {},
      { state: 'accepted' },
      { version: -1, state: 'accepted' },
      { version: '0', state: 'accepted' },
      { version: 0, state: 'aceito' },
      { version: 0, state: null },
      { version: 0, due_on: '2026-02-30' },
      { version: 0, note: 'a\0b' },
      { version: 0, note: 'x'.repeat(2001) },
      { version: 0, owner: ANA },
      { version: 0, responsavel: 'x' },
      [],
    ])
      expect([body, (await patch(caseId(ana), body)).statusCode]).toEqual([body, 400])
    expect((await patch(caseId(ana), '{"version":0')).statusCode).toBe(400)
    expect((await patch(caseId(ana), { version: 0, note: 'x'.repeat(1024 * 1024) })).statusCode).toBe(413)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'multipart/form-data'])
      expect([type, (await patch(caseId(ana), 'version=0&state=accepted', key, type)).statusCode]).toEqual([type, 415])
    for (const query of [
      'cursor=x',
      `cursor=${ana}.x`,
      'cursor=0',
      'limit=0',
      'limit=1001',
      'limit=99999999999',
      'state=novo',
    ])
      expect([query, (await ask(`/v1/cases?${query}`, key)).statusCode]).toEqual([query, 400])
    for (const query of [
      `cursor=${caseId(ana)}`,
      'cursor=',
      'limit=-1',
      'severity=critica',
      'domain=a@b',
      'domain=%00',
    ])
      expect([query, (await ask(`/v1/addresses?${query}`, key)).statusCode]).toEqual([query, 400])

    expect([await one(caseId(ana)), await one(caseId(rui))]).toMatchObject([{ version: 0 }, { version: 0 }])
    expect((await patch(caseId(rui), wanted, limited)).statusCode).toBe(200)
    await revoke(limitedId)
    expect((await patch(caseId(rui), { version: 1, state: 'new' }, limited)).statusCode).toBe(401)
    expect((await seen(rui, 'forum')).caso).toMatchObject({ estado: 'aceito', versao: 1 })
    expect((await api.get('/casos?estado=todos', other)).json().linhas).toMatchObject([{ estado: 'novo', versao: 0 }])
    await database().execute(sql`UPDATE organisation SET suspended_at = now(), suspended_because = 'fatura'`)
    expect((await patch(caseId(ana), wanted)).statusCode).toBe(403)
    expect(api.log.filter((line) => line.includes('request failed'))).toEqual([])
  })
})
