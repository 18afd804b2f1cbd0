import { defaultPublicConfig, type Descriptor } from '@atalaia/contracts'
import { createBus } from './bus.ts'
import type { EarlyCall, HttpOptions } from './http-client.ts'
import { createEarlyCalls, createRemoteContext } from './remote-context.ts'
import type { ExchangeToken } from './session/remote-token.ts'
import { createSession } from './session/session.ts'
import { createFakeLogger, createManualClock, createTabs, tokenWith } from './testing/fake-ports.ts'
import { testDescriptor } from './testing/test-kernel.ts'

const proveAgain = async () => true

const setUp = async (changes: Partial<Descriptor>, sent?: readonly EarlyCall[], exchange?: ExchangeToken) => {
  const { logger, lines } = createFakeLogger()
  const bus = createBus(logger)
  const clock = createManualClock()
  const session = createSession({
    bus,
    storage: createTabs().openTab(),
    clock,
    cookie: { mark: () => undefined, clear: () => undefined },
    demo: false,
  })
  session.start()
  const given: HttpOptions[] = []
  const context = await createRemoteContext(
    {
      config: defaultPublicConfig,
      bus,
      session,
      logger,
      loadHttp: async () => ({
        createHttpClient: (options) => {
          given.push(options)
          return { get: jest.fn(), postJson: jest.fn(), postForm: jest.fn() }
        },
      }),
      clock,
      exchange,
      proveAgain,
      ...(sent && { earlyCalls: createEarlyCalls(sent) }),
    },
    testDescriptor({ api: true, ...changes }),
    new AbortController().signal,
  )
  const signIn = (name: string) => {
    const accessToken = tokenWith({ sub: name, exp: clock.now() / 1000 + 60 })
    bus.publish('login:succeeded', { kind: 'token', accessToken })
    return accessToken
  }
  const [http] = given
  if (!http) throw new Error('no HTTP client was made')
  return { context, lines, session, http, signIn }
}

test('what a remote logs has its name and version in front', async () => {
  const { context, lines } = await setUp({})
  context.logger.info('one', 1)
  context.logger.warn('two', 2)
  context.logger.error('three', 3)
  expect(lines).toEqual([
    { level: 'info', message: 'mfe-analytics 1.4.0: one', detail: 1 },
    { level: 'warn', message: 'mfe-analytics 1.4.0: two', detail: 2 },
    { level: 'error', message: 'mfe-analytics 1.4.0: three', detail: 3 },
  ])
})

test('its calls go to the configured address, with the token of the moment', async () => {
  const { http, session, signIn } = await setUp({ token: true })
  expect([http.baseUrl, http.token()]).toEqual([defaultPublicConfig.apiUrl, undefined])
  const token = signIn('ana@acme.example')
  expect(http.token()).toBe(token)
  session.end('logout')
  expect(http.token()).toBeUndefined()
})

// Rule: P-SESSION-30
test('its client has the page ask the person for a proof', async () => {
  const { http } = await setUp({})
  expect(http.proveAgain).toBe(proveAgain)
})

// Rule: P-SESSION-10
test('a call that is refused ends the session whose token it carried, and no newer one', async () => {
  const { http, session, signIn } = await setUp({})
  const older = signIn('ana@acme.example')
  const newer = signIn('bia@acme.example')
  http.onUnauthorized(older)
  expect(session.state()).toMatchObject({ status: 'active', token: newer })
  http.onUnauthorized(newer)
  expect(session.state()).toEqual({ status: 'anonymous', reason: 'unauthorized' })
})

// Rule: M-SPEED-4, M-TOKEN-4
test('the calls that the page has sent for a remote with the session’s token are its own client’s, each once, and nothing is exchanged for them', async () => {
  const exchange = jest.fn()
  const sent: EarlyCall[] = []
  const call = { address: '/api/x', sentAt: 0, answer: Promise.resolve({ status: 200, body: '' }) }
  const page = await setUp({}, sent, exchange)
  const token = page.signIn('ana@acme.example')
  const own = { ...call, token, remote: 'mfe-analytics' }
  const foreign = { ...call, token, remote: 'mfe-other' }
  const older = { ...call, token: 'of another', address: '/api/y', remote: 'mfe-analytics' }
  const { http, signIn } = await setUp({}, [foreign, older, own], exchange)
  expect(http.takeEarly?.('/api/x', undefined)).toBeUndefined()
  expect(signIn('ana@acme.example')).toBe(token)
  expect(http.takeEarly?.('/api/y', undefined)).toBeUndefined()
  expect(http.takeEarly?.('/api/x', undefined)).toBe(own)
  expect(http.takeEarly?.('/api/x', undefined)).toBeUndefined()
  expect(exchange).not.toHaveBeenCalled()
})

const exchangeAll: ExchangeToken = async (token, { audience, scope }) => ({
  status: 'granted',
  token: `${audience} ${scope} ${token}`,
  seconds: 600,
})

// Rule: M-BUS-4, M-TOKEN-4, M-TOKEN-5
test.each<[string, Partial<Descriptor>, string]>([
  ['parts of the API by its token', { tokenScopes: ['dashboard'] }, 'dashboard'],
  ['no parts of it', { token: true }, 'api'],
])(
  'a remote that names %s has a token of its own in its calls and from the bus, and no other',
  async (_, changes, scope) => {
    const { context, http, session, signIn } = await setUp(changes, undefined, exchangeAll)
    expect(await context.bus.token?.()).toMatchObject({ failure: { kind: 'status', status: 401 } })
    expect([await http.beforeCall?.(), http.token()]).toEqual([true, undefined])
    const heard: unknown[] = []
    for (const event of ['session:changed', 'login:succeeded'] as const)
      context.bus.subscribe(event, (value) => void heard.push(value))
    const own = `mfe-analytics ${scope} ${signIn('ana@acme.example')}`
    expect(await context.bus.token?.()).toEqual({ ok: true, value: own })
    expect([await http.beforeCall?.(), http.token()]).toEqual([true, own])
    expect(heard).toContainEqual({
      status: 'active',
      user: { email: 'ana@acme.example' },
      expiresAt: expect.any(Number),
    })
    expect(JSON.stringify(heard)).not.toContain(own.split(' ').at(-1))
    session.end('logout')
    expect(http.token()).toBeUndefined()
  },
)

// Rule: M-BUS-3
test('for a remote that does not ask for a token none is exchanged', async () => {
  const exchange = jest.fn()
  const { context, http, signIn } = await setUp({ token: false, tokenScopes: ['dashboard'] }, undefined, exchange)
  signIn('ana@acme.example')
  expect([await http.beforeCall?.(), http.token(), context.bus.token]).toEqual([true, undefined, undefined])
  expect(exchange).not.toHaveBeenCalled()
})

test('the calls that nobody has taken are left', () => {
  const answer = Promise.resolve({ status: 200, body: '' })
  const sent = { remote: 'mfe-analytics', address: '/api/x', token: 'secret', sentAt: 0, answer }
  const calls = createEarlyCalls([sent])
  expect(calls.left()).toEqual([sent])
  calls.take('mfe-analytics', '/api/x', 'secret')
  expect(calls.left()).toEqual([])
})

test('a page that has sent nothing has no early calls', async () => {
  const { http } = await setUp({})
  expect(http.takeEarly?.('/api/x', 'secret')).toBeUndefined()
})

// Rule: M-GRANT-6
test.each([
  ['GET', '/emails', true],
  ['GET', '/emails?page=2', true],
  ['POST', '/emails', false],
  ['GET', '/enderecos', false],
  ['GET', '/emails/../enderecos', false],
  ['GET', '/Emails', false],
  ['GET', 'https://evil.example/emails', false],
  ['GET', '//evil.example/emails', false],
])('a remote that may read leaks asks %s %s: %p', async (method, path, allowed) => {
  const { http, lines } = await setUp({ apiScopes: ['leaks:read'] })
  expect(http.allows?.(method, path)).toBe(allowed)
  expect(lines.map(({ message }) => message)).toEqual(
    allowed ? [] : [`mfe-analytics 1.4.0: ${method} ${path}: not among the parts of the API that it has`],
  )
})
