import { shellManifestSchema, type ShellManifest } from '@atalaia/contracts'
import { shellConfig } from './shell-config.ts'
import { build, createFixture, shellFiles, type Fixture } from './testing/fixture.ts'

let fixture: Fixture
let manifest: ShellManifest
beforeAll(async () => {
  fixture = await createFixture(shellFiles)
  await build(shellConfig(fixture.dir, { mode: 'production' }))
  manifest = shellManifestSchema.parse(JSON.parse(await fixture.readText('shell.json')))
})
afterAll(() => fixture.remove())

const named = (paths: readonly string[]) => paths.map((path) => path.replace(/\.[0-9a-f]{16}\./, '.'))

test('the manifest says what the page runs, what it preloads and what API remotes need besides', () => {
  expect(manifest.version).toBe('3.1.0')
  expect(named(manifest.scripts)).toEqual(['main.js'])
  expect(named(manifest.styles)).toEqual(['bootstrap.css'])
  expect(named(manifest.preload)).toEqual(['shared.js', 'bootstrap.js'])
  expect(named(manifest.api)).toEqual(['http.js'])
  expect(named(manifest.fonts)).toEqual(['inter-latin-normal.woff2'])
})

test('what the shell renders while it starts is in the manifest, and in no file', () => {
  expect(manifest.waitingPage).toBe('<p data-waiting="">%BRAND%: %TITLE%</p>')
  expect(manifest.ownPages).toEqual({ notFound: '<p data-waiting="whole">%BRAND%: 404</p>' })
  expect(named(manifest.files.map(({ path }) => path)).filter((path) => path.includes('prerender'))).toEqual([])
})

test("the page's icon is a file of the shell", () => {
  expect(named(manifest.files.map(({ path }) => path))).toContain('favicon.svg')
})

test('every shared module is provided, with the file that it comes in', () => {
  expect(manifest.shared.map(({ name }) => name)).toEqual([
    '@atalaia/react',
    '@atalaia/react/redux',
    '@atalaia/react/router',
    'react',
    'react-dom',
    'react-dom/client',
    'react/jsx-runtime',
  ])
  for (const { files } of manifest.shared) expect(named(files)).toEqual(['shared.js'])
})

const exportsOf = (module: string) => manifest.shared.find(({ name }) => name === module)?.exports

// Rule: M-GATE-13
test('exports of a shared module are recorded, and a CommonJS module is its own default export', () => {
  expect(exportsOf('@atalaia/react')).toEqual(expect.arrayContaining(['RemoteProvider', 'useRemoteContext']))
  expect(exportsOf('@atalaia/react')).not.toContain('default')
  expect(exportsOf('react-dom/client')).toEqual(['createRoot', 'default', 'hydrateRoot', 'version'])
})

test('the boot script stands alone, without the federation runtime', async () => {
  const boot = await fixture.readText(manifest.boot)
  expect(boot).toContain('localStorage.getItem("theme")')
  expect(boot.length).toBeLessThan(300)
})

test('the entry is webpack and its share scope alone: the runtime of Module Federation is 80 KB', async () => {
  const [entry = ''] = manifest.scripts
  const text = await fixture.readText(entry)
  expect(text).toContain('"@atalaia/react/router","1.0.0"')
  expect(text.length).toBeLessThan(10_000)
})
