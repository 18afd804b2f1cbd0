import { connect, type Socket } from 'node:net'
import { until } from '@atalaia/database/testing/until'
import fastify, { type FastifyInstance } from 'fastify'
import { paceRequests } from './request-pacing.ts'

const workOf = (url: string) => (url.startsWith('/waits/') ? 2 : url === '/slow' ? 40 : 0)

let app: FastifyInstance
let port: number
let begun: string[]
let onBegin: (url: string) => void
let connections: number
const sockets: Socket[] = []

beforeEach(async () => {
  app = fastify()
  begun = []
  onBegin = () => undefined
  connections = 0
  app.server.on('connection', () => (connections += 1))
  paceRequests(app, (url) => url.startsWith('/waits/'))
  app.get('/*', async ({ url }) => {
    begun.push(url)
    onBegin(url)
    const end = Date.now() + workOf(url)
    while (Date.now() < end);
    return url
  })
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
  jest.restoreAllMocks()
})

const open = async (count: number) => {
  const opened = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1' }))
  sockets.push(...opened)
  for (const socket of opened) socket.on('error', () => undefined)
  // The server takes up one connection in each turn.
  await until('connected', () => connections === count)
  return opened
}
const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

const flood = () => connect({ port, host: '127.0.0.1' }).on('error', () => undefined)

test('a page that is asked for behind a hundred calls begins among the first', async () => {
  const callers = await open(101)
  const last = callers.pop()
  callers.forEach((socket, at) => socket.write(ask(`/waits/${at}`)))
  last?.write(ask('/page'))
  await until('all begun', () => begun.length === 101)
  expect(begun.indexOf('/page')).toBeLessThan(20)
})

test('pages that take long, one after the other, do not starve the calls that wait', async () => {
  const callers = await open(21)
  const reader = callers.pop()
  reader?.on('data', () => begun.length < 40 && reader.write(ask('/slow')))
  reader?.write(ask('/slow'))
  callers.forEach((socket, at) => socket.write(ask(`/waits/${at}`)))
  await until('the last call begun', () => begun.includes('/waits/19'))
  expect(begun.slice(0, begun.indexOf('/waits/19')).filter((url) => url === '/slow').length).toBeLessThan(10)
})

test('connections that come together are taken up before the calls that wait', async () => {
  // The turns of the loop alone count: on a busy machine one call begins for each 10 ms that pass.
  jest.spyOn(performance, 'now').mockReturnValue(0)
  const callers = await open(60)
  let begunAtLast: number | undefined
  app.server.on('connection', () => {
    if (connections === 120) begunAtLast = begun.length
  })
  onBegin = (url) => void (url === '/waits/0' && open(60))
  callers.forEach((socket, at) => socket.write(ask(`/waits/${at}`)))
  await until('all begun', () => begun.length === 60)
  expect(begunAtLast).toBeLessThan(30)
})

test('connections that come without end do not starve the calls that wait', async () => {
  const callers = await open(20)
  const FLOOD = 40_000
  app.server.on('connection', (taken) => {
    taken.destroy()
    if (begun.length < 20 && connections < FLOOD) flood()
  })
  callers.forEach((socket, at) => socket.write(ask(`/waits/${at}`)))
  for (let at = 0; at < 50; at += 1) flood()
  await until('all begun', () => begun.length === 20)
  expect(connections).toBeLessThan(FLOOD)
})

test('requests of one connection begin in the order in which they were sent', async () => {
  const [socket] = await open(1)
  const sent = ['/waits/0', '/waits/1', '/page', '/waits/2']
  socket?.write(sent.map(ask).join(''))
  await until('all begun', () => begun.length === sent.length)
  expect(begun).toEqual(sent)
})

test('a request whose client goes before its turn is not begun', async () => {
  const callers = await open(12)
  const gone = callers.at(-2)
  onBegin = (url) => url === '/waits/0' && gone?.resetAndDestroy()
  callers.forEach((socket, at) => socket.write(ask(`/waits/${at}`)))
  await until('the last begun', () => begun.includes('/waits/11'))
  expect(begun).toHaveLength(11)
  expect(begun).not.toContain('/waits/10')
})
