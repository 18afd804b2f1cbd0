import { openPostgres, type Database } from '@atalaia/database'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { attackWithRequests, attackWithTexts } from '@atalaia/server/testing/hostile-requests'
import { onPostgres } from '../../testing/each-database.ts'
import { createTestApi, PASSWORD, type TestApi } from '../../testing/test-api.ts'
import { migrate } from '../base/store/store.ts'

const FORM = 'application/x-www-form-urlencoded'
const form = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString()

const fromAnywhere = () => {
  let count = 0
  return () => ({ 'x-forwarded-for': `203.0.${(count += 1) >> 8}.${count & 255}` })
}

onPostgres((database) => {
  // Threat: T-EDGE-11
  test('a null character in any text that reaches the database is refused with 400, without a fault in the log', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    const bearer = { authorization: `Bearer ${token}` }
    const basic = Buffer.from('a\0b:c').toString('base64')
    const send = (url: string, payload: string, headers: Readonly<Record<string, string>>) =>
      api.app.inject({ method: 'POST', url, headers, payload })
    const answers = await Promise.all([
      send('/api/login', form({ username: 'a\0@acme.com', password: PASSWORD }), { 'content-type': FORM }),
      send('/api/oauth/token', form({ grant_type: 'client_credentials' }), {
        'content-type': FORM,
        authorization: `Basic ${basic}`,
      }),
      send('/api/oauth/token', form({ client_id: 'a\0', client_secret: 'b' }), { 'content-type': FORM }),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400])
    for (const [url, payload] of [
      ['/api/auth/signup', { email: 'a\0@acme.com', password: PASSWORD }],
      ['/api/emails', { email: 'a\0@acme.com' }],
      ['/api/clientes/me/origens', { origem: 'https://a\0.example' }],
    ] as const) {
      const headers = { 'content-type': 'application/json', ...bearer }
      const { statusCode } = await send(url, JSON.stringify(payload), headers)
      expect([url, [400, 422].includes(statusCode)]).toEqual([url, true])
    }
    expect(api.log.filter((line) => line.includes('request failed'))).toEqual([])
  })
})

describe('on PostgreSQL', () => {
  let database: Database
  let api: TestApi
  let token: string
  beforeAll(async () => {
    database = await openPostgres(await createTestDatabase())
    await migrate(database)
    api = await createTestApi(database)
    token = await api.tokenOf('ana@acme.com')
  })
  afterAll(async () => {
    await api.app.close()
    await database.close()
  })
  const stillServes = async () =>
    (await api.app.inject('/healthz')).statusCode === 200 && (await api.get('/emails', token)).statusCode === 200

  // Threat: T-EDGE-11
  test('hostile requests over sockets are answered below 500, and the API goes on', async () => {
    const { port } = new URL(await api.app.listen({ port: 0, host: '127.0.0.1' }))
    const outcome = await attackWithRequests({
      port: Number(port),
      prefixes: [
        '/',
        '/healthz',
        '/api/',
        '/api/login',
        '/api/auth/signup',
        '/api/oauth/token',
        '/api/emails',
        '/api/clientes/me/origens',
        '/api/clientes/me/origens?origem=',
        '/api/clientes/me/analises',
        '/api/dashboard/resumo',
        '/api/relatorios/',
        '/api/relatorios/00000000-0000-0000-0000-000000000000?expira=',
      ],
      credentials: [`Authorization: Bearer ${token}`],
    })
    expect([outcome, await stillServes()]).toEqual(['none', true])
  })

  // Threat: T-EDGE-11
  test.each<[string, string, Record<string, string>, boolean]>([
    ['logins', '/api/login', { username: 'ana@acme.com', password: 'errada' }, true],
    ['sign-ups', '/api/auth/signup', { email: 'rui@acme.com', password: PASSWORD }, false],
    ['addresses', '/api/emails', { email: 'caixa@acme.com' }, false],
    ['origins', '/api/clientes/me/origens', { origem: 'https://portal.example' }, false],
    [
      'tokens of portals',
      '/api/oauth/token',
      { grant_type: 'client_credentials', client_id: 'atc_x', client_secret: 'y', scope: 'leaks:read' },
      true,
    ],
  ])('hostile texts in %s are answered below 500', async (_what, url, fields, isForm) => {
    const from = fromAnywhere()
    const own = url.includes('emails') || url.includes('clientes') ? { authorization: `Bearer ${token}` } : {}
    const outcome = await attackWithTexts(fields, (body) =>
      api.app.inject({
        method: 'POST',
        url,
        headers: { ...own, ...from(), 'content-type': isForm ? FORM : 'application/json' },
        payload: isForm ? form(body) : JSON.stringify(body),
      }),
    )
    expect([outcome, await stillServes()]).toEqual(['none', true])
  })
})
