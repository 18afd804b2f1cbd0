import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@atalaia/stack/testing/temporary-folder'
import { ensureInstalled } from './install.mjs'

const write = (root: string, path: string, content: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

const clone = (): string => {
  const root = temporaryFolder()
  write(root, 'pnpm-workspace.yaml', 'allowBuilds:\n  pnpm: false\ncatalog:\n  pnpm: 12.21.0\n')
  write(root, 'pnpm-lock.yaml', 'lock')
  write(root, 'package.json', JSON.stringify({ dependencies: { a: '1' } }))
  return root
}

const installer = (root: string, code = 0) => {
  const calls: string[][] = []
  return {
    calls,
    run: (command: string, args: string[]) => {
      calls.push([command, ...args])
      write(root, 'node_modules/node/bin/node', '')
      return { ended: Promise.resolve(code) }
    },
  }
}

beforeEach(() => {
  jest.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => jest.restoreAllMocks())

test('a bare clone gets its packages with the pnpm of the catalog, and only once', async () => {
  const root = clone()
  const { run, calls } = installer(root)
  expect(await ensureInstalled(root, run)).toEqual({ ok: true, ran: true })
  expect(await ensureInstalled(root, run)).toEqual({ ok: true, ran: false })
  expect(calls).toEqual([['npx', '--yes', 'pnpm@12.21.0', 'install', '--frozen-lockfile']])
})

test.each<[string, string | undefined, boolean, string[][]]>([
  ['in a clone the hooks before commits are set', undefined, true, [['install']]],
  ['in CI they are not', 'true', true, []],
  ['nor in a folder that was unpacked', undefined, false, []],
])('%s', async (_, ci, isClone, expected) => {
  jest.replaceProperty(process, 'env', { ...process.env, CI: ci })
  const root = clone()
  if (isClone) mkdirSync(join(root, '.git'))
  const { run, calls } = installer(root)
  await ensureInstalled(root, run)
  expect(calls.filter(([command]) => command?.endsWith('lefthook')).map(([, ...args]) => args)).toEqual(expected)
})

test('hooks that cannot be set stop nothing', async () => {
  jest.replaceProperty(process, 'env', { ...process.env, CI: undefined })
  const root = clone()
  mkdirSync(join(root, '.git'))
  const { run } = installer(root)
  const failing = (command: string, args: string[]) =>
    command === 'npx' ? run(command, args) : { ended: Promise.resolve(1) }
  expect(await ensureInstalled(root, failing)).toEqual({ ok: true, ran: true })
})

test('a changed dependency installs again, a changed script does not', async () => {
  const root = clone()
  const { run, calls } = installer(root)
  await ensureInstalled(root, run)
  write(root, 'package.json', JSON.stringify({ dependencies: { a: '1' }, scripts: { x: 'y' } }))
  await ensureInstalled(root, run)
  expect(calls).toHaveLength(1)
  write(root, 'mfe-a/package.json', JSON.stringify({ dependencies: { b: '1' } }))
  await ensureInstalled(root, run)
  expect(calls).toHaveLength(2)
})

test('a style sheet that is generated is made after the packages, and again when its source changes', async () => {
  const root = clone()
  write(root, 'shared/ui/scripts/bootstrap.ts', '')
  write(root, 'shared/ui/src/styles/bootstrap.scss', 'a')
  const { run, calls } = installer(root)
  await ensureInstalled(root, run)
  expect(calls.map(([command]) => command)).toEqual(['npx', join(root, 'node_modules/node/bin/node')])
  write(root, 'shared/ui/src/styles/bootstrap.scss', 'b')
  expect(await ensureInstalled(root, run)).toEqual({ ok: true, ran: true })
})

test('an installation that fails says what to look at, and is tried again the next time', async () => {
  const root = clone()
  const failing = installer(root, 1)
  const result = await ensureInstalled(root, failing.run)
  expect(result).toMatchObject({ ok: false, message: expect.stringContaining('No network') })
  const working = installer(root)
  expect(await ensureInstalled(root, working.run)).toEqual({ ok: true, ran: true })
})
