import { once } from 'node:events'
import fastify, { type FastifyInstance } from 'fastify'
import { PassThrough } from 'node:stream'
import { createWorkspace, type Workspace } from '../../testing/workspace.ts'

let workspace: Workspace
let api: FastifyInstance
let upstream: string
let streams: PassThrough[]
beforeEach(async () => {
  workspace = await createWorkspace()
  streams = []
  api = fastify({ forceCloseConnections: true })
  api.get('/api/eventos', ({ headers }, reply) => {
    if (headers.authorization === undefined) return reply.code(401).send({ title: 'who?' })
    const stream = new PassThrough()
    streams.push(stream)
    stream.write(`data: ${headers.authorization}\n\n`)
    return reply.type('text/event-stream').send(stream)
  })
  api.get('/api/emails', () => ({ ready: true }))
  upstream = await api.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  for (const stream of streams) stream.destroy()
  await api.close()
  await workspace.remove()
})

const open = async () => {
  const app = await workspace.gateway({ apiUpstream: upstream })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const listen = async () => {
    const leaving = new AbortController()
    const answer = await fetch(`${url}/api/eventos`, { headers: { authorization: 'Bearer t' }, signal: leaving.signal })
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    return { leave: () => leaving.abort(), next: async () => (await reader?.read())?.value }
  }
  return { app, url, listen }
}

// Rule: M-GATEWAY-105
test('an event reaches the browser while its stream is open', async () => {
  const { app, listen } = await open()
  const { next } = await listen()
  expect(await next()).toBe('data: Bearer t\n\n')
  streams[0]?.write('data: 2\n\n')
  expect(await next()).toBe('data: 2\n\n')
  streams[0]?.end()
  expect(await next()).toBeUndefined()
  await app.close()
})

// Rule: M-GATEWAY-105
test('a hundred streams of one account take no slot of its calls', async () => {
  const { app, url, listen } = await open()
  const heard = await Promise.all(Array.from({ length: 100 }, async () => (await listen()).next()))
  expect(heard).toEqual(Array.from({ length: 100 }, () => 'data: Bearer t\n\n'))
  const answer = await fetch(`${url}/api/emails`, { headers: { authorization: 'Bearer t' } })
  expect(await answer.json()).toEqual({ ready: true })
  await app.close()
})

// Rule: M-GATEWAY-105
test('a refusal of the API is passed on', async () => {
  const { app, url } = await open()
  const answer = await fetch(`${url}/api/eventos`)
  expect([answer.status, await answer.json()]).toEqual([401, { title: 'who?' }])
  await app.close()
})

// Rule: M-GATEWAY-105
test('a browser that leaves ends its stream at the API', async () => {
  const { app, listen } = await open()
  const { leave, next } = await listen()
  await next()
  const [stream] = streams
  leave()
  if (stream?.destroyed === false) await once(stream, 'close')
  expect(stream?.destroyed).toBe(true)
  await app.close()
})

// Rule: M-GATEWAY-105
test('a gateway that stops ends its streams without an error', async () => {
  const { app, listen } = await open()
  const { next } = await listen()
  await next()
  const closing = app.close()
  expect(await next()).toBeUndefined()
  await closing
})
