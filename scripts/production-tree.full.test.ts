import { runCaptured } from '@atalaia/stack'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { writeProductionTree } from './support/production-tree.ts'

const listening = z.object({ url: z.string() })

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'production-')))
const tree = join(folder, 'tree')
const servers: ChildProcess[] = []

beforeAll(() => writeProductionTree(tree))
afterAll(async () => {
  for (const server of servers) if (server.kill('SIGTERM')) await once(server, 'exit')
  rmSync(folder, { recursive: true, force: true })
})

const env: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  PORT: '0',
  DATABASE_URL: 'embedded',
  API_UPSTREAM: 'http://127.0.0.1:1',
  DATA_DIR: join(folder, 'data'),
  PUBLIC_ORIGIN: 'https://atalaia.example.com',
  SMTP_URL: 'smtp://127.0.0.1:1',
}

// Rule: M-IMAGE-1
test('no link of the production tree leaves it', () => {
  const links = readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map(({ parentPath, name }) => realpathSync(join(parentPath, name)))
  expect(links.length).toBeGreaterThan(100)
  expect(links.filter((target) => !target.startsWith(`${tree}/`))).toEqual([])
})

// Rule: M-IMAGE-1
test.each([
  ['gateway', 'gateway/src/cli/remotes.ts', ['status']],
  ['leak-api', 'leak-api/src/cli/leaks.ts', ['sources']],
])('the %s and its command run from the production tree alone', async (name, command, args) => {
  const server = fork(join(tree, name, 'src/main.ts'), { cwd: tree, env, execArgv: [], execPath: process.execPath })
  servers.push(server)
  const [message] = await Promise.race([
    once(server, 'message'),
    once(server, 'exit').then(([code]) => Promise.reject(new Error(`${name} ended with ${code}`))),
  ])
  const { url } = listening.parse(message)
  expect((await fetch(`${url}/livez`)).ok).toBe(true)
  const said = await runCaptured(process.execPath, [join(tree, command), ...args], { cwd: tree, env })
  expect(said).toMatchObject({ code: 0 })
})
