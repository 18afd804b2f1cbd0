import { existsSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import fastify from 'fastify'
import { createErrorHandlers } from './error-handler.ts'
import { createOperatorClient, NoServerError } from './operator-client.ts'
import { openOperatorSocket, operatorSocketPath, type OperatorSockets } from './operator-socket.ts'

const newPath = () => operatorSocketPath(mkdtempSync(join(tmpdir(), 'server-')), 'gateway')

const createApp = (operators?: OperatorSockets) => {
  const app = fastify()
  const { onError, onNotFound } = createErrorHandlers()
  app.setErrorHandler(onError)
  app.setNotFoundHandler(onNotFound)
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  app.get('/who', async ({ raw }) => ({ operator: operators?.has(raw.socket) ?? false }))
  app.post('/orders', async ({ body }) => ({ got: body }))
  app.post('/imports', async ({ raw }) => ({ bytes: (await buffer(raw)).length }))
  app.get('/lines', async (_request, reply) => reply.type('application/x-ndjson').send(Readable.from(['1\n', '2\n'])))
  return app
}

test('connections over the socket are an operator’s, and others are not', async () => {
  const operators: OperatorSockets = new WeakSet()
  const app = createApp(operators)
  const path = newPath()
  const socket = await openOperatorSocket({ app, path, operators })
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const client = createOperatorClient(path)
  expect(await client.call({ method: 'GET', path: '/who' })).toEqual({ status: 200, body: { operator: true } })
  expect((await app.inject('/who')).json()).toEqual({ operator: false })
  await socket.close()
  expect(existsSync(path)).toBe(false)
  await expect(client.call({ method: 'GET', path: '/who' })).rejects.toThrow(NoServerError)
})

test('an unknown path is answered with a 404 problem, whatever is sent', async () => {
  const path = newPath()
  const socket = await openOperatorSocket({ app: createApp(), path })
  const body = Readable.from([Buffer.alloc(100_000)])
  expect(await createOperatorClient(path).call({ method: 'POST', path: '/import', body })).toMatchObject({
    status: 404,
    body: { title: 'Not Found', status: 404 },
  })
  await socket.close()
})

test('JSON, streams up and streams down', async () => {
  const path = newPath()
  const socket = await openOperatorSocket({ app: createApp(), path })
  const { call, open } = createOperatorClient(path)
  expect((await call({ method: 'POST', path: '/orders', json: { a: 1 } })).body).toEqual({ got: { a: 1 } })
  const body = Readable.from([Buffer.alloc(70_000), Buffer.alloc(30_000)])
  expect((await call({ method: 'POST', path: '/imports', body })).body).toEqual({ bytes: 100_000 })
  expect(await text(await open({ method: 'GET', path: '/lines' }))).toBe('1\n2\n')
  await socket.close()
})

test('an upload that breaks off rejects', async () => {
  const path = newPath()
  const socket = await openOperatorSocket({ app: createApp(), path })
  const body = new Readable({ read: () => undefined })
  const sent = createOperatorClient(path).call({ method: 'POST', path: '/imports', body })
  body.destroy(new Error('the file is gone'))
  await expect(sent).rejects.toThrow('the file is gone')
  await socket.close()
})

test('a file that an earlier process left is replaced', async () => {
  const path = newPath()
  writeFileSync(path, '')
  const socket = await openOperatorSocket({ app: createApp(), path })
  expect((await createOperatorClient(path).call({ method: 'GET', path: '/who' })).status).toBe(200)
  await socket.close()
})

test('a later process takes the path over, and keeps it when the earlier one closes', async () => {
  const path = newPath()
  const earlier = await openOperatorSocket({ app: createApp(), path })
  const later = await openOperatorSocket({ app: createApp(), path })
  await earlier.close()
  expect((await createOperatorClient(path).call({ method: 'GET', path: '/who' })).status).toBe(200)
  await later.close()
  expect(existsSync(path)).toBe(false)
})

test('a folder whose name is too long for a socket gets one that is short, and always the same', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'server-')), 'long'.repeat(30))
  const path = operatorSocketPath(folder, 'gateway')
  expect(path).toMatch(/gateway-[0-9a-f]{24}\.sock$/)
  expect(operatorSocketPath(folder, 'gateway')).toBe(path)
  const socket = await openOperatorSocket({ app: createApp(), path })
  expect((await createOperatorClient(path).call({ method: 'GET', path: '/who' })).status).toBe(200)
  await socket.close()
})
