import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PROOF_NEEDED_PROBLEM } from '@atalaia/contracts'
import { object, string } from 'zod/mini'
import { createEarlyCalls } from './remote-context.ts'
import { createHttpClient, type EarlyCall } from './http-client.ts'

type Seen = { method?: string; url?: string; headers: IncomingMessage['headers']; body: string }

const answerSchema = object({ hello: string() })
let server: Server
let seen: Seen[]
let answer: { status: number; body: string; type?: string; timing?: string } | 'never'

beforeEach(async () => {
  seen = []
  answer = { status: 200, body: '{"hello":"olá"}' }
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      seen.push({ method: request.method, url: request.url, headers: request.headers, body })
      if (answer === 'never') return
      if (answer.timing !== undefined) response.setHeader('server-timing', answer.timing)
      response.writeHead(answer.status, { 'content-type': answer.type ?? 'application/json' }).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`

const client = (options: Partial<Parameters<typeof createHttpClient>[0]> = {}) =>
  createHttpClient({ baseUrl: address(), token: () => 'secret', onUnauthorized: () => {}, ...options })

// Rule: P-API-1, P-API-2
test('a call carries the bearer token and asks for JSON', async () => {
  expect(await client().get('/x', answerSchema)).toEqual({ ok: true, value: { hello: 'olá' } })
  expect(seen[0]).toMatchObject({
    url: '/api/x',
    headers: { authorization: 'Bearer secret', accept: 'application/json' },
  })
})

// Rule: P-API-2
test('without a token there is no authorization header', async () => {
  await client({ token: () => undefined }).get('/x', answerSchema)
  expect(seen[0]?.headers.authorization).toBeUndefined()
})

// Rule: P-API-3, P-API-4
test('a form is sent form-encoded, JSON as JSON', async () => {
  await client().postForm('/login', { username: 'ana', password: 'a&b' }, answerSchema)
  await client().postJson('/emails', { email: 'ana@acme.example' }, answerSchema)
  expect(seen[0]).toMatchObject({
    body: 'username=ana&password=a%26b',
    headers: { 'content-type': expect.stringContaining('application/x-www-form-urlencoded') },
  })
  expect(seen[1]).toMatchObject({
    body: '{"email":"ana@acme.example"}',
    headers: { 'content-type': 'application/json' },
  })
})

test('an answer outside 2xx is a failure with its status and body', async () => {
  answer = { status: 409, body: 'já existe', type: 'text/plain' }
  expect(await client().get('/x', answerSchema)).toEqual({
    ok: false,
    failure: { kind: 'status', status: 409, body: 'já existe' },
  })
})

const ID = '4bf92f3577b34da6a3ce929d0e0e4736'

// Rule: M-TRACE-5
test.each([500, 200])(
  'a call that failed (%i) has the trace that its answer names; a portal’s gets no header for it',
  async (status) => {
    answer = { status, body: '{}', timing: `api;dur=3.1, traceparent;desc="00-${ID}-00f067aa0ba902b7-01"` }
    expect(await client().get('/x', answerSchema)).toMatchObject({ ok: false, failure: { trace: ID } })
    expect(seen[0]?.headers.traceparent).toBeUndefined()
  },
)

test('a 401 of an authorised call tells the token that was refused; one without a token tells nobody', async () => {
  answer = { status: 401, body: '{}' }
  const onUnauthorized = jest.fn()
  await client({ onUnauthorized }).get('/x', answerSchema)
  await client({ onUnauthorized, token: () => undefined }).get('/x', answerSchema)
  expect(onUnauthorized.mock.calls).toEqual([['secret']])
})

// Rule: P-SESSION-31
test('a call that is under way when the session ends is given up, and its 401 is nobody’s', async () => {
  const ended = new AbortController()
  const onUnauthorized = jest.fn()
  const onResult = jest.fn()
  answer = 'never'
  const result = client({ sessionSignal: () => ended.signal, onUnauthorized, onResult }).get('/x', answerSchema)
  await once(server, 'request')
  ended.abort()
  expect(await result).toMatchObject({ ok: false, failure: { kind: 'network' } })
  expect([onUnauthorized, onResult].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
})

test('an answer that does not fit its schema is malformed', async () => {
  answer = { status: 200, body: '{}' }
  expect(await client().get('/x', answerSchema)).toMatchObject({ ok: false, failure: { kind: 'malformed' } })
})

// Rule: P-ERROR-27
test("a page with status 200 is a failure, even where each answer is taken: it is not the API's", async () => {
  answer = { status: 200, body: '<html>' }
  const anyAnswer = { safeParse: (data: unknown) => ({ success: true, data }) as const }
  expect(await client().postForm('/x', {}, anyAnswer)).toEqual({
    ok: false,
    failure: { kind: 'status', status: 200, body: '<html>' },
  })
})

// Rule: P-API-12
test('no answer in time is a timeout, no server a network failure', async () => {
  answer = 'never'
  expect(await client({ timeoutMs: 30 }).get('/x', answerSchema)).toMatchObject({ failure: { kind: 'timeout' } })
  const nobody = client({ baseUrl: 'http://127.0.0.1:1/api' })
  expect(await nobody.get('/x', answerSchema)).toMatchObject({ failure: { kind: 'network' } })
})

test('without a backend nothing is sent', async () => {
  expect(await client({ baseUrl: null }).get('/x', answerSchema)).toEqual({ ok: false, failure: { kind: 'disabled' } })
  expect(seen).toEqual([])
})

const renewing = (renewed: boolean) => {
  let current = 'first'
  const calls: string[] = []
  const options = {
    token: () => current,
    onUnauthorized: (token: string) => void calls.push(`unauthorized ${token}`),
    onResult: (result: { ok: boolean }) => void calls.push(`result ${result.ok}`),
    renewToken: async (refused: string) => {
      calls.push(`renew ${refused}`)
      current = 'second'
      return renewed
    },
  }
  return { options, calls }
}

describe('with a source of other tokens', () => {
  test('a refused call is repeated once with the other token', async () => {
    answer = { status: 401, body: '{"type":"about:blank"}' }
    const { options, calls } = renewing(true)
    expect(await client(options).get('/x', answerSchema)).toMatchObject({ failure: { status: 401 } })
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer first', 'Bearer second'])
    expect(calls).toEqual(['renew first', 'unauthorized second', 'result false'])
  })

  // Rule: P-SESSION-25
  test('a 401 with a problem of its own, as the second step of a login has, is a result and ends nothing', async () => {
    answer = { status: 401, body: '{"type":"urn:atalaia:problem:second-factor-required"}' }
    const { options, calls } = renewing(true)
    expect(await client(options).get('/x', answerSchema)).toMatchObject({ failure: { status: 401 } })
    expect([seen.length, ...calls]).toEqual([1, 'result false'])
  })

  test('without another token the refusal is the result', async () => {
    answer = { status: 401, body: '{}' }
    const { options, calls } = renewing(false)
    expect(await client(options).get('/x', answerSchema)).toMatchObject({ failure: { status: 401 } })
    expect(seen).toHaveLength(1)
    expect(calls).toEqual(['renew first', 'result false'])
  })

  test('a call that is not allowed is answered with 401 and not sent', async () => {
    const { options, calls } = renewing(true)
    const refused = await client({ ...options, beforeCall: async () => false }).get('/x', answerSchema)
    expect(refused).toMatchObject({ failure: { status: 401 } })
    expect([...seen, ...calls]).toEqual([])
  })
})

// Rule: M-GRANT-6
test('a call of a part of the API that is not allowed fails as 403 and is not sent', async () => {
  const http = client({ allows: (method, path) => method === 'GET' && path === '/x' })
  expect(await http.postJson('/x', {}, answerSchema)).toMatchObject({ failure: { kind: 'status', status: 403 } })
  expect(await http.postForm('/x', {}, answerSchema)).toMatchObject({ failure: { kind: 'status', status: 403 } })
  expect(seen).toEqual([])
  expect(await http.get('/x', answerSchema)).toMatchObject({ ok: true })
})

const REFUSAL = { type: PROOF_NEEDED_PROBLEM, meios: ['senha'], message: 'Confirme que é você.' }

const refuse = () => {
  answer = { status: 403, body: JSON.stringify(REFUSAL) }
}
const allow = () => {
  answer = { status: 200, body: '{"hello":"olá"}' }
}
const asked = () => {
  const person = new EventEmitter()
  const proveAgain = jest.fn(async (_refusal: unknown, _signal: AbortSignal | undefined) => {
    const [proved]: unknown[] = await once(person, 'answer')
    return proved === true
  })
  const until = async () => {
    while (proveAgain.mock.calls.length === 0) await new Promise(setImmediate)
  }
  return { proveAgain, resolve: (proved: boolean) => void person.emit('answer', proved), until }
}

// Rule: P-SESSION-30
describe('a call that is refused until the person has proved themselves again', () => {
  beforeEach(refuse)

  test('is sent once more with the same body after the proof, and its result is told once', async () => {
    const { proveAgain, resolve, until } = asked()
    const onResult = jest.fn()
    const result = client({ proveAgain, onResult }).postJson('/x', { papel: 'reader' }, answerSchema)
    await until()
    allow()
    resolve(true)
    expect(await result).toEqual({ ok: true, value: { hello: 'olá' } })
    expect(seen.map(({ body }) => body)).toEqual(['{"papel":"reader"}', '{"papel":"reader"}'])
    expect(proveAgain.mock.calls).toEqual([[REFUSAL, undefined]])
    expect(onResult).toHaveBeenCalledTimes(1)
  })

  test('carries the token of its time, and is not sent where none can be had', async () => {
    const { proveAgain, resolve, until } = asked()
    let [current, isOpen] = ['first', true]
    const options = { proveAgain, token: () => current, beforeCall: async () => isOpen }
    const result = client(options).postJson('/x', {}, answerSchema)
    await until()
    current = 'second'
    allow()
    resolve(true)
    expect(await result).toMatchObject({ ok: true })
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer first', 'Bearer second'])
    refuse()
    const ended = async () => {
      isOpen = false
      return true
    }
    const refused = await client({ ...options, proveAgain: ended }).postJson('/x', {}, answerSchema)
    expect([refused, seen.length]).toMatchObject([{ failure: { status: 401 } }, 3])
  })

  test('is repeated once and no more, and a proof that is cancelled gives the refusal to its screen', async () => {
    const again = jest.fn(async () => true)
    const refused = { ok: false, failure: { kind: 'status', status: 403, body: REFUSAL } }
    expect(await client({ proveAgain: again }).postJson('/x', {}, answerSchema)).toEqual(refused)
    expect([again.mock.calls.length, seen.length]).toEqual([1, 2])
    expect(await client({ proveAgain: async () => false }).postJson('/x', {}, answerSchema)).toEqual(refused)
    expect(await client().postJson('/x', {}, answerSchema)).toEqual(refused)
    expect(seen).toHaveLength(4)
  })

  test('calls at the same time each ask, and each is repeated', async () => {
    const { proveAgain, resolve, until } = asked()
    const http = client({ proveAgain })
    const results = ['/x', '/y'].map((path) => http.postJson(path, {}, answerSchema))
    await until()
    while (proveAgain.mock.calls.length < 2) await new Promise(setImmediate)
    allow()
    resolve(true)
    for (const result of await Promise.all(results)) expect(result).toMatchObject({ ok: true })
    expect(seen.map(({ url }) => url).toSorted()).toEqual(['/api/x', '/api/x', '/api/y', '/api/y'])
  })

  test('waits for the person without a time-out, and each sending has the whole of its own', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] })
    const { proveAgain, resolve, until } = asked()
    const result = client({ proveAgain, timeoutMs: 500 }).postJson('/x', {}, answerSchema)
    await until()
    jest.advanceTimersByTime(550)
    allow()
    resolve(true)
    expect(await result.finally(() => jest.useRealTimers())).toMatchObject({ ok: true })
  })

  test('ends when it is given up, without being sent again', async () => {
    const { proveAgain, until } = asked()
    const controller = new AbortController()
    const result = client({ proveAgain }).postJson('/x', {}, answerSchema, { signal: controller.signal })
    await until()
    expect(proveAgain.mock.calls[0]?.[1]).toBe(controller.signal)
    controller.abort()
    expect(await result).toMatchObject({ failure: { kind: 'network' } })
    expect(seen).toHaveLength(1)
  })

  test.each([
    ['another problem', 403, { type: 'urn:atalaia:problem:operation-not-allowed' }],
    ['no problem', 403, 'não'],
    ['another status', 422, REFUSAL],
  ])('%s asks for nothing', async (_, status, body) => {
    answer = { status, body: JSON.stringify(body) }
    const { proveAgain } = asked()
    expect(await client({ proveAgain }).postJson('/x', {}, answerSchema)).toMatchObject({ failure: { status } })
    expect(proveAgain).not.toHaveBeenCalled()
  })

  test('a call that was sent before the code was there asks for nothing', async () => {
    const { proveAgain } = asked()
    const sent = early({ answer: Promise.resolve({ status: 403, body: JSON.stringify(REFUSAL) }) })
    expect(await client({ proveAgain, ...sent }).get('/x', answerSchema)).toMatchObject({ failure: { status: 403 } })
    expect(proveAgain).not.toHaveBeenCalled()
  })
})

const early = (call: Partial<EarlyCall> = {}) => {
  const sent: EarlyCall = {
    remote: 'mfe-analytics',
    address: `${address()}/x`,
    token: 'secret',
    sentAt: performance.now(),
    answer: Promise.resolve({ status: 200, body: '{"hello":"cedo"}' }),
    ...call,
  }
  const calls = createEarlyCalls([sent])
  return { takeEarly: (url: string, token: string | undefined) => calls.take('mfe-analytics', url, token) }
}

describe('with a call that was sent before', () => {
  // Rule: M-SPEED-4, M-SPEED-31
  test('its answer is taken once; the next call is sent', async () => {
    const http = client(early())
    expect(await http.get('/x', answerSchema)).toEqual({ ok: true, value: { hello: 'cedo' } })
    expect(seen).toEqual([])
    expect(await http.get('/x', answerSchema)).toEqual({ ok: true, value: { hello: 'olá' } })
    expect(seen).toHaveLength(1)
  })

  // Rule: M-SPEED-4, P-API-12, M-SPEED-31
  test.each<[string, Partial<EarlyCall>]>([
    ['another token', { token: 'of somebody else' }],
    ['another address', { address: 'http://127.0.0.1:1/api/x' }],
    ['another remote', { remote: 'mfe-other' }],
    ['a time further back than the time-out', { sentAt: performance.now() - 15_000 }],
  ])('one with %s is not used', async (_, call) => {
    expect(await client(early(call)).get('/x', answerSchema)).toEqual({ ok: true, value: { hello: 'olá' } })
    expect(seen).toHaveLength(1)
  })

  test('only what is read is taken: a form to the same address is sent', async () => {
    await client(early()).postForm('/x', { username: 'ana' }, answerSchema)
    expect(seen).toHaveLength(1)
  })

  // Rule: M-SPEED-4, M-SPEED-31
  test('a 401 tells the token that was refused', async () => {
    const onUnauthorized = jest.fn()
    const refused = early({ answer: Promise.resolve({ status: 401, body: '{"message":"Entre novamente."}' }) })
    expect(await client({ onUnauthorized, ...refused }).get('/x', answerSchema)).toEqual({
      ok: false,
      failure: { kind: 'status', status: 401, body: { message: 'Entre novamente.' } },
    })
    expect(onUnauthorized.mock.calls).toEqual([['secret']])
    expect(seen).toEqual([])
  })

  test('an answer that does not fit, or none, is the failure that it always was', async () => {
    const other = early({ answer: Promise.resolve({ status: 200, body: '{}' }) })
    expect(await client(other).get('/x', answerSchema)).toMatchObject({ failure: { kind: 'malformed' } })
    const dropped = early({ answer: Promise.reject(new TypeError('Failed to fetch')) })
    expect(await client(dropped).get('/x', answerSchema)).toEqual({ ok: false, failure: { kind: 'network' } })
    expect(seen).toEqual([])
  })

  // Rule: M-SPEED-4, P-API-12, M-SPEED-31
  test('the time-out counts from when it was sent', async () => {
    const hanging = early({ sentAt: performance.now() - 14_950, answer: new Promise(() => {}) })
    expect(await client(hanging).get('/x', answerSchema)).toMatchObject({ failure: { kind: 'timeout' } })
  })

  test('a call that is given up ends, whatever becomes of what was sent', async () => {
    const controller = new AbortController()
    const hanging = client(early({ answer: new Promise(() => {}) }))
    const result = hanging.get('/x', answerSchema, { signal: controller.signal })
    controller.abort()
    expect(await result).toMatchObject({ failure: { kind: 'network' } })
  })
})
