import { releaseSchema, RELEASE_ELEMENT_ID } from '@atalaia/contracts'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { createWorkspace, hash, type Workspace } from '../../testing/workspace.ts'

let workspace: Workspace
beforeEach(async () => {
  workspace = await createWorkspace()
})
afterEach(() => workspace.remove())

const linesOf = () => {
  const lines: string[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  return { lines, logger: { level: 'info', stream } }
}

const releaseOf = (html: string) => {
  const [, json = ''] = html.split(`id="${RELEASE_ELEMENT_ID}">`)
  return releaseSchema.parse(JSON.parse(json.split('</script>')[0] ?? ''))
}

// Rule: M-RELEASE-11
test('a remote that was not built stays in the release with its routes, the others are served, and the log says why', async () => {
  await rm(workspace.distOf('mfe-auth'), { recursive: true })
  const { lines, logger } = linesOf()
  const app = await workspace.gateway({ logger })
  const page = await app.inject('/login')
  expect(page.statusCode).toBe(200)
  const release = releaseOf(page.body)
  expect(release.remotes.map(({ descriptor }) => descriptor.name)).toContain('mfe-auth')
  expect((await app.inject('/remotes/mfe-auth/1.2.0/not-built.js')).statusCode).toBe(404)
  expect((await app.inject(`/remotes/mfe-analytics/1.2.0/remote-entry.${hash}.js`)).statusCode).toBe(200)
  await app.inject('/login')
  const told = lines.filter((line) => line.includes('a remote cannot be served'))
  expect(told).toHaveLength(1)
  expect(told[0]).toContain('"remote":"mfe-auth"')
  expect(told[0]).toContain('ENOENT')
  await app.close()
})

test.each([
  ['no JSON', '{'],
  ['HTML', '<!doctype html>'],
  ['no descriptor', '{"name":"mfe-auth"}'],
])('a descriptor that is %s leaves the others served', async (_kind, content) => {
  await workspace.write({ 'mfe-auth/dist/remote.json': content, 'mfe-auth/remote.json': content })
  const app = await workspace.gateway()
  const names = releaseOf((await app.inject('/')).body).remotes.map(({ descriptor }) => descriptor.name)
  expect(names).toEqual(['mfe-landing', 'mfe-analytics'])
  await app.close()
})

// Rule: M-RELEASE-4
test('a remote that is built again is in the next page, under another release id', async () => {
  const app = await workspace.gateway()
  const before = releaseOf((await app.inject('/login')).body)
  const auth = before.remotes.find(({ descriptor }) => descriptor.name === 'mfe-auth')
  await workspace.write({
    'mfe-auth/dist/remote.json': JSON.stringify({ ...auth?.descriptor, version: '1.3.0' }),
  })
  const after = releaseOf((await app.inject('/login')).body)
  expect(after.remotes.map(({ baseUrl }) => baseUrl)).toContain('/remotes/mfe-auth/1.3.0/')
  expect(after.id).not.toBe(before.id)
  await app.close()
})

// Rule: M-RELEASE-4
test('the release id stays while nothing changes', async () => {
  const app = await workspace.gateway()
  const [first, second] = [await app.inject('/login'), await app.inject('/nada')]
  expect(releaseOf(first.body).id).toBe(releaseOf(second.body).id)
  await app.close()
})

test('of two folders that say they are the same remote, the first is served', async () => {
  const dirs = [workspace.distOf('mfe-auth'), workspace.distOf('mfe-auth')]
  const app = await workspace.gateway({ remoteDirs: dirs })
  expect(releaseOf((await app.inject('/login')).body).remotes).toHaveLength(1)
  await app.close()
})

// Rule: M-FAIL-17
test('without a readable shell pages answer 503, and the health says so', async () => {
  await rm(join(workspace.shellDir, 'shell.json'))
  const app = await workspace.gateway()
  expect((await app.inject('/login')).statusCode).toBe(503)
  expect((await app.inject('/healthz')).statusCode).toBe(503)
  expect((await app.inject('/readyz')).statusCode).toBe(503)
  await app.close()
})

test('an override stands in the release, is admitted by the policy, and none of its files are preloaded', async () => {
  const overrides = new Map([['mfe-auth', 'http://localhost:4102']])
  const app = await workspace.gateway({ overrides })
  const page = await app.inject('/login')
  const auth = releaseOf(page.body).remotes.find(({ descriptor }) => descriptor.name === 'mfe-auth')
  expect(auth?.override).toBe('http://localhost:4102')
  expect(page.body).not.toContain('href="/remotes/mfe-auth/')
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toMatch(/script-src [^;]*http:\/\/localhost:4102/)
  expect(policy).toMatch(/connect-src [^;]*ws:\/\/localhost:4102/)
  await app.close()
})

test('an override of a remote that is not there is told in the log', async () => {
  const { lines, logger } = linesOf()
  const app = await workspace.gateway({ logger, overrides: new Map([['mfe-autj', 'http://localhost:4102']]) })
  await app.ready()
  expect(lines.join('')).toContain('mfe-autj')
  await app.close()
})
