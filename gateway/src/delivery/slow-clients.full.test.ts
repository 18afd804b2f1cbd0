import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { createSockets, received } from '@atalaia/server/testing/sockets'
import fastify, { type FastifyInstance } from 'fastify'
import { createWorkspace, type Workspace } from '../../testing/workspace.ts'
import { apiProxy } from './api-proxy.ts'

const SLOW_CLIENTS = 300
const ADDRESSES = 4

let workspace: Workspace
let api: FastifyInstance
let gateway: FastifyInstance
let port: number
const sockets = createSockets()
let letGo: () => void
beforeEach(async () => {
  workspace = await createWorkspace()
  api = fastify()
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  api.get('/api/emails', async () => ({ data: [] }))
  api.post('/api/login', async () => ({ access_token: 't' }))
  api.get('/api/held', () => held.then(() => ({})))
  api.get('/api/large', async (_request, reply) => reply.type('text/plain').send('a'.repeat(900_000)))
  gateway = await workspace.gateway({ apiUpstream: await api.listen({ port: 0, host: '127.0.0.1' }) })
  port = Number(new URL(await gateway.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterEach(async () => {
  letGo()
  sockets.close()
  await gateway.close()
  await api.close()
  await workspace.remove()
})

const send = (head: string, from?: string) => sockets.send(port, head, from)
const callFrom = async (from: string, path = '/api/emails') =>
  text(await send(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`, from))
const addressOf = (index: number) => `127.0.0.${10 + (index % ADDRESSES)}`

// Threat: T-EDGE-1
test('while hundreds of bodies do not end, a call is answered, and the API has heard of none of them', async () => {
  let heard = 0
  api.server.on('request', () => void heard++)
  const all = received(gateway.server, SLOW_CLIENTS)
  const slow = 'POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{'
  await Promise.all(Array.from({ length: SLOW_CLIENTS }, (_, index) => send(slow, addressOf(index))))
  await all
  expect(await callFrom('127.0.0.2')).toMatch(/^HTTP\/1.1 200 /)
  expect(heard).toBe(1)
})

// Threat: T-EDGE-4
test('while one network holds its share of calls to the API, another one’s call is answered', async () => {
  const share = received(api.server, 32)
  const hold = 'GET /api/held HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer '
  await Promise.all(Array.from({ length: 100 }, (_, index) => send(`${hold}${index}\r\n\r\n`)))
  await share
  expect(await callFrom('127.0.0.2')).toMatch(/^HTTP\/1.1 200 /)
})

// Threat: T-EDGE-4
test('an account holds its share of calls, from however many addresses', async () => {
  const share = received(api.server, 16)
  const hold = 'GET /api/held HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer one\r\n\r\n'
  await Promise.all(Array.from({ length: 100 }, (_, index) => send(hold, addressOf(index))))
  await share
  const other = 'GET /api/emails HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer two\r\nConnection: close\r\n\r\n'
  expect(await text(await send(other, addressOf(0)))).toMatch(/^HTTP\/1.1 200 /)
})

// Threat: T-EDGE-1
test('clients that do not read their answers hold no connection to the API', async () => {
  const all = received(api.server, 100)
  const unread = 'GET /api/large HTTP/1.1\r\nHost: a\r\n\r\n'
  const readers = await Promise.all(Array.from({ length: 100 }, (_, index) => send(unread, addressOf(index))))
  for (const reader of readers) reader.pause()
  await all
  expect(await callFrom('127.0.0.2')).toMatch(/^HTTP\/1.1 200 /)
})

// Threat: T-EDGE-9
test('an answer is kept for its client within the share of its network, and else goes as it is taken', async () => {
  const url = gateway.listeningOrigin
  for (const room of [1_000_000, 899_999]) {
    const given = jest.fn()
    const hold = jest.fn(() => given)
    const proxied = fastify()
    await apiProxy(proxied, url, { unread: { roomFor: () => room, hold }, visitors: { keepSession: () => undefined } })
    const answer = await fetch(`${await proxied.listen({ port: 0, host: '127.0.0.1' })}/api/large`)
    expect((await answer.text()).length).toBe(900_000)
    await proxied.close()
    expect([hold.mock.calls, given.mock.calls.length]).toEqual(room < 900_000 ? [[], 0] : [[['127.0.0.1', 900_000]], 1])
  }
})

test('an answer that is too long to be read ahead arrives whole', async () => {
  const size = 3_000_000
  await api.close()
  api = fastify()
  api.get('/api/huge', async (_request, reply) => reply.type('text/plain').send('a'.repeat(size)))
  await gateway.close()
  gateway = await workspace.gateway({ apiUpstream: await api.listen({ port: 0, host: '127.0.0.1' }) })
  const answer = await gateway.inject('/api/huge')
  expect(answer.body).toHaveLength(size)
})

test.each([
  ['a body of more than 128 KiB', { payload: 'a'.repeat(132_000) }, 413, 'O pedido é grande demais.'],
  ['a body of 2 MB', { payload: 'a'.repeat(2_000_000) }, 413, 'O pedido é grande demais.'],
])('%s is refused in Portuguese', async (_what, { payload }, status, message) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await gateway.inject({ method: 'POST', url: '/api/login', headers, payload })
  expect([answer.statusCode, answer.json().message]).toEqual([status, message])
})

test('as much as people send at once reaches the API', async () => {
  await api.close()
  api = fastify()
  api.post('/api/casos/mudar', async (request) => ({ length: JSON.stringify(request.body).length }))
  await gateway.close()
  gateway = await workspace.gateway({ apiUpstream: await api.listen({ port: 0, host: '127.0.0.1' }) })
  const payload = { casos: Array.from({ length: 200 }, () => ({ endereco: 'e'.repeat(36), fonte: 'f'.repeat(300) })) }
  const answer = await gateway.inject({ method: 'POST', url: '/api/casos/mudar', payload })
  expect(answer.json()).toEqual({ length: JSON.stringify(payload).length })
})

// RFC 9110, section 10.1.1
test('a client that waits for 100 Continue is answered', async () => {
  const head = 'POST /api/login HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Type: application/json\r\n'
  const socket = await send(`${head}Content-Length: 2\r\nConnection: close\r\n\r\n`)
  await once(socket, 'readable')
  expect(String(socket.read())).toMatch(/^HTTP\/1.1 100 /)
  socket.write('{}')
  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 /)
})
