import { searchSchema } from '@atalaia/contracts/search'
import type { Database } from '@atalaia/database'
import { onPostgres } from '../../../testing/each-database.ts'
import { createPortal } from '../../../testing/portal.ts'
import { createTestApi } from '../../../testing/test-api.ts'

const NOTHING = { enderecos: [], fontes: [], incidentes: [] }

const createWorld = async (database: Database) => {
  const api = await createTestApi(database)
  const token = await api.tokenOf('ana@acme.com')
  const ask = (text: string, by = token) => api.get(`/busca?q=${encodeURIComponent(text)}`, by)
  const search = async (text: string, by = token) => searchSchema.parse((await ask(text, by)).json())
  await api.importText('forum-penhasco', 'bia@acme.com:um', '2026-11-01')
  for (const address of ['bia@acme.com', 'rh@bia.com.br', 'caio@acme.com']) await api.add(address, token)
  await api.app.inject({
    method: 'POST',
    url: '/api/incidentes',
    headers: { authorization: `Bearer ${token}` },
    payload: { nome: 'Fórum da Bia', conhecido_em: '2026-11-19T18:00:00Z', pequeno_porte: false, casos: [] },
  })
  return { api, token, ask, search }
}

onPostgres((database) => {
  // Rule: P-SEARCH-1, P-SEARCH-24
  test('a text finds addresses, sources and incidents, those that begin with it first', async () => {
    const { search } = await createWorld(database())
    const found = await search(' BIA ')
    expect(found.enderecos.map(({ email }) => email)).toEqual(['bia@acme.com', 'rh@bia.com.br'])
    expect(found.incidentes).toMatchObject([{ numero: 1, nome: 'Fórum da Bia' }])
    expect((await search('PENHASCO')).fontes).toEqual([{ fonte: 'forum-penhasco', titulo: null }])
    expect((await search('nº 1')).incidentes).toHaveLength(1)
    expect(await search('%_')).toEqual(NOTHING)
    expect(await search('  x  ')).toEqual(NOTHING)
  })

  // Rule: P-SEARCH-1, P-SEARCH-24
  test('nothing of another organisation is found, a portal has no search, and a length has bounds', async () => {
    const { api, ask, search } = await createWorld(database())
    expect(await search('bia', await api.tokenOf('rui@rival.com'))).toMatchObject({ enderecos: [], incidentes: [] })
    const portal = createPortal(api)
    const embed = await portal.tokenOf(await portal.createClient('ana@acme.com'))
    expect((await ask('bia', embed)).statusCode).toBe(403)
    expect((await ask('x')).statusCode).toBe(400)
    expect((await ask('x'.repeat(101))).statusCode).toBe(400)
  })

  // Rule: P-SEARCH-2
  test('an account that searches too often waits', async () => {
    const { ask, token, api } = await createWorld(database())
    const answers = await Promise.all(Array.from({ length: 121 }, () => ask('bia', token)))
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
    expect((await ask('bia', await api.tokenOf('rui@rival.com'))).statusCode).toBe(200)
  })
})
