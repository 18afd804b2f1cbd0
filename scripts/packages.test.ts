import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { CONTRACT_VERSION, descriptorSchema } from '@atalaia/contracts'
import { root, runCaptured } from '@atalaia/stack'
import { publicPackages } from './support/packages/public-packages.ts'

jest.setTimeout(300_000)

/** Of the versions that the workspace has. */
const TOOLS = [
  '@swc/core',
  '@swc/jest',
  '@testing-library/dom',
  '@testing-library/react',
  '@types/jest',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  'jest',
  'jest-environment-jsdom',
  'typescript',
  'webpack',
  'webpack-cli',
]
/** All that teams install; @atalaia/embed, which portals install, is packed by its own test. */
const PACKAGES = publicPackages().flatMap(({ name }) => (name === '@atalaia/embed' ? [] : [name]))

const [, catalog = ''] = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8').split('\ncatalog:')
const versionOf = (name: string): string => {
  const line = catalog.split('\n').find((each) => each.trim().replaceAll("'", '').startsWith(`${name}: `))
  if (line === undefined) throw new Error(`${name} is not in the catalog`)
  return line.split(': ')[1] ?? ''
}

const remoteJson = (name: string) => ({
  name,
  version: '1.0.0',
  owner: 'time-fora',
  contract: `^${CONTRACT_VERSION}`,
  token: false,
  api: false,
  routes: [{ id: 'home', path: `/app/${name.slice(4)}`, access: 'session', title: 'Fora' }],
  sidebar: [],
})

const home = `import { useUser } from '@atalaia/react'
import { Link } from '@atalaia/react/router'
import { Card } from '@atalaia/ui'
import './home.css'

export const Component = () => (
  <Card title="Fora">
    <Link to="/app">{useUser()?.email ?? 'ninguém'}</Link>
  </Card>
)
`
const remote = (type: string, extension: string) => `
export const activate${type} = () => [
  { id: 'home', lazy: () => import(/* webpackChunkName: "route-home" */ './home.${extension}') },
]
`
const webpackConfig = `import { remoteConfig } from '@atalaia/build'

export default remoteConfig(import.meta.dirname)
`

const tsconfig = (module: string) => ({
  compilerOptions: {
    module: module === 'bundler' ? 'esnext' : module,
    moduleResolution: module,
    target: 'es2022',
    lib: ['es2023', 'dom'],
    jsx: 'react-jsx',
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    types: ['jest', 'node'],
  },
  include: ['src', 'webpack.config.ts'],
})

/** A repository in which nothing is this one's: a remote in TypeScript, and one in JavaScript in the folder `javascript`. */
const files: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: 'fora',
    private: true,
    type: 'module',
    dependencies: { react: '^19.0.0', 'react-dom': '^19.0.0' },
    devDependencies: {
      ...Object.fromEntries(TOOLS.map((name) => [name, versionOf(name)])),
      jsdom: '^26.1.0',
      vitest: '^5.1.1',
    },
    jest: { preset: '@atalaia/testing', testPathIgnorePatterns: ['/dist/'] },
  }),
  'tsconfig.json': JSON.stringify(tsconfig('bundler')),
  'tsconfig.nodenext.json': JSON.stringify(tsconfig('nodenext')),
  'remote.json': JSON.stringify(remoteJson('mfe-fora')),
  'webpack.config.ts': webpackConfig,
  'src/assets.d.ts': "declare module '*.css'\n",
  'src/remote.tsx': `import type { RemoteModule } from '@atalaia/react'\n${remote(": RemoteModule['activate']", 'tsx')}`,
  'src/home.tsx': home,
  'src/home.css': '.fora { color: var(--ui-text) }\n',
  'src/remote.test.tsx': `import { createFakeContext, routeElement } from '@atalaia/testing'
import { render, screen } from '@testing-library/react'
import { activate } from './remote.tsx'

test('the first screen says who is signed in', async () => {
  const { context } = createFakeContext({
    session: { status: 'active', user: { email: 'ana@acme.example' }, expiresAt: Date.UTC(2100, 0, 1) },
  })
  render(await routeElement({ activate }, context, { id: 'home', path: '/app/fora' }))
  expect(await screen.findByRole('link', { name: 'ana@acme.example' })).toBeTruthy()
})
`,
  'javascript/remote.json': JSON.stringify(remoteJson('mfe-fora-js')),
  'javascript/package.json': JSON.stringify({ type: 'module', dependencies: { react: '^19.0.0 || ^20.0.0' } }),
  'javascript/webpack.config.js': webpackConfig,
  'javascript/src/remote.js': remote('', 'jsx'),
  'javascript/src/home.jsx': home,
  'javascript/src/home.css': '.fora-js { color: var(--ui-text) }\n',
}

let folder: string
/** Runs a program of the repository's own, with nothing of this workspace in its environment. */
const run = async (program: string, args: readonly string[], cwd = folder): Promise<string> => {
  const { NODE_ENV: _mode, JEST_WORKER_ID: _worker, NODE_OPTIONS: _options, ...rest } = process.env
  const env = { ...rest, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}` }
  const { code, output } = await runCaptured(program, args, { cwd, env })
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}\n${output}`)
  return output
}
const bin = (name: string) => join(folder, 'node_modules', '.bin', name)
const check = async (cwd: string): Promise<unknown> => JSON.parse(await run(bin('atalaia'), ['check', '--json'], cwd))
const sharedOf = (dist: string) => {
  const { artifact } = descriptorSchema.parse(JSON.parse(readFileSync(join(dist, 'remote.json'), 'utf8')))
  return Object.fromEntries(artifact.shared.map(({ name, requiredVersion }) => [name, requiredVersion]))
}

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'atalaia-fora-')))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const packs = join(folder, 'packages')
  await run(process.execPath, ['scripts/packages.ts', 'pack', packs, ...PACKAGES], root)
  const tarballs = readdirSync(packs).map((name) => join('packages', name))
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs.map((path) => `./${path}`)])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('in a repository of its own, with the packages as they are packed, a remote', () => {
  test('has no type errors, by the resolution of bundlers and by that of Node', async () => {
    expect(await run(bin('tsc'), ['-p', '.'])).toBe('')
    expect(await run(bin('tsc'), ['-p', 'tsconfig.nodenext.json'])).toBe('')
  })

  test('passes its tests in Jest and in Vitest', async () => {
    expect(await run(bin('jest'), ['--ci'])).toContain('1 passed')
    expect(await run(bin('vitest'), ['run', '--globals', '--environment=jsdom'])).toContain('1 passed')
  })

  test('is built in TypeScript, and accepts the versions of React that the installation wrote', async () => {
    await run(bin('webpack'), [])
    expect(await check(folder)).toMatchObject({ name: 'mfe-fora', reasons: [] })
    expect(sharedOf(join(folder, 'dist'))).toMatchObject({
      react: '^19.0.0',
      '@atalaia/react': expect.stringMatching(/^\^/),
    })
  })

  test('is built in JavaScript, and accepts the versions of React that it states', async () => {
    await run(bin('webpack'), [], join(folder, 'javascript'))
    expect(await check(join(folder, 'javascript'))).toMatchObject({ name: 'mfe-fora-js', reasons: [] })
    expect(sharedOf(join(folder, 'javascript/dist'))).toMatchObject({ react: '^19.0.0 || ^20.0.0' })
  })
})
