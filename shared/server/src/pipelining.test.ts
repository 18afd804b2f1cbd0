import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { until } from '@atalaia/database/testing/until'
import fastify, { type FastifyInstance } from 'fastify'
import { createSockets, received as receivedBy } from '../testing/sockets.ts'
import { answerInTurn } from './pipelining.ts'

const CLOSE = 'Connection: close\r\n'

let app: FastifyInstance
let port: number
let begun: string[]
let letGo: (() => void)[]
const sockets = createSockets()

beforeEach(async () => {
  app = fastify()
  answerInTurn(app)
  begun = []
  letGo = []
  app.get('/free/:name', async ({ url }) => ({ url }))
  app.get('/held/:name', async ({ url }) => {
    begun.push(url)
    await new Promise<void>((resolve) => letGo.push(resolve))
    return { url }
  })
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterEach(async () => {
  sockets.close()
  for (const go of letGo) go()
  await app.close()
})

const requests = (count: number, path = 'free', last = '') =>
  Array.from(
    { length: count },
    (_, at) => `GET /${path}/${at} HTTP/1.1\r\nHost: a\r\n${at === count - 1 ? last : ''}\r\n`,
  ).join('')

const send = (head: string, from?: string) => sockets.send(port, head, from)
const received = (count: number) => receivedBy(app.server, count)
const answered = (answers: string) => [...answers.matchAll(/"url":"\/\w+\/(\d+)"/g)].map(([, at]) => Number(at))
const answersTo = async (head: string, from?: string) => answered(await text(await send(head, from)))

// Threat: T-EDGE-9
test('requests that are sent at once are taken up one after the other, and answered in order', async () => {
  const all = received(3)
  const socket = await send(requests(3, 'held', CLOSE))
  const answers = text(socket)
  await all
  expect(begun).toEqual(['/held/0'])
  for (let at = 0; at < 3; at++) {
    await until('a request is taken up', () => letGo.length > 0)
    expect(begun).toHaveLength(at + 1)
    letGo.shift()?.()
  }
  expect(answered(await answers)).toEqual([0, 1, 2])
})

// Threat: T-EDGE-9
test('of a connection that sends too many at once, the first three are answered, and it ends', async () => {
  expect(await answersTo(requests(40))).toEqual([0, 1, 2])
})

test('a connection that waits for its answers is not bounded', async () => {
  const socket = await send('')
  for (let at = 0; at < 20; at++) {
    socket.write(requests(1))
    await once(socket, 'data')
  }
  expect(socket.destroyed).toBe(false)
})

// Threat: T-EDGE-9
test('a network’s connections have a share of what waits, and another network has its own', async () => {
  const full = 32
  const all = received(full * 3)
  for (let at = 0; at < full; at++) await send(requests(3, 'held'))
  await all
  const over = received(2)
  const ended = text(await send(requests(2)))
  await over
  expect(answered(await ended)).toEqual([0])
  expect(await answersTo(requests(2, 'free', CLOSE), '127.0.0.2')).toEqual([0, 1])
})

test('a connection that goes gives back what waited on it', async () => {
  const full = 32
  const all = received(full * 3)
  for (let at = 0; at < full; at++) await send(requests(3, 'held'))
  await all
  const gone = Promise.all(sockets.all.map((socket) => once(socket, 'close')))
  for (const socket of sockets.all) socket.destroy()
  await gone
  for (const go of letGo) go()
  await until('both are answered', async () => (await answersTo(requests(2, 'free', CLOSE))).length === 2)
  expect(await answersTo(requests(3, 'free', CLOSE))).toHaveLength(3)
})
