import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { fetchForeign } from './foreign-fetch.ts'

const MAX_BYTES = 100_000
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

const serve = async (answer: RequestListener) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { asked, port, url: `http://127.0.0.1:${port}` }
}

const NOTHING = { origins: [], local: false }
const LOCAL = { origins: [], local: true }
const read = (url: string, allowed: { origins: readonly string[]; local: boolean } = LOCAL, timeoutMs = 5000) =>
  fetchForeign(url, { allowed, maxBytes: MAX_BYTES, timeoutMs })

// Threat: T-EDGE-10
test('a server on this machine is asked where local addresses are allowed, or its origin is listed, by name or number', async () => {
  const { asked, url, port } = await serve((_request, response) => response.end('{}'))
  const byName = url.replace('127.0.0.1', 'localhost')
  for (const address of [
    url,
    byName,
    url.replace('127.0.0.1', '0x7f000001'),
    url.replace('127.0.0.1', '[::ffff:7f00:1]'),
  ])
    await expect(read(address, NOTHING)).rejects.toThrow('asks nobody at that address')
  for (const origins of [['http://127.0.0.1:1'], ['https://127.0.0.1:*'], ['http://127.0.0.2:*']])
    await expect(read(url, { origins, local: false })).rejects.toThrow('asks nobody')
  expect(asked).toEqual([])
  expect(await read(url)).toBe('{}')
  expect(await read(byName)).toBe('{}')
  expect(await read(url, { origins: [`http://127.0.0.1:${port}`], local: false })).toBe('{}')
  expect(await read(byName, { origins: ['http://localhost:*'], local: false })).toBe('{}')
})

// Threat: T-EDGE-10
test('a redirect is not followed', async () => {
  const other = await serve((_request, response) => response.end('{}'))
  const { url } = await serve((_request, response) => response.writeHead(302, { location: other.url }).end())
  await expect(read(url)).rejects.toThrow('it answers 302')
  expect(other.asked).toEqual([])
})

// Threat: T-EDGE-10
test('an answer is asked for uncompressed, and a compressed one is refused', async () => {
  const encodings: unknown[] = []
  const { url } = await serve((request, response) => {
    encodings.push(request.headers['accept-encoding'])
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50 * MAX_BYTES)))
  })
  await expect(read(url)).rejects.toThrow('it is compressed')
  expect(encodings).toEqual(['identity'])
})

// Threat: T-EDGE-10
test('of an answer without end no more than the limit is read', async () => {
  let sent = 0
  const { url } = await serve((_request, response) => {
    const block = Buffer.alloc(16 * 1024, 'a')
    const more = () => {
      do sent += block.length
      while (response.write(block))
      response.once('drain', more)
    }
    more()
  })
  await expect(read(url)).rejects.toThrow(`more than ${MAX_BYTES} bytes`)
  // What lies in the system's buffers was sent, too.
  expect(sent).toBeLessThan(20 * 1024 * 1024)
})

// Threat: T-EDGE-10
test.each<[string, RequestListener]>([
  ['says nothing', () => undefined],
  ['stops in the middle', (_request, response) => void response.write('{')],
])('a server that %s is given up', async (_what, answer) => {
  const { url } = await serve(answer)
  await expect(read(url, LOCAL, 100)).rejects.toThrow('aborted')
})
