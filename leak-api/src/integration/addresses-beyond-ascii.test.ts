import { onPostgres } from '../../testing/each-database.ts'
import { createKeyCalls } from '../../testing/hibp.ts'
import { createTestApi } from '../../testing/test-api.ts'

const ADDRESS = 'joão.müller@acme.com'
const TYPED = 'JOÃO.Müller@Acme.com'.normalize('NFD')

onPostgres((database) => {
  // Rule: P-EMAIL-13
  test('an address beyond ASCII is one from the import to look-ups, HIBP paths and the feed, in each spelling', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    const calls = createKeyCalls(api)
    await api.importText('forum', `${TYPED}:um\n${ADDRESS}:um\n${ADDRESS}:dois`)
    expect((await api.add(TYPED, token)).statusCode).toBe(201)
    expect((await api.add(ADDRESS, token)).statusCode).toBe(409)

    for (const spelling of [ADDRESS, TYPED]) {
      const path = encodeURIComponent(spelling)
      const { email, senhas } = (await api.get(`/emails/${path}`, token)).json()
      expect([email, senhas.length]).toEqual([ADDRESS, 2])
      const hibp = (await calls.makeKey('ana@acme.com')).key
      for (const end of ['', '/'])
        expect((await calls.ask(`/breachedaccount/${path}${end}`, hibp)).json()).toEqual([{ Name: 'forum' }])
    }
    const feed = (await calls.makeKey('ana@acme.com', 'findings:read')).key
    expect((await calls.ask('/v1/findings', feed)).json().data).toEqual([expect.objectContaining({ address: ADDRESS })])
  })
})
