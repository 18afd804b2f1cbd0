import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { installedVersion, requiredRange } from './shared-modules.ts'

let folder: string
const write = (path: string, content: unknown) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), JSON.stringify(content))
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atalaia-shared-'))
  write('node_modules/react/package.json', { version: '19.3.1' })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

// Rule: M-REMOTE-13
test.each(['^19.0.0', '^19 || ^20', '>=19.1 <21', '~19.3.0'])('the range %s is accepted as it is stated', (react) => {
  write('package.json', { dependencies: { react } })
  expect(requiredRange(folder, 'react/jsx-runtime')).toBe(react)
})

// Rule: M-REMOTE-13
test.each(['19.3.1', 'catalog:', 'workspace:^', 'file:./react.tgz', '*', 'latest', '^18.0.0', '>=soon'])(
  'in place of %s, the installed version and what is compatible with it are accepted',
  (react) => {
    write('package.json', { dependencies: { react } })
    expect(requiredRange(folder, 'react')).toBe('^19.3.1')
  },
)

test('a peer dependency comes before a development dependency', () => {
  write('package.json', { peerDependencies: { react: '^19.0.0' }, devDependencies: { react: '^19.3.0' } })
  expect(requiredRange(folder, 'react')).toBe('^19.0.0')
})

test('a package is also found where the workspace above has it', () => {
  write('packages/mine/package.json', {})
  expect(requiredRange(join(folder, 'packages/mine'), 'react')).toBe('^19.3.1')
  expect(() => installedVersion(folder, '@atalaia/react/router')).toThrow('@atalaia/react is not installed')
})
