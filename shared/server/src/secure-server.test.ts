import { once } from 'node:events'
import { connect, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2'
import { get } from 'node:https'
import { connect as connectTcp } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { until } from '@atalaia/database/testing/until'
import fastify, { type FastifyInstance } from 'fastify'
import { generate } from 'selfsigned'
import { connectionOptions, guardRequests, type RequestGuardOptions } from './request-guard.ts'
import { listenSecure, type ListeningSecure, type SecureServerOptions } from './secure-server.ts'

let keys: { readonly cert: string; readonly key: string }
let app: FastifyInstance
let url: string
let server: ListeningSecure
let letGo: () => void
let arrived: () => void = () => undefined
let streamed: Readable | undefined
const sessions: ClientHttp2Session[] = []
const sockets: TLSSocket[] = []

beforeAll(async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }])
  keys = { cert, key }
})
const open = async (guard: Partial<RequestGuardOptions> = {}, more: Partial<SecureServerOptions> = {}) => {
  app = fastify({ ...connectionOptions(20_000) })
  guardRequests(app, { trustProxy: false, ...guard })
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  app.get('/', async ({ host, protocol, ip }) => ({ host, protocol, ip }))
  app.get('/held', () => held.then(() => ({})))
  app.get('/streamed', async (_request, reply) => {
    arrived()
    await once(reply.raw, 'close')
    streamed = new Readable({ read: () => undefined })
    return reply.send(streamed)
  })
  app.post('/', async ({ body }) => ({ body }))
  server = await listenSecure(app, {
    ...keys,
    trustProxy: false,
    requestTimeoutMs: 20_000,
    port: 0,
    host: '127.0.0.1',
    ...more,
  })
  ;({ url } = server)
}
afterEach(async () => {
  letGo()
  for (const session of sessions.splice(0)) session.destroy()
  for (const socket of sockets.splice(0)) socket.destroy()
  await Promise.all([server.close(), app.close()])
})

const dial = async (from = '127.0.0.1'): Promise<ClientHttp2Session> => {
  const plain = connectTcp({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress: from })
  const socket = connectTls({ socket: plain, ALPNProtocols: ['h2'], rejectUnauthorized: false })
  const session = connect(url, { createConnection: () => socket })
  session.on('error', () => undefined)
  sessions.push(session)
  await once(session, 'connect')
  return session
}
const statusOf = (stream: ClientHttp2Stream): Promise<number> =>
  new Promise((resolve) => {
    stream.on('error', () => resolve(0))
    stream.on('close', () => resolve(0))
    stream.on('response', ({ ':status': status }) => resolve(Number(status)))
  })
const ask = async (session: ClientHttp2Session, headers: Readonly<Record<string, string>> = {}) => {
  const stream = session.request({ ':path': '/', ...headers })
  const status = statusOf(stream)
  const body = text(stream).catch(() => '')
  return { status: await status, body: await body }
}
const isAnswered = async () => (await ask(await dial('127.0.0.2'))).status === 200
const comes = () => new Promise<void>((resolve) => (arrived = resolve))
const ended = (session: ClientHttp2Session) => (session.closed ? Promise.resolve() : once(session, 'close'))

const raw = async (): Promise<TLSSocket> => {
  const socket = connectTls({
    port: Number(new URL(url).port),
    host: '127.0.0.1',
    ALPNProtocols: ['h2'],
    rejectUnauthorized: false,
  })
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'secureConnect')
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
  return socket
}
const TYPE = { headers: 1, reset: 3, settings: 4, ping: 6, continuation: 9 } as const
const frame = (type: keyof typeof TYPE, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer => {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(TYPE[type], 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}
const [END_STREAM, END_HEADERS] = [1, 4]
const GET = Buffer.from('828784410161', 'hex')
const CANCEL = Buffer.from('00000008', 'hex')
const hangsUp = (socket: TLSSocket) =>
  socket.closed || socket.destroyed ? Promise.resolve() : once(socket.resume(), 'close')

// Rule: M-GATEWAY-13
test('HTTP/2 and HTTP/1.1 are spoken at one port, and say what they were asked over', async () => {
  await open()
  const { host } = new URL(url)
  expect(JSON.parse((await ask(await dial())).body)).toEqual({ host, protocol: 'https', ip: '127.0.0.1' })
  const old = get(url, { rejectUnauthorized: false, agent: false })
  const [answer] = await once(old, 'response')
  expect([answer.httpVersion, JSON.parse(await text(answer))]).toEqual([
    '1.1',
    { host, protocol: 'https', ip: '127.0.0.1' },
  ])
})

test('requests of one connection are answered together, and a body arrives', async () => {
  await open()
  const session = await dial()
  const slow = statusOf(session.request({ ':path': '/held' }))
  const many = await Promise.all(Array.from({ length: 30 }, () => ask(session)))
  expect(many.map(({ status }) => status)).toEqual(many.map(() => 200))
  letGo()
  expect(await slow).toBe(200)
  const post = session.request({ ':path': '/', ':method': 'POST', 'content-type': 'application/json' })
  post.end('{"a":1}')
  expect(await text(post)).toBe('{"body":{"a":1}}')
})

// Threat: T-EDGE-20
test('a connection that asks and resets, again and again, ends, and others are answered', async () => {
  await open()
  const socket = await raw()
  const gone = hangsUp(socket)
  socket.write(frame('settings', 0, 0))
  for (let at = 0; at < 600 && !socket.destroyed; at++) {
    const stream = at * 2 + 1
    socket.write(
      Buffer.concat([frame('headers', END_STREAM | END_HEADERS, stream, GET), frame('reset', 0, stream, CANCEL)]),
    )
  }
  await gone
  expect(await isAnswered()).toBe(true)
})

// Threat: T-EDGE-20
test.each([
  ['settings', frame('settings', 0, 0, Buffer.from('000300000001', 'hex'))],
  ['pings', frame('ping', 0, 0, Buffer.alloc(8))],
])('of a connection that floods %s and reads nothing, others notice nothing', async (_what, flood) => {
  await open()
  const socket = await raw()
  socket.write(frame('settings', 0, 0))
  socket.pause()
  const many = Buffer.concat(Array.from({ length: 1000 }, () => flood))
  for (let at = 0; at < 50 && !socket.destroyed; at++) socket.write(many)
  expect(await isAnswered()).toBe(true)
  await hangsUp(socket)
})

// Threat: T-EDGE-20
test('settings with too many entries, and headers that never end, end their connection', async () => {
  await open()
  const settings = await raw()
  const entries = Buffer.concat(Array.from({ length: 20 }, () => Buffer.from('000300000001', 'hex')))
  settings.write(frame('settings', 0, 0, entries))
  await hangsUp(settings)
  const headers = await raw()
  const gone = hangsUp(headers)
  headers.write(Buffer.concat([frame('settings', 0, 0), frame('headers', END_STREAM, 1, GET)]))
  const part = frame('continuation', 0, 1, Buffer.from('0001610161'.repeat(1000), 'hex'))
  for (let at = 0; at < 200 && !headers.destroyed; at++) headers.write(part)
  await gone
  expect(await isAnswered()).toBe(true)
})

// Threat: T-EDGE-20
test('headers that are too large are refused', async () => {
  await open()
  const session = await dial()
  const large = await ask(session, { 'x-large': 'a'.repeat(40_000) })
  expect(large.status).toBe(431)
  expect(await isAnswered()).toBe(true)
})

// Threat: T-EDGE-20
test('a network has a share of requests under way, over all its connections, and another network has its own', async () => {
  await open({ streamsPerNetwork: 70 })
  const [one, two] = [await dial(), await dial()]
  const held = [one, two].flatMap((session) =>
    Array.from({ length: 40 }, () => statusOf(session.request({ ':path': '/held' }))),
  )
  const refused = await Promise.race(held)
  expect(refused).toBe(429)
  expect(await isAnswered()).toBe(true)
  letGo()
  const statuses = await Promise.all(held)
  expect(statuses.filter((status) => status === 200)).toHaveLength(70)
  expect((await ask(one)).status).toBe(200)
})

// Threat: T-EDGE-20
test('at most 64 requests of one connection are at work', async () => {
  await open()
  const session = await dial()
  await until('the settings are there', () => session.remoteSettings.maxConcurrentStreams === 64)
  let begun = 0
  app.server.on('request', () => void (begun += 1))
  const held = Array.from({ length: 100 }, () => statusOf(session.request({ ':path': '/held' })))
  await until('64 are taken up', () => begun >= 64)
  expect(await isAnswered()).toBe(true)
  expect(begun).toBe(65)
  letGo()
  expect(await Promise.all(held)).toEqual(held.map(() => 200))
})

// Threat: T-EDGE-20
test('a body without a declared size has its time, and its share of a network', async () => {
  await open({ bodyTimeoutMs: 1000, bodiesPerNetwork: 2 })
  const session = await dial()
  const slow = Array.from({ length: 3 }, () => {
    const stream = session.request({ ':path': '/', ':method': 'POST', 'content-type': 'application/json' })
    stream.write('{')
    return statusOf(stream)
  })
  expect((await Promise.all(slow)).toSorted()).toEqual([408, 408, 429])
  expect((await ask(session)).status).toBe(200)
})

// Threat: T-EDGE-20
test('a connection that asks for nothing ends, also when it pings', async () => {
  await open({}, { firstRequestMs: 1000, idleMs: 200 })
  const silent = await dial()
  const pinging = await dial()
  expect((await ask(pinging)).status).toBe(200)
  const timer = setInterval(() => pinging.closed || pinging.ping(() => undefined), 20)
  await Promise.all([ended(silent), ended(pinging)])
  clearInterval(timer)
})

// Threat: T-EDGE-20
test('a connection ends after its thousandth request', async () => {
  await open()
  const session = await dial()
  for (let at = 0; at < 1000; at += 50)
    expect(
      (await Promise.all(Array.from({ length: 50 }, () => ask(session)))).every(({ status }) => status === 200),
    ).toBe(true)
  await ended(session)
})

// Threat: T-EDGE-5
test('a request that names two hosts is refused', async () => {
  await open()
  const session = await dial()
  expect((await ask(session, { ':authority': 'a', host: 'b' })).status).toBe(400)
  expect((await ask(session, { ':authority': 'a', host: 'a' })).status).toBe(200)
})

test('closing ends the connections that wait for nothing', async () => {
  await open()
  const session = await dial()
  expect((await ask(session)).status).toBe(200)
  await Promise.all([ended(session), server.close()])
})

// Threat: T-EDGE-20
test.each([
  [
    'HTTP/2',
    async () => {
      const session = await dial()
      const stream = session.request({ ':path': '/streamed' })
      stream.on('error', () => undefined)
      return () => stream.close(8)
    },
  ],
  [
    'HTTP/1.1',
    async () => {
      const request = get(`${url}/streamed`, { rejectUnauthorized: false, agent: false })
      request.on('error', () => undefined)
      return () => request.destroy()
    },
  ],
])('what is opened for a request that its client took back over %s is closed again', async (_protocol, begin) => {
  await open()
  const coming = comes()
  const takeBack = await begin()
  await coming
  takeBack()
  await until('the stream is closed', () => streamed?.destroyed === true, 4000)
  expect(streamed?.readableEnded).toBe(false)
})
