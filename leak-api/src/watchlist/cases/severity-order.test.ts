import { caseSourcesSchema, casePageSchema } from '@atalaia/contracts/cases'
import { sql } from '@atalaia/database'
import { judgeAnew } from '../../numbers/severity/store-judgements.ts'
import { onPostgres } from '../../../testing/each-database.ts'
import { createTestApi } from '../../../testing/test-api.ts'

onPostgres((database) => {
  // Rule: P-CASE-10
  test('by severity each case stands where its own row says, and not where its address or its history would put it', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    await api.importText('velha', 'a@acme.com:um\nb@acme.com:dois\nc@acme.com:tres', '2019-11-01')
    await api.importText('nova', 'a@acme.com:quatro', '2026-11-01')
    for (const address of ['a@acme.com', 'b@acme.com', 'c@acme.com']) await api.add(address, token)
    const page = async (query: string) =>
      casePageSchema.parse((await api.get(`/casos?ordem=gravidade${query}`, token)).json()).linhas
    const shown = async (query = '') =>
      (await page(query)).map(({ email, fonte, gravidade }) => `${email} ${fonte} ${gravidade.nivel}`)
    const all = ['a@acme.com nova alta', 'a@acme.com velha media', 'b@acme.com velha media', 'c@acme.com velha media']
    expect(await shown()).toEqual(all)
    const [, , , last] = await page('')
    const payload = { fonte: 'velha', versao: 0, estado: 'em-andamento' }
    const url = `/api/emails/${last?.endereco}/caso`
    await api.app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${token}` }, payload })
    expect(await shown()).toEqual(all)
    const turned = [all[3], all[2], all[1], all[0]]
    expect(await shown('&invertida=sim')).toEqual(turned)
  })

  // Rule: P-CASE-10
  test('by default the worst cases stand first, and of equal ones those that became known last', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    await api.importText('antes', 'a@acme.com:um\nc@acme.com:tres', '2026-11-01')
    api.clock.advance(3600)
    await api.importText('depois', 'b@acme.com:dois', '2026-11-01')
    await api.importText('velha', 'c@acme.com:quatro', '2019-11-01')
    for (const address of ['a@acme.com', 'b@acme.com', 'c@acme.com']) await api.add(address, token)
    const listed = async (query = '') =>
      casePageSchema
        .parse((await api.get(`/casos?${query}`, token)).json())
        .linhas.map(({ email, fonte }) => `${email[0]} ${fonte}`)
    expect(await listed()).toEqual(['b depois', 'a antes', 'c antes', 'c velha'])
    expect(await listed('ordem=conhecido')).toEqual(['b depois', 'c velha', 'a antes', 'c antes'])
    expect(await listed('ordem=conhecido&invertida=sim')).toEqual(['c antes', 'a antes', 'c velha', 'b depois'])
    // What a server of the last release has judged meanwhile is judged again.
    await database().execute(sql`UPDATE monitored_address SET case_days = NULL, case_since = NULL`)
    await judgeAnew(database(), api.clock())
    expect(await listed()).toEqual(['b depois', 'a antes', 'c antes', 'c velha'])
  })

  // Rule: P-CASE-19
  test('a case is new to a person who was not here since its address was found in its source', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    await api.importText('antes', 'a@acme.com:um', '2026-11-01')
    await api.add('a@acme.com', token)
    const fresh = async () =>
      casePageSchema
        .parse((await api.get('/casos?ordem=email', token)).json())
        .linhas.map(({ fonte, novo }) => [fonte, novo])
    expect(await fresh()).toEqual([['antes', undefined]])
    api.clock.advance(3600)
    await api.importText('depois', 'a@acme.com:dois', '2026-11-01')
    expect(await fresh()).toEqual([
      ['antes', undefined],
      ['depois', true],
    ])
  })

  // Rule: P-CASE-20, P-CASE-60
  test('sources are listed with their addresses, passwords in clear and open cases, the worst first', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    const page = async (query = '', by = token) =>
      caseSourcesSchema.parse((await api.get(`/casos/fontes?${query}`, by)).json())
    const names = async (query: string) => (await page(query)).linhas.map(({ fonte }) => fonte)
    expect(await page()).toMatchObject({ encontrados: 0, linhas: [] })
    await api.importText('velha', 'a@acme.com:um\nb@acme.com:dois\nz@rival.com:x', '2019-11-01')
    api.clock.advance(3600)
    await api.importText('nova', 'a@acme.com:um\na@acme.com:tres', '2026-11-01')
    for (const address of ['a@acme.com', 'b@acme.com', 'limpo@acme.com']) await api.add(address, token)
    const nova = { fonte: 'nova', titulo: null, enderecos: 1, senhas: 2, abertos: 1, criticos: 1 }
    const velha = { fonte: 'velha', titulo: null, enderecos: 2, senhas: 2, abertos: 2, criticos: 0 }
    expect(await page()).toMatchObject({
      encontrados: 2,
      linhas: [
        { ...nova, aqui_desde: '2026-11-21T16:00:00Z' },
        { ...velha, aqui_desde: '2026-11-21T15:00:00Z' },
      ],
    })
    expect(await names('ordem=enderecos')).toEqual(['velha', 'nova'])
    expect(await names('busca=NOV')).toEqual(['nova'])
    const [{ endereco = '' } = {}] = casePageSchema.parse((await api.get('/casos?fonte=nova', token)).json()).linhas
    const payload = { casos: [{ endereco, fonte: 'nova' }], mudanca: { estado: 'tratado' } }
    const headers = { authorization: `Bearer ${token}` }
    await api.app.inject({ method: 'POST', url: '/api/casos/mudar', headers, payload })
    expect(await names('')).toEqual(['velha'])
    expect((await page('estado=todos&ordem=conhecida')).linhas).toMatchObject([
      { ...nova, abertos: 0, criticos: 0 },
      velha,
    ])
    const rival = await api.tokenOf('rui@rival.com')
    expect((await page('estado=todos', rival)).linhas).toEqual([])
    expect((await api.get('/casos/fontes?ordem=x', token)).statusCode).toBe(400)
  })
})
