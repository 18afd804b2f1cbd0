import { policyFault } from '@atalaia/server/testing/policies'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { killServers, newDataDir, newDataDirWithDatabase, startServer } from '../testing/process.ts'

afterEach(killServers)

// Rule: M-PRIVACY-6, M-DB-1
test('a server makes its database and answers, a second one on its folder uses the same, and the last one ends it', async () => {
  const dataDir = newDataDir()
  const server = startServer(dataDir, { DEMO_ACCOUNT: 'on' })
  const { url, demo } = await server.listening
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' })
  // The demonstration account goes to the parent process alone.
  const body = new URLSearchParams({ username: demo?.email ?? '', password: demo?.password ?? '' })
  expect((await fetch(`${url}/api/login`, { method: 'POST', body })).status).toBe(200)
  expect(server.said.out).toContain('listening')
  expect(server.said.out).not.toContain(demo?.password ?? '')

  const second = startServer(dataDir)
  const { url: secondUrl } = await second.listening
  server.leave()
  expect(await server.ended()).toBe(0)
  expect((await fetch(`${secondUrl}/api/login`, { method: 'POST', body })).status).toBe(200)
  expect(await second.kill('SIGTERM')).toBe(0)
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})

// Rule: M-GATEWAY-15
test('the page of the documentation has a policy of its own, and runs no other script than its files', async () => {
  const server = startServer(await newDataDirWithDatabase(), { NODE_ENV: 'development' })
  const { url } = await server.listening
  for (const path of ['/api/docs/', '/api/docs/static/swagger-ui-bundle.js', '/api/docs/json']) {
    const answer = await fetch(url + path)
    expect([path, answer.status, policyFault({ headers: Object.fromEntries(answer.headers) })]).toEqual([
      path,
      200,
      undefined,
    ])
  }
  await server.kill('SIGTERM')
})
