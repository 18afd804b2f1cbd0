import { exposureSchema, stepsSchema } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import { onPostgres } from '../../../testing/each-database.ts'
import { createPortal } from '../../../testing/portal.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { createSourcesRepository } from '../../leaks/importing/sources-repository.ts'

const ADDRESS = 'caixa@acme.com'

const createWorld = async (database: Database) => {
  const api = await createTestApi(database)
  const token = await api.tokenOf('ana@acme.com')
  const mark = (id: string, body: object, by = token) =>
    api.app.inject({
      method: 'POST',
      url: `/api/emails/${id}/passos`,
      headers: { authorization: `Bearer ${by}` },
      payload: body,
    })
  const idOf = async (address: string): Promise<string> => {
    await api.add(address, token)
    const rows: { id: string; email: string }[] = (await api.get('/emails', token)).json()
    return rows.find(({ email }) => email === address)?.id ?? ''
  }
  const read = async (id: string) => exposureSchema.parse((await api.get(`/emails/${id}`, token)).json())
  return { api, token, mark, idOf, read }
}

onPostgres((database) => {
  // Rule: P-SEVERITY-6, M-IMPORT-24
  test('a leak of which nobody has told a day says so, and is not recent', async () => {
    const { api, token, idOf, read } = await createWorld(database())
    await api.importText('sem-dia', `${ADDRESS}:um`, null)
    await api.importText('com-dia', 'rh@acme.com:um', '2026-11-20')
    const [without, told] = [await read(await idOf(ADDRESS)), await read(await idOf('rh@acme.com'))]
    expect(without.fontes[0]).toMatchObject({ dia: '2026-11-21', dia_informado: false })
    expect(without.gravidade.motivos.map(({ motivo }) => motivo)).not.toContain('ate-90-dias')
    expect(told.fontes[0]).not.toHaveProperty('dia_informado')
    expect(told.gravidade.motivos.map(({ motivo }) => motivo)).toContain('ate-90-dias')
    const listed = (await api.get('/enderecos', token)).json()
    const seen = listed.linhas.map((row: { email: string; visto_por_ultimo: unknown }) => [
      row.email,
      row.visto_por_ultimo,
    ])
    expect(Object.fromEntries(seen)).toEqual({ [ADDRESS]: null, 'rh@acme.com': '2026-11-20' })
    // A day that the source is told later is one.
    await createSourcesRepository(database()).tell('sem-dia', { leakedOn: '2026-11-01' })
    const [found] = (await read(without.id)).fontes
    expect(found).toMatchObject({ dia: '2026-11-01', visto_por_ultimo: '2026-11-01' })
    expect(found).not.toHaveProperty('dia_informado')
    expect(found?.gravidade.motivos.map(({ motivo }) => motivo)).toContain('ate-90-dias')
  })

  // Rule: P-ADDRESS-3, P-ADDRESS-4
  test('an address is told by its sources, and each number by as many rows', async () => {
    const { api, token, idOf, read } = await createWorld(database())
    await api.importText('forum', `${ADDRESS}:um\n${ADDRESS}:dois\nrh@acme.com:um`, '2026-11-01')
    api.clock.advance(2 * 3600)
    await api.importText('log', `https://login.loja.com.br/in:${ADDRESS}:um\nhttps://x.org:${ADDRESS}:um`, '2026-11-20')
    await api.importText('antiga', `${ADDRESS}:5f4dcc3b5aa765d61d8327deb882cf99\n${ADDRESS}`, '2019-05-06')
    await createSourcesRepository(database()).tell('log', {
      title: 'Log de novembro',
      kind: 'stealer log',
      kinds: ['cookies'],
      website: 'loja.com.br',
    })
    const told = await read(await idOf(ADDRESS))
    const [row] = (await api.get('/emails', token)).json()
    expect(row).toMatchObject({ numero_vazamentos: 3, numero_senhas: 2 })
    expect([told.numero_vazamentos, told.fontes.length]).toEqual([3, 3])
    expect([told.numero_senhas, told.senhas.length]).toEqual([2, 2])
    expect(told.senhas).toEqual([
      { fontes: ['forum', 'log'], dia: '2026-11-01' },
      { fontes: ['forum'], dia: '2026-11-01' },
    ])
    expect(told.fontes.map(({ fonte, gravidade }) => [fonte, gravidade.nivel, gravidade.pontos])).toEqual([
      ['log', 'critica', 115],
      ['forum', 'critica', 75],
      ['antiga', 'media', 25],
    ])
    expect(told.gravidade).toEqual(told.fontes[0]?.gravidade)
    expect(told.fontes[0]).toMatchObject({
      titulo: 'Log de novembro',
      dia: '2026-11-20',
      aqui_desde: '2026-11-21T17:00:00Z',
      tipo: 'stealer log',
      site: 'loja.com.br',
      sites: ['login.loja.com.br', 'x.org'],
      numero_sites: 2,
      dados: ['cookies'],
      numero_senhas: 1,
      senhas_repetidas: 1,
    })
    expect(told.fontes[2]).toMatchObject({ numero_senhas: 0, numero_hashes: 1, hashes: ['md5'], senhas_repetidas: 0 })
    expect(told.cobertura).toEqual({ fontes: 3, atualizado_em: '2026-11-21T17:00:00Z' })
    expect(told.passos.map(({ passo }) => passo)).toEqual([
      'limpar-computador',
      'encerrar-sessoes',
      'trocar-senha',
      'trocar-repetida',
      'avisar-pessoa',
      'duas-etapas',
    ])
  })

  // Rule: P-ADDRESS-3, P-ADDRESS-4
  test('a password that its source brings again counts once, from its first day', async () => {
    const { api, idOf, read } = await createWorld(database())
    await api.importText('forum', `${ADDRESS}:um\n${ADDRESS}:dois`, '2026-11-05')
    await api.importText('forum', `${ADDRESS}:um\n${ADDRESS}:tres`, '2026-11-01')
    const told = await read(await idOf(ADDRESS))
    expect(told.fontes).toMatchObject([{ dia: '2026-11-01', visto_por_ultimo: '2026-11-05', numero_senhas: 3 }])
    expect([told.numero_senhas, told.senhas.map(({ dia }) => dia)]).toEqual([
      3,
      ['2026-11-01', '2026-11-01', '2026-11-05'],
    ])
  })

  // Rule: P-ADDRESS-6, P-ADDRESS-39
  test('an address that was not found has no severity and nothing to do', async () => {
    const { idOf, read } = await createWorld(database())
    const told = await read(await idOf('nova@acme.com'))
    expect(told).toMatchObject({ numero_vazamentos: 0, numero_senhas: 0, fontes: [], senhas: [], passos: [] })
    expect(told.gravidade.nivel).toBe('nenhuma')
  })

  // Rule: P-ADDRESS-7
  test('a step that is done is kept with its day and person, until newer evidence comes', async () => {
    const { api, mark, idOf, read } = await createWorld(database())
    await api.importText('forum', `${ADDRESS}:um`)
    const id = await idOf(ADDRESS)
    const stepOf = async () => (await read(id)).passos.find(({ passo }) => passo === 'trocar-senha')
    expect(await stepOf()).toEqual({ passo: 'trocar-senha', feito_em: null, por: null })
    api.clock.advance(3600)
    const done = { passo: 'trocar-senha', feito_em: '2026-11-21T16:00:00Z', por: 'ana@acme.com' }
    expect(stepsSchema.parse((await mark(id, { passo: 'trocar-senha', feito: true })).json())).toContainEqual(done)
    expect(await stepOf()).toEqual(done)
    api.clock.advance(3600)
    await api.importText('forum', `${ADDRESS}:um`)
    expect(await stepOf()).toEqual(done)
    await api.importText('outro', `${ADDRESS}:dois`)
    expect((await stepOf())?.feito_em).toBeNull()
    await mark(id, { passo: 'trocar-senha', feito: true })
    expect((await stepOf())?.feito_em).toBe('2026-11-21T17:00:00Z')
    await mark(id, { passo: 'trocar-senha', feito: false })
    expect((await stepOf())?.feito_em).toBeNull()
    expect((await mark(id, { passo: 'trocar-de-emprego', feito: true })).statusCode).toBe(400)
  })

  // Rule: P-ADDRESS-9, M-PRIVACY-3
  test('another organisation, a portal and a made-up id get nothing of an address, and change nothing', async () => {
    const { api, mark, idOf, read } = await createWorld(database())
    await api.importText('forum', `${ADDRESS}:um`)
    const id = await idOf(ADDRESS)
    const rival = await api.tokenOf('rui@rival.com')
    await api.add(ADDRESS, rival)
    const portal = createPortal(api)
    const embed = await portal.tokenOf(await portal.createClient('ana@acme.com', 'leaks:read emails:add'))
    const step = { passo: 'trocar-senha', feito: true }
    const unknown = id.replace(/^.{8}/, '00000000')
    const tried = [
      [id, rival, 404],
      [id, embed, 403],
      [id, 'forged', 401],
      [unknown, rival, 404],
      ['1', rival, 404],
      ["' OR 1=1--", rival, 404],
    ] as const
    const missing = (await api.get(`/emails/${unknown}`, rival)).json()
    for (const [of, token, status] of tried) {
      const answers = [
        await api.get(`/emails/${encodeURIComponent(of)}`, token),
        await mark(encodeURIComponent(of), step, token),
      ]
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([status, status])
      const told = answers.every((answer) => answer.json().detail === missing.detail)
      expect(told).toBe(status === 404)
    }
    expect((await read(id)).passos.filter(({ feito_em: at }) => at !== null)).toEqual([])
  })
})
