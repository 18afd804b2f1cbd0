import { runInNewContext } from 'node:vm'
import { remoteConfig } from './remote-config.ts'
import { build, createFixture, sourceDescriptor, type Fixture } from './testing/fixture.ts'
import { RefusedScriptPlugin } from './refused-script-plugin.ts'

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
    plugins: [new RefusedScriptPlugin()],
  })
  bundle = await fixture.readText('main.js')
})
afterAll(() => fixture.remove())

const createElement = () => ({
  setAttribute: () => undefined,
  set src(_address: string) {
    throw new TypeError('This document requires TrustedScriptURL assignment')
  },
})

/** Runs the bundle in a page whose Trusted Types refuse every script. */
const runPage = () => {
  const errors: string[] = []
  const page: Record<PropertyKey, unknown> = {
    setTimeout,
    clearTimeout,
    console: { error: (text: string) => errors.push(text) },
    document: { createElement, getElementsByTagName: () => [], head: { appendChild: () => undefined } },
    location: { origin: 'https://files.test' },
  }
  page['window'] = page['self'] = page['globalThis'] = page
  runInNewContext(bundle, page)
  const { load } = page
  if (typeof load !== 'function') throw new Error('the bundle did not run')
  return { errors, load: async (): Promise<unknown> => load() }
}

// Rule: M-RELEASE-13
// Threat: T-PAGE-1
test('a script that the page does not admit is told on the console, and its import rejects, also the second time', async () => {
  const page = runPage()
  await expect(page.load()).rejects.toThrow(/later/)
  await expect(page.load()).rejects.toThrow(/later/)
  expect(page.errors).toContain('mfe_fixture_1_2_0: the page refuses https://files.test/later.js')
})
