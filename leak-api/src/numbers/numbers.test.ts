import { sql } from '@atalaia/database'
import { onPostgres } from '../../testing/each-database.ts'
import { createTestApi } from '../../testing/test-api.ts'
import { recordDailyRuns } from './daily-runs.ts'

const lines = (...rows: string[]) => rows.join('\n')

onPostgres((database) => {
  // Rule: M-NUM-1, M-NUM-2, P-API-16
  test('a leak counts once per address and source, a password once per address', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    await api.add('ana@acme.com', token)
    await api.importText('forum', lines('ana@acme.com:um', 'ANA@acme.com:um', 'ana@acme.com:dois'))
    await api.importText('loja', lines('ana@acme.com:um', 'ana@acme.com'))

    expect((await api.get('/emails', token)).json()).toEqual([
      { id: expect.any(String), email: 'ana@acme.com', numero_vazamentos: 2, numero_senhas: 2 },
    ])
    expect((await api.get('/dashboard/resumo', token)).json().total_vazamentos).toEqual({
      numero_vazamentos: 2,
      numero_senhas_vazadas: 2,
    })
  })

  // Rule: M-NUM-3
  test('a password that two addresses have in common counts for each of them', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    await api.importText('forum', lines('ana@acme.com:igual', 'bia@acme.com:igual'))
    await api.add('ana@acme.com', token)
    await api.add('bia@acme.com', token)
    expect((await api.get('/dashboard/resumo', token)).json().total_vazamentos).toEqual({
      numero_vazamentos: 2,
      numero_senhas_vazadas: 2,
    })
  })

  // Rule: M-NUM-5
  test('an address that is added later sees what was imported before it', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    await api.importText('forum', 'ana@acme.com:um')
    expect((await api.add(' Ana@ACME.com ', token)).statusCode).toBe(201)
    expect((await api.get('/emails', token)).json()).toMatchObject([{ email: 'ana@acme.com', numero_vazamentos: 1 }])
    expect((await api.get('/clientes/me/analises', token)).json()).toEqual([
      { data_analise: '2026-11-21', total_senhas: 1, total_vazamentos: 1 },
    ])
  })

  // Rule: M-NUM-4, P-API-14
  test('the tops hold at most three, ties in the order of the addresses, and nobody with zero', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    await api.importText('um', lines('d@acme.com:1', 'c@acme.com:1', 'b@acme.com:1', 'a@acme.com'))
    await api.importText('dois', lines('c@acme.com:2', 'a@acme.com'))
    for (const name of ['d', 'c', 'b', 'a', 'zero']) await api.add(`${name}@acme.com`, token)

    const summary = (await api.get('/dashboard/resumo', token)).json()
    expect(summary.top_3_vazamentos_email).toMatchObject([
      { quantidade: 2, usuario: 'a@acme.com' },
      { quantidade: 2, usuario: 'c@acme.com' },
      { quantidade: 1, usuario: 'b@acme.com' },
    ])
    expect(summary.top_3_vazamentos_senha).toMatchObject([
      { quantidade: 2, usuario: 'c@acme.com' },
      { quantidade: 1, usuario: 'b@acme.com' },
      { quantidade: 1, usuario: 'd@acme.com' },
    ])
  })

  // Rule: M-NUM-6, M-NUM-7, P-API-15
  test('each import and each added address is one run, on its São Paulo day, for three months', async () => {
    const api = await createTestApi(database())
    api.clock.set('2026-08-20T12:00:00Z')
    await api.tokenOf('ana@acme.com')
    const token = await api.tokenOf('ana@acme.com')
    await api.add('ana@acme.com', token)
    // 22:30 of the day before, in São Paulo.
    api.clock.set('2026-08-22T01:30:00Z')
    await api.importText('forum', 'ana@acme.com:um')
    api.clock.set('2026-11-21T15:00:00Z')
    await api.importText('forum', 'ana@acme.com:um')

    const fresh = await api.tokenOf('ana@acme.com')
    expect((await api.get('/clientes/me/analises', fresh)).json()).toEqual([
      { data_analise: '2026-08-21', total_senhas: 1, total_vazamentos: 1 },
      { data_analise: '2026-11-21', total_senhas: 1, total_vazamentos: 1 },
    ])
  })

  // Rule: M-NUM-6, M-NUM-15
  test('an import makes a run of the organisations that it touches, and leaves the others as they were', async () => {
    const api = await createTestApi(database())
    const [touched, other] = [await api.tokenOf('ana@acme.com'), await api.tokenOf('rui@rival.com')]
    await api.add('ana@acme.com', touched)
    await api.add('rui@rival.com', other)
    const runs = async (token: string) => (await api.get('/clientes/me/analises', token)).json()
    await api.importText('forum', lines('ana@acme.com:um', 'eva@acme.com:um'))
    await api.importText('forum', 'ana@acme.com:um')
    expect(await runs(touched)).toMatchObject([
      { total_vazamentos: 0 },
      { total_vazamentos: 1 },
      { total_vazamentos: 1 },
    ])
    expect(await runs(other)).toMatchObject([{ total_vazamentos: 0 }])
    expect(await database().execute(sql`SELECT FROM pending_analysis`)).toBe(0)
  })

  // Rule: M-NUM-18
  test('the chart has a point on each São Paulo day, and its last one tells what the widgets do', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    await api.tokenOf('nobody@acme.com')
    await api.add('ana@acme.com', token)
    await api.importText('forum', 'ana@acme.com:um')
    const days = async () => {
      await Promise.all([recordDailyRuns(database(), api.clock), recordDailyRuns(database(), api.clock)])
      const runs = (await api.get('/clientes/me/analises', await api.tokenOf('ana@acme.com'))).json()
      return runs.map((run: { data_analise: string; total_vazamentos: number }) =>
        [run.data_analise, run.total_vazamentos].join(' '),
      )
    }
    const today = ['2026-11-21 0', '2026-11-21 1']
    expect(await days()).toEqual(today)
    // The last minute of the day, and the first one of the next.
    api.clock.set('2026-11-22T02:59:00Z')
    expect(await days()).toEqual(today)
    api.clock.set('2026-11-22T03:01:00Z')
    expect(await days()).toEqual([...today, '2026-11-22 1'])
    expect(await days()).toEqual([...today, '2026-11-22 1'])
  })

  test('an organisation that monitors nothing gets no run, and learns what was covered', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    expect((await api.get('/dashboard/resumo', token)).json().cobertura).toEqual({ fontes: 0 })
    await api.importText('forum', 'ana@acme.com:um')
    expect((await api.get('/clientes/me/analises', token)).json()).toEqual([])
    expect((await api.get('/dashboard/resumo', token)).json().cobertura).toEqual({
      fontes: 1,
      atualizado_em: '2026-11-21T15:00:00Z',
    })
  })

  // Rule: M-NUM-14, P-DASH-34
  test('the sources that are counted are told, those imported last first, and no invented one', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    expect((await api.get('/dashboard/fontes', token)).json()).toEqual({ encontrados: 0, fontes: [] })
    await api.importText('forum', lines('ana@acme.com:um', 'bia@acme.com:um'), '2026-10-01')
    await api.importInvented('Loja (fictícia)', 'ana@acme.com:um')
    api.clock.set('2026-11-21T15:20:00Z')
    await api.importText('loja', 'ana@acme.com:um', '2026-09-01')
    expect((await api.get('/dashboard/fontes', token)).json()).toEqual({
      encontrados: 2,
      fontes: [
        { fonte: 'loja', titulo: null, vazou_em: '2026-09-01', atualizado_em: '2026-11-21T15:20:00Z', registros: 1 },
        { fonte: 'forum', titulo: null, vazou_em: '2026-10-01', atualizado_em: '2026-11-21T15:00:00Z', registros: 2 },
      ],
    })
  })

  // Rule: P-DASH-34
  test('sources are told in pages, and no answer has more than the largest', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    for (let at = 0; at < 26; at += 1) await api.importText(`fonte-${at}`, 'ana@acme.com:um')
    const namesOf = async (query: string) => {
      const { encontrados, fontes } = (await api.get(`/dashboard/fontes${query}`, token)).json()
      expect(encontrados).toBe(26)
      return fontes.map(({ fonte }: { fonte: string }) => fonte)
    }
    const all = await namesOf('')
    expect(all).toHaveLength(26)
    expect(await namesOf('?tamanho=25')).toEqual(all.slice(0, 25))
    expect(await namesOf('?tamanho=25&pagina=2')).toEqual(all.slice(25))
    expect(await namesOf('?tamanho=25&pagina=3')).toEqual([])
    expect((await api.get('/dashboard/fontes?tamanho=501', token)).statusCode).toBe(400)
  })

  test('a leak of an invented source counts for no real organisation, in cards, table, runs and reports alike', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    await api.add('ana@acme.com', token)
    await api.importInvented('Loja (fictícia)', 'ana@acme.com:um')
    expect((await api.get('/dashboard/resumo', token)).json().ultimos_3_relatorios).toEqual([])
    await api.importText('forum', 'ana@acme.com:dois')

    const summary = (await api.get('/dashboard/resumo', token)).json()
    expect(summary.total_vazamentos).toEqual({ numero_vazamentos: 1, numero_senhas_vazadas: 1 })
    expect(summary.cobertura.fontes).toBe(1)
    expect((await api.get('/emails', token)).json()).toMatchObject([{ numero_vazamentos: 1, numero_senhas: 1 }])
    expect((await api.get('/clientes/me/analises', token)).json().at(-1)).toMatchObject({
      total_senhas: 1,
      total_vazamentos: 1,
    })
  })
})
