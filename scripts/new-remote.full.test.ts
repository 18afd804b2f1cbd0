import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root, runCaptured } from '@atalaia/stack'
import { descriptorSchema } from '@atalaia/contracts'
import { checkRequest } from './support/new-remote/check-request.ts'
import { writeRemote } from './support/new-remote/write-remote.ts'

const name = 'mfe-sample'
let workspace: string
let folder: string

const link = (manifestFile: string) => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(manifestFile, 'utf8'))
  for (const [dependency, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    const target = String(version).startsWith('workspace:')
      ? join(root, 'shared', dependency.replace('@atalaia/', ''))
      : join(root, 'mfe-auth', 'node_modules', dependency)
    const place = join(folder, 'node_modules', dependency)
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(realpathSync(target), place)
  }
}

const run = (program: string, args: readonly string[], cwd: string) =>
  runCaptured(process.execPath, [join(root, 'node_modules', program), ...args], { cwd, env: { ...process.env } })

beforeAll(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'atalaia-new-remote-')))
  const configuration = readdirSync(root).filter((file) => file.startsWith('jest.') || file === 'tsconfig.json')
  for (const file of configuration) cpSync(join(root, file), join(workspace, file))
  cpSync(join(root, 'types'), join(workspace, 'types'), { recursive: true })
  writeFileSync(join(workspace, 'package.json'), '{"type":"module"}')
  symlinkSync(join(root, 'node_modules'), join(workspace, 'node_modules'))
  // Besides the stand-in page, Jest loads the set-up of the servers' tests and the transformer of messages, for others only.
  mkdirSync(join(workspace, 'shared'))
  for (const shared of ['build', 'database', 'testing'])
    symlinkSync(join(root, 'shared', shared), join(workspace, 'shared', shared))
  const checked = checkRequest({ name, title: 'Amostra', owner: 'time-amostra' }, workspace)
  if (!checked.ok) throw new Error(checked.message)
  writeRemote(checked.request, workspace)
  folder = join(workspace, name)
  link(join(folder, 'package.json'))
})
afterAll(() => rmSync(workspace, { recursive: true, force: true }))

describe('a new remote', () => {
  test('builds, with its route and its sidebar entry in the descriptor', async () => {
    const env = { ...process.env, NODE_ENV: 'production' }
    const webpack = join(folder, 'node_modules', 'webpack', 'bin', 'webpack.js')
    const { code, output } = await runCaptured(process.execPath, [webpack], { cwd: folder, env })
    expect([code, output]).toEqual([0, expect.anything()])
    const built = descriptorSchema.parse(JSON.parse(readFileSync(join(folder, 'dist', 'remote.json'), 'utf8')))
    expect(built.routes).toEqual([{ id: 'home', path: '/app/sample', access: 'session', title: 'Amostra' }])
    expect(built.sidebar).toEqual([{ label: 'Amostra', path: '/app/sample', icon: 'layers' }])
    expect(built.artifact.routeFiles['home']?.length).toBeGreaterThan(0)
    expect(built.token).toBe(false)
  })

  test('passes its tests', async () => {
    const { code, output } = await run('jest/bin/jest.js', ['--ci', name], workspace)
    expect(output).toContain('2 passed')
    expect(code).toBe(0)
  })

  test('has no type errors and nothing that the lint complains of', async () => {
    const types = await run('typescript/bin/tsc', ['-p', '.'], workspace)
    expect(types.output.slice(0, 2_000)).toBe('')
    // Only its sources: without the workspace's .gitignore, node_modules and dist would be read as well.
    const sources = [`${name}/src`, `${name}/webpack.config.ts`, `${name}/remote.json`, `${name}/package.json`]
    const lint = await run('oxlint/bin/oxlint', ['-c', join(root, 'oxlint.config.ts'), ...sources], workspace)
    expect(lint.output.slice(-2_000)).toContain('Found 0 warnings and 0 errors')
    const formatArguments = ['-c', join(root, '.oxfmtrc.json'), '--check', ...sources]
    const format = await run('oxfmt/bin/oxfmt', formatArguments, workspace)
    expect([types.code, lint.code, format.code]).toEqual([0, 0, 0])
  })
})

describe('a remote that cannot be made is refused', () => {
  test.each([
    ['reports', 'is no name for a remote'],
    ['mfe-Reports', 'is no name for a remote'],
    ['mfe-a--b', 'is no name for a remote'],
    ['mfe-../x', 'is no name for a remote'],
    [name, 'there is a folder of that name already'],
  ])('%s: %s', (wanted, message) => {
    expect(checkRequest({ name: wanted }, workspace)).toEqual({ ok: false, message: expect.stringContaining(message) })
  })

  test('an address that another remote has', () => {
    const refused = checkRequest({ name: 'mfe-profile' }, root)
    expect(refused).toEqual({ ok: false, message: expect.stringContaining('/app/profile, which is a route of mfe-') })
  })

  test('a title that could not stand in a source file', () => {
    const refused = checkRequest({ name: 'mfe-x', title: '{`x`}' }, workspace)
    expect(refused).toEqual({ ok: false, message: expect.stringContaining('--title') })
    expect(existsSync(join(workspace, 'mfe-x'))).toBe(false)
  })

  test('without a name and without anybody to ask, with the usage', async () => {
    const { code, output } = await runCaptured(process.execPath, [join(root, 'scripts', 'new-remote.ts')], {
      cwd: root,
    })
    expect(code).toBe(1)
    expect(output).toContain('The name of the remote is missing')
    expect(output).toContain('npm run new:remote -- mfe-reports')
  })
})
