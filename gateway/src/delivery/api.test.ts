import type { TrustProxy } from '@atalaia/server'
import fastify, { type FastifyInstance } from 'fastify'
import { createWorkspace, type Workspace } from '../../testing/workspace.ts'

let workspace: Workspace
let api: FastifyInstance
let upstream: string
beforeEach(async () => {
  workspace = await createWorkspace()
  api = fastify()
  api.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  api.get('/healthz', () => ({ status: 'ready' }))
  api.post('/api/login', ({ body, headers, url }) => ({
    body,
    forwarded: headers['x-forwarded-for'],
    url,
    claimed: ['forwarded', 'x-real-ip'].filter((name) => headers[name] !== undefined),
  }))
  api.options('/api/emails', ({ headers }, reply) =>
    reply.code(204).header('access-control-allow-origin', headers.origin).send(),
  )
  api.get('/api/emails', ({ headers, url }) => ({ authorization: headers.authorization, url }))
  api.get('/api/headers', ({ headers }) => headers)
  api.get('/api/timed', ({ headers: { traceparent } }, reply) =>
    reply.header('server-timing', `api;dur=3.0, traceparent;desc="${traceparent}"`).send({ traceparent }),
  )
  api.get('/api/known', (request, reply) =>
    reply
      .code(request.headers['if-none-match'] === 'W/"a"' ? 304 : 200)
      .header('etag', 'W/"a"')
      .send(),
  )
  api.get('/api/refused', (_request, reply) => reply.code(422).type('text/plain').send('Email já cadastrado'))
  api.get('/api/broken', (_request, reply) => reply.raw.destroy())
  upstream = await api.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  await api.close()
  await workspace.remove()
})

// Rule: M-GATEWAY-8
// Threat: T-EDGE-5
test.each([
  ['keep-alive', 'timeout=5'],
  ['upgrade', 'h2c'],
  ['te', 'trailers'],
  ['proxy-connection', 'keep-alive'],
])('a header of the client’s connection (%s) stays out of the one to the API', async (name, value) => {
  const app = await workspace.gateway({ apiUpstream: upstream })
  const answer = await app.inject({ url: '/api/headers', headers: { [name]: value } })
  expect([answer.statusCode, answer.json()[name]]).toEqual([200, undefined])
  await app.close()
})

// Rule: M-GATEWAY-8
test('a call reaches the API with its body, its query and its authorization, and says who asked', async () => {
  const app = await workspace.gateway({ apiUpstream: upstream })
  const login = await app.inject({
    method: 'POST',
    url: '/api/login?x=1',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '6.6.6.6' },
    payload: 'username=ana&password=s',
  })
  expect(login.json()).toMatchObject({
    body: 'username=ana&password=s',
    forwarded: '127.0.0.1',
    url: '/api/login?x=1',
  })
  const emails = await app.inject({ url: '/api/emails', headers: { authorization: 'Bearer t' } })
  expect(emails.json()).toEqual({ authorization: 'Bearer t', url: '/api/emails' })
  await app.close()
})

// Threat: T-EDGE-3
test.each<[TrustProxy, string, string]>([
  [false, '6.6.6.6, 198.51.100.7', '127.0.0.1'],
  [1, '6.6.6.6, 198.51.100.7', '198.51.100.7'],
  [2, '6.6.6.6, 198.51.100.7, 10.0.0.9', '198.51.100.7'],
])('behind %j proxies, the API learns of "%s" the one address %s', async (trustProxy, forwarded, client) => {
  const app = await workspace.gateway({ apiUpstream: upstream, trustProxy })
  const headers = { 'x-forwarded-for': forwarded, forwarded: 'for=6.6.6.6', 'x-real-ip': '6.6.6.6' }
  const answer = await app.inject({ method: 'POST', url: '/api/login', headers, payload: {} })
  expect(answer.json()).toMatchObject({ forwarded: client, claimed: [] })
  await app.close()
})

test('a preflight reaches the API with its origin, and its answer goes back as it is', async () => {
  const app = await workspace.gateway({ apiUpstream: upstream })
  const headers = { origin: 'https://portal.example', 'access-control-request-method': 'GET' }
  const answer = await app.inject({ method: 'OPTIONS', url: '/api/emails', headers })
  expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([204, 'https://portal.example'])
  await app.close()
})

// Rule: M-GATEWAY-8
test("the API's own failures pass through as they are", async () => {
  const app = await workspace.gateway({ apiUpstream: upstream })
  const refused = await app.inject('/api/refused')
  expect([refused.statusCode, refused.body]).toEqual([422, 'Email já cadastrado'])
  expect((await app.inject('/api/nada')).statusCode).toBe(404)
  await app.close()
})

// Rule: M-FAIL-18
test('an API that is down, or breaks off, answers 502 in Portuguese', async () => {
  const app = await workspace.gateway({ apiUpstream: upstream })
  const broken = await app.inject('/api/broken')
  expect(broken.statusCode).toBe(502)
  await api.close()
  const down = await app.inject('/api/emails')
  expect(down.statusCode).toBe(502)
  expect(down.json().message).toMatch(/não está disponível/)
  await app.close()
})

// Rule: M-GATEWAY-12
test('a trace goes on to the API, and its time comes back beside the gateway’s', async () => {
  const app = await workspace.gateway({ apiUpstream: upstream })
  const id = '4bf92f3577b34da6a3ce929d0e0e4736'
  const answer = await app.inject({
    url: '/api/timed',
    headers: { traceparent: `00-${id}-00f067aa0ba902b7-01` },
  })
  const { traceparent } = answer.json()
  expect(traceparent).toMatch(new RegExp(`^00-${id}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`))
  expect(answer.headers['server-timing']).toMatch(
    new RegExp(`^api;dur=3\\.0, traceparent;desc="${traceparent}", gateway;dur=\\d+\\.\\d$`),
  )
  const untimed = await app.inject('/api/emails')
  expect(untimed.headers['server-timing']).toMatch(/^traceparent;desc="00-[0-9a-f]{32}-[0-9a-f]{16}-00"$/)
  await app.close()
})

test('an answer that the browser has stays a 304', async () => {
  const app = await workspace.gateway({ apiUpstream: upstream })
  const answer = await app.inject({ url: '/api/known', headers: { 'if-none-match': 'W/"a"' } })
  expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', 'W/"a"'])
  await app.close()
})

test('without an API every call answers 502', async () => {
  const app = await workspace.gateway()
  const answer = await app.inject({ method: 'POST', url: '/api/login', payload: {} })
  expect(answer.statusCode).toBe(502)
  expect(answer.json().message).toMatch(/não está disponível/)
  await app.close()
})

test('the health follows the health of the API', async () => {
  const app = await workspace.gateway({ apiUpstream: upstream })
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  await api.close()
  const down = await app.inject('/healthz')
  expect(down.statusCode).toBe(503)
  expect(down.json()).toMatchObject({ status: 'not ready', api: 'down' })
  await app.close()
})
