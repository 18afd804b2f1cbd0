import {
  addressesOutcomeSchema,
  addressPageSchema,
  changedSchema,
  exposureSchema,
  monitoredEmailsSchema,
  removalsSchema,
  restoredSchema,
  saoPauloDay,
} from '@atalaia/contracts'
import { domainsSchema } from '@atalaia/contracts/domains'
import { monitoredPageSchema } from '@atalaia/contracts/monitored-page'
import { type Database, sql } from '@atalaia/database'
import { object, unknown } from 'zod/mini'
import { onPostgres } from '../../../testing/each-database.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { createSourcesRepository } from '../../leaks/importing/sources-repository.ts'
import { judgeAnew } from '../../numbers/severity/store-judgements.ts'

const createWorld = async (database: Database, maxAddresses = 100) => {
  const api = await createTestApi(database, { maxAddresses })
  const token = await api.tokenOf('ana@acme.com')
  const post = (path: string, payload: object, by = token) =>
    api.app.inject({ method: 'POST', url: `/api${path}`, headers: { authorization: `Bearer ${by}` }, payload })
  const add = async (...enderecos: string[]) =>
    addressesOutcomeSchema.parse((await post('/enderecos', { enderecos })).json())
  const page = async (query = '', by = token) =>
    addressPageSchema.parse((await api.get(`/enderecos${query}`, by)).json())
  const listed = async (query = '') => (await page(query)).linhas.map(({ email }) => email)
  const idsOf = async (...emails: string[]) =>
    (await page('?tamanho=100')).linhas.filter(({ email }) => emails.includes(email)).map(({ id }) => id)
  const change = async (path: string, payload: object, by = token) =>
    changedSchema.parse((await post(path, payload, by)).json()).alterados
  const removals = async (query = '', by = token) =>
    removalsSchema.parse((await api.get(`/enderecos/removidos${query}`, by)).json())
  const runs = async (): Promise<{ total_vazamentos: number }[]> =>
    (await api.get('/clientes/me/analises', token)).json()
  return { api, token, post, add, page, listed, idsOf, change, removals, runs }
}

onPostgres((database) => {
  // Rule: P-LIST-2, P-LIST-3
  test('the list is searched, filtered, sorted and paged, and each row says when and how badly it leaked', async () => {
    const { api, add, page, listed, idsOf, change } = await createWorld(database())
    await api.importText('forum', 'bia@acme.com:um\ncaio@acme.com\nbia@acme.com:dois', '2026-11-01')
    await api.importText('velho', 'bia@acme.com:um', '2020-02-03')
    await add('ana@acme.com', 'bia@acme.com', 'caio@acme.com', 'rh@sub.acme.com')
    expect(await listed()).toEqual(['bia@acme.com', 'caio@acme.com', 'ana@acme.com', 'rh@sub.acme.com'])
    expect(await listed('?ordem=email&invertida=sim')).toEqual((await listed('?ordem=email')).toReversed())
    expect(await listed('?ordem=senhas&invertida=sim')).toEqual((await listed('?ordem=senhas')).toReversed())
    expect(await listed('?filtro=com-senha')).toEqual(['bia@acme.com'])
    expect(await listed('?filtro=com-vazamento')).toEqual(['bia@acme.com', 'caio@acme.com'])
    expect(await listed('?filtro=sem-vazamento&busca=SUB.')).toEqual(['rh@sub.acme.com'])
    expect(await listed('?busca=%25')).toEqual([])
    await change('/enderecos/etiquetar', {
      ids: await idsOf('ana@acme.com', 'bia@acme.com'),
      etiqueta: 'Diretoria',
      tem: true,
    })
    const labelled = await page('?etiqueta=Diretoria&ordem=adicionado')
    expect(labelled).toMatchObject({ encontrados: 2, todos: 4, etiquetas: ['Diretoria'], cobertura: { fontes: 2 } })
    expect(labelled.linhas.find(({ email }) => email === 'bia@acme.com')).toMatchObject({
      numero_vazamentos: 2,
      numero_senhas: 2,
      visto_por_ultimo: '2026-11-01',
      etiquetas: ['Diretoria'],
      gravidade: { nivel: 'critica', pontos: 75 },
    })
    expect((await page('?busca=caio')).linhas[0]?.gravidade).toMatchObject({ nivel: 'baixa', pontos: 20 })
    expect((await page('?busca=ana')).linhas[0]).toMatchObject({
      visto_por_ultimo: null,
      gravidade: { nivel: 'nenhuma' },
    })
    await add(...Array.from({ length: 30 }, (_, at) => `pessoa${at}@acme.com`))
    expect([(await listed()).length, (await listed('?pagina=2')).length, (await listed('?pagina=3')).length]).toEqual([
      25, 9, 0,
    ])
    expect((await listed('?tamanho=100')).length).toBe(34)
    expect((await api.get('/enderecos?ordem=id;drop', await api.tokenOf('ana@acme.com'))).statusCode).toBe(400)
  })

  // Rule: P-LIST-3
  test('the severity of a row is that of the page of its address', async () => {
    const { api, token, add, page } = await createWorld(database())
    await api.importText('log', 'https://x.org/in:ana@acme.com:um\nhttps://y.org/in:ana@acme.com:um', '2026-11-01')
    await api.importText('lista', 'ana@acme.com:um\nana@acme.com:5f4dcc3b5aa765d61d8327deb882cf99', '2025-12-01')
    await database().execute(sql`UPDATE source SET kind = 'combo list', kinds = '{phone}' WHERE name = 'lista'`)
    await add('ana@acme.com')
    const [row] = (await page()).linhas
    const told = (await api.get(`/emails/${row?.id}`, token)).json()
    expect(row?.gravidade).toEqual(told.gravidade)
    expect(row?.gravidade.pontos).toBe(80)
  })

  // Rule: P-LIST-9, P-LIST-43
  test('the list is sorted and filtered by severity and by the day last seen, as they are on that day', async () => {
    const { api, add, listed, page } = await createWorld(database())
    await api.importText('velho', 'bia@acme.com:um\ncaio@acme.com', '2020-02-03')
    await api.importText('forum', 'ana@acme.com:um', '2026-11-01')
    await add('ana@acme.com', 'bia@acme.com', 'caio@acme.com', 'rh@acme.com')
    const bySeverity = ['ana@acme.com', 'bia@acme.com', 'caio@acme.com', 'rh@acme.com']
    expect(await listed('?ordem=gravidade')).toEqual(bySeverity)
    expect(await listed('?ordem=gravidade&invertida=sim')).toEqual(bySeverity.toReversed())
    expect(await listed('?ordem=visto')).toEqual(bySeverity)
    expect(await listed('?ordem=visto&invertida=sim')).toEqual(bySeverity.toReversed())
    const [critical, old] = [await listed('?gravidade=alta'), await listed('?visto=ha-mais-de-um-ano&ordem=email')]
    expect([critical, old]).toEqual([['ana@acme.com'], ['bia@acme.com', 'caio@acme.com']])
    expect(await listed('?gravidade=nenhuma')).toEqual(['rh@acme.com'])
    expect(await listed('?visto=ate-30-dias')).toEqual(['ana@acme.com'])

    // A source of another kind, and an import that is newer than the others.
    await createSourcesRepository(database()).tell('velho', { kind: 'stealer log', kinds: ['cpf'] })
    await judgeAnew(database(), api.clock())
    expect(await listed('?ordem=gravidade')).toEqual(['bia@acme.com', 'ana@acme.com', 'caio@acme.com', 'rh@acme.com'])
    await api.importText('novo', 'caio@acme.com', '2026-11-20')
    expect((await listed('?ordem=visto'))[0]).toBe('caio@acme.com')

    // Findings age.
    api.clock.advance(120 * 86_400)
    await judgeAnew(database(), api.clock())
    const later = await page('?gravidade=media&ordem=email', await api.tokenOf('ana@acme.com'))
    expect(later.linhas.map(({ email, gravidade }) => [email, gravidade.pontos])).toEqual([['caio@acme.com', 40]])
  })

  // Rule: P-LIST-15, P-LIST-48
  test('the list of a domain has its own addresses, as many as the page of domains counts, and none of one like it', async () => {
    const { api, token, post, add, page, listed } = await createWorld(database())
    await api.importText('forum', 'bia@acme.com:um\nrh@acme.com.br:um')
    await add('ana@acme.com', 'bia@acme.com', 'rh@acme.com.br', 'rh@sub.acme.com', 'rh@xacme.com', 'acme.com@loja.com')
    for (const dominio of ['acme.com', 'acme.com.br', 'nada.com']) await post('/dominios', { dominio })
    expect(await listed('?dominio=acme.com')).toEqual(['bia@acme.com', 'ana@acme.com'])
    expect(await page('?dominio=ACME.com&filtro=com-vazamento')).toMatchObject({ encontrados: 1, todos: 6 })
    expect(await listed(`?dominio=acme.com.br&dia=${saoPauloDay(api.clock())}`)).toEqual(['rh@acme.com.br'])
    const { dominios } = domainsSchema.parse((await api.get('/dominios', token)).json())
    expect(dominios.map(({ dominio, enderecos }) => [dominio, enderecos])).toEqual([
      ['acme.com', 2],
      ['acme.com.br', 1],
      ['nada.com', null],
    ])
    expect((await page()).dominios).toEqual(dominios.map(({ dominio }) => dominio))
    expect((await api.get('/enderecos?dominio=acme', token)).statusCode).toBe(400)
  })

  // Rule: P-LIST-10, P-DASH-32, P-LIST-44, P-LIST-45
  test('the list of a past day has the numbers of its end, which add up to those of the chart', async () => {
    const { api, add, page, idsOf, change } = await createWorld(database())
    const first = saoPauloDay(api.clock())
    await api.importText('forum', 'bia@acme.com:um\ncaio@acme.com:um')
    await add('ana@acme.com', 'bia@acme.com', 'caio@acme.com')
    const caio = await idsOf('caio@acme.com')
    api.clock.advance(2 * 86_400)
    const token = await api.tokenOf('ana@acme.com')
    await api.importText('loja', 'ana@acme.com:dois\nbia@acme.com:dois\nbia@acme.com:tres')
    const dayOf = async (day: string, more = '') => {
      const { encontrados, linhas, no_dia } = await page(`?dia=${day}${more}`, token)
      return [encontrados, linhas.map((row) => [row.email, row.numero_vazamentos, row.numero_senhas]), no_dia]
    }
    const then = { total_vazamentos: 2, total_senhas: 2, soma_vazamentos: 2, soma_senhas: 2 }
    const rows = [
      ['bia@acme.com', 1, 1],
      ['caio@acme.com', 1, 1],
    ]
    expect(await dayOf(first)).toEqual([2, rows, then])
    expect(await dayOf(first, '&ordem=email&invertida=sim&busca=B')).toEqual([1, rows.slice(0, 1), then])
    expect(await dayOf(first, '&filtro=com-senha&pagina=2')).toEqual([2, [], then])
    // What is left to do is told as it is now.
    expect((await page(`?dia=${first}`, token)).linhas[0]?.casos).toEqual({ novos: 2, em_andamento: 0, encerrados: 0 })
    const today = saoPauloDay(api.clock())
    expect(await dayOf(today)).toEqual([
      3,
      [
        ['bia@acme.com', 2, 3],
        ['ana@acme.com', 1, 1],
        ['caio@acme.com', 1, 1],
      ],
      { total_vazamentos: 4, total_senhas: 5, soma_vazamentos: 4, soma_senhas: 5 },
    ])
    expect((await api.get('/clientes/me/analises', token)).json()).toMatchObject([
      { data_analise: first, total_vazamentos: 2, total_senhas: 2 },
      { data_analise: today, total_vazamentos: 4, total_senhas: 5 },
    ])
    const none = { total_vazamentos: 0, total_senhas: 0, soma_vazamentos: 0, soma_senhas: 0 }
    expect(await dayOf('2020-01-01')).toEqual([0, [], none])
    expect((await page('', token)).no_dia).toBeUndefined()
    expect((await api.get('/enderecos?dia=2026-02-30', token)).statusCode).toBe(400)

    await change('/enderecos/remover', { ids: caio }, token)
    expect(await dayOf(first)).toEqual([1, rows.slice(0, 1), { ...then, soma_vazamentos: 1, soma_senhas: 1 }])
  })

  // Rule: P-NEW-1, P-NEW-2, P-NEW-3, P-NEW-24, P-NEW-25
  test('what was found since the last visit is new, until the next visit', async () => {
    const { api, add, page } = await createWorld(database())
    const signIn = () => api.tokenOf('ana@acme.com')
    const numbers: (number | undefined)[] = []
    const seen = async () => {
      const token = await signIn()
      const all = monitoredEmailsSchema.parse((await api.get('/emails', token)).json())
      const list = (await page('?ordem=email', token)).linhas
      const marked = list.flatMap(({ email, novo }) => (novo === true ? [email] : []))
      const exposure = exposureSchema.parse((await api.get(`/emails/${list[0]?.id}`, token)).json())
      const fresh = await page('?filtro=novos&ordem=email', token)
      expect([fresh.encontrados, fresh.linhas.map(({ email }) => email)]).toEqual([marked.length, marked])
      const first = monitoredPageSchema.parse((await api.get('/emails?tamanho=100', token)).json())
      numbers.push(first.novos)
      return {
        emails: all.flatMap(({ email, novo }) => (novo === true ? [email] : [])).toSorted(),
        list: marked,
        sources: exposure.fontes.flatMap(({ fonte, novo }) => (novo === true ? [fonte] : [])),
      }
    }
    const nothing = { emails: [], list: [], sources: [] }
    await api.importText('velho', 'ana@acme.com:um')
    await add('ana@acme.com', 'bia@acme.com')
    expect(await seen()).toEqual(nothing)
    api.clock.advance(31 * 60)
    await api.importText('forum', 'ana@acme.com:dois')
    expect(await seen()).toEqual({ emails: ['ana@acme.com'], list: ['ana@acme.com'], sources: ['forum'] })
    // The same visit goes on, whatever comes meanwhile.
    api.clock.advance(29 * 60)
    await api.importText('loja', 'bia@acme.com:tres')
    const both = ['ana@acme.com', 'bia@acme.com']
    expect(await seen()).toEqual({ emails: both, list: both, sources: ['forum'] })
    api.clock.advance(31 * 60)
    expect(await seen()).toEqual(nothing)
    // What is found of an address that was added later is new as well.
    api.clock.advance(31 * 60)
    await api.importText('log', 'caio@acme.com:quatro')
    await add('caio@acme.com')
    expect((await seen()).list).toEqual(['caio@acme.com'])
    expect(numbers).toEqual([undefined, 1, 2, 0, 1])
  })

  // Rule: P-EMAIL-15, P-EMAIL-40
  test('a page of the addresses has those of the whole list, and the sums that are kept are those of its rows', async () => {
    const { api, token, add, idsOf, change } = await createWorld(database())
    const sums = async () => {
      const [row] = await database().query(
        unknown(),
        sql`SELECT (SELECT to_jsonb(kept) - 'organisation_id' - 'revision' FROM organisation_total AS kept WHERE organisation_id = one.id) AS kept,
           (SELECT jsonb_build_object('shown', count(*) FILTER (WHERE watched OR NOT by_domain),
              'waiting', count(*) FILTER (WHERE NOT watched AND NOT by_domain),
              'listed', count(*) FILTER (WHERE watched AND leaks > 0), 'leaks', coalesce(sum(leaks), 0),
              'passwords', coalesce(sum(passwords), 0), 'closed_leaks', coalesce(sum(closed_leaks), 0),
              'closed_passwords', coalesce(sum(closed_passwords), 0))
            FROM monitored_address WHERE organisation_id = one.id) AS counted
         FROM organisation AS one`,
      )
      return row
    }
    const areKept = async () => {
      const { kept, counted } = object({ kept: unknown(), counted: unknown() }).parse(await sums())
      expect(kept).toEqual(counted)
    }
    await add(...Array.from({ length: 12 }, (_, at) => `p${at}@acme.com`))
    await api.importText('forum', 'p3@acme.com:um\np3@acme.com:dois\np5@acme.com')
    await areKept()
    const page = async (query: string) =>
      monitoredPageSchema.parse((await api.get(`/emails?tamanho=${query}`, token)).json())
    const all = monitoredEmailsSchema.parse((await api.get('/emails', token)).json())
    const first = await page('10')
    expect([first.encontrados, first.todos, first.aguardam]).toEqual([12, 12, 0])
    expect(first.linhas.slice(0, 3).map(({ email }) => email)).toEqual(['p3@acme.com', 'p5@acme.com', 'p0@acme.com'])
    const rest = await page('10&pagina=2')
    expect([...first.linhas, ...rest.linhas].toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
      all.toSorted((a, b) => a.id.localeCompare(b.id)),
    )
    expect((await page('10&busca=P1')).linhas.map(({ email }) => email)).toEqual([
      'p10@acme.com',
      'p11@acme.com',
      'p1@acme.com',
    ])
    expect(await page('10&busca=%25')).toMatchObject({ encontrados: 0, todos: 12, linhas: [] })
    expect((await page('10&ordem=email&invertida=sim')).linhas[0]?.email).toBe('p9@acme.com')
    expect((await api.get('/emails?tamanho=11', token)).statusCode).toBe(400)
    const ids = await idsOf('p3@acme.com', 'p4@acme.com')
    await change('/enderecos/remover', { ids })
    await areKept()
    expect(await page('10')).toMatchObject({ encontrados: 10, todos: 10 })
    await change('/enderecos/desfazer', { ids })
    await areKept()
  })

  // Rule: P-LIST-5, P-EMAIL-12, M-NUM-6
  test('many are added with one run, after a preview that adds nothing, and never beyond the limit', async () => {
    const { post, add, listed, runs, api } = await createWorld(database(), 3)
    await api.importText('forum', 'a@acme.com:um\nb@acme.com:dois')
    await add('c@acme.com')
    const enderecos = [' A@acme.com', 'a@acme.com', 'b@acme.com', 'C@ACME.com', 'ninguém', '']
    const outcome = { novos: ['a@acme.com', 'b@acme.com'], existentes: ['c@acme.com'], invalidos: ['ninguém', ''] }
    expect((await post('/enderecos/conferir', { enderecos })).json()).toEqual(outcome)
    expect(await listed()).toEqual(['c@acme.com'])
    expect(await runs()).toHaveLength(1)
    expect((await post('/enderecos', { enderecos: [...enderecos, 'd@acme.com'] })).json()).toMatchObject({
      status: 422,
      type: 'urn:atalaia:problem:address-limit',
    })
    expect(await listed()).toEqual(['c@acme.com'])
    expect(await add(...enderecos)).toEqual(outcome)
    expect(await listed()).toEqual(['a@acme.com', 'b@acme.com', 'c@acme.com'])
    expect((await runs()).map(({ total_vazamentos }) => total_vazamentos)).toEqual([0, 2])
    expect((await post('/enderecos', { enderecos: Array.from({ length: 201 }, String) })).statusCode).toBe(400)
  })

  // Rule: P-LIST-6, P-LIST-41
  test('a removal is taken back with numbers, labels and steps, once, and not where the address was added anew', async () => {
    const { api, token, add, page, listed, idsOf, change, post, runs } = await createWorld(database())
    await api.importText('forum', 'a@acme.com:um\nb@acme.com:dois')
    await add('a@acme.com', 'b@acme.com')
    const ids = await idsOf('a@acme.com', 'b@acme.com')
    await change('/enderecos/etiquetar', { ids, etiqueta: 'RH', tem: true })
    for (const id of ids) await post(`/emails/${id}/passos`, { passo: 'trocar-senha', feito: true })
    const before = await page()
    expect(await change('/enderecos/remover', { ids: [...ids, 'nada'] })).toBe(2)
    expect(await listed()).toEqual([])
    expect((await runs()).at(-1)).toMatchObject({ total_vazamentos: 0 })
    await add('b@acme.com')
    expect(await change('/enderecos/desfazer', { ids })).toBe(1)
    expect(await change('/enderecos/desfazer', { ids })).toBe(0)
    const [first] = (await page('?busca=a@')).linhas
    expect(first).toEqual(before.linhas.find(({ email }) => email === 'a@acme.com'))
    const told = (await api.get(`/emails/${first?.id}`, token)).json()
    expect(told.passos).toContainEqual(expect.objectContaining({ passo: 'trocar-senha', por: 'ana@acme.com' }))
    expect((await runs()).at(-1)).toMatchObject({ total_vazamentos: 2 })
    expect(await change('/enderecos/etiquetar', { ids: [first?.id], etiqueta: 'RH', tem: false })).toBe(1)
    expect((await page('?busca=a@')).linhas[0]?.etiquetas).toEqual([])
  })

  // Rule: P-LIST-6, P-LIST-8, P-LIST-41
  // Threat: T-ACCOUNT-15
  test('what was removed twice comes back once, within a day, and an address has at most 20 labels', async () => {
    const { api, post, add, idsOf, change, listed } = await createWorld(database())
    const ids: string[] = []
    for (let time = 0; time < 2; time += 1) {
      await add('a@acme.com')
      const own = await idsOf('a@acme.com')
      ids.push(...own)
      await change('/enderecos/remover', { ids: own })
      api.clock.advance(1)
    }
    expect(await change('/enderecos/desfazer', { ids })).toBe(1)
    const own = await idsOf('a@acme.com')
    expect(own).toEqual(ids.slice(1))
    const set: number[] = []
    for (let at = 0; at <= 20; at += 1)
      set.push(await change('/enderecos/etiquetar', { ids: own, etiqueta: `e${at}`, tem: true }))
    expect([set.slice(0, 20), set[20]]).toEqual([Array.from({ length: 20 }, () => 1), 0])
    expect(await listed('?etiqueta=e19')).toEqual(['a@acme.com'])
    const blank = await post('/enderecos/etiquetar', { ids: own, etiqueta: ' \u00A0', tem: true })
    expect(blank.statusCode).toBe(400)
    await change('/enderecos/remover', { ids: own })
    api.clock.advance(24 * 3600 + 1)
    expect(await change('/enderecos/desfazer', { ids: own }, await api.tokenOf('ana@acme.com'))).toBe(0)
  })

  // Rule: P-LIST-6, P-LIST-13, P-LIST-41
  test('the removals of a day are listed, the newest first, by who did them, and with what would come back alone', async () => {
    const { api, add, page, idsOf, change, post, removals } = await createWorld(database())
    expect([(await page()).ha_removidos, await removals()]).toEqual([false, { encontradas: 0, remocoes: [] }])
    await add('a@acme.com', 'b@acme.com', 'c@acme.com')
    const [a, b] = [await idsOf('a@acme.com'), await idsOf('b@acme.com')]
    const c = await idsOf('c@acme.com')
    await change('/enderecos/remover', { ids: [...b, ...a] })
    api.clock.advance(3600)
    await change('/enderecos/remover', { ids: c })
    const named = async () =>
      (await removals()).remocoes.map(({ por, enderecos }) => [por, ...enderecos.map(({ email }) => email)])
    expect(await named()).toEqual([
      ['ana@acme.com', 'c@acme.com'],
      ['ana@acme.com', 'a@acme.com', 'b@acme.com'],
    ])
    const { encontradas, remocoes } = await removals()
    expect([encontradas, remocoes[0]?.enderecos[0]?.id]).toEqual([2, c[0]])
    expect(Date.parse(remocoes[0]?.removido_em ?? '') - Date.parse(remocoes[1]?.removido_em ?? '')).toBe(3_600_000)
    expect((await page()).ha_removidos).toBe(true)

    // One comes back, one is added anew, and one is removed a second time.
    const restored = async (ids: readonly (string | undefined)[]) =>
      restoredSchema.parse((await post('/enderecos/desfazer', { ids })).json())
    expect(await restored(a)).toEqual({ alterados: 1, existentes: 0, recusados: 0 })
    await add('b@acme.com', 'c@acme.com')
    expect([await named(), (await page()).ha_removidos]).toEqual([[], false])
    // At one instant neither removal would be the last one.
    api.clock.advance(1)
    await change('/enderecos/remover', { ids: await idsOf('c@acme.com') })
    expect(await named()).toEqual([['ana@acme.com', 'c@acme.com']])
    expect((await removals()).remocoes[0]?.enderecos).not.toEqual([{ id: c[0], email: 'c@acme.com' }])
    expect(await restored([...a, ...b, ...c, 'nada', 'nada'])).toEqual({ alterados: 1, existentes: 2, recusados: 1 })
    expect(await restored([...a, ...b, ...c])).toEqual({ alterados: 0, existentes: 3, recusados: 0 })

    await change('/enderecos/remover', { ids: await idsOf('a@acme.com') })
    api.clock.advance(24 * 3600 + 1)
    const later = await api.tokenOf('ana@acme.com')
    expect(await removals('', later)).toEqual({ encontradas: 0, remocoes: [] })
    expect((await page('', later)).ha_removidos).toBe(false)
  })

  // Rule: P-LIST-13
  test('removals are listed ten at a time, and know nobody whose account is gone', async () => {
    const { add, idsOf, change, removals } = await createWorld(database())
    const names = Array.from({ length: 11 }, (_, at) => `pessoa${at}@acme.com`)
    await add(...names)
    for (const name of names) await change('/enderecos/remover', { ids: await idsOf(name) })
    await database().execute(sql`UPDATE removed_address SET removed_by = NULL`)
    const pages = [await removals(), await removals('?pagina=2')]
    expect(pages.map(({ encontradas, remocoes }) => [encontradas, remocoes.length])).toEqual([
      [11, 10],
      [11, 1],
    ])
    const listed = pages.flatMap(({ remocoes }) => remocoes)
    expect(new Set(listed.flatMap(({ enderecos }) => enderecos.map(({ email }) => email)))).toEqual(new Set(names))
    expect(new Set(listed.map(({ por }) => por))).toEqual(new Set([null]))
  })

  // Rule: P-LIST-6, P-NEW-2, P-NEW-3, P-LIST-41, P-NEW-25
  test('what comes back is no newer than it was, but for what was found meanwhile', async () => {
    const { api, add, idsOf, change, page } = await createWorld(database())
    await api.importText('forum', 'a@acme.com:um\nb@acme.com:um')
    await add('a@acme.com', 'b@acme.com')
    await page()
    api.clock.advance(3600)
    const later = await api.tokenOf('ana@acme.com')
    const ids = await idsOf('a@acme.com', 'b@acme.com')
    const fresh = async () => (await page('?filtro=novos', later)).linhas.map(({ email }) => email)
    await change('/enderecos/remover', { ids }, later)
    expect(await change('/enderecos/desfazer', { ids }, later)).toBe(2)
    expect(await fresh()).toEqual([])
    await change('/enderecos/remover', { ids }, later)
    await api.importText('loja', 'b@acme.com:dois')
    expect(await change('/enderecos/desfazer', { ids }, later)).toBe(2)
    expect(await fresh()).toEqual(['b@acme.com'])
  })

  // Rule: P-LIST-6, P-LIST-41
  test('what is on the list already needs no room to come back', async () => {
    const { add, idsOf, change, post } = await createWorld(database(), 2)
    await add('a@acme.com', 'b@acme.com')
    const ids = await idsOf('a@acme.com', 'b@acme.com')
    await change('/enderecos/remover', { ids })
    await add('a@acme.com')
    expect(await change('/enderecos/desfazer', { ids })).toBe(1)
    await change('/enderecos/remover', { ids: await idsOf('b@acme.com') })
    await add('c@acme.com')
    expect((await post('/enderecos/desfazer', { ids })).statusCode).toBe(422)
  })

  // Rule: P-LIST-7, M-OWN-1
  test('where ownership is checked, addresses wait, and the list tells nothing of them, not after an undo either', async () => {
    const api = await createTestApi(database(), { isOwnershipChecked: true })
    const token = await api.tokenOf('ana@acme.com')
    const post = (path: string, payload: object) =>
      api.app.inject({ method: 'POST', url: `/api${path}`, headers: { authorization: `Bearer ${token}` }, payload })
    const page = async () => addressPageSchema.parse((await api.get('/enderecos', token)).json()).linhas
    await api.importText('forum', 'a@acme.com:um')
    await post('/enderecos', { enderecos: ['a@acme.com'] })
    const waiting = {
      numero_vazamentos: 0,
      numero_senhas: 0,
      visto_por_ultimo: null,
      aguarda: true,
      gravidade: { nivel: 'nenhuma' },
    }
    expect(await page()).toMatchObject([waiting])
    const ids = (await page()).map(({ id }) => id)
    await post('/enderecos/remover', { ids })
    await post('/enderecos/desfazer', { ids })
    expect(await page()).toMatchObject([{ ...waiting, id: ids[0] }])
  })

  // Rule: P-LIST-7, M-PRIVACY-3
  test('another organisation sees, labels, removes and brings back nothing of it', async () => {
    const { api, add, page, idsOf, change, removals } = await createWorld(database())
    await api.importText('forum', 'a@acme.com:um')
    await add('a@acme.com', 'b@acme.com')
    const ids = await idsOf('a@acme.com', 'b@acme.com')
    await change('/enderecos/etiquetar', { ids, etiqueta: 'RH', tem: true })
    const rival = await api.tokenOf('rui@rival.com')
    const before = await page()
    expect(await page('', rival)).toMatchObject({ encontrados: 0, todos: 0, linhas: [], etiquetas: [] })
    expect(await change('/enderecos/etiquetar', { ids, etiqueta: 'nossa', tem: true }, rival)).toBe(0)
    expect(await change('/enderecos/etiquetar', { ids, etiqueta: 'RH', tem: false }, rival)).toBe(0)
    expect(await change('/enderecos/remover', { ids }, rival)).toBe(0)
    expect(await page()).toEqual(before)
    await change('/enderecos/remover', { ids })
    expect(await removals('', rival)).toEqual({ encontradas: 0, remocoes: [] })
    expect([(await page('', rival)).ha_removidos, (await page()).ha_removidos]).toEqual([false, true])
    expect(await change('/enderecos/desfazer', { ids }, rival)).toBe(0)
    expect((await page('', rival)).todos).toBe(0)
    expect(await change('/enderecos/desfazer', { ids })).toBe(2)
  })
})
