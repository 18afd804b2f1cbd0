import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { CONTRACT_VERSION, DESCRIPTOR_FILE, descriptorSchema, remoteBase, SESSION_COOKIE } from '@atalaia/contracts'
import { makeFreshPglite } from '@atalaia/database/testing/fresh-pglite'
import { root, runCaptured } from '@atalaia/stack'
import { createCommand } from 'gateway/testing/command'
import { databases, versionIn } from 'gateway/testing/published'
import { publicPackages } from './support/packages/public-packages.ts'

jest.setTimeout(300_000)

// All repositories are workspaces of npm, so that one installation does. Its lockfile has another React than the shell.

/** Repositories as teams make them, and the versions of React that each takes. */
const REPOSITORIES = [
  { name: 'mfe-webpack-ts', words: ['--bundler', 'webpack', '--language', 'ts'], takes: '^19.0.0' },
  { name: 'mfe-webpack-js', words: ['--bundler', 'webpack', '--language', 'js'], takes: '^19.0.0 || ^20.0.0' },
  { name: 'mfe-rspack', words: ['--bundler', 'rspack', '--language', 'js'], takes: '^19.0.0' },
  { name: 'mfe-vite', words: ['--bundler', 'vite', '--language', 'ts'], takes: '^19.0.0' },
] as const

/** Of the versions that the workspace has. */
const TOOLS = [
  '@testing-library/dom',
  '@testing-library/react',
  '@types/jest',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  'typescript',
]
/** All that teams install; @atalaia/embed, which portals install, is packed by its own test. */
const PACKAGES = publicPackages().filter(({ name }) => name !== '@atalaia/embed')

const [, catalog = ''] = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8').split('\ncatalog:')
const versionOf = (name: string): string => {
  const line = catalog.split('\n').find((each) => each.trim().replaceAll("'", '').startsWith(`${name}: `))
  if (line === undefined) throw new Error(`${name} is not in the catalog`)
  return line.split(': ')[1] ?? ''
}

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
const remote = `import type { RemoteModule } from '@atalaia/react'

export const activate: RemoteModule['activate'] = () => [
  { id: 'home', lazy: () => import(/* webpackChunkName: "route-home" */ './home.tsx') },
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

/** A remote that was made by hand, and no file of which is this workspace's. */
const files: Readonly<Record<string, string>> = {
  'tsconfig.json': JSON.stringify(tsconfig('bundler')),
  'tsconfig.nodenext.json': JSON.stringify(tsconfig('nodenext')),
  'webpack.config.ts': webpackConfig,
  'src/assets.d.ts': "declare module '*.css'\n",
  'src/remote.tsx': remote,
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
}

let outside: string
/** The remote that was made by hand, and at the same time the root of the others' installation. */
let together: string
const folderOf = (name: string) => join(together, name)

/** Runs a program of the repository's own, with nothing of this workspace in its environment. */
const run = async (program: string, args: readonly string[], cwd: string, more: NodeJS.ProcessEnv = {}) => {
  const { NODE_ENV: _mode, JEST_WORKER_ID: _worker, NODE_OPTIONS: _options, ...rest } = process.env
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`
  const { code, output } = await runCaptured(program, args, { cwd, env: { ...rest, ...more, PATH } })
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}\n${output}`)
  return output
}
const bin = (name: string) => join(together, 'node_modules', '.bin', name)
const install = (cwd: string, ...more: string[]) =>
  run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...more], cwd)

const write = (folder: string, contents: Readonly<Record<string, string>>) => {
  for (const [path, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}
const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const writeManifest = (folder: string, manifest: object) => write(folder, { 'package.json': JSON.stringify(manifest) })

const CREATE_REMOTE = '@atalaia/create-remote'
const tarballOf = ({ name, version }: { readonly name: string; readonly version: string }) =>
  join(outside, 'packages', `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)

/** Makes the repositories with the packed create-remote, beside which nothing but what it needs is installed. */
const create = async () => {
  const tools = join(outside, 'tools')
  writeManifest(tools, { private: true })
  const needed = PACKAGES.filter(({ name }) => name === CREATE_REMOTE || name === '@atalaia/contracts')
  await install(tools, ...needed.map(tarballOf))
  const program = join(tools, 'node_modules', '.bin', 'create-remote')
  for (const { name, words } of REPOSITORIES)
    await run(program, [name, ...words, '--packages', '../packages'], together)
}

const installTogether = async () => {
  const own = PACKAGES.filter(({ name }) => name !== CREATE_REMOTE)
  writeManifest(together, {
    name: 'fora',
    private: true,
    type: 'module',
    workspaces: REPOSITORIES.map(({ name }) => name),
    dependencies: {
      react: '~19.2.0',
      'react-dom': '~19.2.0',
      ...Object.fromEntries(own.map((each) => [each.name, `file:${tarballOf(each)}`])),
    },
    devDependencies: {
      ...Object.fromEntries(TOOLS.map((name) => [name, versionOf(name)])),
      jsdom: '^26.1.0',
      vitest: '^5.1.1',
    },
  })
  await install(together)
}

/** States the versions of React that a repository takes; what is installed stays. */
const stateReact = ({ name, takes }: (typeof REPOSITORIES)[number]) => {
  const manifest = readManifest(folderOf(name))
  const dependencies = { ...manifest.dependencies, react: takes, 'react-dom': takes }
  writeManifest(folderOf(name), { ...manifest, dependencies })
}

beforeAll(async () => {
  outside = realpathSync(mkdtempSync(join(tmpdir(), 'atalaia-fora-')))
  together = join(outside, 'together')
  write(together, files)
  const names = PACKAGES.map(({ name }) => name)
  await run(process.execPath, ['scripts/packages.ts', 'pack', join(outside, 'packages'), ...names], root)
  await create()
  await installTogether()
  for (const repository of REPOSITORIES) stateReact(repository)
})
afterAll(() => rmSync(outside, { recursive: true, force: true }))

describe('in a repository of its own, with the packages as they are packed, a remote', () => {
  test('has no type errors, by the resolution of bundlers and by that of Node', async () => {
    expect(await run(bin('tsc'), ['-p', '.'], together)).toBe('')
    expect(await run(bin('tsc'), ['-p', 'tsconfig.nodenext.json'], together)).toBe('')
  })

  test('passes its tests in Vitest', async () => {
    const words = ['run', '--globals', '--environment=jsdom', '--dir=src']
    expect(await run(bin('vitest'), words, together)).toContain('1 passed')
  })
})

/** The modules of the page that remotes share, in the versions that the shell has. */
const SHARED = [
  '@atalaia/react',
  '@atalaia/react/redux',
  '@atalaia/react/router',
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
].map((name) => {
  const depth = name.startsWith('@') ? 2 : 1
  const owner = name.split('/').slice(0, depth).join('/')
  return { name, version: readManifest(join(root, 'host-shell/node_modules', owner)).version, files: [] }
})

/** The JSON of a command's output with `--json`, without npm's own lines. */
const jsonOf = (said: string): unknown => JSON.parse(said.split('\n').find((line) => line.startsWith('{')) ?? said)

const NO_PAGE = { status: 404, version: undefined }
const PAGE = { status: 200, version: '1.0.0' }
/** At 10 %, the chance that a new browser is needed after so many is 1 in 10^18. */
const MAX_BROWSERS = 400

describe('repositories that create-remote made', () => {
  let stage: Awaited<ReturnType<typeof createCommand>>
  beforeAll(async () => {
    await makeFreshPglite()
    const [[, openDatabase]] = databases
    stage = await createCommand(await openDatabase(), { shell: { contract: CONTRACT_VERSION, shared: SHARED } })
  })
  afterAll(() => stage.close())

  /** A remote's page as a browser gets it, by default a new one: its status, and the version in its release. */
  const visit = async (name: string, browser?: string) => {
    const session = `${SESSION_COOKIE}=1`
    const answer = await fetch(`${stage.url}/app/${name.slice('mfe-'.length)}`, {
      headers: { cookie: browser ?? session },
    })
    const given = answer.headers.getSetCookie().flatMap((cookie) => cookie.split(';')[0] ?? [])
    const page = { status: answer.status, version: versionIn(await answer.text(), name) }
    return { page, browser: browser ?? [session, ...given].join('; ') }
  }

  /** A new browser that gets this version of a remote. */
  const browserWith = async (name: string, version: string | undefined): Promise<string> => {
    for (let tries = 0; tries < MAX_BROWSERS; tries += 1) {
      const { page, browser } = await visit(name)
      if (page.version === version) return browser
    }
    throw new Error(`no browser gets ${name} ${version}`)
  }

  test('are built with another React than the shell', () => {
    const lock = JSON.parse(readFileSync(join(together, 'package-lock.json'), 'utf8'))
    const copies = Object.keys(lock.packages).filter((path) => /(^|\/)node_modules\/react$/.test(path))
    expect(copies).toEqual(['node_modules/react'])
    const { version } = lock.packages['node_modules/react']
    expect(version).toMatch(/^19\.2\./)
    expect(SHARED).not.toContainEqual(expect.objectContaining({ name: 'react', version }))
  })

  // Rule: M-PUBLISH-9
  test.each(REPOSITORIES)('$name passes its own tests, and is built', async ({ name }) => {
    expect(await run('npm', ['test'], folderOf(name))).toContain('2 passed')
    await run('npm', ['run', 'build'], folderOf(name))
  })

  // Rule: M-PUBLISH-8
  test.each(REPOSITORIES)('$name is published, promoted to 10 and 100 %, and taken back', async ({ name, takes }) => {
    const version = '1.0.0'
    const token = await stage.tokenOf(name)
    const env = { GATEWAY_URL: stage.url, DEPLOY_TOKEN: token }
    const atalaia = async (...words: string[]) =>
      jsonOf(await run(bin('atalaia'), [...words, '--json'], folderOf(name), env))

    const checked = await run('npx', ['--no', 'atalaia', 'check', '--json'], folderOf(name), env)
    expect(jsonOf(checked)).toEqual({ name, version, reasons: [], gateway: false })
    expect(await atalaia('publish')).toEqual({ status: 'published', name, version })
    const published = [expect.objectContaining({ name, version })]
    expect(await atalaia('status')).toEqual({ name, channels: [], published })
    expect((await visit(name)).page).toEqual(NO_PAGE)

    const address = `${stage.url}${remoteBase(name, version)}${DESCRIPTOR_FILE}`
    const { artifact } = descriptorSchema.parse(await (await fetch(address)).json())
    const ranges = Object.fromEntries(artifact.shared.map((module) => [module.name, module.requiredVersion]))
    expect(ranges).toMatchObject({ react: takes, '@atalaia/react': expect.stringMatching(/^\^/) })
    expect(artifact.routeFiles['home']).toContainEqual(expect.stringContaining('route-home'))

    expect(await atalaia('promote', '--percent', '10')).toMatchObject({
      status: 'moved',
      move: { action: 'canary', version: null, candidate: version, percent: 10 },
    })
    expect(await atalaia('status')).toMatchObject({ channels: [{ version: null, candidate: version, percent: 10 }] })
    const browsers = [await browserWith(name, version), await browserWith(name, undefined)]
    const pages = () => Promise.all(browsers.map(async (browser) => (await visit(name, browser)).page))
    expect(await pages()).toEqual([PAGE, NO_PAGE])

    expect(await atalaia('promote')).toMatchObject({ status: 'moved', move: { action: 'promote', version } })
    expect(await atalaia('status')).toMatchObject({ channels: [{ version, candidate: null, percent: null }] })
    expect(await pages()).toEqual([PAGE, PAGE])

    expect(await atalaia('rollback')).toMatchObject({
      status: 'moved',
      move: { action: 'rollback', version: null, previous: version },
    })
    expect(await atalaia('status')).toMatchObject({ channels: [{ version: null, candidate: null }] })
    expect(await pages()).toEqual([NO_PAGE, NO_PAGE])
  })
})
