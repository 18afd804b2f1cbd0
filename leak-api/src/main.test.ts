import { policyFault } from '@atalaia/server/testing/policies'
import { once } from 'node:events'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { killServers, newDataDir, newDataDirWithDatabase, runHere, runLeaks, startServer } from '../testing/process.ts'
import { leaksCommands } from './cli/leaks-commands.ts'

afterEach(killServers)

const LINES = 100_000
/** More than two batches: the first progress comes with the third. */
const UPLOADED = 90_000
const bigFile = (dataDir: string, length = LINES): string => {
  const path = join(dataDir, 'big.txt')
  const lines = Array.from({ length }, (_, index) => `person${index}@company${index % 9}.com:secret${index}`)
  writeFileSync(path, lines.join('\n'))
  return path
}

/** Uploads most of the big file, and waits until some of it is written. */
const uploadUntilProgress = async (dataDir: string): Promise<void> => {
  const call = request({
    socketPath: join(dataDir, 'leak-api.sock'),
    method: 'POST',
    path: '/imports?file=big.txt&source=big',
  })
  call.on('error', () => undefined)
  for (let index = 0; index < UPLOADED; index++) {
    call.write(`person${index}@company${index % 9}.com:secret${index}\n`)
  }
  const [response] = await once(call, 'response')
  response.on('error', () => undefined)
  const [first] = await once(response, 'data')
  expect(JSON.parse(String(first))).toMatchObject({ kind: 'progress', read: expect.any(Number) })
}

// Rule: M-IMPORT-6, M-PRIVACY-6
test('a server makes its database and answers, imports go through it, and nobody else may open its folder', async () => {
  const dataDir = newDataDir()
  const server = startServer(dataDir, { DEMO_ACCOUNT: 'on' })
  const { url, demo } = await server.listening
  expect(statSync(join(dataDir, 'leak-api.sock')).mode & 0o777).toBe(0o600)
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' })
  // The demonstration account goes to the parent process alone.
  const body = new URLSearchParams({ username: demo?.email ?? '', password: demo?.password ?? '' })
  expect((await fetch(`${url}/api/login`, { method: 'POST', body })).status).toBe(200)
  expect(server.said.out).toContain('listening')
  expect(server.said.out).not.toContain(demo?.password ?? '')

  const file = bigFile(dataDir, 2000)
  const imported = await runLeaks(dataDir, ['import', file, '--source', 'big', '--date', '2026-01-31'])
  expect(imported.code).toBe(0)
  expect(imported.out).toMatch(/lines read +2,000\n +new +2,000\n +already known +0\n +rejected +0\n/)

  const second = startServer(dataDir)
  expect(await second.ended()).toBe(1)
  expect(second.said.err).toMatch(/process \d+ has it; stop that one, or set DATA_DIR to another/)

  server.leave()
  expect(await server.ended()).toBe(0)
  expect(existsSync(join(dataDir, 'leak-api.sock'))).toBe(false)
  expect(existsSync(join(dataDir, 'leak-api.lock'))).toBe(false)
})

// Rule: M-IMPORT-7
test('killed in the middle of an import, the next start recovers; stopped in the middle, it ends cleanly; the import run again finishes it', async () => {
  const dataDir = await newDataDirWithDatabase()
  const file = bigFile(dataDir)
  const killed = startServer(dataDir)
  await killed.listening
  await uploadUntilProgress(dataDir)
  await killed.kill('SIGKILL')
  expect(existsSync(join(dataDir, 'leak-api.lock'))).toBe(true)

  const stopped = startServer(dataDir)
  await stopped.listening
  await uploadUntilProgress(dataDir)
  expect(await stopped.kill('SIGTERM')).toBe(0)

  const leaks = runHere(leaksCommands, dataDir)
  const outcome = JSON.parse((await leaks('import', file, '--source', 'big', '--json')).out)
  expect(outcome.read).toBe(LINES)
  expect(outcome.known).toBeGreaterThan(0)
  expect((await leaks('sources')).out).toMatch(/big +3 +100,000 /)
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
