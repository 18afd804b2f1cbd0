import { addressesOutcomeSchema, addressPageSchema, changedSchema } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import { eachDatabase } from '../../testing/each-database.ts'
import { createTestApi } from '../../testing/test-api.ts'

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
  const runs = async (): Promise<{ total_vazamentos: number }[]> =>
    (await api.get('/clientes/me/analises', token)).json()
  return { api, token, post, add, page, listed, idsOf, change, runs }
}

eachDatabase((database) => {
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
    await database().execute("UPDATE source SET kind = 'combo list', kinds = '{phone}' WHERE name = 'lista'")
    await add('ana@acme.com')
    const [row] = (await page()).linhas
    const told = (await api.get(`/emails/${row?.id}`, token)).json()
    expect(row?.gravidade).toEqual(told.gravidade)
    expect(row?.gravidade.pontos).toBe(80)
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

  // Rule: P-LIST-6
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

  // Rule: P-LIST-6, P-LIST-8
  // Threat: T-ACCOUNT-15
  test('what was removed twice comes back once, within a day, and an address has at most 20 labels', async () => {
    const { api, add, idsOf, change, listed } = await createWorld(database())
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
    await change('/enderecos/remover', { ids: own })
    api.clock.advance(24 * 3600 + 1)
    expect(await change('/enderecos/desfazer', { ids: own }, await api.tokenOf('ana@acme.com'))).toBe(0)
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
    const { api, add, page, idsOf, change } = await createWorld(database())
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
    expect(await change('/enderecos/desfazer', { ids }, rival)).toBe(0)
    expect((await page('', rival)).todos).toBe(0)
    expect(await change('/enderecos/desfazer', { ids })).toBe(2)
  })
})
