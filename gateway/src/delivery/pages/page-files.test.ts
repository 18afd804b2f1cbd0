import { defaultPublicConfig, type Descriptor, type Release, type ReleaseRemote } from '@atalaia/contracts'
import { earlyCalls, valueOfRoute } from './page-files.ts'

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
