import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import fastify, { type FastifyInstance } from 'fastify'
import { createErrorHandlers } from './error-handler.ts'
import { connectionOptions, guardRequests, type RequestGuardOptions } from './request-guard.ts'

const REQUEST_TIMEOUT_MS = 60_000
let app: FastifyInstance
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

const start = async (options: Partial<RequestGuardOptions> = {}) => {
  app = fastify({ ...connectionOptions(REQUEST_TIMEOUT_MS), trustProxy: options.trustProxy === 1 ? () => true : false })
  const { onError, onNotFound } = createErrorHandlers()
  app.setErrorHandler(onError)
  app.setNotFoundHandler(onNotFound)
  guardRequests(app, { trustProxy: false, ...options })
  app.get('/', async () => ({ ok: true }))
  app.get('/big', async () => Buffer.alloc(64 * 1024 * 1024))
  app.post('/', async ({ body }) => ({ body }))
  app.post('/upload', { config: { streamedBody: true } }, async () => ({ ok: true }))
  await app.listen({ port: 0, host: '127.0.0.1' })
}

/** Opens a connection from `from`, and sends `head`. */
const send = async (head: string, from = '127.0.0.1'): Promise<Socket> => {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen')
  const socket = connect({ port: address.port, host: '127.0.0.1', localAddress: from })
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(head)
  return socket
}
const SLOW = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{'
const slowFor = (client: string) => SLOW.replace('Host: a', `Host: a\r\nX-Forwarded-For: ${client}`)
const GET = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
/** Everything that is received until the server ends the connection. */
const answerTo = async (head: string, from?: string) => text(await send(head, from))
/** Resolves when the server has taken up `count` requests. */
const received = (count: number) => {
  let left = count
  return new Promise<void>((resolve) => {
    app.server.on('request', () => {
      left -= 1
      if (left === 0) resolve()
    })
  })
}

// Threat: T-EDGE-1
test('a body that does not arrive in time is answered with 408, and the connection ends', async () => {
  await start({ bodyTimeoutMs: 50 })
  const answer = await answerTo(SLOW)
  expect(answer).toMatch(/^HTTP\/1.1 408 /)
  expect(answer).toMatch(/connection: close/i)
  expect(answer).toContain('the body did not arrive in time')
})

// Threat: T-EDGE-1
test('a network with its share of unfinished bodies gets 429, and another one an answer', async () => {
  await start({ bodiesPerNetwork: 3 })
  const three = received(3)
  for (let count = 0; count < 3; count++) await send(SLOW)
  await three
  expect(await answerTo(SLOW)).toMatch(/^HTTP\/1.1 429 [^]*retry-after: 1/)
  const whole =
    'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'
  expect(await answerTo(whole, '127.0.0.2')).toMatch(/^HTTP\/1.1 200 /)
  expect(await answerTo(GET)).toMatch(/^HTTP\/1.1 200 /)
})

// Threat: T-EDGE-1
test('behind a proxy the share is of the client that the proxy names', async () => {
  await start({ bodiesPerNetwork: 1, trustProxy: 1 })
  const one = received(1)
  await send(slowFor('2001:db8:1:2::1'))
  await one
  expect(await answerTo(slowFor('2001:db8:1:2::2'))).toMatch(/^HTTP\/1.1 429 /)
  const other = received(1)
  const socket = await send(slowFor('2001:db8:1:3::1'))
  await other
  expect(socket.destroyed).toBe(false)
})

// Threat: T-EDGE-1
test('when all unfinished bodies are too many, the oldest of the network with the most is cut off', async () => {
  await start({ maxBodies: 3 })
  const three = received(3)
  const oldest = await send(SLOW)
  await send(SLOW)
  await send(SLOW, '127.0.0.2')
  await three
  const ended = once(oldest, 'close')
  const newest = await send(SLOW, '127.0.0.3')
  await ended
  expect(newest.destroyed).toBe(false)
})

// Threat: T-EDGE-1
test('a connection beyond the share of its network ends at once', async () => {
  await start({ connectionsPerNetwork: 1 })
  const two = await send('', '127.0.0.1').then(() => send(GET))
  expect(await text(two)).toBe('')
  expect(await answerTo(GET, '127.0.0.2')).toMatch(/^HTTP\/1.1 200 /)
})

test('connections of a trusted proxy are not counted', async () => {
  await start({ connectionsPerNetwork: 1, trustProxy: 1 })
  await send('')
  expect(await answerTo(GET)).toMatch(/^HTTP\/1.1 200 /)
})

// Threat: T-EDGE-1
test('an answer that is not taken in time ends', async () => {
  await start({ answerTimeoutMs: 50 })
  const taken = once(app.server, 'request')
  const socket = await send('GET /big HTTP/1.1\r\nHost: a\r\n\r\n')
  socket.pause()
  const [, response] = await taken
  await once(response, 'close')
  expect(response.writableFinished).toBe(false)
})

test('a body that the handler reads itself has the time of the whole request', async () => {
  await start({ bodyTimeoutMs: 1 })
  const answer = await app.inject({ method: 'POST', url: '/upload', payload: {} })
  expect(answer.json()).toEqual({ ok: true })
})

test('connections have limits of time and of requests', async () => {
  await start()
  expect(app.server).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: REQUEST_TIMEOUT_MS,
    timeout: 60_000,
    maxRequestsPerSocket: 1000,
  })
})

// Threat: T-EDGE-5
test.each([
  ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', 400],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['long headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ['a false length', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n', 400],
  ['a body where none belongs', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{', 200],
])('a request with %s is answered, and its connection ends', async (_what, head, status) => {
  await start()
  expect(await answerTo(head)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
})
