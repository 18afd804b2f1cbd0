import {
  INDEX_ATTRIBUTES,
  releaseSchema,
  RELEASE_ELEMENT_ID,
  remoteIndexSchema,
  withIndex,
  type Release,
} from '@atalaia/contracts'
import { integrityOf } from '@atalaia/contracts/node'
import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib'
import { createBuild } from '../../testing/archives.ts'
import { createPublished, openTestDatabase, order, publishBuild } from '../../testing/published.ts'
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

const buildOf = (name: string, version: string) =>
  createBuild(name, version, {
    routes: [{ id: 'page', path: `/app/grande/${name}`, access: 'session', title: name }],
    sidebar: [{ label: name, path: `/app/grande/${name}` }],
  })

const namesOf = ({ remotes }: Pick<Release, 'remotes'>) => remotes.map(({ descriptor }) => descriptor.name)
const indexOf = async (app: FastifyInstance, { index }: Release) => {
  const answer = await app.inject({ url: index?.url ?? '', headers: { 'accept-encoding': 'identity' } })
  return { answer, text: answer.body }
}

describe('a channel with many remotes', () => {
  const REMOTES = 60
  const names = Array.from({ length: REMOTES }, (_, at) => `mfe-grande-${at}`)
  const open = async (contract: string) => {
    const stage = await createWorkspace({ contract })
    for (const name of names) {
      const { descriptor, files } = buildOf(name, '1.0.0')
      const all = Object.entries({ ...files, 'remote.json': JSON.stringify(descriptor) })
      await stage.write(Object.fromEntries(all.map(([path, text]) => [`${name}/dist/${path}`, text])))
    }
    const remoteDirs = ['mfe-landing', 'mfe-auth', 'mfe-analytics', ...names].map((name) => stage.distOf(name))
    return { stage, remoteDirs }
  }
  // Rule: M-RELEASE-3, M-RELEASE-17, M-RELEASE-37
  test('a page has what it shows, and the address and hash of the rest, which is kept for ever', async () => {
    const { stage, remoteDirs } = await open('1.9.0')
    const app = await stage.gateway({ remoteDirs })
    const page = await app.inject({ url: '/app/grande/mfe-grande-7', cookies: { token: '1' } })
    const release = releaseOf(page.body)
    expect(namesOf(release)).toEqual(['mfe-grande-7'])
    expect(page.body).toContain(`${INDEX_ATTRIBUTES.address}="${release.index?.url}"`)
    const { answer, text } = await indexOf(app, release)
    expect(answer.headers['cache-control']).toContain('immutable')
    expect(integrityOf(text)).toBe(release.index?.integrity)
    const all = withIndex(release, remoteIndexSchema.parse(JSON.parse(text)))
    expect(namesOf({ remotes: all })).toEqual(['mfe-landing', 'mfe-auth', 'mfe-analytics', ...names])
    // Without a session the shell leads to the login, and needs the route of the address all the same.
    const away = await app.inject('/app/grande/mfe-grande-9')
    expect(namesOf(releaseOf(away.body))).toEqual(['mfe-auth', 'mfe-grande-9'])
    const br = await app.inject({ url: '/app/grande/mfe-grande-7', headers: { 'accept-encoding': 'br' } })
    expect(br.rawPayload.length).toBeLessThan(6000)
    expect((await app.inject('/-/indexes/nada.json')).statusCode).toBe(404)
    await app.close()
    await stage.remove()
  })

  // Rule: M-RELEASE-17, M-RELEASE-37
  test('a shell that reads no index has all remotes in the page', async () => {
    const { stage, remoteDirs } = await open('1.8.0')
    const app = await stage.gateway({ remoteDirs })
    const release = releaseOf((await app.inject('/login')).body)
    expect([release.index, release.remotes.length]).toEqual([undefined, REMOTES + 3])
    await app.close()
    await stage.remove()
  })

  // Rule: M-RELEASE-17, M-CANARY-1, M-RELEASE-37
  test('browsers with and without canary versions have one index, and each its own versions', async () => {
    const { stage, remoteDirs } = await open('1.9.0')
    const published = await createPublished(await openTestDatabase(), { shell: { contract: '1.9.0' }, remoteDirs })
    for (const name of ['mfe-grande-3', 'mfe-canario']) {
      const token = await published.tokenOf(name)
      await publishBuild(published.app, token, buildOf(name, '1.1.0'))
      const move = await order(published.app, token, `${name}/promote`, { version: '1.1.0', percent: 50 })
      expect(move.statusCode).toBe(200)
    }
    const seen = new Map<string, string>()
    for (let visit = 0; visit < 40; visit += 1) {
      const release = releaseOf((await published.app.inject('/login')).body)
      const { text } = await indexOf(published.app, release)
      const all = withIndex(release, remoteIndexSchema.parse(JSON.parse(text)))
      const version = (name: string) => all.find(({ descriptor }) => descriptor.name === name)?.descriptor.version
      const wanted = release.index?.canaries ?? []
      expect(version('mfe-grande-3')).toBe(wanted.includes('mfe-grande-3') ? '1.1.0' : '1.0.0')
      expect(version('mfe-canario')).toBe(wanted.includes('mfe-canario') ? '1.1.0' : undefined)
      seen.set(wanted.toSorted().join(' '), release.index?.url ?? '')
    }
    expect(seen.size).toBe(4)
    expect(new Set(seen.values()).size).toBe(1)
    // Another gateway on the same database has not made it yet.
    const other = await published.open()
    expect((await other.app.inject([...seen.values()][0] ?? '')).statusCode).toBe(200)
    await other.app.close()
    await other.registry.close()
    await published.close()
    await stage.remove()
  })

  // Rule: M-PUBLISH-7
  // Threat: T-EDGE-15
  test('after a promotion the index comes as a delta against the one before, and whole to other clients', async () => {
    const { stage, remoteDirs } = await open('1.9.0')
    const { app, ...published } = await createPublished(await openTestDatabase(), {
      shell: { contract: '1.9.0' },
      remoteDirs,
    })
    const readIndex = async () => releaseOf((await app.inject('/login')).body)
    const before = (await indexOf(app, await readIndex())).text
    const token = await published.tokenOf('mfe-grande-3')
    await publishBuild(app, token, buildOf('mfe-grande-3', '1.1.0'))
    await order(app, token, 'mfe-grande-3/promote', { version: '1.1.0' })
    const release = await readIndex()
    const { text } = await indexOf(app, release)
    const ask = (dictionary: string) => {
      const digest = createHash('sha256').update(dictionary).digest('base64')
      const headers = { 'accept-encoding': 'br, dcz', 'available-dictionary': `:${digest}:` }
      return app.inject({ url: release.index?.url ?? '', headers })
    }
    const delta = await ask(before)
    expect(delta.headers).toMatchObject({
      'content-encoding': 'dcz',
      'cache-control': 'private, max-age=31536000, immutable',
      'use-as-dictionary': 'match="/-/indexes/index.*.json"',
    })
    expect(delta.rawPayload.length).toBeLessThan(500)
    const dictionary = Buffer.from(before)
    expect(zstdDecompressSync(delta.rawPayload.subarray(40), { dictionary }).toString()).toBe(text)
    const whole = await ask('an invented dictionary')
    expect(whole.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(whole.rawPayload).toString()).toBe(text)
    await published.close()
    await stage.remove()
  })
})
