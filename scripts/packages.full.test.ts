import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import {
  DESCRIPTOR_FILE,
  descriptorSchema,
  remoteBase,
  SESSION_COOKIE,
  STORAGE_KEYS,
  type Artifact,
} from '@atalaia/contracts'
import { browserArgs, buildPackages, findTestBrowser, root, runCaptured } from '@atalaia/stack'
import { chromium, type Browser, type Locator } from '@playwright/test'
import { startFaultProxy, type FaultProxy } from '../e2e/testing/fault-proxy.ts'
import { createCommand } from 'gateway/testing/command'
import { openTestDatabase, versionIn } from 'gateway/testing/published'
import { publicPackages } from './support/packages/public-packages.ts'

// All repositories are workspaces of npm, so that one installation does. Its lockfile has another React than the shell.

const REPOSITORIES = [
  { name: 'mfe-webpack-ts', words: ['--bundler', 'webpack', '--language', 'ts'], takes: '^19.0.0' },
  { name: 'mfe-webpack-js', words: ['--bundler', 'webpack', '--language', 'js'], takes: '^19.0.0 || ^20.0.0' },
  { name: 'mfe-rspack', words: ['--bundler', 'rspack', '--language', 'js'], takes: '^19.0.0' },
  { name: 'mfe-vite', words: ['--bundler', 'vite', '--language', 'ts'], takes: '^19.0.0' },
] as const

const TOOLS = [
  '@testing-library/dom',
  '@testing-library/react',
  '@types/jest',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  'typescript',
]
/** Without @atalaia/embed, which has its own test. */
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

const files: Readonly<Record<string, string>> = {
  'tsconfig.json': JSON.stringify(tsconfig('bundler')),
  'tsconfig.nodenext.json': JSON.stringify(tsconfig('nodenext')),
  'webpack.config.ts': webpackConfig,
  'src/assets.d.ts': "declare module '*.css'\n",
  'src/remote.tsx': remote,
  'src/home.tsx': home,
  'src/home.css': '.fora { color: var(--ui-text) }\n',
  'src/remote.test.tsx': `import type { MountModule, PageNavigation } from '@atalaia/contracts'
import { createFakeContext, mountRoute, routeElement } from '@atalaia/testing'
import { render, screen } from '@testing-library/react'
import { activate } from './remote.tsx'

test('the first screen says who is signed in', async () => {
  const { context } = createFakeContext({
    session: { status: 'active', user: { email: 'ana@acme.example' }, expiresAt: Date.UTC(2100, 0, 1) },
  })
  render(await routeElement({ activate }, context, { id: 'home', path: '/app/fora' }))
  expect(await screen.findByRole('link', { name: 'ana@acme.example' })).toBeTruthy()
})

test('a screen that mounts itself follows the page, ends itself, and leaves nothing', async () => {
  const given: PageNavigation[] = []
  const remote: MountModule = {
    activate: () => [
      {
        id: 'stock',
        mount: (place, screen) => {
          const { navigation } = screen
          given.push(navigation)
          const show = (address: string) => void (place.textContent = address)
          navigation.subscribe(show)
          show(navigation.current() + ' below ' + navigation.basename)
          if (navigation.current().endsWith('?fail')) screen.fail('fault')
          return { unmount: () => void place.replaceChildren() }
        },
      },
    ],
  }
  const { context } = createFakeContext()
  const at = '/app/porto/stock/7?fail'
  const { place, failures, ...page } = await mountRoute(remote, context, { id: 'stock', path: '/app/:place/stock/*', at })
  expect(document.body.contains(place)).toBe(true)
  expect([place.textContent, failures]).toEqual([at + ' below /app/porto/stock', ['fault']])
  page.goTo('/app/porto/stock/8')
  expect(place.textContent).toBe('/app/porto/stock/8')
  given[0]?.navigate('/app/porto/stock')
  expect([page.address(), place.textContent]).toEqual(['/app/porto/stock', '/app/porto/stock'])
  page.leave()
  page.goTo('/app/porto/stock/9')
  expect([place.textContent, document.body.contains(place)]).toEqual(['', false])
})
`,
}

let outside: string
let together: string
const folderOf = (name: string) => join(together, name)

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

const addLaterChunk = ({ name, words }: (typeof REPOSITORIES)[number]) => {
  const ending = words[3] === 'ts' ? 'tsx' : 'jsx'
  const file = join(folderOf(name), `src/home/home-page.${ending}`)
  const load = `(event) => { const { target } = event; void import(/* webpackChunkName: "later" */ './later.${ending}').then(({ text }) => { Object.assign(target, { textContent: text }) }) }`
  const page = readFileSync(file, 'utf8').replace('</Card>', `<button onClick={${load}}>Depois</button></Card>`)
  write(folderOf(name), {
    [`src/home/home-page.${ending}`]: page,
    [`src/home/later.${ending}`]: `import './later.css'\nexport const text = 'Chegou'\n`,
    'src/home/later.css': '.ui-card button { outline: 1px dotted }\n',
  })
}

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
  for (const repository of REPOSITORIES) {
    stateReact(repository)
    addLaterChunk(repository)
  }
})
afterAll(() => rmSync(outside, { recursive: true, force: true }))

describe('in a repository of its own, with the packages as they are packed, a remote', () => {
  test('has no type errors, by the resolution of bundlers and by that of Node', async () => {
    expect(await run(bin('tsc'), ['-p', '.', '--singleThreaded'], together)).toBe('')
    expect(await run(bin('tsc'), ['-p', 'tsconfig.nodenext.json', '--singleThreaded'], together)).toBe('')
  })

  test('passes its tests in Vitest', async () => {
    const words = ['run', '--globals', '--environment=jsdom', '--dir=src']
    expect(await run(bin('vitest'), words, together)).toContain('2 passed')
  })
})

const jsonOf = (said: string): unknown => JSON.parse(said.split('\n').find((line) => line.startsWith('{')) ?? said)

const NO_PAGE = { status: 404, version: undefined }
const PAGE = { status: 200, version: '1.0.0' }
const unsigned = () =>
  [{ alg: 'none' }, { sub: 'ana@acme.example', exp: Math.floor(Date.now() / 1000) + 3600 }, '']
    .map((part) => (part === '' ? '' : Buffer.from(JSON.stringify(part)).toString('base64url')))
    .join('.')

const displayOf = (element: Locator) => element.evaluate((node) => getComputedStyle(node).display)

const changesOf = (artifact: Artifact): string[][] => {
  const paths = artifact.files.map(({ path }) => path).filter((path) => /\.(js|css)$/.test(path))
  if (artifact.format !== 'module') return paths.map((path) => [path])
  const ofPage = paths.filter((path) => /remoteEntry|route-home|later|\.css$/.test(path))
  return [paths.filter((path) => path.endsWith('.js')), ...ofPage.map((path) => [path])]
}

const MAX_BROWSERS = 400

describe('repositories that create-remote made', () => {
  let stage: Awaited<ReturnType<typeof createCommand>>
  beforeAll(async () => {
    await buildPackages({ only: ['host-shell'], log: () => {} })
    stage = await createCommand(await openTestDatabase(), { shellDir: join(root, 'host-shell/dist') })
  })
  afterAll(() => stage.close())

  const artifactOf = async (name: string): Promise<Artifact> => {
    const answer = await fetch(`${stage.url}${remoteBase(name, '1.0.0')}${DESCRIPTOR_FILE}`)
    return descriptorSchema.parse(await answer.json()).artifact
  }

  const visit = async (name: string, browser?: string) => {
    const session = `${SESSION_COOKIE}=1`
    const answer = await fetch(`${stage.url}/app/${name.slice('mfe-'.length)}`, {
      headers: { cookie: browser ?? session },
    })
    const given = answer.headers.getSetCookie().flatMap((cookie) => cookie.split(';')[0] ?? [])
    const page = { status: answer.status, version: versionIn(await answer.text(), name) }
    return { page, browser: browser ?? [session, ...given].join('; ') }
  }

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
    expect(readManifest(join(root, 'host-shell/node_modules/react')).version).not.toBe(version)
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

    const artifact = await artifactOf(name)
    const ranges = Object.fromEntries(artifact.shared.map((module) => [module.name, module.requiredVersion]))
    expect(ranges).toMatchObject({ react: takes, '@atalaia/react': expect.stringMatching(/^\^/) })
    const routeFiles = artifact.routeFiles['home'] ?? []
    expect(routeFiles).toContainEqual(expect.stringMatching(/route-home.*\.js$/))
    expect(routeFiles).toContainEqual(expect.stringMatching(/route-home.*\.css$/))
    // Named by their content throughout, as addresses without a version need it (M-RELEASE-14).
    expect(artifact.files.map(({ path }) => path).filter((path) => !/\.[0-9a-f]{16,}\./.test(path))).toEqual([])

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

  describe('in a browser', () => {
    let browser: Browser
    let proxy: FaultProxy
    beforeAll(async () => {
      proxy = await startFaultProxy(stage.url)
      browser = await chromium.launch({ executablePath: findTestBrowser() ?? '/usr/bin/chromium', args: browserArgs() })
      for (const { name } of REPOSITORIES) await stage.run(['promote', name, '1.0.0'])
    })
    afterEach(() => proxy.mend())
    afterAll(async () => {
      await browser.close()
      await proxy.stop()
    })

    const openIn = async (name: string) => {
      const context = await browser.newContext({ baseURL: proxy.url, viewport: { width: 1440, height: 900 } })
      await context.addCookies([{ name: SESSION_COOKIE, value: '1', url: proxy.url }])
      await context.addInitScript(([key, token]) => localStorage.setItem(key, token), [
        STORAGE_KEYS.token,
        unsigned(),
      ] as const)
      const page = await context.newPage()
      const messages: string[] = []
      page.on('console', (message) => messages.push(message.text()))
      page.on('pageerror', ({ message }) => messages.push(message))
      await page.goto(`/app/${name.slice('mfe-'.length)}`, { waitUntil: 'commit' })
      const screen = page.locator(`.${name.slice('mfe-'.length)}-home`)
      return { page, screen, messages, close: () => context.close() }
    }

    // Rule: M-PUBLISH-9, M-RELEASE-15, M-RELEASE-16
    test.each(REPOSITORIES)(
      '$name comes up with its styles, loads a further chunk, and the console is silent',
      async ({ name }) => {
        const { screen, messages, close } = await openIn(name)
        await screen.getByText('Sessão de ana@acme.example.').waitFor()
        expect(await displayOf(screen)).toBe('grid')
        await screen.getByRole('button', { name: 'Depois' }).click()
        await screen.getByRole('button', { name: 'Chegou' }).waitFor()
        expect(messages).toEqual([])
        await close()
      },
    )

    const openChanged = async (name: string, paths: readonly string[]) => {
      const escaped = paths.map((path) => path.replaceAll('.', String.raw`\.`))
      proxy.fail(new RegExp(`/remotes/${name}/[^/]+/(${escaped.join('|')})$`), { kind: 'corrupt' })
      const { page, screen, messages, close } = await openIn(name)
      const later = screen.getByRole('button', { name: 'Depois' })
      const panel = page.getByRole('main').getByRole('alert')
      await later.or(panel).first().waitFor()
      // A screen that stands has yet to load its later part.
      if (await later.isVisible()) await later.click()
      const digests = () => messages.filter((message) => message.includes('digest'))
      const left = () => paths.filter((path) => !digests().some((message) => message.includes(path)))
      while (left().length > 0)
        await page.waitForEvent('console', { timeout: 10_000 }).catch(() => {
          throw new Error(`${name}: the browser did not refuse ${left().join(', ')}`)
        })
      expect(digests().filter((message) => !paths.some((path) => message.includes(path)))).toEqual([])
      return { screen, later, panel, close }
    }

    // Rule: M-RELEASE-5, M-RELEASE-15, M-RELEASE-16, M-FAIL-16
    test.each(REPOSITORIES)(
      'of $name no script and no style runs that has one other byte, and another try takes the right ones',
      async ({ name }) => {
        const artifact = await artifactOf(name)
        const changes = changesOf(artifact)
        expect(new Set(changes.flat()).size).toBe(artifact.files.length)
        for (const paths of changes) {
          const { screen, later, panel, close } = await openChanged(name, paths)
          // Of modules no script runs if one is changed; else the screen stands without its later part.
          const stands = paths.every(
            (path) => /later/.test(path) && (artifact.format !== 'module' || path.endsWith('.css')),
          )
          expect([paths, await later.count(), await panel.count()]).toEqual([paths, ...(stands ? [1, 0] : [0, 1])])
          proxy.mend()
          const retry = async () => {
            await panel.getByRole('button', { name: 'Tentar novamente' }).click()
            await later.waitFor()
            return displayOf(screen)
          }
          expect(paths.includes(artifact.entry) ? await retry() : 'grid').toBe('grid')
          await close()
        }
      },
    )
  })
})
