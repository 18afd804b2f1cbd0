import { addressPageSchema, exposureSchema } from '@atalaia/contracts'
import {
  addressCasesSchema,
  CASE_ORDERS,
  caseDetailSchema,
  casePageSchema,
  casesOutcomeSchema,
} from '@atalaia/contracts/cases'
import { type Database, sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import { onPostgres } from '../../../testing/each-database.ts'
import { createPortal } from '../../../testing/portal.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { createRemoval } from '../../leaks/importing/removal.ts'
import { listImports } from '../../leaks/importing/imports-listing.ts'

const ANA = 'ana@acme.com'
const DAY = 86_400

const marked = (done: boolean, source?: string) => ({
  after: { step: 'trocar-senha', done, ...(source && { source }) },
})

const turned = (de: string, para: string) => ({ campo: 'estado', de, para })

const createWorld = async (database: Database) => {
  const api = await createTestApi(database)
  const token = await api.tokenOf(ANA)
  const post = (path: string, payload: object, by = token) =>
    api.app.inject({ method: 'POST', url: `/api${path}`, headers: { authorization: `Bearer ${by}` }, payload })
  const page = async (query = '', by = token) => casePageSchema.parse((await api.get(`/casos?${query}`, by)).json())
  const listed = async (query = '') =>
    (await page(query)).linhas.map(({ email, fonte, estado }) => `${email.split('@')[0]} ${fonte} ${estado}`)
  const idOf = async (address: string) => {
    await api.add(address, token)
    const rows = addressPageSchema.parse((await api.get('/enderecos?tamanho=500', token)).json()).linhas
    return rows.find(({ email }) => email === address)?.id ?? ''
  }
  const caseOf = async (id: string, fonte: string) =>
    caseDetailSchema.parse((await api.get(`/emails/${id}/caso?fonte=${encodeURIComponent(fonte)}`, token)).json())
  const stateOf = async (id: string, fonte: string) => (await caseOf(id, fonte)).caso.estado
  const change = (id: string, fonte: string, versao: number, wanted: object, by = token) =>
    post(`/emails/${id}/caso`, { fonte, versao, ...wanted }, by)
  const bulk = async (casos: object[], mudanca: object) =>
    casesOutcomeSchema.parse((await post('/casos/mudar', { casos, mudanca })).json())
  const undo = async (lote: string | null, by = token) =>
    casesOutcomeSchema.parse((await post('/casos/desfazer', { lote }, by)).json())
  const undoImport = async (at = 0) => {
    const removal = createRemoval(database, api.clock)
    const target = await removal.find('import', (await listImports(database))[at]?.id ?? '')
    if (target) await removal.remove(target)
  }
  const summary = async (by = token) => (await api.get('/dashboard/resumo', by)).json()
  const acts = async (action: string): Promise<unknown[]> => {
    const rows = await database.query(
      object({ content: string() }),
      sql`SELECT content FROM audit_event WHERE action = ${action} ORDER BY ordinal`,
    )
    return rows.map(({ content }) => JSON.parse(content))
  }
  return { acts, api, token, post, page, listed, idOf, caseOf, stateOf, change, bulk, undo, undoImport, summary }
}

onPostgres((database) => {
  // Rule: P-CASE-2
  test('of a long history the newest 100 lines are told, and the number of all', async () => {
    const { api, idOf, caseOf, change } = await createWorld(database())
    await api.importText('forum', 'a@acme.com:um', '2026-11-01')
    const id = await idOf('a@acme.com')
    expect(await caseOf(id, 'forum')).toMatchObject({ historico: [], historico_total: 0 })
    await change(id, 'forum', 0, { estado: 'aceito' })
    await database().execute(
      sql`INSERT INTO case_event (monitored_id, source, at, kind, version, changes)
       SELECT monitored_id, source, at, kind, version, '[]' FROM case_event CROSS JOIN generate_series(1, 120)`,
    )
    const { historico: lines, historico_total: total } = await caseOf(id, 'forum')
    expect([lines.length, total]).toEqual([100, 121])
  })

  // Rule: P-CASE-1, P-CASE-2, P-CASE-3
  // Threat: T-MEMBER-5
  test('a case is new until somebody acts, who changes what is of the version that they saw', async () => {
    const { api, token, idOf, caseOf, change, page, post } = await createWorld(database())
    await api.importText('forum', 'a@acme.com:um\nb@acme.com:um', '2026-11-01')
    const id = await idOf('a@acme.com')
    expect((await caseOf(id, 'forum')).caso).toMatchObject({
      estado: 'novo',
      versao: 0,
      responsavel: null,
      mudado_em: null,
    })
    const [me] = (await page()).pessoas
    const wanted = { estado: 'em-andamento', responsavel: me?.id, prazo: '2026-12-01', nota: ' Falei com ela.\n' }
    const changed = caseDetailSchema.parse((await change(id, 'forum', 0, wanted)).json())
    expect(changed.caso).toEqual({
      fonte: 'forum',
      estado: 'em-andamento',
      responsavel: { id: me?.id, email: ANA },
      prazo: '2026-12-01',
      nota: 'Falei com ela.',
      versao: 1,
      mudado_em: '2026-11-21T15:00:00Z',
      reaberto_em: null,
      aviso: null,
    })
    expect(changed.historico).toEqual([
      {
        em: '2026-11-21T15:00:00Z',
        por: ANA,
        tipo: 'mudanca',
        mudancas: [
          { campo: 'estado', de: 'novo', para: 'em-andamento' },
          { campo: 'responsavel', de: null, para: ANA },
          { campo: 'prazo', de: null, para: '2026-12-01' },
          { campo: 'nota', de: '', para: 'Falei com ela.' },
        ],
      },
    ])
    const late = await change(id, 'forum', 0, { estado: 'aceito' })
    expect(late.json()).toMatchObject({
      status: 409,
      type: 'urn:atalaia:problem:case-changed',
      caso: changed.caso,
      historico: changed.historico,
    })
    // The same again changes nothing, and has no line in the history.
    expect(caseDetailSchema.parse((await change(id, 'forum', 1, wanted)).json())).toEqual(changed)
    const both = await Promise.all([change(id, 'forum', 1, { nota: 'uma' }), change(id, 'forum', 1, { nota: 'outra' })])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect((await api.get(`/emails/${id}/casos`, token)).json()).toMatchObject({
      casos: [{ fonte: 'forum', versao: 2 }],
    })
    const rival = (await page('', await api.tokenOf('rui@rival.com'))).pessoas[0]
    for (const [body, status] of [
      [{ responsavel: rival?.id }, 422],
      [{ responsavel: 'x' }, 422],
      [{ prazo: '2026-02-31' }, 422],
      [{ nota: 'a\u0000b' }, 422],
      [{ nota: 'a'.repeat(2001) }, 422],
      [{ estado: 'esquecido' }, 422],
    ] as const)
      expect([body, (await change(id, 'forum', 2, body)).statusCode]).toEqual([body, status])
    expect((await change(id, 'nunca', 0, { estado: 'aceito' })).statusCode).toBe(404)
    expect(
      (await post(`/emails/${id}/caso/passos`, { fonte: 'nunca', passo: 'duas-etapas', feito: true })).statusCode,
    ).toBe(404)
    expect((await caseOf(id, 'forum')).historico).toHaveLength(2)
  })

  // Rule: P-CASE-4
  test('a closed case is opened again by newer evidence alone, and never by the same import again', async () => {
    const { acts, api, idOf, caseOf, stateOf, change } = await createWorld(database())
    await api.importText('forum', 'a@acme.com:um\nb@acme.com:um', '2026-11-01')
    const id = await idOf('a@acme.com')
    await change(id, 'forum', 0, { estado: 'tratado', prazo: '2026-11-30' })
    api.clock.advance(3600)
    // The same file, of a later day because nobody named one.
    await api.importText('forum', 'a@acme.com:um\nb@acme.com:um')
    expect(await stateOf(id, 'forum')).toBe('tratado')
    // Another file with what was known, of a day that was known.
    await api.importText('forum', 'a@acme.com:um\nc@acme.com:dois', '2026-11-01')
    // Other sources and other addresses are other cases.
    await api.importText('loja', 'a@acme.com:outra', '2026-11-21')
    await api.importText('forum', 'b@acme.com:outra', '2026-11-01')
    expect(await stateOf(id, 'forum')).toBe('tratado')
    expect(await stateOf(id, 'loja')).toBe('novo')
    await api.importText('forum', 'a@acme.com:dois', '2026-10-01')
    const again = await caseOf(id, 'forum')
    expect(again.caso).toMatchObject({ estado: 'novo', prazo: null, versao: 2, reaberto_em: '2026-11-21T16:00:00Z' })
    expect(again.historico[0]).toEqual({
      em: '2026-11-21T16:00:00Z',
      por: null,
      tipo: 'reabertura',
      mudancas: [
        { campo: 'estado', de: 'tratado', para: 'novo' },
        { campo: 'prazo', de: '2026-11-30', para: null },
      ],
    })
    await change(id, 'forum', 2, { estado: 'nao-e-nosso' })
    await api.importText('forum', 'a@acme.com:dois\nd@acme.com:um', '2026-11-25')
    expect(await stateOf(id, 'forum')).toBe('novo')
    // What is open stays as it is.
    await change(id, 'forum', 4, { estado: 'em-andamento' })
    await api.importText('forum', 'a@acme.com:tres', '2026-11-28')
    expect((await caseOf(id, 'forum')).caso).toMatchObject({ estado: 'em-andamento', versao: 5 })
    const reopened = { actor: { kind: 'system' }, target: { kind: 'source' }, after: { cases: 1 } }
    expect(await acts('cases.reopened')).toMatchObject([reopened, reopened])
  })

  // Rule: P-CASE-5, P-CASE-51
  test('an import that is undone takes its reopening back, unless somebody has acted or other evidence is left', async () => {
    const { api, idOf, caseOf, stateOf, change, undoImport, page } = await createWorld(database())
    await api.importText('forum', 'a@acme.com:um', '2026-11-01')
    const id = await idOf('a@acme.com')
    await change(id, 'forum', 0, { estado: 'tratado', prazo: '2026-11-30' })
    const before = await page('estado=todos')
    await api.importText('forum', 'a@acme.com:dois', '2026-11-02')
    await api.importText('forum', 'a@acme.com:um\nx@acme.com:um', '2026-11-03')
    expect(await page()).toMatchObject({ abertos: 1, todos: 1 })
    // The later day is left.
    await undoImport(1)
    expect(await stateOf(id, 'forum')).toBe('novo')
    await undoImport()
    const closed = await caseOf(id, 'forum')
    expect(closed.caso).toMatchObject({ estado: 'tratado', prazo: '2026-11-30', versao: 3, reaberto_em: null })
    expect(closed.historico[0]).toMatchObject({ por: null, tipo: 'reabertura-desfeita' })
    expect(await page('estado=todos')).toMatchObject({ abertos: before.abertos, todos: before.todos, encontrados: 1 })
    // An undone import that comes again as it was is no newer evidence.
    await undoImport()
    expect((await api.get(`/emails/${id}/caso?fonte=forum`, await api.tokenOf(ANA))).statusCode).toBe(404)
    expect(await page('estado=todos')).toMatchObject({ encontrados: 0, todos: 0 })
    await api.importText('forum', 'a@acme.com:um', '2026-11-01')
    expect((await caseOf(id, 'forum')).caso).toMatchObject({ estado: 'tratado', nota: '' })
    await api.importText('forum', 'a@acme.com:dois', '2026-11-02')
    await change(id, 'forum', 4, { responsavel: (await page()).pessoas[0]?.id })
    await undoImport()
    expect(await stateOf(id, 'forum')).toBe('novo')
  })

  // Rule: P-CASE-5, P-LIST-6, P-CASE-51
  test('a case of an address that comes back is closed where the import that had opened it is undone, unless other evidence is left', async () => {
    const { api, idOf, stateOf, change, undoImport, post } = await createWorld(database())
    await api.importText('forum', 'a@acme.com:um\nb@acme.com:um', '2026-11-01')
    const ids = [await idOf('a@acme.com'), await idOf('b@acme.com')]
    for (const id of ids) await change(id, 'forum', 0, { estado: 'tratado' })
    await api.importText('forum', 'a@acme.com:dois\nb@acme.com:dois', '2026-11-02')
    await api.importText('forum', 'b@acme.com:tres', '2026-11-03')
    const states = () => Promise.all(ids.map((id) => stateOf(id, 'forum')))
    expect(await states()).toEqual(['novo', 'novo'])
    await post('/enderecos/remover', { ids })
    await undoImport(1)
    expect((await post('/enderecos/desfazer', { ids })).json()).toMatchObject({ alterados: 2 })
    expect(await states()).toEqual(['tratado', 'novo'])
  })

  // Rule: P-ADDRESS-14, P-ADDRESS-15
  test('decisions about the cases of an address are told, the newest first, and those that are too many are counted', async () => {
    const { api, token, idOf, change, bulk, undo, undoImport, post } = await createWorld(database())
    await api.importText('forum', 'a@acme.com:um\nb@acme.com:um', '2026-11-01')
    await api.importText('loja', 'a@acme.com:um', '2026-11-01')
    const [id, other] = [await idOf('a@acme.com'), await idOf('b@acme.com')]
    const decisionsOf = async (of: string) =>
      addressCasesSchema.parse((await api.get(`/emails/${of}/casos`, token)).json()).decisoes
    // Notes, owners and steps are no decisions.
    await change(id, 'forum', 0, { estado: 'tratado', prazo: '2026-11-30', nota: 'Falei com ela.' })
    await change(id, 'forum', 1, { nota: '' })
    await post(`/emails/${id}/caso/passos`, { fonte: 'loja', passo: 'avisar-pessoa', feito: true })
    await change(other, 'forum', 0, { estado: 'aceito' })
    const { lote } = await bulk([{ endereco: id, fonte: 'loja' }], { estado: 'nao-e-nosso' })
    await undo(lote)
    api.clock.advance(3600)
    await api.importText('forum', 'a@acme.com:dois', '2026-11-02')
    const mine = { por: ANA, em: '2026-11-21T15:00:00Z' }
    const forum = [
      {
        fonte: 'forum',
        por: null,
        em: '2026-11-21T16:00:00Z',
        tipo: 'reabertura',
        mudancas: [turned('tratado', 'novo'), { campo: 'prazo', de: '2026-11-30', para: null }],
      },
      {
        ...mine,
        fonte: 'forum',
        tipo: 'mudanca',
        mudancas: [turned('novo', 'tratado'), { campo: 'prazo', de: null, para: '2026-11-30' }],
      },
    ]
    const loja = [
      { ...mine, fonte: 'loja', tipo: 'desfazer', mudancas: [turned('nao-e-nosso', 'novo')] },
      { ...mine, fonte: 'loja', tipo: 'mudanca', mudancas: [turned('novo', 'nao-e-nosso')] },
    ]
    expect(await decisionsOf(id)).toEqual({ linhas: [forum[0], ...loja, forum[1]], anteriores: [] })
    // A case whose source lost the address is not shown.
    await undoImport(1)
    expect((await decisionsOf(id))?.linhas).toEqual(forum)
    await bulk([{ endereco: id, fonte: 'forum' }], { estado: 'em-andamento' })
    await database().script(
      `INSERT INTO case_event (monitored_id, source, at, kind, version, changes)
       SELECT monitored_id, source, at, kind, version, changes FROM case_event CROSS JOIN generate_series(1, 49)
       WHERE version = (SELECT max(version) FROM case_event)`,
    )
    const many = await decisionsOf(id)
    expect(many?.linhas).toHaveLength(50)
    expect(many?.linhas.every(({ tipo }) => tipo === 'mudanca')).toBe(true)
    expect(many?.anteriores).toEqual([{ fonte: 'forum', numero: 2 }])
  })

  // Rule: P-CASE-6, P-CASE-8, P-CASE-53
  test('cases are changed in bulk, their numbers add up, and the change is undone where nobody has acted since', async () => {
    const { api, token, idOf, bulk, undo, stateOf, change, summary, page, caseOf } = await createWorld(database())
    await api.importText('forum', 'a@acme.com:um\nb@acme.com:um\nc@acme.com:um\nc@acme.com:dois', '2026-11-01')
    await api.importText('loja', 'a@acme.com:um\nb@acme.com:outra', '2026-11-01')
    const [a, b, c] = [await idOf('a@acme.com'), await idOf('b@acme.com'), await idOf('c@acme.com')]
    expect(await summary()).not.toHaveProperty('em_aberto')
    await change(b, 'forum', 0, { estado: 'aceito' })
    const refs = [
      { endereco: a, fonte: 'forum' },
      { endereco: a, fonte: 'forum' },
      { endereco: b, fonte: 'forum', versao: 0 },
      { endereco: c, fonte: 'loja' },
      { endereco: c, fonte: 'forum' },
      { endereco: 'nada', fonte: 'forum' },
    ]
    const outcome = await bulk(refs, { estado: 'tratado' })
    expect(outcome).toMatchObject({
      mudados: 2,
      iguais: 1,
      recusados: [
        { endereco: b, motivo: 'mudou' },
        { endereco: c, motivo: 'nao-existe' },
        { endereco: 'nada', motivo: 'nao-existe' },
      ],
    })
    // The password of a is open in the other source.
    expect(await summary()).toMatchObject({
      total_vazamentos: { numero_vazamentos: 5, numero_senhas_vazadas: 5 },
      em_aberto: { numero_vazamentos: 2, numero_senhas_vazadas: 2 },
      top_3_vazamentos_email: [
        { usuario: 'a@acme.com', quantidade: 2, abertos: 1 },
        { usuario: 'b@acme.com', quantidade: 2, abertos: 1 },
        { usuario: 'c@acme.com', quantidade: 1, abertos: 0 },
      ],
    })
    // The rows of what is open add up to its number.
    const { linhas } = addressPageSchema.parse(
      (await api.get('/enderecos?filtro=senha-em-aberto&ordem=senhas', token)).json(),
    )
    expect(linhas.map(({ email, numero_senhas: all, senhas_em_aberto: open = all }) => [email, all, open])).toEqual([
      ['b@acme.com', 2, 1],
      ['a@acme.com', 1, 1],
    ])
    const portal = createPortal(api)
    const embed = await portal.tokenOf(await portal.createClient(ANA))
    expect(JSON.stringify(await summary(embed))).not.toContain('abert')
    expect((await api.get('/enderecos', token)).json().linhas.map((row: { casos: object }) => row.casos)).toEqual([
      { novos: 1, em_andamento: 0, encerrados: 1 },
      { novos: 1, em_andamento: 0, encerrados: 1 },
      { novos: 0, em_andamento: 0, encerrados: 1 },
    ])
    await change(c, 'forum', 1, { nota: 'vista' })
    expect(await undo(outcome.lote)).toEqual({
      mudados: 1,
      iguais: 0,
      recusados: [{ endereco: c, fonte: 'forum', motivo: 'mudou' }],
      lote: null,
    })
    expect([await stateOf(a, 'forum'), await stateOf(c, 'forum')]).toEqual(['novo', 'tratado'])
    expect((await caseOf(a, 'forum')).historico[0]).toMatchObject({ tipo: 'desfazer', por: ANA })
    expect(await page()).toMatchObject({ abertos: 3, todos: 5 })
    expect((await undo(outcome.lote)).mudados).toBe(0)
    const log = (await api.get('/organizacao/auditoria', token)).json().linhas
    expect(log.slice(0, 4)).toMatchObject([
      { acao: 'cases.undone', ator: { nome: ANA }, depois: { cases: '1' } },
      { acao: 'cases.changed', depois: { cases: '1', count: '1' } },
      { acao: 'client.made' },
      { acao: 'cases.changed', depois: { cases: '2', count: '2', state: 'tratado' } },
    ])
    expect(await bulk(refs, { estado: 'novo' })).toMatchObject({ mudados: 1, iguais: 2 })

    // Evidence that came while the case was open counts when it is closed again by an undo.
    await bulk([{ endereco: a, fonte: 'loja' }], { estado: 'tratado' })
    const opened = await bulk([{ endereco: a, fonte: 'loja' }], { estado: 'em-andamento' })
    await api.importText('loja', 'a@acme.com:nova', '2026-11-02')
    await undo(opened.lote)
    expect(await stateOf(a, 'loja')).toBe('novo')
    const last = await bulk([{ endereco: a, fonte: 'loja' }], { estado: 'aceito' })
    api.clock.advance(DAY + 1)
    expect((await undo(last.lote, await api.tokenOf(ANA))).mudados).toBe(0)
  })

  // Rule: P-CASE-7, P-ADDRESS-7, P-CASE-52
  test('steps are ticked in a case, by what leaked in it, and make those of the address', async () => {
    const { acts, api, idOf, caseOf, change, post, token } = await createWorld(database())
    await api.importText('forum', 'a@acme.com:um', '2026-11-01')
    await api.importText('lista', 'a@acme.com:dois', '2026-11-01')
    const id = await idOf('a@acme.com')
    const mark = (fonte: string, passo: string, feito = true) =>
      post(`/emails/${id}/caso/passos`, { fonte, passo, feito })
    const stepOf = async (fonte: string) =>
      (await caseOf(id, fonte)).passos.find(({ passo }) => passo === 'trocar-senha')?.feito_em
    const ofAddress = async () =>
      exposureSchema
        .parse((await api.get(`/emails/${id}`, token)).json())
        .passos.find(({ passo }) => passo === 'trocar-senha')
    api.clock.advance(60)
    await mark('forum', 'trocar-senha')
    await mark('forum', 'trocar-senha')
    const told = await caseOf(id, 'forum')
    expect(told.caso).toMatchObject({ estado: 'novo', versao: 0 })
    expect(told.historico).toEqual([
      {
        em: '2026-11-21T15:01:00Z',
        por: ANA,
        tipo: 'passo',
        mudancas: [{ campo: 'passo', de: null, para: 'trocar-senha' }],
      },
    ])
    expect([await stepOf('forum'), await stepOf('lista')]).toEqual(['2026-11-21T15:01:00Z', null])
    expect(await ofAddress()).toMatchObject({ feito_em: null })
    await mark('lista', 'trocar-senha')
    expect(await ofAddress()).toEqual({ passo: 'trocar-senha', feito_em: '2026-11-21T15:01:00Z', por: ANA })
    await post(`/emails/${id}/passos`, { passo: 'trocar-senha', feito: false })
    expect([await stepOf('forum'), await stepOf('lista')]).toEqual([null, null])
    await post(`/emails/${id}/passos`, { passo: 'trocar-senha', feito: true })
    expect(await stepOf('lista')).toBe('2026-11-21T15:01:00Z')
    await change(id, 'lista', 0, { estado: 'tratado' })
    api.clock.advance(60)
    await api.importText('lista', 'a@acme.com:tres', '2026-11-02')
    expect([await stepOf('forum'), await stepOf('lista')]).toEqual(['2026-11-21T15:01:00Z', null])
    expect(await ofAddress()).toMatchObject({ feito_em: null })
    // What was so already is no act.
    expect(await acts('steps.marked')).toMatchObject([
      { ...marked(true, 'forum'), actor: { kind: 'account' } },
      marked(true, 'lista'),
      marked(false),
      marked(true),
    ])
  })

  // Rule: P-CASE-10
  test('the list is filtered, sorted and paged over cases that are stored and those that are not', async () => {
    const { api, idOf, page, listed, bulk, change, post } = await createWorld(database())
    await api.importText('forum', 'a@acme.com:um\nb@acme.com:um\nc@acme.com:um', '2026-11-01')
    await api.importText('loja', 'a@acme.com:um\nb@acme.com:um', '2019-11-01')
    const [a, b] = [await idOf('a@acme.com'), await idOf('b@acme.com'), await idOf('c@acme.com')]
    expect(await listed()).toEqual(['a forum novo', 'b forum novo', 'c forum novo', 'a loja novo', 'b loja novo'])
    const [me] = (await page()).pessoas
    await bulk([{ endereco: b, fonte: 'loja' }], { estado: 'em-andamento', responsavel: me?.id, prazo: '2026-11-20' })
    await bulk([{ endereco: a, fonte: 'forum' }], { prazo: '2026-12-31' })
    await bulk([{ endereco: a, fonte: 'loja' }], { estado: 'nao-e-nosso', prazo: '2026-11-01' })
    expect(await listed()).toEqual(['a forum novo', 'b forum novo', 'c forum novo', 'b loja em-andamento'])
    expect(await listed('ordem=vazamentos')).toEqual([
      'a forum novo',
      'b loja em-andamento',
      'b forum novo',
      'c forum novo',
    ])
    expect(await listed('ordem=prazo')).toEqual(['b loja em-andamento', 'a forum novo', 'b forum novo', 'c forum novo'])
    expect(await listed('ordem=email&invertida=sim')).toEqual([
      'c forum novo',
      'b forum novo',
      'b loja em-andamento',
      'a forum novo',
    ])
    expect(await listed('gravidade=alta&ordem=email')).toEqual(['b loja em-andamento', 'c forum novo'])
    expect(await listed('gravidade=critica&estado=todos')).toEqual(['a forum novo', 'b forum novo'])
    expect((await page('gravidade=critica')).encontrados).toBe(2)
    expect(await listed('gravidade=alta&fonte=loja&estado=todos')).toEqual([
      'a loja nao-e-nosso',
      'b loja em-andamento',
    ])
    // By severity those that somebody has touched stand among the others.
    expect(await listed('ordem=gravidade&estado=todos')).toEqual([
      'a forum novo',
      'b forum novo',
      'c forum novo',
      'a loja nao-e-nosso',
      'b loja em-andamento',
    ])
    expect(await listed('ordem=gravidade&invertida=sim&estado=todos')).toEqual([
      'b loja em-andamento',
      'a loja nao-e-nosso',
      'c forum novo',
      'b forum novo',
      'a forum novo',
    ])
    expect(await listed('ordem=gravidade')).toEqual([
      'a forum novo',
      'b forum novo',
      'c forum novo',
      'b loja em-andamento',
    ])
    expect(await listed('ordem=gravidade&estado=encerrados')).toEqual(['a loja nao-e-nosso'])
    expect(await listed('ordem=gravidade&fonte=loja&busca=b@')).toEqual(['b loja em-andamento'])
    expect(await listed('ordem=gravidade&responsavel=ninguem')).toEqual([
      'a forum novo',
      'b forum novo',
      'c forum novo',
    ])
    expect(await listed('ordem=gravidade&prazo=com')).toEqual(['a forum novo', 'b loja em-andamento'])
    expect(await listed('estado=novo')).toEqual(['a forum novo', 'b forum novo', 'c forum novo'])
    expect(await listed('estado=encerrados')).toEqual(['a loja nao-e-nosso'])
    expect(await listed('estado=todos&fonte=loja')).toEqual(['a loja nao-e-nosso', 'b loja em-andamento'])
    expect(await listed('fonte=forum')).toEqual(['a forum novo', 'b forum novo', 'c forum novo'])
    expect(await listed('responsavel=eu')).toEqual(['b loja em-andamento'])
    expect(await listed(`responsavel=${me?.id}&prazo=vencido`)).toEqual(['b loja em-andamento'])
    expect(await listed('responsavel=ninguem')).toEqual(['a forum novo', 'b forum novo', 'c forum novo'])
    expect(await listed('prazo=vencido&estado=todos')).toEqual(['b loja em-andamento'])
    expect(await listed('prazo=sem')).toEqual(['b forum novo', 'c forum novo'])
    expect(await listed('busca=C@')).toEqual(['c forum novo'])
    expect(await listed('busca=%25')).toEqual([])
    const row = (await page('busca=b@&fonte=loja')).linhas[0]
    expect(row).toMatchObject({ endereco: b, visto_por_ultimo: '2019-11-01', gravidade: { nivel: 'alta', pontos: 55 } })
    expect(await page()).toMatchObject({
      encontrados: 4,
      abertos: 4,
      todos: 5,
      pode_mudar: true,
      cobertura: { fontes: 2 },
    })

    // Pages in each order over both kinds, without a case twice or left out.
    await api.importText('grande', Array.from({ length: 60 }, (_, at) => `p${at}@acme.com:x`).join('\n'), '2026-11-02')
    await api.importText('maior', Array.from({ length: 60 }, (_, at) => `p${at}@acme.com:y`).join('\n'), '2026-11-02')
    await post('/enderecos', { enderecos: Array.from({ length: 40 }, (_, at) => `p${at}@acme.com`) })
    const first = await page('tamanho=100')
    const byName = (rows: typeof first.linhas) => rows.map(({ email, fonte }) => `${email} ${fonte}`).toSorted()
    expect([first.encontrados, first.linhas.length]).toEqual([84, 84])
    for (const order of CASE_ORDERS)
      for (const direction of ['', '&invertida=sim']) {
        // So many calls are more than a minute allows.
        api.clock.advance(10)
        const all = (await page(`tamanho=100&ordem=${order}${direction}`)).linhas
        const paged = []
        for (let at = 1; at <= 4; at += 1) paged.push(...(await page(`pagina=${at}&ordem=${order}${direction}`)).linhas)
        expect([order, paged]).toEqual([order, all])
        expect(byName(all)).toEqual(byName(first.linhas))
      }
    const points = first.linhas.map(({ gravidade }) => gravidade.pontos)
    expect(points).toEqual(points.toSorted((one, other) => other - one))
    expect(new Set(points).size).toBeGreaterThan(2)
    // An address that was not judged since the migration has its own severity for that of its cases.
    await database().execute(sql`UPDATE monitored_address SET case_sources = NULL, case_severities = NULL`)
    expect(byName((await page('tamanho=100')).linhas)).toEqual(byName(first.linhas))
    await change(first.linhas[30]?.endereco ?? '', first.linhas[30]?.fonte ?? '', 0, { estado: 'tratado' })
    expect(byName((await page('tamanho=100')).linhas)).toEqual(byName(first.linhas.filter((_, at) => at !== 30)))
  })

  // Rule: P-CASE-18
  test('each case of the list has the instant of the first import that brought its address in its source', async () => {
    const { api, idOf, page, bulk } = await createWorld(database())
    const [a, b] = [await idOf('a@acme.com'), await idOf('b@acme.com')]
    await api.importText('forum', 'a@acme.com:um', '2019-11-01')
    await bulk([{ endereco: a, fonte: 'forum' }], { estado: 'em-andamento' })
    api.clock.advance(3600)
    await api.importText('forum', 'a@acme.com:dois\nb@acme.com:um', '2019-11-01')
    const known = { [a]: '2026-11-21T15:00:00Z', [b]: '2026-11-21T16:00:00Z' }
    for (const order of ['email', 'gravidade']) {
      const { linhas } = await page(`ordem=${order}`)
      expect(Object.fromEntries(linhas.map((row) => [row.endereco, row.aqui_desde]))).toEqual(known)
    }
  })

  // Rule: P-CASE-11, P-CASE-56
  test('roles, portals and other organisations get no more than theirs; who leaves owns no case', async () => {
    const { api, token, idOf, page, change, caseOf, post } = await createWorld(database())
    await api.importText('forum', 'a@acme.com:um', '2026-11-01')
    const id = await idOf('a@acme.com')
    const bia = await api.tokenOf('bia@acme.com')
    const join = (role: string) =>
      database().execute(
        sql`INSERT INTO membership (account_id, organisation_id, role, since)
         SELECT member.id, owner.organisation_id, ${role}, now() FROM account AS member, account AS owner
         WHERE member.email = 'bia@acme.com' AND owner.email = ${ANA} ON CONFLICT (account_id, organisation_id) DO UPDATE SET role = ${role}`,
      )
    await join('reader')
    const [{ id: organisation }] = (await api.get('/organizacoes', token)).json()
    const inside = (await post(`/organizacoes/${organisation}/entrar`, {}, bia)).json().access_token
    expect(await page('', inside)).toMatchObject({ encontrados: 1, pode_mudar: false })
    expect((await change(id, 'forum', 0, { estado: 'aceito' }, inside)).statusCode).toBe(403)
    await join('analyst')
    const member = (await page('', inside)).pessoas.find(({ email }) => email === 'bia@acme.com')
    expect((await change(id, 'forum', 0, { estado: 'em-andamento', responsavel: member?.id }, inside)).statusCode).toBe(
      200,
    )
    expect((await api.get('/enderecos', token)).json().linhas[0].responsaveis).toEqual(['bia@acme.com'])
    const ownedBy = async (email: string) => (await api.get(`/enderecos?responsavel=${email}`, token)).json()
    expect(await ownedBy('bia@acme.com')).toMatchObject({ encontrados: 1, linhas: [{ id }], donos: ['bia@acme.com'] })
    expect(await ownedBy(ANA)).toMatchObject({ encontrados: 0, todos: 1, linhas: [] })
    await post(`/organizacao/membros/${member?.id}/remover`, {})
    const told = await caseOf(id, 'forum')
    expect(told.caso).toMatchObject({ estado: 'em-andamento', responsavel: null, versao: 2 })
    expect(told.historico[0]?.mudancas).toEqual([{ campo: 'responsavel', de: 'bia@acme.com', para: null }])

    expect((await api.get('/enderecos', token)).json().donos).toEqual([])

    const rival = await api.tokenOf('rui@rival.com')
    await api.add('a@acme.com', rival)
    expect(await page('', rival)).toMatchObject({ encontrados: 1, linhas: [{ estado: 'novo', nota: '' }] })
    expect((await change(id, 'forum', 2, { estado: 'aceito' }, rival)).statusCode).toBe(404)
    const portal = createPortal(api)
    const embed = await portal.tokenOf(await portal.createClient(ANA, 'leaks:read emails:add'))
    for (const path of ['/casos', `/emails/${id}/casos`, `/emails/${id}/caso?fonte=forum`])
      expect([path, (await api.get(path, embed)).statusCode]).toEqual([path, 403])
  })

  // Rule: P-LIST-11, P-CASE-12
  test('an address has an owner, who owns its cases until somebody acts on them, and leaves it with the organisation', async () => {
    const { api, token, acts, post, page, listed, idOf, caseOf, change, bulk, undo } = await createWorld(database())
    await api.importText('forum', 'a@acme.com:um\nb@acme.com:um\nc@acme.com:um', '2026-11-01')
    const [a, b, c] = [await idOf('a@acme.com'), await idOf('b@acme.com'), await idOf('c@acme.com')]
    await idOf('limpo@acme.com')
    await api.tokenOf('bia@acme.com')
    const [member] = await database().query(
      object({ id: string() }),
      sql`INSERT INTO membership (account_id, organisation_id, role, since)
       SELECT member.id, owner.organisation_id, 'analyst', now() FROM account AS member, account AS owner
       WHERE member.email = 'bia@acme.com' AND owner.email = ${ANA} RETURNING account_id::text AS id`,
    )
    const bia = member?.id ?? ''
    const list = async (query = '') =>
      addressPageSchema.parse((await api.get(`/enderecos?ordem=email&${query}`, token)).json())
    const owned = async (query: string) =>
      (await list(query)).linhas.map(({ email, responsaveis }) => [email, responsaveis])
    const assign = async (ids: string[], responsavel: string | null) =>
      (await post('/enderecos/atribuir', { ids, responsavel })).json()

    const clean = (await list('filtro=sem-vazamento')).linhas[0]?.id ?? ''
    expect((await list()).pessoas?.map(({ email }) => email)).toEqual([ANA, 'bia@acme.com'])
    expect(await assign([a, b, clean, 'x', crypto.randomUUID()], bia)).toEqual({ alterados: 3 })
    expect(await assign([a, b], bia)).toEqual({ alterados: 0 })
    expect(await owned('responsavel=bia@acme.com')).toEqual([
      ['a@acme.com', ['bia@acme.com']],
      ['b@acme.com', ['bia@acme.com']],
      ['limpo@acme.com', ['bia@acme.com']],
    ])
    expect(await owned(`dia=${'2026-11-22'}`)).toContainEqual(['a@acme.com', ['bia@acme.com']])
    expect((await list()).donos).toEqual(['bia@acme.com'])
    expect(await listed(`responsavel=${bia}`)).toEqual(['a forum novo', 'b forum novo'])
    expect(await listed('responsavel=ninguem')).toEqual(['c forum novo'])
    expect((await page(`responsavel=${bia}`)).encontrados).toBe(2)
    expect((await caseOf(a, 'forum')).caso.responsavel).toEqual({ id: bia, email: 'bia@acme.com' })
    expect((await api.get(`/emails/${a}/casos`, token)).json().responsavel).toEqual({ id: bia, email: 'bia@acme.com' })

    // The first act keeps the owner, unless it names one; an undone one gives it back.
    expect((await change(a, 'forum', 0, { estado: 'em-andamento' })).statusCode).toBe(200)
    expect((await caseOf(a, 'forum')).historico[0]?.mudancas).toEqual([
      { campo: 'estado', de: 'novo', para: 'em-andamento' },
    ])
    const taken = await bulk([{ endereco: b, fonte: 'forum' }], { responsavel: null })
    expect((await caseOf(b, 'forum')).caso).toMatchObject({ responsavel: null })
    expect(await owned('responsavel=bia@acme.com&busca=b@')).toEqual([['b@acme.com', ['bia@acme.com']]])
    await undo(taken.lote)
    expect((await caseOf(b, 'forum')).caso).toMatchObject({ responsavel: { email: 'bia@acme.com' } })
    const [ana] = (await page()).pessoas
    await assign([a], ana?.id ?? '')
    expect(await owned('busca=a@')).toEqual([['a@acme.com', [ANA, 'bia@acme.com']]])
    await assign([c], bia)
    await post(`/emails/${c}/caso/passos`, { fonte: 'forum', passo: 'avisar-pessoa', feito: true })
    expect((await caseOf(c, 'forum')).caso).toMatchObject({ versao: 0, responsavel: { email: 'bia@acme.com' } })

    // A removal that is taken back keeps the owner, and whoever has left owns nothing.
    await post('/enderecos/remover', { ids: [a, b] })
    await post('/enderecos/desfazer', { ids: [a] })
    expect((await owned('busca=a@'))[0]?.[1]).toContain(ANA)
    await post(`/organizacao/membros/${bia}/remover`, {})
    await post('/enderecos/desfazer', { ids: [b] })
    expect((await list()).linhas.map(({ responsaveis }) => responsaveis)).toEqual([[ANA], [], [], []])
    const rival = await api.tokenOf('rui@rival.com')
    expect((await post('/enderecos/atribuir', { ids: [a], responsavel: null }, rival)).json()).toEqual({ alterados: 0 })
    for (const id of [bia, 'x', crypto.randomUUID()])
      expect((await post('/enderecos/atribuir', { ids: [a], responsavel: id })).statusCode).toBe(422)
    const told = await acts('addresses.assigned')
    expect(told).toHaveLength(3)
    expect(JSON.stringify(told)).not.toContain('bia@acme.com')
  })

  // Rule: P-CASE-11, P-CASE-56
  test('a case that comes back with its address is nobody’s where its owner has left meanwhile', async () => {
    const { api, token, idOf, change, caseOf, post } = await createWorld(database())
    await api.importText('forum', 'a@acme.com:um', '2026-11-01')
    const id = await idOf('a@acme.com')
    await api.tokenOf('bia@acme.com')
    const [member] = await database().query(
      object({ id: string() }),
      sql`INSERT INTO membership (account_id, organisation_id, role, since)
       SELECT member.id, owner.organisation_id, 'analyst', now() FROM account AS member, account AS owner
       WHERE member.email = 'bia@acme.com' AND owner.email = ${ANA} RETURNING account_id::text AS id`,
    )
    await change(id, 'forum', 0, { estado: 'em-andamento', responsavel: member?.id })
    await post('/enderecos/remover', { ids: [id] })
    await post(`/organizacao/membros/${member?.id}/remover`, {})
    await post('/enderecos/desfazer', { ids: [id] })
    expect((await caseOf(id, 'forum')).caso).toMatchObject({ estado: 'em-andamento', responsavel: null })
    expect((await api.get('/enderecos', token)).json().linhas[0].responsaveis).toEqual([])
  })

  // Rule: P-LIST-6, P-CASE-11, P-CASE-56
  test('an address that is removed and brought back has its cases, and evidence that came meanwhile counts', async () => {
    const { api, token, idOf, change, caseOf, post, stateOf, page } = await createWorld(database())
    await api.importText('forum', 'a@acme.com:um\nb@acme.com:um', '2026-11-01')
    const [a, b] = [await idOf('a@acme.com'), await idOf('b@acme.com')]
    for (const id of [a, b]) {
      await change(id, 'forum', 0, { estado: 'tratado', nota: 'feito' })
      await post(`/emails/${id}/caso/passos`, { fonte: 'forum', passo: 'duas-etapas', feito: true })
    }
    const before = await caseOf(a, 'forum')
    await post('/enderecos/remover', { ids: [a, b] })
    expect(await page('estado=todos')).toMatchObject({ encontrados: 0, todos: 0 })
    await api.importText('forum', 'b@acme.com:dois', '2026-11-02')
    await post('/enderecos/desfazer', { ids: [a, b] })
    expect(await caseOf(a, 'forum')).toEqual(before)
    expect(await stateOf(b, 'forum')).toBe('novo')
    expect(await page('estado=todos')).toMatchObject({ encontrados: 2, abertos: 1, todos: 2 })
    expect(addressCasesSchema.parse((await api.get(`/emails/${a}/casos`, token)).json()).casos).toHaveLength(1)
  })
})
