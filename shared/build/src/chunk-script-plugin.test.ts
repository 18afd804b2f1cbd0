import { runInNewContext } from 'node:vm'
import { remoteConfig } from './remote-config.ts'
import { build, createFixture, sourceDescriptor, type Fixture } from './testing/fixture.ts'
import { ChunkScriptPlugin } from './chunk-script-plugin.ts'

let fixture: Fixture
let bundle: string
beforeAll(async () => {
  fixture = await createFixture({
    'remote.json': JSON.stringify(sourceDescriptor),
    'src/entry.ts': `globalThis.load = () => import(/* webpackChunkName: "later" */ './later.ts')`,
    'src/later.ts': 'export const later = 1',
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
    plugins: [new ChunkScriptPlugin()],
  })
  bundle = await fixture.readText('main.js')
})
afterAll(() => fixture.remove())

type Tag = { src: string; crossOrigin?: string; setAttribute(): void }

const runPage = (trusts: boolean) => {
  const errors: string[] = []
  const inserted: Tag[] = []
  const createElement = (): Tag => ({
    setAttribute: () => undefined,
    get src() {
      return 'https://files.test/later.js'
    },
    set src(_address: string) {
      if (!trusts) throw new TypeError('This document requires TrustedScriptURL assignment')
    },
  })
  const page: Record<PropertyKey, unknown> = {
    setTimeout: (run: () => void, milliseconds?: number) => (milliseconds ? undefined : setTimeout(run)),
    clearTimeout: () => undefined,
    console: { error: (text: string) => errors.push(text) },
    document: {
      createElement,
      getElementsByTagName: () => [],
      head: { appendChild: (tag: Tag) => inserted.push(tag) },
    },
    location: { origin: 'https://files.test' },
  }
  page['window'] = page['self'] = page['globalThis'] = page
  runInNewContext(bundle, page)
  const { load } = page
  if (typeof load !== 'function') throw new Error('the bundle did not run')
  return { errors, inserted, load: async (): Promise<unknown> => load() }
}

test('a chunk is fetched without credentials, as the page preloads it, on its own origin too', () => {
  const page = runPage(true)
  void page.load()
  expect(page.inserted).toMatchObject([{ crossOrigin: 'anonymous' }])
})

// Rule: M-RELEASE-13
// Threat: T-PAGE-1
test('a script that the page does not admit is told on the console, and its import rejects, also the second time', async () => {
  const page = runPage(false)
  await expect(page.load()).rejects.toThrow(/later/)
  await expect(page.load()).rejects.toThrow(/later/)
  expect(page.errors).toContain('mfe_fixture_1_2_0: the page refuses https://files.test/later.js')
})
