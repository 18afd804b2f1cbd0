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

const FRAMES = `/-/portals/${Buffer.from('https://portal.example').toString('base64url')}/api`

// Rule: M-FRAME-2
test('a call of a frame reaches the API as one of the portal that its address names, and can be read in a sandbox', async () => {
  const app = await workspace.gateway({ apiUpstream: upstream })
  const ask = (headers: Record<string, string>, url = `${FRAMES}/headers`) => app.inject({ url, headers })
  const callers: Record<string, string>[] = [
    { origin: 'null' },
    {},
    { origin: 'http://atalaia.example', host: 'atalaia.example' },
    { 'sec-fetch-site': 'same-origin' },
  ]
  const received = { origin: 'https://portal.example', 'sec-fetch-site': 'cross-site' }
  for (const caller of callers) expect((await ask(caller)).json()).toMatchObject(received)
  const headers = { origin: 'null', 'access-control-request-method': 'POST' }
  const preflight = await app.inject({ method: 'OPTIONS', url: `${FRAMES}/emails`, headers })
  expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, '*'])
  const [url, authorization] = [`${FRAMES}/emails?a=1`, 'Bearer x']
  expect((await ask({ authorization }, url)).json()).toEqual({ authorization, url: '/api/emails?a=1' })
  await app.close()
})

// Rule: M-FRAME-2
// Threat: T-CONSENT-9
test.each([
  ['a page of another origin', FRAMES, { origin: 'https://evil.example' }, 403],
  ['an address that names no origin', '/-/portals/cG9ydGFs/api', { origin: 'null' }, 404],
  ['an address that names more than an origin', `/-/portals/${btoa('https://a.example/x')}/api`, {}, 404],
])('%s does not reach the API by the address of frames', async (_what, base, headers, status) => {
  const app = await workspace.gateway({ apiUpstream: upstream })
  expect((await app.inject({ url: `${base}/headers`, headers })).statusCode).toBe(status)
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

// Rule: M-FAIL-18
test('programs are told of what the gateway refuses, or the API does not answer, in English and in their own form', async () => {
  const app = await workspace.gateway({ apiUpstream: upstream })
  const large = await app.inject({ method: 'PATCH', url: '/api/v1/cases/x', payload: { note: 'x'.repeat(200_000) } })
  expect([large.statusCode, large.json().detail]).toEqual([413, 'the request is too large'])
  const unknown = await app.inject({ method: 'PROPFIND', url: '/api/emails' })
  expect([unknown.statusCode, unknown.json().detail]).toEqual([404, 'Este endereço não existe na API.'])
  await api.close()
  const away = 'the service is not available now; try again shortly'
  const answers = ['/v1/findings', '/hibp/v3/breaches', '/scim/v2/Users'].map(async (path) => {
    const { statusCode, headers, body } = await app.inject(`/api${path}`)
    return [statusCode, headers['content-type'], headers['cache-control'], JSON.parse(body)]
  })
  expect(await Promise.all(answers)).toEqual([
    [
      502,
      'application/problem+json; charset=utf-8',
      'no-store',
      expect.objectContaining({ status: 502, detail: away }),
    ],
    [502, 'application/json; charset=utf-8', 'no-store', { statusCode: 502, message: away }],
    [
      502,
      'application/scim+json; charset=utf-8',
      'no-store',
      { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '502', detail: away },
    ],
  ])
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
