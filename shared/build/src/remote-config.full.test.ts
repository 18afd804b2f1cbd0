import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { ANALYTICS_SURFACE, descriptorSchema, type Descriptor } from '@atalaia/contracts'
import { remoteConfig } from './remote-config.ts'
import { build, createFixture, remoteFiles, sourceDescriptor, type Fixture } from './testing/fixture.ts'

let fixture: Fixture
let descriptor: Descriptor
beforeAll(async () => {
  fixture = await createFixture(remoteFiles)
  await build(remoteConfig(fixture.dir, { mode: 'production' }))
  descriptor = descriptorSchema.parse(JSON.parse(await fixture.readText('remote.json')))
})
afterAll(() => fixture.remove())

const named = (path: string) => path.replace(/\.[0-9a-f]{16}\./, '.')

test('the descriptor keeps what the source says and names container, entry and exposed module', () => {
  expect(descriptor).toMatchObject(sourceDescriptor)
  const { container, entry, module } = descriptor.artifact
  expect([container, named(entry), module]).toEqual(['mfe_fixture_1_2_0', 'remote-entry.js', './remote'])
})

// Rule: M-GATE-11
test('an embed is recorded with the names of its element', async () => {
  const embedding = await createFixture({
    ...remoteFiles,
    'src/embed/embed.ts': 'export const embed = 1',
    'src/embed/federation.ts': 'export const dashboard = 1',
  })
  await build(remoteConfig(embedding.dir, { mode: 'production', surface: ANALYTICS_SURFACE }))
  const { artifact } = descriptorSchema.parse(JSON.parse(await embedding.readText('remote.json')))
  await embedding.remove()
  expect(artifact.embed?.surface).toEqual(ANALYTICS_SURFACE)
  expect(descriptor.artifact.embed).toBeUndefined()
})

test('the container says that it stands alone, and takes no runtime of Module Federation from the page', async () => {
  const { entry, runtime } = descriptor.artifact
  expect(runtime).toBe('own')
  const text = await fixture.readText(entry)
  expect(text).not.toContain('FEDERATION')
  expect(text.length).toBeLessThan(12_000)
})

test('every file is listed with its size and a hash that it meets', async () => {
  const built = (await readdir(`${fixture.dir}/dist`, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name) && entry.name !== 'remote.json')
    .map((entry) => entry.name)
  const { files } = descriptor.artifact
  expect(files.map(({ path }) => path.split('/').at(-1)).toSorted()).toEqual(built.toSorted())
  for (const { path, bytes, integrity } of files) {
    const content = await fixture.read(path)
    expect(content).toHaveLength(bytes)
    expect(integrity).toBe(`sha384-${createHash('sha384').update(content).digest('base64')}`)
  }
})

test("a route's files are those of the exposed module, then its own, and none of another route", () => {
  const { routeFiles } = descriptor.artifact
  expect(routeFiles['one']?.map(named)).toEqual(['remote.css', 'remote.js', 'route-one.css', 'route-one.js'])
  expect(routeFiles['two']?.map(named)).toEqual(['remote.css', 'remote.js', 'route-two.js'])
  // A widget's files are found in the same way.
  expect(routeFiles['box']?.map(named)).toEqual(['remote.css', 'remote.js', 'route-box.js'])
})

test('shared modules are listed with version and range, and no copy of them is built', async () => {
  const { shared, files } = descriptor.artifact
  expect(shared.map(({ name }) => name)).toEqual([
    '@atalaia/react',
    '@atalaia/react/router',
    'react',
    'react-dom',
    'react/jsx-runtime',
  ])
  for (const { version, requiredVersion } of shared) expect(requiredVersion).toBe(`^${version}`)
  const scripts = files.filter(({ path }) => path.endsWith('.js'))
  expect(Math.max(...scripts.map(({ bytes }) => bytes))).toBeLessThan(30_000)
})

// Rule: M-GATE-13
test('exports that the code uses of a shared module are recorded, and of a namespace that is passed on none', () => {
  expect(Object.fromEntries(descriptor.artifact.shared.map(({ name, exports }) => [name, exports]))).toEqual({
    '@atalaia/react': undefined,
    '@atalaia/react/router': ['Link'],
    react: ['useState'],
    'react-dom': ['createPortal'],
    'react/jsx-runtime': ['jsx', 'jsxs'],
  })
})

test('a text file above 1 KB has a brotli and a gzip copy that unpack to it, a smaller one has none', async () => {
  const route = descriptor.artifact.routeFiles['one']?.find((path) => /route-one.*js$/.test(path)) ?? ''
  const content = await fixture.read(route)
  expect(brotliDecompressSync(await fixture.read(`${route}.br`))).toEqual(content)
  expect(gunzipSync(await fixture.read(`${route}.gz`))).toEqual(content)
  const small = descriptor.artifact.routeFiles['two']?.find((path) => path.includes('route-two')) ?? ''
  await expect(fixture.read(`${small}.br`)).rejects.toThrow('ENOENT')
})

test('a prerendered page refers to files of the artifact behind %BASE%', async () => {
  const page = descriptor.artifact.prerendered?.['one']
  const files = new Set(descriptor.artifact.files.map(({ path }) => path))
  const [html, head] = [await fixture.readText(page?.html ?? ''), await fixture.readText(page?.head ?? '')]
  expect(html).toMatch(/^<h1>%BRAND%<\/h1>/)
  for (const [, path = ''] of (html + head).matchAll(/%BASE%\/([^"]+)/g))
    expect([path, files.has(path)]).toEqual([path, true])
  expect(head).toMatch(/%ORIGIN%%BASE%\/card\.[0-9a-f]+\.svg/)
})

const globals = async (version: string) => {
  const other = await createFixture({
    ...remoteFiles,
    'remote.json': JSON.stringify({ ...sourceDescriptor, version }),
  })
  await build(remoteConfig(other.dir, { mode: 'production' }))
  const { artifact } = descriptorSchema.parse(JSON.parse(await other.readText('remote.json')))
  const text = await other.readText(artifact.entry)
  await other.remove()
  return { container: artifact.container, chunks: /webpackChunk\w+/.exec(text)?.[0] }
}

// Rule: M-REMOTE-10
test('two versions of one remote share no global name', async () => {
  const { entry, routeFiles } = descriptor.artifact
  const scripts = [entry, ...Object.values(routeFiles).flat()].filter((path) => path.endsWith('.js'))
  expect(await globals('1.3.0-beta.1')).toEqual({
    container: 'mfe_fixture_1_3_0_beta_1',
    chunks: 'webpackChunkmfe_fixture_1_3_0_beta_1',
  })
  for (const path of scripts)
    expect((await fixture.readText(path)).includes('webpackChunkmfe_fixture_1_2_0')).toBe(path === entry)
})

// Rule: M-RELEASE-14
test('another version of the same sources has the same files but its entry', async () => {
  await fixture.write({ 'remote.json': JSON.stringify({ ...sourceDescriptor, version: '1.2.1' }) })
  await build(remoteConfig(fixture.dir, { mode: 'production' }))
  const { artifact } = descriptorSchema.parse(JSON.parse(await fixture.readText('remote.json')))
  await fixture.write({ 'remote.json': JSON.stringify(sourceDescriptor) })
  const before = new Map(descriptor.artifact.files.map(({ path, integrity }) => [path, integrity]))
  const changed = artifact.files.filter(({ path, integrity }) => before.get(path) !== integrity)
  expect(changed.map(({ path }) => path)).toEqual([artifact.entry])
})

test('the same sources give the same names, and a changed one changes the name of its file alone', async () => {
  const { artifact } = descriptor
  await fixture.write({ 'src/two.tsx': 'export const Component = () => <p>outro</p>' })
  await build(remoteConfig(fixture.dir, { mode: 'production' }))
  const again = descriptorSchema.parse(JSON.parse(await fixture.readText('remote.json'))).artifact
  const namesOf = (id: string) => again.routeFiles[id]
  expect(namesOf('one')).toEqual(artifact.routeFiles['one'])
  expect(namesOf('two')).not.toEqual(artifact.routeFiles['two'])
})

test('a development build takes nothing from the page that a shell built for production does not share', async () => {
  await build(remoteConfig(fixture.dir, { mode: 'development' }))
  const { artifact } = descriptorSchema.parse(JSON.parse(await fixture.readText('remote.json')))
  expect(artifact.shared).toEqual(descriptor.artifact.shared)
  expect(await fixture.readText(artifact.entry)).not.toContain('eval(')
})

test('a configuration is made without writing anything, and its mode follows NODE_ENV', async () => {
  const before = await readdir(fixture.dir)
  const known = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'development'
  expect(remoteConfig(fixture.dir).mode).toBe('development')
  process.env['NODE_ENV'] = known
  expect(remoteConfig(fixture.dir).mode).toBe('production')
  expect(await readdir(fixture.dir)).toEqual(before)
})

test('a source descriptor that is wrong is named with what is wrong in it', async () => {
  const broken = await createFixture({ 'remote.json': JSON.stringify({ ...sourceDescriptor, name: 'fixture' }) })
  expect(() => remoteConfig(broken.dir)).toThrow(/remote\.json: not a source descriptor: .*mfe-<kebab-case>/s)
  await broken.remove()
})

test('an export that is not there fails the build', async () => {
  const broken = await createFixture({
    ...remoteFiles,
    'src/two.tsx': `import { nothing } from './three.ts'\nexport const Component = () => <p>{nothing}</p>`,
    'src/three.ts': 'export const something = 1',
  })
  await expect(build(remoteConfig(broken.dir, { mode: 'production' }))).rejects.toThrow(/nothing/)
  await expect(broken.readText('remote.json')).rejects.toThrow('ENOENT')
  await broken.remove()
})
