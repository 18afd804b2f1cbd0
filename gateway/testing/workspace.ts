import { integrityOf } from '@atalaia/contracts/node'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { defaultPublicConfig, type Descriptor, type ShellManifest, type SourceDescriptor } from '@atalaia/contracts'
import { buildGateway, type GatewayOptions } from '../src/app.ts'

const fileOf = ([path, content]: [string, string]) => ({
  path,
  bytes: Buffer.byteLength(content),
  integrity: integrityOf(content),
})

const write = async (dir: string, files: Readonly<Record<string, string | Buffer>>) => {
  for (const [path, content] of Object.entries(files)) {
    const file = join(dir, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  }
}

export const hash = 'a1b2c3d4e5f6a7b8c9d0'

const shellFiles: Readonly<Record<string, string>> = {
  [`boot.${hash}.js`]: 'document.body.className = "dark"',
  [`main.${hash}.js`]: 'void 0 // main',
  [`shared.${hash}.js`]: 'void 0 // react',
  [`http.${hash}.js`]: 'void 0 // axios',
  [`extra.${hash}.js`]: 'void 0 // a shared module that only some remotes take',
  [`bootstrap.${hash}.css`]: '@font-face { src: url(/shell/inter.woff2) } body { margin: 0 }',
  [`favicon.${hash}.svg`]: '<svg/>',
  [`inter.${hash}.woff2`]: 'not really a font',
}

const shellManifest: ShellManifest = {
  version: '1.0.0',
  contract: '1.0.0',
  boot: `boot.${hash}.js`,
  waitingPage: '<div class="shell-layout" data-waiting>%BRAND%<p class="ui-page-header__title">%TITLE%</p></div>',
  scripts: [`main.${hash}.js`],
  styles: [`bootstrap.${hash}.css`],
  preload: [`shared.${hash}.js`],
  api: [`http.${hash}.js`],
  fonts: [`inter.${hash}.woff2`],
  files: Object.entries(shellFiles).map(fileOf),
  shared: [{ name: 'extra', version: '1.0.0', files: [`extra.${hash}.js`] }],
}

type RemoteFixture = { readonly source: SourceDescriptor; readonly files: Readonly<Record<string, string>> }

const remote = (
  name: string,
  rest: Partial<SourceDescriptor>,
  files: Readonly<Record<string, string>>,
): RemoteFixture => ({
  source: {
    name,
    version: '1.2.0',
    owner: 'time',
    contract: '^1.0.0',
    token: false,
    api: false,
    routes: [],
    sidebar: [],
    ...rest,
  },
  files: { [`remote-entry.${hash}.js`]: `var ${name.replaceAll('-', '_')}`, ...files },
})

const fixtures = [
  remote(
    'mfe-landing',
    { routes: [{ id: 'landing', path: '/', access: 'public', title: 'Início' }] },
    {
      [`route-landing.${hash}.js`]: 'void 0 // landing',
      [`route-landing.${hash}.css`]: '.landing { background: url(night.png) }',
      'prerender/landing.html': '<h1>%BRAND% vigia</h1><img src="%BASE%/tower.png">',
      'prerender/landing.head.html': '<link rel="canonical" href="%ORIGIN%/">',
    },
  ),
  remote(
    'mfe-auth',
    { api: true, routes: [{ id: 'login', path: '/login', access: 'public', title: 'Login' }] },
    { [`route-login.${hash}.js`]: 'void 0 // login', [`route-login.${hash}.css`]: '.login {}' },
  ),
  remote(
    'mfe-analytics',
    {
      token: true,
      api: true,
      routes: [
        { id: 'analytics', path: '/app/main/analytics', access: 'session', title: 'Analises', calls: ['/emails'] },
        { id: 'address', path: '/app/addresses/:id', access: 'session', title: 'Endereço' },
      ],
    },
    { [`route-analytics.${hash}.js`]: 'void 0 // analytics', [`route-address.${hash}.js`]: 'void 0 // address' },
  ),
]

const descriptorOf = ({ source, files }: RemoteFixture): Descriptor => ({
  ...source,
  artifact: {
    entry: `remote-entry.${hash}.js`,
    container: source.name.replaceAll('-', '_'),
    module: './remote',
    files: Object.entries(files).map(fileOf),
    shared: source.name === 'mfe-analytics' ? [{ name: 'extra', version: '1.0.0', requiredVersion: '^1.0.0' }] : [],
    routeFiles: Object.fromEntries(
      source.routes.map(({ id }) => [id, Object.keys(files).filter((path) => path.startsWith(`route-${id}.`))]),
    ),
    ...(source.name === 'mfe-landing' && {
      prerendered: { landing: { html: 'prerender/landing.html', head: 'prerender/landing.head.html' } },
    }),
  },
})

/**
 * A temporary workspace with a shell, three remotes and gateways. `shell` replaces fields of the
 * manifest.
 */
export const createWorkspace = async (shell: Partial<ShellManifest> = {}) => {
  const root = await mkdtemp(join(tmpdir(), 'atalaia-gateway-'))
  const shellDir = join(root, 'host-shell/dist')
  await write(shellDir, { ...shellFiles, 'shell.json': JSON.stringify({ ...shellManifest, ...shell }) })
  const main = shellFiles[`main.${hash}.js`] ?? ''
  await write(shellDir, { [`main.${hash}.js.br`]: 'brotli copy', [`main.${hash}.js.gz`]: gzipSync(main) })
  for (const fixture of fixtures) {
    const dir = join(root, fixture.source.name)
    await write(dir, { 'remote.json': JSON.stringify(fixture.source) })
    await write(join(dir, 'dist'), { ...fixture.files, 'remote.json': JSON.stringify(descriptorOf(fixture)) })
  }

  const remoteDirs = fixtures.map(({ source }) => join(root, source.name, 'dist'))
  return {
    root,
    shellDir,
    remoteDirs,
    distOf: (name: string) => join(root, name, 'dist'),
    write: (files: Readonly<Record<string, string>>) => write(root, files),
    remove: () => rm(root, { recursive: true, force: true }),
    gateway: (options: Partial<GatewayOptions> = {}) =>
      buildGateway({
        production: false,
        trustProxy: false,
        publicOrigin: undefined,
        apiUpstream: undefined,
        shellDir,
        remoteDirs,
        overrides: new Map(),
        overridable: true,
        overrideAddresses: { origins: [], local: true },
        channel: 'stable',
        reportsPerAddress: 5,
        metricsToken: undefined,
        publicConfig: defaultPublicConfig,
        logger: false,
        ...options,
      }),
  }
}

export type Workspace = Awaited<ReturnType<typeof createWorkspace>>
