import { integrityOf } from '@atalaia/contracts/node'
import { createHash } from 'node:crypto'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants, zstdDecompressSync } from 'node:zlib'
import { createBuild, type Build } from '../../../testing/archives.ts'
import { createPublished, openTestDatabase, order, publishBuild } from '../../../testing/published.ts'

const sha256 = (content: string) => createHash('sha256').update(content).digest()
const available = (content: string) => `:${sha256(content).toString('base64')}:`
const lines = Array.from({ length: 400 }, (_, at) => sha256(String(at)).toString('hex'))
const contentOf = (version: string) =>
  `globalThis.version = '${version}'\n${lines.map((line) => `// ${line}`).join('\n')}`
const pathOf = (version: string) => `route.${sha256(version).toString('hex').slice(0, 20)}.js`

let stage: Awaited<ReturnType<typeof createPublished>>
beforeAll(async () => {
  stage = await createPublished(await openTestDatabase())
})
afterAll(() => stage.close())

const versionOf = (name: string, version: string, files: Record<string, string> = {}): Build => {
  const plain = createBuild(name, version, {
    routes: [{ id: 'page', path: `/app/of/${name}`, access: 'session', title: 'Nova' }],
  })
  const more = { [pathOf(version)]: contentOf(version), ...files }
  const listed = Object.entries(more).map(([path, content]) => ({
    path,
    bytes: Buffer.byteLength(content),
    integrity: integrityOf(content),
  }))
  const { artifact } = plain.descriptor
  return {
    descriptor: { ...plain.descriptor, artifact: { ...artifact, files: [...artifact.files, ...listed] } },
    files: { ...plain.files, ...more },
  }
}
const owner = async (name: string) => {
  const token = await stage.tokenOf(name)
  const publish = (version: string, files?: Record<string, string>) =>
    publishBuild(stage.app, token, versionOf(name, version, files))
  return {
    publish,
    promote: (version: string, more: object = {}) => order(stage.app, token, `${name}/promote`, { version, ...more }),
  }
}
const ask = (name: string, version: string, headers: Record<string, string> = {}) =>
  stage.app.inject({
    url: `/remotes/${name}/${version}/${pathOf(version)}`,
    headers: { 'accept-encoding': 'gzip, deflate, br, zstd, dcb, dcz', ...headers },
  })
const twoVersions = async (name: string) => {
  const { publish, promote } = await owner(name)
  expect((await publish('2.0.0')).statusCode).toBe(201)
  expect((await promote('2.0.0')).statusCode).toBe(200)
  expect((await publish('2.1.0')).statusCode).toBe(201)
  return { publish, promote }
}

// Rule: M-PUBLISH-7
test('who has the live version gets the next one as a delta, which unpacks to exactly the file', async () => {
  const { promote } = await twoVersions('mfe-delta')
  await promote('2.1.0')
  const first = await ask('mfe-delta', '2.0.0')
  expect(first.headers).toMatchObject({
    'content-encoding': 'br',
    'use-as-dictionary': 'match="/remotes/mfe-delta/*/route.*.js"',
    vary: 'Accept-Encoding, Available-Dictionary',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const delta = await ask('mfe-delta', '2.1.0', { 'available-dictionary': available(contentOf('2.0.0')) })
  expect(delta.headers).toMatchObject({
    'content-encoding': 'dcz',
    'use-as-dictionary': 'match="/remotes/mfe-delta/*/route.*.js"',
    vary: 'Accept-Encoding, Available-Dictionary',
    // No shared cache may give it to a browser without the file.
    'cache-control': 'private, max-age=31536000, immutable',
  })
  expect(delta.rawPayload.length).toBeLessThan(150)
  expect(delta.rawPayload.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000')
  expect(delta.rawPayload.subarray(8, 40)).toEqual(sha256(contentOf('2.0.0')))
  const dictionary = Buffer.from(contentOf('2.0.0'))
  expect(zstdDecompressSync(delta.rawPayload.subarray(40), { dictionary }).toString()).toBe(contentOf('2.1.0'))
})

// Rule: M-PUBLISH-7
// Threat: T-EDGE-15
test.each([
  ['another file', { 'available-dictionary': available('something else') }],
  ['nothing', {}],
  ['no dcz', { 'accept-encoding': 'gzip, br', 'available-dictionary': available(contentOf('2.0.0')) }],
  ['a wrong file before', { 'cache-control': 'no-cache', 'available-dictionary': available(contentOf('2.0.0')) }],
  ['a name that climbs', { 'available-dictionary': ':../../../../../../../../../../../../etc/passwd=:' }],
  ['a list', { 'available-dictionary': `${available(contentOf('2.0.0'))}, ${available(contentOf('2.0.0'))}` }],
])('who has %s gets the whole file', async (what, headers) => {
  const name = `mfe-whole-${what.replaceAll(/\W/g, '')}`.toLowerCase()
  const { promote } = await twoVersions(name)
  await promote('2.1.0')
  const answer = await ask(name, '2.1.0', headers)
  expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, 'br'])
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test('a canary version is one that browsers have, too; one that was only published is not', async () => {
  const { publish, promote } = await twoVersions('mfe-live')
  await promote('2.1.0', { percent: 10 })
  await publish('2.2.0')
  await publish('2.3.0')
  await promote('2.3.0')
  const codings = []
  for (const version of ['2.0.0', '2.1.0', '2.2.0']) {
    const answer = await ask('mfe-live', '2.3.0', { 'available-dictionary': available(contentOf(version)) })
    codings.push(answer.headers['content-encoding'])
  }
  expect(codings).toEqual(['dcz', 'dcz', 'br'])
})

// Rule: M-PUBLISH-7
test('a version is published also when the one before it cannot be read', async () => {
  const { publish, promote } = await owner('mfe-lost')
  await publish('2.0.0')
  await promote('2.0.0')
  const [place = ''] = readdirSync(join(stage.folder, 'mfe-lost'))
  rmSync(join(stage.folder, 'mfe-lost', place, pathOf('2.0.0')))
  // For a second the file would come from memory.
  const now = performance.now.bind(performance)
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + 1000)
  expect((await publish('2.1.0')).statusCode).toBe(201)
  await promote('2.1.0')
  const answer = await ask('mfe-lost', '2.1.0', { 'available-dictionary': available(contentOf('2.0.0')) })
  clock.mockRestore()
  expect(answer.headers['content-encoding']).toBe('br')
})

test('an upload that brings a delta of its own is refused', async () => {
  const { publish } = await owner('mfe-forged')
  const answer = await publish('2.0.0', { [`${pathOf('2.0.0')}.${'a'.repeat(32)}.dcz`]: 'forged' })
  expect(answer.statusCode).toBe(400)
  expect(answer.body).toContain('the gateway makes the compressed copies itself')
})

test('what has no hash in its name is no dictionary', async () => {
  const { publish, promote } = await owner('mfe-plain')
  await publish('2.0.0', { 'plain.js': contentOf('2.0.0') })
  await promote('2.0.0')
  const answer = await stage.app.inject('/remotes/mfe-plain/2.0.0/plain.js')
  expect([answer.statusCode, answer.headers['use-as-dictionary'], answer.headers.vary]).toEqual([
    200,
    undefined,
    'Accept-Encoding',
  ])
})

// Rule: M-PUBLISH-11
test('a file that the live version has takes over its compressed copies, a changed one gets its own', async () => {
  const name = 'mfe-same'
  const { publish, promote } = await owner(name)
  const path = 'common.0123456789abcdef0123.js'
  const content = contentOf('common')
  await publish('2.0.0', { [path]: content })
  await promote('2.0.0')
  const copies = readdirSync(stage.folder, { recursive: true, encoding: 'utf8' })
  const stored = copies.find((each) => each.includes(name) && each.endsWith(`${path}.br`))
  // Of another compression than the gateway's, so that it can be told.
  const marked = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } })
  writeFileSync(join(stage.folder, stored ?? ''), marked)

  const read = async (version: string) =>
    (await stage.app.inject({ url: `/remotes/${name}/${version}/${path}`, headers: { 'accept-encoding': 'br' } }))
      .rawPayload
  await publish('2.1.0', { [path]: content })
  await promote('2.1.0')
  expect(await read('2.1.0')).toEqual(marked)
  const other = `${content}\n// another`
  await publish('2.2.0', { [path]: other })
  await promote('2.2.0')
  expect(brotliDecompressSync(await read('2.2.0')).toString()).toBe(other)
})
