import { once } from 'node:events'
import { closed, createSockets, sendZeros } from '@atalaia/server/testing/sockets'
import type { FastifyInstance } from 'fastify'
import { createPublished, openTestDatabase } from '../../../testing/published.ts'

type Stage = Awaited<ReturnType<typeof createPublished>>
let stage: Stage
let token: string
let port: number
const sockets = createSockets()
beforeAll(async () => {
  stage = await createPublished(await openTestDatabase())
  token = await stage.tokenOf('mfe-novo')
  port = Number(new URL(await stage.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => {
  sockets.close()
  await stage.close()
})

const MEBIBYTE = 1024 * 1024

const headOf = (remote: string, headers: Readonly<Record<string, string | number>>) =>
  [
    `PUT /-/remotes/${remote}/artifact HTTP/1.1`,
    'Host: a',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n')

const begin = async (app: FastifyInstance, head: string, bytes: number) => {
  const accepted = once(app.server, 'connection')
  const socket = await sockets.send(port, head)
  const over = closed(socket)
  const [connection] = await accepted
  sendZeros(socket, bytes)
  const [first] = await once(socket, 'data')
  if (bytes === 0) socket.end()
  await over
  return { status: Number(String(first).slice(9, 12)), read: connection.bytesRead }
}

const archive = { 'Content-Type': 'application/gzip' }
const bearer = () => ({ Authorization: `Bearer ${token}` })

// Threat: T-PUBLISH-1
test.each<[string, string, () => Record<string, string>, number, number]>([
  ['no token', 'mfe-novo', () => archive, 60, 401],
  ['the token of another remote', 'mfe-outro', () => ({ ...archive, ...bearer() }), 60, 403],
  ['another type', 'mfe-novo', () => ({ 'Content-Type': 'application/json', ...bearer() }), 60, 400],
  ['more bytes than any upload has', 'mfe-novo', () => ({ ...archive, ...bearer() }), 65, 413],
  ['no archive in it', 'mfe-novo', () => ({ ...archive, ...bearer() }), 60, 400],
])('an upload with %s is answered before it is read', async (_what, remote, headers, mebibytes, status) => {
  const bytes = mebibytes * MEBIBYTE
  const head = headOf(remote, { ...headers(), 'Content-Length': bytes })
  const answer = await begin(stage.app, head, bytes)
  expect(answer.status).toBe(status)
  expect(answer.read).toBeLessThan(bytes / 10)
  expect((await stage.app.inject('/healthz')).statusCode).toBe(200)
})

// RFC 9110, section 10.1.1
// Threat: T-PUBLISH-1
test.each<[string, () => Record<string, string>, number]>([
  ['without a token', () => archive, 401],
  ['of more than any upload has', () => ({ ...archive, ...bearer() }), 413],
  ['with its token', () => ({ ...archive, ...bearer() }), 100],
])('an upload %s that waits for 100 Continue is told at once', async (_what, headers, status) => {
  const bytes = status === 413 ? 65 * MEBIBYTE : MEBIBYTE
  const head = headOf('mfe-novo', { ...headers(), 'Content-Length': bytes, Expect: '100-continue' })
  expect((await begin(stage.app, head, 0)).status).toBe(status)
})
