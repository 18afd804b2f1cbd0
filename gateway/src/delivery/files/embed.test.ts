import { until } from '@atalaia/database/testing/until'
import { integrityOf } from '@atalaia/contracts/node'
import { INERT_POLICY } from '@atalaia/server'
import { createBuild } from '../../../testing/archives.ts'
import { withEmbed } from '../../../testing/embeds.ts'
import { listUses } from '../../registry/repository/artifacts-repository.ts'
import { createPublished, openTestDatabase, order, publishBuild, releaseOf } from '../../../testing/published.ts'

const chunk = 'chart.0123456789abcdef.js'
const versionOf = (name: string, version: string, chunks: Record<string, string> = {}) =>
  withEmbed(
    createBuild(name, version, {
      routes: [{ id: 'page', path: `/app/of/${name}`, access: 'session', title: 'Analises' }],
    }),
    `export const version = '${version}'`,
    chunks,
  )

let stage: Awaited<ReturnType<typeof createPublished>>
beforeAll(async () => {
  stage = await createPublished(await openTestDatabase())
})
afterAll(() => stage.close())

const ask = (path: string, headers: Record<string, string> = {}) => stage.app.inject({ url: `/embed/${path}`, headers })

const owner = async (name: string) => {
  const token = await stage.tokenOf(name)
  const publish = (version: string, chunks?: Record<string, string>) =>
    publishBuild(stage.app, token, versionOf(name, version, chunks))
  const promote = (version: string, more: object = {}) =>
    order(stage.app, token, `${name}/promote`, { version, ...more })
  const release = async (version: string, chunks?: Record<string, string>) => {
    expect((await publish(version, chunks)).statusCode).toBe(201)
    expect((await promote(version)).statusCode).toBe(200)
  }
  return { name, token, publish, promote, release }
}

// Rule: M-EMBED-5
test("a version is any page's to load, and is kept for ever", async () => {
  const { name, release } = await owner('mfe-kept')
  await release('2.0.0')
  const { statusCode, headers, body } = await ask(`${name}/2.0.0/embed.js`)
  expect([statusCode, body]).toEqual([200, "export const version = '2.0.0'"])
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
  })
  expect(headers['set-cookie']).toBeUndefined()
})

// Threat: T-EDGE-13
test('files that are nowhere, asked for at once, have the kept versions read once', async () => {
  const { name, release } = await owner('mfe-crowded')
  await release('2.0.0')
  const read = jest.spyOn(stage.registry, 'artifacts')
  const names = Array.from({ length: 40 }, (_, at) => `x.${at.toString(16).padStart(16, '0')}.js`)
  const answers = await Promise.all(names.map((file) => ask(`${name}/stable/${file}`)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([404]))
  expect(read).toHaveBeenCalledTimes(1)
  read.mockRestore()
})

// Rule: M-EMBED-5
test('a channel gives what was promoted last, is asked again soon, and sends nothing that is there already', async () => {
  const { name, release } = await owner('mfe-asked')
  await release('2.0.0')
  const before = await ask(`${name}/stable/embed.js`)
  expect(before.headers['cache-control']).toBe('public, max-age=60')
  const tag = { 'if-none-match': String(before.headers.etag) }
  expect((await ask(`${name}/stable/embed.js`, tag)).statusCode).toBe(304)

  await release('2.1.0')
  const after = await ask(`${name}/stable/embed.js`, tag)
  expect([after.statusCode, after.body]).toEqual([200, "export const version = '2.1.0'"])
})

// Rule: M-EMBED-7
test('embed.json says which version a channel is, with the hashes of all files', async () => {
  const { name, release } = await owner('mfe-facts')
  await release('2.0.0', { [chunk]: 'void 0' })
  const script = "export const version = '2.0.0'"
  const answer = await ask(`${name}/stable/embed.json`)
  expect(answer.json()).toEqual({
    name,
    version: '2.0.0',
    entry: 'embed.js',
    integrity: integrityOf(script),
    files: [
      { path: 'embed.js', bytes: script.length, integrity: integrityOf(script) },
      { path: chunk, bytes: 6, integrity: integrityOf('void 0') },
    ],
  })
  const tag = { 'if-none-match': String(answer.headers.etag) }
  expect((await ask(`${name}/stable/embed.json`, tag)).statusCode).toBe(304)
})

// Rule: M-EMBED-6
test('what an entry loads later is found under the channel after it moved on', async () => {
  const { name, release } = await owner('mfe-moved')
  await release('2.0.0', { [chunk]: 'void 0 // 2.0.0' })
  await release('2.1.0')
  const { statusCode, headers, body } = await ask(`${name}/stable/${chunk}`)
  expect([statusCode, body]).toEqual([200, 'void 0 // 2.0.0'])
  expect(headers['cache-control']).toMatch('immutable')
})

// Rule: M-CANARY-3
test('a canary does not reach portals on the channel', async () => {
  const { name, publish, promote, release } = await owner('mfe-canary')
  await release('2.0.0')
  await publish('2.1.0')
  expect((await promote('2.1.0', { percent: 50 })).statusCode).toBe(200)
  expect((await ask(`${name}/stable/embed.json`)).json().version).toBe('2.0.0')
})

const from = (referer: string) => ({ referer, host: 'atalaia.example' })

// Rule: M-GATE-10
test("a version without what a portal's page loads is refused on the channel that it loads it from, and nowhere else", async () => {
  const { name, token, promote, release } = await owner('mfe-loaded')
  await release('2.0.0', { 'remoteEntry.js': '', [chunk]: 'void 0' })
  await publishBuild(
    stage.app,
    token,
    createBuild(name, '2.0.1', { routes: versionOf(name, '2.0.1').descriptor.routes }),
  )
  await ask(`${name}/stable/embed.js`, { origin: 'https://atalaia.example', host: 'atalaia.example' })
  await ask(`${name}/stable/remoteEntry.js`, from('https://atalaia.example/app'))
  await ask(`${name}/stable/${chunk}`, from('https://chunk.example/'))
  await ask(`${name}/stable/embed.json`, { host: 'atalaia.example' })
  await ask(`${name}/2.0.0/embed.js`, from('https://pinned.example/'))
  expect(await listUses(stage.database, name)).toEqual([])
  await ask(`${name}/stable/embed.js`, { origin: 'https://portal.example', host: 'atalaia.example' })
  await ask(`${name}/stable/remoteEntry.js`, from('https://host.example/page'))
  await ask(`${name}/stable/embed.js`, { origin: 'null', host: 'atalaia.example' })
  const refused = await promote('2.0.1')
  expect([refused.statusCode, refused.json().reasons]).toEqual([
    422,
    ['embed/embed.js', 'embed/remoteEntry.js'].map((path) => ({
      code: 'embed-removed',
      message: expect.stringContaining(
        `${path}: it is gone, and used by https://host.example, https://portal.example, a sandboxed page on stable`,
      ),
    })),
  ])
  expect((await promote('2.0.1', { channel: 'beta' })).statusCode).toBe(200)
  expect((await promote('2.0.1', { force: true, why: 'os portais sabem' })).statusCode).toBe(200)
})

test("where nothing is promoted, the gateway's channel is the workspace's build, which is asked for again", async () => {
  const { workspace } = stage
  const name = 'mfe-analytics'
  const build = versionOf(name, '1.9.0')
  const files = { ...build.files, 'remote.json': JSON.stringify(build.descriptor) }
  await workspace.write(
    Object.fromEntries(Object.entries(files).map(([path, content]) => [`${name}/dist/${path}`, content])),
  )
  expect((await ask(`${name}/stable/embed.js`)).body).toBe("export const version = '1.9.0'")
  expect((await ask(`${name}/1.9.0/embed.js`)).headers['cache-control']).toBe('public, max-age=60')
  expect((await ask(`${name}/canary/embed.js`)).statusCode).toBe(404)
})

// Rule: M-PUBLISH-15, M-EMBED-6
test('a version that was only published takes the place of no file of one that was promoted', async () => {
  const { name, publish, release } = await owner('mfe-later')
  await release('1.0.0', { [chunk]: 'first' })
  await release('1.1.0')
  await publish('1.2.0', { [chunk]: 'other' })
  expect((await ask(`${name}/stable/${chunk}`)).body).toBe('first')
})

// Rule: M-FRAME-1
test('the page for a frame can be framed by the portal that it names alone, and counts as a use of the channel', async () => {
  const { name, release } = await owner('mfe-framed')
  await release('1.9.0')
  expect((await ask(`${name}/stable/frame.html?portal=https://portal.example`)).statusCode).toBe(404)
  await release('2.0.0', { 'frame.js': '' })
  const older = await ask(`${name}/1.9.0/frame.html?portal=https://portal.example`)
  expect([older.statusCode, older.body]).toEqual([200, expect.stringContaining('src="../2.0.0/frame.js"')])
  expect(older.body).toContain('src="embed.js"')
  const { statusCode, headers, body } = await ask(
    `${name}/stable/frame.html?portal=https://portal.example&theme=dark`,
    from('https://portal.example/'),
  )
  expect([statusCode, headers['content-type'], headers['x-frame-options']]).toEqual([
    200,
    'text/html; charset=utf-8',
    undefined,
  ])
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/frame-ancestors https:\/\/portal\.example$/)
  expect(policy).toContain("connect-src 'self' http://atalaia.example;")
  expect(policy).not.toContain('unsafe')
  // Of the address, the portal is in the page, in letters that are no markup.
  expect(body).not.toContain('portal.example')
  expect(body).toContain(`data-api="/-/portals/${Buffer.from('https://portal.example').toString('base64url')}/api"`)
  // Written after the answer.
  await until('the use is counted', async () => (await listUses(stage.database, name)).length === 1)
  expect(await listUses(stage.database, name)).toEqual([
    { remote: name, module: 'embed/stable', consumer: 'https://portal.example' },
  ])
  const named = await ask(`${name}/stable/frame.html?portal=https://portal.example`, { host: 'a.example;sandbox' })
  expect(named.headers['content-security-policy'] ?? '').not.toContain(';sandbox')
  for (const portal of [
    '',
    '*',
    'portal.example',
    'https://portal.example/',
    'data:x',
    'https://a.example;script-src *',
    'https://a.example;sandbox',
    'https://a.example,b.example',
    'https://a"b.example',
  ]) {
    const answer = await ask(`${name}/stable/frame.html?portal=${encodeURIComponent(portal)}`)
    expect([answer.statusCode, answer.headers['content-security-policy']]).toEqual([400, INERT_POLICY])
  }
  expect((await ask('mfe-auth/stable/frame.html?portal=https://portal.example')).statusCode).toBe(404)
})

// Rule: M-EMBED-17
test("our own pages do not list the embed's files", async () => {
  const { name, release } = await owner('mfe-ours')
  await release('2.0.0')
  for (const page of [`/app/of/${name}`, '/nowhere/at/all']) {
    const html = (await stage.app.inject(page)).body
    expect(releaseOf(html).remotes.map(({ descriptor }) => descriptor.name)).toContain(name)
    expect(html).not.toContain('embed/embed.js')
  }
})

beforeAll(async () => (await owner('mfe-there')).release('2.0.0'))

test.each([
  ['another remote', 'mfe-nada/stable/embed.js'],
  ['a remote without an embed', 'mfe-auth/stable/embed.js'],
  ['the facts of a remote without an embed', 'mfe-auth/stable/embed.json'],
  ['a name that is none', 'analytics/stable/embed.js'],
  ['another version', 'mfe-there/2.0.1/embed.js'],
  ['another channel', 'mfe-there/beta/embed.js'],
  ['a file of our own pages', 'mfe-there/2.0.0/page.html'],
  ['a path that climbs', 'mfe-there/2.0.0/..%2fremote.json'],
  ['a chunk that never was', 'mfe-there/stable/chart.fedcba9876543210.js'],
])('%s is not found, which a page of any origin may see', async (_what, path) => {
  const { statusCode, headers } = await ask(path)
  expect(statusCode).toBe(404)
  expect(headers['access-control-allow-origin']).toBe('*')
})

test('an upload whose embed is not what its descriptor says is refused', async () => {
  const { name, token } = await owner('mfe-wrong')
  const build = versionOf(name, '2.0.0')
  const changed = { ...build, files: { ...build.files, 'embed/embed.js': "export const version = '6.6.6'" } }
  const answer = await publishBuild(stage.app, token, changed)
  expect(answer.statusCode).toBe(400)
  expect(answer.body).toContain('embed/embed.js: its content does not match its hash')
})
