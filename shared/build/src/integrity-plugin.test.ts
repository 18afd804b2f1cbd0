import { runInNewContext } from 'node:vm'
import { IMPOSSIBLE_INTEGRITY } from '@atalaia/contracts'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import { remoteConfig } from './remote-config.ts'
import { build, createFixture, sourceDescriptor, type Fixture } from './testing/fixture.ts'
import { IntegrityPlugin } from './integrity-plugin.ts'

let fixture: Fixture
let bundle: string
beforeAll(async () => {
  fixture = await createFixture({
    'remote.json': JSON.stringify(sourceDescriptor),
    'src/entry.ts': `globalThis.load = () => import(/* webpackChunkName: "later" */ './later.ts')`,
    'src/later.ts': `import './later.css'\nexport const later = 1`,
    'src/later.css': '.later {}',
  })
  // The remote's own loaders and output, on a plain entry that can run without a host.
  const { module, output, context } = remoteConfig(fixture.dir, { mode: 'production' })
  const names = { filename: 'main.js', chunkFilename: '[name].js', publicPath: 'https://files.test/' }
  await build({
    mode: 'production',
    context,
    module,
    entry: './src/entry.ts',
    output: { ...output, ...names },
    plugins: [new MiniCssExtractPlugin({ filename: '[name].css' }), new IntegrityPlugin()],
  })
  bundle = await fixture.readText('main.js')
})
afterAll(() => fixture.remove())

type Tag = {
  src?: string
  href?: string
  integrity?: string
  crossOrigin?: string
  onerror?: (event: object) => void
  setAttribute(name: string, value: string): void
}

type PageOptions = {
  /** Addresses that a script may have in a page with Trusted Types; all by default. */
  readonly admits?: (address: string) => boolean
}

const runPage = (registry?: ReadonlyMap<string, string>, { admits = () => true }: PageOptions = {}) => {
  const createElement = (): Tag => {
    let source: string | undefined
    return {
      setAttribute: () => undefined,
      get src() {
        return source
      },
      set src(address) {
        if (!admits(address ?? '')) throw new TypeError('This document requires TrustedScriptURL assignment')
        source = address
      },
    }
  }
  const inserted: Tag[] = []
  const errors: string[] = []
  const page: Record<PropertyKey, unknown> = {
    setTimeout,
    clearTimeout,
    console: { error: (text: string) => errors.push(text) },
    document: {
      createElement,
      getElementsByTagName: () => [],
      head: { appendChild: (tag: Tag) => inserted.push(tag) },
    },
    location: { origin: 'https://files.test' },
    ...(registry && { [Symbol.for('atalaia.integrity')]: registry }),
  }
  page['window'] = page['self'] = page['globalThis'] = page
  runInNewContext(bundle, page)
  const { load } = page
  if (typeof load !== 'function') throw new Error('the bundle did not run')
  const loading: Promise<unknown> = Promise.resolve(load())
  loading.catch(() => undefined)
  // Ends the time-outs of what is still loading.
  const fail = () => inserted.forEach((tag) => tag.onerror?.({ type: 'error', target: tag }))
  return { inserted, errors, loading, load: async (): Promise<unknown> => load(), fail }
}

const addresses = ['https://files.test/later.css', 'https://files.test/later.js']

// Rule: M-RELEASE-5
test('scripts and styles that come later carry the hash that the page has for their address', () => {
  const hashes = new Map(addresses.map((address) => [address, `sha384-${address}`]))
  const { inserted, errors, fail } = runPage(hashes)
  fail()
  expect(inserted.map(({ src, href }) => src ?? href).toSorted()).toEqual(addresses)
  for (const { src, href, integrity, crossOrigin } of inserted) {
    expect(integrity).toBe(`sha384-${src ?? href}`)
    expect(crossOrigin).toBe('anonymous')
  }
  expect(errors).toEqual([])
})

// Rule: M-RELEASE-6
test('a file that the page knows no hash of gets one that nothing meets, is told on the console, and rejects', async () => {
  const { inserted, errors, loading, fail } = runPage(new Map())
  expect(inserted).toHaveLength(2)
  for (const { integrity } of inserted) expect(integrity).toBe(IMPOSSIBLE_INTEGRITY)
  expect(errors.toSorted()).toEqual(
    addresses.map((address) => `mfe_fixture_1_2_0: no integrity hash in the release for ${address}`),
  )
  fail()
  await expect(loading).rejects.toThrow(/later/)
})

// Rule: M-RELEASE-13
// Threat: T-PAGE-1
test('a script that the page does not admit is told on the console, and its import rejects, also the second time', async () => {
  const page = runPage(new Map(), { admits: () => false })
  await expect(page.loading).rejects.toThrow(/later/)
  await expect(page.load()).rejects.toThrow(/later/)
  expect(page.errors).toContain('mfe_fixture_1_2_0: no integrity hash in the release for https://files.test/later.js')
})

test('a page without a registry asks for no hash', () => {
  const { inserted, errors, fail } = runPage()
  fail()
  expect(inserted.map(({ integrity }) => integrity)).toEqual([undefined, undefined])
  expect(errors).toEqual([])
})
