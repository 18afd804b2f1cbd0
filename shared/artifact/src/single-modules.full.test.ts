import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createSharedScan } from './single-modules.ts'

const ROOT = join(__dirname, '../../..')

const fileOf = (example: string, name: string, file: string): Buffer => {
  const { resolve } = createRequire(join(ROOT, example, 'package.json'))
  return readFileSync(join(dirname(resolve(`${name}/package.json`)), file))
}

const scanned = (content: Buffer | string, shared: readonly string[] = [], path = 'chunk.js'): string[] => {
  const descriptor = {
    artifact: {
      files: [{ path: 'chunk.js' }, { path: 'notes.txt' }],
      shared: shared.map((name) => ({ name })),
    },
  }
  const scan = createSharedScan(descriptor)
  scan.look(path, Buffer.from(content))
  expect(new Set(scan.reasons().map(({ code }) => code))).toEqual(
    new Set(scan.reasons().length > 0 ? ['shared-undeclared'] : []),
  )
  return scan.reasons().map(({ message }) => message.split(':')[0] ?? '')
}

// Rule: M-GATE-18
test.each([
  ['React 16', fileOf('examples/react16', 'react', 'cjs/react.production.min.js'), ['react']],
  ['React 17', fileOf('examples/react17', 'react', 'cjs/react.production.min.js'), ['react']],
  ['React 18', fileOf('examples/react18', 'react', 'umd/react.production.min.js'), ['react']],
  ['React 19', fileOf('shared/react', 'react', 'cjs/react.production.js'), ['react']],
  ['React 19 for developers', fileOf('shared/react', 'react', 'cjs/react.development.js'), ['react']],
  ['react-dom 17', fileOf('examples/react17', 'react-dom', 'cjs/react-dom.production.min.js'), ['react-dom']],
  ['react-dom 19', fileOf('host-shell', 'react-dom', 'cjs/react-dom-client.production.js'), ['react-dom']],
  ['our own parts', readFileSync(join(ROOT, 'shared/react/src/remote-context.tsx')), ['@atalaia/react']],
])('a copy of %s is found where it is not shared', (_what, content, names) => {
  expect(scanned(content)).toEqual(expect.arrayContaining(names))
  expect(scanned(content, ['react/jsx-runtime', 'react-dom/client', '@atalaia/react/router'])).toEqual([])
})

// Rule: M-GATE-18
test.each([
  ['Preact', fileOf('examples/preact', 'preact', 'compat/dist/compat.mjs')],
  ['Vue', fileOf('examples/vue3', 'vue', 'dist/vue.runtime.global.prod.js')],
  ['a library that reads React’s internals', 'react.suspense; a.__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED==b'],
  ['React’s runtime of JSX', fileOf('shared/react', 'react', 'cjs/react-jsx-runtime.production.js')],
])('%s is no copy of a module that the page has', (_what, content) => {
  expect(scanned(content)).toEqual([])
})

// Rule: M-GATE-18
test.each([
  ['webpack', 'l("default", "react", !1, [1,19,3,1])', 'react'],
  ['webpack, of a part', 'l("default","react-dom/client",!1,[1,19])', 'react-dom'],
  ['Module Federation', '{7:{shareKey:"@atalaia/react/router",getter:g}}', '@atalaia/react'],
  ['the plugin for Vite', 'await loadShare("react",{})', 'react'],
])('what %s takes from the page without a word in the descriptor is found', (_what, content, name) => {
  expect(scanned(content)).toEqual([name])
  expect(scanned(content, [name])).toEqual([])
})

test('other files than scripts are passed over, and what looks endless ends', () => {
  const react = 'react.suspense; a.__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED=b'
  expect(scanned(react)).toEqual(['react'])
  expect(scanned(react, [], 'notes.txt')).toEqual([])
  const endless = '.__SECRET_INTERNALS_DO_NOT_USE_OR_'.repeat(200_000) + '("default"'.repeat(200_000)
  expect(scanned(endless)).toEqual([])
})
