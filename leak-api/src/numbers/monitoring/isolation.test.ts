import { onPostgres } from '../../../testing/each-database.ts'
import { createTestApi } from '../../../testing/test-api.ts'

const twoOrganisations = async (database: Parameters<typeof createTestApi>[0]) => {
  const api = await createTestApi(database)
  const acme = await api.tokenOf('ana@acme.com')
  const rival = await api.tokenOf('rui@acme.com')
  await api.importText('forum', 'caixa@acme.com:um\ncaixa@acme.com:dois\nrh@acme.com:tres')
  await api.add('caixa@acme.com', acme)
  return { api, acme, rival }
}

onPostgres((database) => {
  // Rule: M-PRIVACY-3, P-API-14, P-API-43
  test('a second organisation of the same domain sees nothing of the first, by any call', async () => {
    const { api, rival } = await twoOrganisations(database())
    expect((await api.get('/emails', rival)).json()).toEqual([])
    expect((await api.get('/clientes/me/analises', rival)).json()).toEqual([])
    expect((await api.get('/dashboard/resumo', rival)).json()).toEqual({
      total_vazamentos: { numero_vazamentos: 0, numero_senhas_vazadas: 0 },
      posse_verificada: false,
      revisao: expect.any(String),
      top_3_vazamentos_email: [],
      top_3_vazamentos_senha: [],
      ultimos_3_relatorios: [],
      cobertura: { fontes: 1, atualizado_em: '2026-11-21T15:00:00Z' },
    })
  })

  test('an address that both monitor has its own row, runs and reports in each', async () => {
    const { api, acme, rival } = await twoOrganisations(database())
    expect((await api.add('caixa@acme.com', rival)).statusCode).toBe(201)
    await api.add('rh@acme.com', rival)

    const [first] = (await api.get('/emails', acme)).json()
    const ofRival = (await api.get('/emails', rival)).json()
    expect(ofRival).toHaveLength(2)
    expect(ofRival.map(({ id }: { id: string }) => id)).not.toContain(first.id)
    expect((await api.get('/clientes/me/analises', acme)).json()).toHaveLength(1)
    expect((await api.get('/clientes/me/analises', rival)).json()).toHaveLength(2)
    expect((await api.get('/dashboard/resumo', acme)).json().ultimos_3_relatorios).toHaveLength(1)
  })

  test('the id of a report opens nothing with the signature of another one', async () => {
    const { api, acme, rival } = await twoOrganisations(database())
    await api.add('rh@acme.com', rival)
    const urlOf = async (token: string): Promise<string> =>
      (await api.get('/dashboard/resumo', token)).json().ultimos_3_relatorios[0].url
    const [theirs] = (await urlOf(acme)).split('?')
    const [, signature] = (await urlOf(rival)).split('?')

    expect((await api.app.inject({ url: `${theirs}?${signature}` })).statusCode).toBe(403)
    expect((await api.app.inject({ url: theirs ?? '' })).statusCode).toBe(403)
  })
})
