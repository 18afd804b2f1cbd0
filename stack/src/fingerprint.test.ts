import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildFingerprint } from './fingerprint.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { workspacePackages } from './workspace.ts'

const write = (root: string, path: string, content: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

const workspace = (): string => {
  const root = temporaryFolder()
  write(root, 'pnpm-lock.yaml', 'lock')
  write(root, 'mfe-a/package.json', JSON.stringify({ name: 'mfe-a', dependencies: { '@x/ui': 'workspace:*' } }))
  write(root, 'mfe-a/src/a.ts', 'a')
  write(root, 'shared/ui/package.json', JSON.stringify({ name: '@x/ui', dependencies: { '@x/base': 'workspace:*' } }))
  write(root, 'shared/base/package.json', JSON.stringify({ name: '@x/base' }))
  write(root, 'shared/base/src/b.ts', 'b')
  write(root, 'mfe-b/package.json', JSON.stringify({ name: 'mfe-b' }))
  return root
}

const of = (root: string) =>
  buildFingerprint({ root, packages: workspacePackages(root), name: 'mfe-a', salt: 'production' })

test.each(['mfe-a/src/a.ts', 'shared/base/src/b.ts', 'pnpm-lock.yaml', 'mfe-a/remote.json'])(
  'a change of %s makes the build stale',
  (path) => {
    const root = workspace()
    const before = of(root)
    write(root, path, 'changed')
    expect(of(root)).not.toBe(before)
  },
)

test.each([
  'mfe-b/src/b.ts',
  'mfe-a/dist/a.js',
  'mfe-a/src/a.test.ts',
  'mfe-a/node_modules/x/index.js',
  'mfe-a/README.md',
])('a change of %s leaves the build current', (path) => {
  const root = workspace()
  const before = of(root)
  write(root, path, 'changed')
  expect(of(root)).toBe(before)
})
