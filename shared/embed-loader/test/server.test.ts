import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { fetchToken, tokenEndpoint, type TokenEndpointOptions } from '../src/server.ts'

let answer: { readonly status: number; readonly body: string }
let asked: { readonly authorization: string | undefined; readonly body: string } | undefined
let server: Server
let gateway: string

beforeAll(async () => {
  server = createServer(async (request, response) => {
    asked = { authorization: request.headers.authorization, body: await text(request) }
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no address')
  gateway = `http://127.0.0.1:${address.port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

let logged: jest.SpyInstance
beforeEach(() => {
  asked = undefined
  answer = { status: 200, body: '{"access_token":"a-token"}' }
  logged = jest.spyOn(console, 'error').mockImplementation()
})
afterEach(() => logged.mockRestore())

const OWN_PAGE = { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } }
const call = (init: RequestInit, signedIn: boolean | string = true, scope?: TokenEndpointOptions['scope']) =>
  tokenEndpoint({
    gateway,
    clientId: 'id',
    clientSecret: 'secret',
    ...(scope !== undefined && { scope }),
    signedIn: () => signedIn,
  })(new Request('https://portal.example/atalaia-token', init))

test('the page of a person who is signed in gets a token, which nobody stores', async () => {
  const response = await call(OWN_PAGE, true, 'leaks:read emails:add')
  expect([response.status, await response.text()]).toEqual([200, 'a-token'])
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(asked).toEqual({
    authorization: `Basic ${Buffer.from('id:secret').toString('base64')}`,
    body: 'grant_type=client_credentials&scope=leaks%3Aread+emails%3Aadd',
  })
})

test('the name that the portal gives goes into the log of the operator', async () => {
  expect((await call(OWN_PAGE, 'ana')).status).toBe(200)
  expect(asked?.body).toBe('grant_type=client_credentials&scope=leaks%3Aread&user=ana')
})

const scopeOfTeam = async ({ headers }: Request) => `leaks:read domain:${headers.get('x-team')}.example`

test('the scope can be that of the person who asks', async () => {
  const headers = { ...OWN_PAGE.headers, 'x-team': 'sales' }
  expect((await call({ ...OWN_PAGE, headers }, true, scopeOfTeam)).status).toBe(200)
  expect(asked?.body).toBe('grant_type=client_credentials&scope=leaks%3Aread+domain%3Asales.example')
})

// Rule: M-EMBED-37
test.each([[''], [' '], [() => ''], [async () => '\n']])('an empty scope gets no token: %s', async (scope) => {
  expect((await call(OWN_PAGE, true, scope)).status).toBe(403)
  expect(asked).toBeUndefined()
})

// Rule: M-EMBED-37
test('fetchToken refuses an empty scope too, which Atalaia would take for all that the client has', async () => {
  const client = { gateway, clientId: 'id', clientSecret: 'secret' }
  await expect(fetchToken({ ...client, scope: '' })).rejects.toThrow('scope is empty')
  expect(asked).toBeUndefined()
})

test('a scope that cannot be told is 502, with the reason in the log', async () => {
  const noScope = jest.fn().mockRejectedValue(new Error('the directory is away'))
  expect((await call(OWN_PAGE, true, noScope)).status).toBe(502)
  expect(logged.mock.calls.flat().join()).toContain('the directory is away')
})

// Rule: M-EMBED-28
test.each([
  ['another site', { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } }, true],
  ['a client without the header', { method: 'POST' }, true],
  ['another method', { headers: { 'sec-fetch-site': 'same-origin' } }, true],
  ['who is not signed in', OWN_PAGE, false],
])('%s gets none, and Atalaia is not asked', async (_, init, signedIn) => {
  expect((await call(init, signedIn)).status).toBe(403)
  expect(asked).toBeUndefined()
})

test.each([
  ['refuses', { status: 401, body: '{"error":"invalid_client"}' }, '401 {"error":"invalid_client"}'],
  ['answers something else', { status: 200, body: '{}' }, 'the answer has no access_token'],
])('an Atalaia that %s is 502, with the reason in the log and without the secret', async (_, given, reason) => {
  answer = given
  expect((await call(OWN_PAGE)).status).toBe(502)
  expect(logged.mock.calls.flat().join()).toContain(reason)
  expect(logged.mock.calls.flat().join()).not.toContain('secret')
})
