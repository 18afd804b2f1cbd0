import {
  defaultPublicConfig,
  type Descriptor,
  type Release,
  type ReleaseRemote,
  type ShellManifest,
} from '@atalaia/contracts'
import { earlyCalls, preloads, releaseForPage, valueOfRoute } from './page-files.ts'

const route = {
  id: 'analytics',
  path: '/app/main/analytics',
  access: 'session',
  title: 'Analises',
  calls: ['/dashboard/resumo', '/emails?page=1'],
} as const satisfies Descriptor['routes'][number]

const descriptor: Descriptor = {
  name: 'mfe-analytics',
  version: '1.2.0',
  owner: 'time',
  contract: '^1.0.0',
  token: true,
  api: true,
  routes: [route],
  sidebar: [],
  artifact: {
    entry: 'remote-entry.js',
    container: 'mfe_analytics',
    module: './remote',
    files: [{ path: 'remote-entry.js', bytes: 1, integrity: `sha384-${'a'.repeat(64)}` }],
    shared: [],
    routeFiles: {},
  },
}

type Change = {
  readonly descriptor?: Partial<Descriptor>
  readonly remote?: Partial<ReleaseRemote>
  readonly route?: Partial<Descriptor['routes'][number]>
  readonly apiUrl?: string | null
}

const callsOf = (change: Change = {}) => {
  const shown = { ...route, ...change.route }
  const remote: ReleaseRemote = {
    descriptor: { ...descriptor, routes: [shown], ...change.descriptor },
    baseUrl: '/remotes/mfe-analytics/1.2.0/',
    ...change.remote,
  }
  const apiUrl = change.apiUrl === undefined ? '/api' : change.apiUrl
  const release: Release = {
    id: 'r1',
    config: { ...defaultPublicConfig, apiUrl },
    shell: { baseUrl: '/shell/', files: [] },
    remotes: [remote],
  }
  return earlyCalls(release, { remote, route: shown })
}

// Rule: M-SPEED-4
test('a page names the calls of its first screen, below the configured address of the API', () => {
  expect(callsOf()).toEqual({
    'data-calls': '/api/dashboard/resumo /api/emails?page=1',
    'data-remote': 'mfe-analytics',
  })
  expect(callsOf({ apiUrl: 'https://api.example/v1' })).toMatchObject({
    'data-calls': 'https://api.example/v1/dashboard/resumo https://api.example/v1/emails?page=1',
  })
})

// Rule: M-GRANT-6
test('a page names no call of a part of the API that the remote does not have', () => {
  expect(callsOf({ descriptor: { apiScopes: ['emails:add'] } })).toEqual({})
  expect(callsOf({ descriptor: { apiScopes: ['leaks:read'] } })).toMatchObject({
    'data-calls': '/api/dashboard/resumo /api/emails?page=1',
  })
})

// Rule: M-SPEED-4, M-GRANT-2
test.each<[string, Change]>([
  ['a remote that does not call the API', { descriptor: { api: false } }],
  ['a remote that may not have the token', { descriptor: { token: false } }],
  ['a remote that was not granted the token', { remote: { trusted: false } }],
  ['foreign code', { remote: { override: 'http://localhost:4102', trusted: true } }],
  ['a public route', { route: { access: 'public' } }],
  ['a route that names none', { route: { calls: undefined } }],
  ['a remote whose files are gone', { descriptor: { artifact: { ...descriptor.artifact, files: [] } } }],
  ['a platform without an API', { apiUrl: null }],
])('a page of %s names none', (_, change) => {
  expect(callsOf(change)).toEqual({})
})

test('a route whose id is the name of what all objects have has no files of its own', () => {
  expect(valueOfRoute(descriptor.artifact.routeFiles, 'constructor')).toBeUndefined()
  expect(valueOfRoute({ constructor: ['a.js'] }, 'constructor')).toEqual(['a.js'])
})

const fileOf = (path: string) => ({ path, bytes: 1, integrity: `sha384-${'a'.repeat(64)}` })
const remoteWith = (facts: Partial<Descriptor>, paths: readonly string[], routeFiles: Record<string, string[]>) => {
  const artifact = { ...descriptor.artifact, files: paths.map(fileOf), routeFiles, entry: paths[0] ?? '' }
  const whole = { ...descriptor, api: false, ...facts, artifact }
  return { descriptor: whole, baseUrl: `/remotes/${whole.name}/1.0.0/` }
}
const shellWith: ShellManifest = {
  version: '1.0.0',
  contract: '1.3.0',
  boot: 'boot.js',
  scripts: [],
  styles: [],
  preload: ['shared.js'],
  api: ['http.js'],
  fonts: [],
  files: [],
  shared: [],
}
const widget = { id: 'box', slot: 'mfe-analytics/analytics/end', title: 'Caixa' }
const host = remoteWith({ routes: [{ ...route, slots: ['end'] }] }, ['host.js', 'page.js'], { analytics: ['page.js'] })
const guest = remoteWith(
  { name: 'mfe-novo', api: true, routes: [], widgets: [widget, { ...widget, id: 'second' }] },
  ['entry.js', 'box.js', 'box.css', 'second.js'],
  { box: ['box.js', 'box.css'], second: ['second.js'] },
)
const elsewhere = remoteWith(
  { name: 'mfe-outro', routes: [], widgets: [{ ...widget, slot: 'mfe-analytics/analytics/top' }] },
  ['other.js'],
  {},
)
const releaseOf = (...remotes: ReleaseRemote[]): Release => ({
  id: 'r1',
  config: defaultPublicConfig,
  shell: { baseUrl: '/shell/', files: [] },
  remotes,
})
const shown = { remote: host, route: host.descriptor.routes[0] ?? route }

// Rule: M-SPEED-9
test('a page preloads the files of the widgets in its slots beside its own, and of no other widget', () => {
  const files = preloads(releaseOf(host, guest, elsewhere), shellWith, shown).map(({ url }) => url)
  expect(files).toEqual([
    '/shell/shared.js',
    '/shell/http.js',
    '/remotes/mfe-analytics/1.0.0/host.js',
    '/remotes/mfe-analytics/1.0.0/page.js',
    '/remotes/mfe-novo/1.0.0/entry.js',
    '/remotes/mfe-novo/1.0.0/box.js',
    '/remotes/mfe-novo/1.0.0/box.css',
    '/remotes/mfe-novo/1.0.0/second.js',
  ])
  expect(preloads(releaseOf(host), shellWith, shown)).toHaveLength(3)
})

// Rule: M-SPEED-9
test('a page lists the files of the widgets that it shows; a remote whose widget is elsewhere is sealed', () => {
  const { remotes } = releaseForPage(releaseOf(host, guest, elsewhere), shown)
  expect(remotes.map(({ descriptor: { artifact }, sealed }) => [artifact.files.length, sealed !== undefined])).toEqual([
    [2, false],
    [4, false],
    [0, true],
  ])
})

// Rule: M-RELEASE-20
test('a page has the hashes of its own routes, and names a file with the others of its remote', () => {
  const others = Array.from({ length: 6 }, (_, at) => `other-${at}.js`)
  const remote = remoteWith({}, ['host.js', 'page.js', ...others], { analytics: ['page.js'], other: others })
  const rest = { url: '/-/indexes/a.json', integrity: `sha384-${'a'.repeat(64)}` }
  const [inPage] = releaseForPage(releaseOf(remote), { remote, route }, { restOf: () => rest }).remotes
  expect(inPage?.rest).toEqual(rest)
  expect(inPage?.descriptor.artifact.files.map(({ path }) => path)).toEqual(['host.js', 'page.js'])
  expect(inPage?.descriptor.artifact.routeFiles).toEqual({ analytics: ['page.js'] })
})

// Rule: M-RELEASE-19
test('a page leaves out what it does not read, and has the demonstration entries only where they are shown', () => {
  const demo = { label: 'Partes', path: '/app/ui', demo: true }
  const own = { label: 'Análises', path: '/app/main' }
  const shared = [{ name: 'react', version: '19.3.1', requiredVersion: '^19.3.1', exports: ['useState'] }]
  const facts = { ...host.descriptor, sidebar: [own, demo] }
  const remote = { ...host, descriptor: { ...facts, artifact: { ...facts.artifact, shared } } }
  const files = ['boot.a1.js', 'main.a1.js', 'developer-panel.a1.js', 'gallery.a1.js', 'inter.a1.woff2'].map(fileOf)
  const release = { ...releaseOf(remote), shell: { baseUrl: '/shell/', files } }
  const [inPage] = releaseForPage(release, shown).remotes
  expect(inPage?.descriptor.sidebar).toEqual([own])
  expect(inPage?.descriptor.artifact.shared).toEqual([{ name: 'react', version: '19.3.1', requiredVersion: '^19.3.1' }])
  const paths = (of: Release, at?: typeof shown) => releaseForPage(of, at).shell.files.map(({ path }) => path)
  expect(paths(release, shown)).toEqual(['main.a1.js'])
  expect(paths({ ...release, developer: true }, shown)).toEqual(['main.a1.js', 'developer-panel.a1.js'])
  expect(paths(release)).toEqual(['main.a1.js', 'gallery.a1.js'])
  const showing = { ...release, config: { ...release.config, showDemo: true } }
  expect(releaseForPage(showing, shown).remotes[0]?.descriptor.sidebar).toEqual([own, demo])
})

// Rule: M-RELEASE-3
test('a page that needs no session has the files of the login page, and one that needs a session does not', () => {
  const path = '/login'
  const login = remoteWith(
    { name: 'mfe-auth', routes: [{ id: 'login', path, access: 'public', title: 'Login' }] },
    ['a.js'],
    {},
  )
  const sealedIn = (match?: typeof shown) =>
    releaseForPage(releaseOf(host, login), match).remotes.map(({ sealed }) => sealed !== undefined)
  expect(sealedIn(shown)).toEqual([false, true])
  expect(sealedIn()).toEqual([false, false])
})

test('a widget that a browser gets from elsewhere is not preloaded', () => {
  const foreign = { ...guest, override: 'http://localhost:4102' }
  expect(preloads(releaseOf(host, foreign), shellWith, shown)).toHaveLength(3)
})
