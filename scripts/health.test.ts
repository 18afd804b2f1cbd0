import { root, runCaptured } from '@atalaia/stack'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'

const checkHealth = async (listener: RequestListener): Promise<number | null> => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const PORT = typeof address === 'object' ? String(address?.port) : ''
  const env = { ...process.env, PORT }
  const { code } = await runCaptured(process.execPath, [join(root, 'deploy/health.mjs')], { env })
  server.closeAllConnections()
  server.close()
  return code
}

// Rule: M-IMAGE-85
test('the health check of the image follows /livez, and fails on a server that is silent', async () => {
  const asked: (string | undefined)[] = []
  const answer =
    (status: number): RequestListener =>
    ({ url }, response) => {
      asked.push(url)
      response.writeHead(status).end()
    }
  expect(await checkHealth(answer(200))).toBe(0)
  expect(await checkHealth(answer(503))).toBe(1)
  expect(await checkHealth(() => undefined)).toBe(1)
  expect(asked).toEqual(['/livez', '/livez'])
})
