import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import fastify, { type FastifyInstance } from 'fastify'
import { closed, createSockets, received as receivedBy, sendZeros } from '../testing/sockets.ts'
import { createErrorHandlers } from './error-handler.ts'
import { Problem } from './problem.ts'
import { connectionOptions, guardRequests, type RequestGuardOptions } from './request-guard.ts'

const REQUEST_TIMEOUT_MS = 60_000
let app: FastifyInstance
let streamed: PassThrough
const sockets = createSockets()
afterEach(async () => {
  sockets.close()
  await app.close()
})

const refuse = async () => {
  throw new Problem(401, 'a token is needed')
}

const start = async (options: Partial<RequestGuardOptions> = {}) => {
  app = fastify({ ...connectionOptions(REQUEST_TIMEOUT_MS), trustProxy: options.trustProxy === 1 ? () => true : false })
  const { onError, onNotFound } = createErrorHandlers()
  app.setErrorHandler(onError)
  app.setNotFoundHandler(onNotFound)
  guardRequests(app, { trustProxy: false, ...options })
  app.get('/', async () => ({ ok: true }))
  app.get('/big', async () => Buffer.alloc(64 * 1024 * 1024))
  app.get('/streamed', (_request, reply) => {
    streamed = new PassThrough()
    streamed.write('one')
    return reply.send(streamed)
  })
  app.post('/', async ({ body }) => ({ body }))
  app.post('/refused', { onRequest: refuse }, async () => ({ ok: true }))
  app.post('/upload', { config: { streamedBody: true } }, async () => ({ ok: true }))
  await app.listen({ port: 0, host: '127.0.0.1' })
}

const send = (head: string, from?: string) => {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen')
  return sockets.send(address.port, head, from)
}
const SLOW = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{'
const slowFor = (client: string) => SLOW.replace('Host: a', `Host: a\r\nX-Forwarded-For: ${client}`)
const GET = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
const answerTo = async (head: string, from?: string) => text(await send(head, from))
const received = (count: number) => receivedBy(app.server, count)

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
test.each([
  ['came too late', SLOW, 408],
  ['nobody reads', GET.replace('Connection: close', 'Content-Length: 1000'), 200],
])('a body that %s gives its share back when its connection ends', async (_why, head, status) => {
  await start({ bodiesPerNetwork: 1, bodyTimeoutMs: 50 })
  for (let count = 0; count < 3; count++) expect(await answerTo(head)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
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

// Rule: M-HEALTH-85
test('a server that closes finishes the calls under way, and their connections end', async () => {
  await start()
  const both = received(2)
  const half = await send(SLOW)
  const begun = await send('GET /streamed HTTP/1.1\r\nHost: a\r\n\r\n')
  await both
  await once(begun, 'data')
  const answers = Promise.all([text(half), text(begun)])
  const closing = app.close()
  half.write(`"a":"${'b'.repeat(92)}"}`)
  streamed.end('two')
  const [answer, rest] = await answers
  expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/)
  expect(answer).toMatch(/^connection: close\r$/im)
  expect(rest).toContain('two')
  await closing
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

const UPLOAD_BYTES = 60 * 1024 * 1024
const upload = (path: string, more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${UPLOAD_BYTES}\r\n${more}\r\n`

// Threat: T-PUBLISH-1
test.each([
  ['a stranger', '/refused', 401],
  ['a sender at an address that is not there', '/nowhere', 413],
  ['a sender of more than the address takes', '/', 413],
])('the 60 MiB of %s are answered at once and not read to their end', async (_who, path, status) => {
  await start()
  const taken = once(app.server, 'connection')
  const socket = await send(upload(path))
  const [connection] = await taken
  sendZeros(socket, UPLOAD_BYTES)
  const [first] = await once(socket, 'data')
  expect(String(first)).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*connection: close`, 'i'))
  await closed(socket)
  expect(connection.bytesRead).toBeLessThan(UPLOAD_BYTES / 10)
})

test('a small body that is refused unread costs no connection', async () => {
  await start()
  const small = 'POST /refused HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n123456789'
  expect(await answerTo(`${small}${GET}`)).toMatch(/^HTTP\/1.1 401 [^]*HTTP\/1.1 200 /)
})

// RFC 9110, section 10.1.1
// Threat: T-PUBLISH-1
test.each([
  ['without a token', '/refused', 'Expect: 100-continue\r\n', 401],
  ['with a body that is too large', '/', 'Expect: 100-continue\r\n', 413],
  ['with another expectation', '/', 'Expect: the-moon\r\nConnection: close\r\n', 417],
])('a client %s that waits for 100 Continue gets its final answer instead', async (_what, path, more, status) => {
  await start()
  const socket = await send(upload(path, more))
  const [first] = await once(socket, 'data')
  expect(String(first)).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*connection: close`, 'i'))
  // It has nothing more to say.
  socket.end()
  await closed(socket)
})

test('a client whose body is wanted gets 100 Continue, and then its answer', async () => {
  await start()
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\n'
  const socket = await send(`${head}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n`)
  expect(String((await once(socket, 'data'))[0])).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  socket.write('{}')
  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 /)
})

test('a refused client that reads nothing before it has sent its small file gets its answer', async () => {
  await start()
  const size = 12 * 64 * 1024
  const socket = await send(`POST /refused HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n`)
  const block = Buffer.alloc(64 * 1024)
  for (let sent = 0; sent < size; sent += block.length)
    await new Promise<void>((resolve, reject) => {
      socket.write(block, (error) => (error ? reject(error) : resolve()))
    })
  expect(await text(socket)).toMatch(/^HTTP\/1.1 401 /)
})

test('a refused client that goes on sending is let go after a moment', async () => {
  await start()
  const began = once(app.server, 'request')
  const socket = await send(upload('/refused'))
  await began
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 401 /)
  socket.write(Buffer.alloc(2 * 1024 * 1024))
  await closed(socket)
})

// Threat: T-EDGE-5
test.each(['/%', '/%zz', '/%c0%af', '/%E0%A4%A'])('the address %s is answered with a problem', async (path) => {
  await start()
  const answer = await answerTo(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1.1 4\d\d [^]*application\/problem\+json/)
})
