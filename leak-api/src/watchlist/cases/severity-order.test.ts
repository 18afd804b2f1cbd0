import { casePageSchema } from '@atalaia/contracts/cases'
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
})
