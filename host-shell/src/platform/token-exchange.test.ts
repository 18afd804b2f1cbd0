import { exchangeToken } from './token-exchange.ts'

afterEach(() => jest.restoreAllMocks())

const json = (status: number, body: unknown) => async () => Response.json(body, { status })
const { signal } = new AbortController()
const to = { audience: 'mfe-analytics', scope: 'dashboard' }

// Rule: M-TOKEN-1
test('the session’s token is sent in the body, with the remote and its scopes', async () => {
  const asked = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(json(200, { access_token: 'own', expires_in: 600, token_type: 'Bearer' }))
  expect(await exchangeToken('secret', to, signal)).toEqual({ status: 'granted', token: 'own', seconds: 600 })
  const [address, { body, method } = {}] = asked.mock.calls[0] ?? []
  expect([address, method]).toEqual(['/api/oauth/token', 'POST'])
  expect(Object.fromEntries(body instanceof URLSearchParams ? body : [])).toEqual({
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: 'secret',
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    ...to,
  })
})

// Rule: M-TOKEN-6, M-TOKEN-7
test.each<[string, () => Promise<Response>, object]>([
  ['an ended session', json(400, { error: 'invalid_request' }), { status: 'refused' }],
  ['scopes that it does not know', json(400, { error: 'invalid_scope' }), { status: 'forbidden' }],
  ['another remote’s name', json(400, { error: 'invalid_target' }), { status: 'forbidden' }],
  ['an older API', json(401, { error: 'invalid_client' }), { status: 'absent' }],
  ['an API with another grant', json(400, { error: 'unsupported_grant_type' }), { status: 'absent' }],
  ['an API without the endpoint', json(404, { message: 'não existe' }), { status: 'absent' }],
  ['a page in the place of an answer', async () => new Response('<html>'), { status: 'unanswered' }],
  ['a limit', json(429, {}), { status: 'unanswered', code: 429, body: '{}' }],
  [
    'a gateway without its API',
    async () => new Response('', { status: 502 }),
    { status: 'unanswered', code: 502, body: '' },
  ],
  [
    'a page of a proxy',
    async () => new Response('<html>', { status: 403, headers: { 'content-type': 'text/html' } }),
    { status: 'unanswered', code: 403, body: '<html>' },
  ],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), { status: 'unanswered' }],
])('%s is told from the others', async (_, answer, expected) => {
  jest.spyOn(globalThis, 'fetch').mockImplementation(answer)
  expect(await exchangeToken('secret', to, signal)).toEqual(expected)
})
