import { ORDERS } from '@atalaia/artifact'
import { REMOTES_BASE, SHELL_BASE } from '@atalaia/contracts'
import { attackWithRequests, attackWithTexts } from '@atalaia/server/testing/hostile-requests'
import fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { createBuild } from '../../testing/archives.ts'
import { bearer, createPublished, openTestDatabase, publishBuild } from '../../testing/published.ts'

const NAME = 'mfe-novo'

type Stage = Awaited<ReturnType<typeof createPublished>>
let stage: Stage
let api: FastifyInstance
let orders: FastifyInstance
let token: string
const { descriptor } = createBuild(NAME, '1.0.0')
beforeAll(async () => {
  api = fastify()
  api.all('/*', async () => ({ status: 'ok' }))
  const apiUpstream = await api.listen({ port: 0, host: '127.0.0.1' })
  stage = await createPublished(await openTestDatabase(), { apiUpstream })
  orders = await stage.openOrders()
  token = await stage.tokenOf(NAME)
  await publishBuild(stage.app, token, createBuild(NAME, '1.0.0'))
})
afterAll(async () => {
  await orders.close()
  await stage.close()
  await api.close()
})
const stillServes = async () => (await stage.app.inject('/login')).statusCode === 200

// Threat: T-EDGE-11
test('hostile requests over sockets are answered below 500, and the gateway goes on', async () => {
  const { port } = new URL(await stage.app.listen({ port: 0, host: '127.0.0.1' }))
  const outcome = await attackWithRequests({
    port: Number(port),
    prefixes: [
      '/',
      '/login',
      '/app/',
      '/api/',
      '/-/',
      '/-/reports',
      '/-/release',
      '/-/overrides/answer',
      '/-/overrides/key',
      SHELL_BASE,
      REMOTES_BASE,
      `${REMOTES_BASE}${NAME}/1.0.0/`,
      '/embed/',
      `/embed/${NAME}/stable/`,
      '/healthz',
      '/-/remotes/',
      `/-/remotes/${NAME}/`,
      ORDERS.artifact(NAME),
      ORDERS.promote(NAME),
      ORDERS.tokens,
      '/-/tokens/',
      '/?token=',
      '/?remote=',
      `/login?remote=${NAME}@http://127.0.0.1:9/`,
      '/robots.txt?',
      '/favicon.ico',
    ],
    credentials: [`Authorization: Bearer ${token}`, 'Content-Type: application/gzip'],
  })
  expect([outcome, await stillServes()]).toEqual(['none', true])
})

const activation = {
  remote: NAME,
  version: '1.0.0',
  outcome: 'failed',
  phase: 'entry',
  cause: 'x',
  milliseconds: { a: 1 },
}

// Threat: T-EDGE-11
test.each<[string, 'POST' | 'PUT', string, object]>([
  [
    'promotions',
    'POST',
    ORDERS.promote(NAME),
    { version: '1.0.0', channel: 'stable', percent: 50, why: 'x', force: true },
  ],
  ['rollbacks', 'POST', ORDERS.rollback(NAME), { channel: 'stable', why: 'x' }],
  ['checks', 'POST', ORDERS.check, { descriptor, channel: 'stable' }],
  ['grants', 'PUT', ORDERS.grantsOf(NAME), { grants: ['token'] }],
  ['tokens', 'POST', ORDERS.tokens, { remote: NAME, label: 'ci' }],
  ['override links', 'POST', '/-/overrides/key', { override: `${NAME}@http://127.0.0.1:1`, minutes: 5 }],
  ['reports', 'POST', '/-/reports', { activations: [activation], vitals: [{ route: '/', name: 'LCP', value: 1 }] }],
])('hostile texts in %s are answered below 500', async (_what, method, url, body) => {
  const app = url === '/-/reports' ? stage.app : orders
  const outcome = await attackWithTexts(body, (payload) => app.inject({ method, url, payload }))
  expect([outcome, await stillServes()]).toEqual(['none', true])
})

const processorTimeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const SLASHES = '/'.repeat(60_000)
const check = (path: string) => ({
  method: 'POST' as const,
  url: ORDERS.check,
  headers: bearer(token),
  payload: { descriptor: { ...descriptor, routes: [{ id: 'page', path, access: 'session', title: 'x' }] } },
})

// Threat: T-EDGE-12
test.each<[string, () => string | InjectOptions]>([
  ['a page', () => `/x${SLASHES}a`],
  ['an override', () => `/?remote=${NAME}@http://a${SLASHES}a`],
  ['a route that is checked', () => check(`/x${SLASHES}a`)],
])('slashes in the address of %s are read once, and hold nobody up', async (_what, request) => {
  await stage.app.inject('/login')
  expect(await processorTimeOf(() => stage.app.inject(request()))).toBeLessThan(500)
})

// Threat: T-EDGE-11
test('a null character that would reach the database is refused with 400, without a word about the database', async () => {
  const why = 'a\0b'
  const refused = await stage.app.inject({
    method: 'POST',
    url: ORDERS.promote(NAME),
    headers: bearer(token),
    payload: { version: '1.0.0', why },
  })
  expect([refused.statusCode, refused.json().message]).toEqual([400, 'a text has a character that cannot be stored'])
  expect((await orders.inject({ method: 'DELETE', url: ORDERS.token('%00') })).statusCode).toBe(400)
})
