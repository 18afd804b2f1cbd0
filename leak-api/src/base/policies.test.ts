import { sql } from '@atalaia/database'
import { collectRoutes, policyFault, type FoundRoute } from '@atalaia/server/testing/policies'
import { object, string } from 'zod/mini'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { onPostgres } from '../../testing/each-database.ts'
import { createStopLinks } from '../notify/alerts/stop-link.ts'

onPostgres((database) => {
  let api: TestApi
  let routes: readonly FoundRoute[]
  let token: string
  beforeEach(async () => {
    const collected = await collectRoutes(() => createTestApi(database()))
    api = collected.built
    routes = collected.routes
    token = await api.tokenOf('ana@acme.com')
  })
  afterEach(() => api.app.close())

  // Rule: M-GATEWAY-15
  // Threat: T-PUBLISH-15
  test('no route of the API gives an answer without a policy, whoever asks', async () => {
    expect(routes.map(({ url }) => url)).toEqual(
      expect.arrayContaining(['/healthz', '/api/relatorios/:id', '/api/identidade/:provedor/metadados']),
    )
    const paths = new Set(routes.map(({ url }) => url))
    for (const path of Object.keys(api.app.swagger().paths ?? {}))
      expect(paths).toContain(path.replaceAll(/{(\w+)}/g, ':$1'))
    const faults = []
    for (const { method, url } of routes)
      for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
        const path = url.replaceAll(/:\w+(\(.*\))?|\*/g, '1')
        const answer = await api.app.inject({ method, url: path, headers, payloadAsStream: true })
        answer.stream().destroy()
        const fault = policyFault(answer)
        if (fault !== undefined) faults.push(`${method} ${url} ${answer.statusCode}: ${fault}`)
      }
    expect(faults).toEqual([])
  })

  // Rule: M-GATEWAY-15
  test('what browsers show has a policy of its own: the page of a mail, and a report', async () => {
    const links = createStopLinks(api.keys.link, '/api')
    const [member] = await database().query(
      object({ accountId: string(), organisationId: string() }),
      sql`SELECT id::text AS "accountId", organisation_id::text AS "organisationId" FROM account`,
    )
    if (member === undefined) throw new Error('there is no account')
    const made = await api.app.inject({
      method: 'POST',
      url: '/api/relatorios',
      headers: { authorization: `Bearer ${token}` },
      payload: { meses: '1' },
    })
    const shown = []
    for (const url of [links.sign(member), made.json().url]) {
      const answer = await api.app.inject(url)
      shown.push([answer.statusCode, answer.headers['content-type'], policyFault(answer)])
      expect(answer.headers['content-security-policy']).not.toContain('sandbox')
    }
    expect(shown).toEqual([
      [200, 'text/html; charset=utf-8', undefined],
      [200, 'application/pdf', undefined],
    ])
  })
})
