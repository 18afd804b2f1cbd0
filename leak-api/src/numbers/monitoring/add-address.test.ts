import { onPostgres } from '../../../testing/each-database.ts'
import { createTestApi } from '../../../testing/test-api.ts'

onPostgres((database) => {
  // Rule: P-EMAIL-10, P-LANG-2, P-LANG-24
  test('an address that is there already is a conflict, in whatever case it is written', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    await api.add('ana@acme.com', token)
    const answer = await api.add('ANA@acme.com', token)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      type: 'urn:atalaia:problem:address-monitored',
      message: 'ana@acme.com já está na lista: veja Emails Monitorados.',
    })
    expect((await api.get('/emails', token)).json()).toHaveLength(1)
  })

  // Rule: P-EMAIL-11, P-LANG-2, P-LANG-24
  test.each(['', 'ana', 'ana@acme', 'a@b.com, c@d.com', `${'a'.repeat(250)}@acme.com`])(
    'what is no single address (%p) is refused with what to do',
    async (text) => {
      const api = await createTestApi(database())
      const answer = await api.add(text, await api.tokenOf('ana@acme.com'))
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toMatchObject({
        type: 'urn:atalaia:problem:address-invalid',
        message: expect.stringContaining('Informe um único endereço'),
      })
    },
  )

  // Rule: P-EMAIL-12, P-LANG-2, P-LANG-24
  test('past the limit of an organisation nothing more is added, even by calls at the same time', async () => {
    const api = await createTestApi(database(), { maxAddresses: 2 })
    const token = await api.tokenOf('ana@acme.com')
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => api.add(`${name}@acme.com`, token)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 422, 422])
    const refused = answers.filter(({ statusCode }) => statusCode === 422).map((answer) => answer.json().type)
    expect(refused).toEqual(refused.map(() => 'urn:atalaia:problem:address-limit'))
    expect((await api.get('/emails', token)).json()).toHaveLength(2)
  })

  test('a body that is too big or no JSON is refused in Portuguese', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    const post = (payload: string) =>
      api.app.inject({
        method: 'POST',
        url: '/api/emails',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload,
      })
    expect((await post(`{"email":"${'a'.repeat(20_000)}"}`)).json()).toMatchObject({
      message: 'O pedido é grande demais.',
    })
    expect((await post('{')).json()).toMatchObject({ message: expect.stringContaining('Não entendemos o pedido') })
  })
})
