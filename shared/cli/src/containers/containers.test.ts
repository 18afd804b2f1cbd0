import { integrityOf } from '@atalaia/contracts/node'
import { createRepository, SOURCE } from '../../testing/repository.ts'

type Repository = Awaited<ReturnType<typeof createRepository>>
let repository: Repository | undefined
afterEach(() => repository?.remove())

const react = { 'node_modules/react/package.json': { version: '19.2.4' } }

const enhanced = {
  metaData: { globalName: 'mfe_fora', remoteEntry: { name: 'remoteEntry.0a04.js', path: '', type: 'global' } },
  shared: [
    { name: 'react', version: '19.2.0', singleton: true, requiredVersion: '^19.0.0' },
    { name: 'react/jsx-runtime', version: '19.2.0', requiredVersion: '^19.2.0' },
  ],
  exposes: [
    {
      path: './remote',
      assets: {
        js: { sync: ['remote.cf77.js'], async: ['route-home.19aa.js'] },
        css: { sync: [], async: ['route-home.1662.css'] },
      },
    },
  ],
}
const enhancedFiles = {
  'dist/mf-manifest.json': enhanced,
  'dist/remoteEntry.0a04.js': 'var mfe_fora',
  'dist/remoteEntry.0a04.js.map': '{}',
  'dist/remote.cf77.js': 'remote',
  'dist/route-home.19aa.js': 'home',
  'dist/route-home.1662.css': '.fora{}',
  'dist/route-home-other.js': 'not of a route',
  'dist/.vite/manifest.json': '{}',
  'dist/@mf-types.zip': 'types',
}
const described = async (files: Readonly<Record<string, string | object>>) => {
  repository = await createRepository(files)
  const said = await repository.run('describe', '--json')
  expect(said).toMatchObject({ code: 0, err: '' })
  return JSON.parse(said.out).artifact
}

// Rule: M-PUBLISH-8
test('a container is described from the manifest of Module Federation', async () => {
  const artifact = await described(enhancedFiles)
  expect(artifact).toEqual({
    entry: 'remoteEntry.0a04.js',
    container: 'mfe_fora',
    module: './remote',
    files: [
      'remote.cf77.js',
      'remoteEntry.0a04.js',
      'route-home-other.js',
      'route-home.1662.css',
      'route-home.19aa.js',
    ].map((path) => expect.objectContaining({ path, integrity: expect.stringMatching(/^sha384-/) })),
    // A sub-path is held to the range of its package.
    shared: [
      { name: 'react', version: '19.2.0', requiredVersion: '^19.0.0' },
      { name: 'react/jsx-runtime', version: '19.2.0', requiredVersion: '^19.0.0' },
    ],
    routeFiles: {
      home: ['remote.cf77.js', 'route-home-other.js', 'route-home.1662.css', 'route-home.19aa.js'],
    },
  })
  expect(artifact.files[3]).toMatchObject({ bytes: 7, integrity: integrityOf('.fora{}') })
})

test('the version of a shared module that the manifest leaves out is the installed one', async () => {
  // As Rspack 2.3 wrote it.
  const shared = [{ name: 'react', version: '', requiredVersion: '^19 || ^20', singleton: true }]
  const artifact = await described({ ...enhancedFiles, ...react, 'dist/mf-manifest.json': { ...enhanced, shared } })
  expect(artifact.shared).toEqual([{ name: 'react', version: '19.2.4', requiredVersion: '^19 || ^20' }])
})

test('files of a route whose id begins like that of another belong to the longer one', async () => {
  const routes = [...SOURCE.routes, { ...SOURCE.routes[0], id: 'home-other', path: '/app/fora/other' }]
  const artifact = await described({ ...enhancedFiles, 'remote.json': { ...SOURCE, routes } })
  expect(artifact.routeFiles).toEqual({
    home: ['remote.cf77.js', 'route-home.1662.css', 'route-home.19aa.js'],
    'home-other': ['remote.cf77.js', 'route-home-other.js'],
  })
})

const stats = {
  entrypoints: { mfe_fora: { assets: [{ name: 'remoteEntry.c183.js' }] } },
  namedChunkGroups: {
    mfe_fora: { assets: [{ name: 'remoteEntry.c183.js' }] },
    remote: { assets: [{ name: 'remote.cf77.js' }] },
    'route-home': { assets: [{ name: 'route-home.1662.css' }, { name: 'vendor.77aa.js' }, { name: 'home.b7ac.js' }] },
  },
  modules: [
    {
      name: 'container entry',
      identifier: 'container entry (default) [["./remote",{"import":["./src/remote.js"],"name":"remote"}]]',
    },
    {
      name: 'consume shared module (default) react@^19.0.0 (singleton)',
      identifier: 'consume-shared-module|default|react|^19.0.0|false|undefined|true|false',
    },
    { name: 'consume shared module (default) @atalaia/react/router@^1.0.0 (strict) (singleton)' },
  ],
}
const statsFiles = {
  ...react,
  'node_modules/@atalaia/react/package.json': { version: '1.4.0' },
  'dist/stats.json': stats,
  'dist/remoteEntry.c183.js': 'var mfe_fora',
  'dist/remote.cf77.js': 'remote',
  'dist/home.b7ac.js': 'home',
  'dist/vendor.77aa.js': 'vendor',
  'dist/route-home.1662.css': '.fora{}',
}

// Rule: M-PUBLISH-8
test('a container of webpack itself is described from webpack’s statistics', async () => {
  const artifact = await described(statsFiles)
  expect(artifact).toMatchObject({
    entry: 'remoteEntry.c183.js',
    container: 'mfe_fora',
    module: './remote',
    runtime: 'own',
    shared: [
      { name: '@atalaia/react/router', version: '1.4.0', requiredVersion: '^1.0.0' },
      { name: 'react', version: '19.2.4', requiredVersion: '^19.0.0' },
    ],
    routeFiles: { home: ['remote.cf77.js', 'route-home.1662.css', 'vendor.77aa.js', 'home.b7ac.js'] },
  })
})

const withEntrypoints = (entrypoints: object) => ({ ...statsFiles, 'dist/stats.json': { ...stats, entrypoints } })
const entry = { assets: [{ name: 'remoteEntry.c183.js' }] }

test.each<[string, Record<string, string | object>, string]>([
  ['no build', {}, 'build the remote first'],
  ['a build without a manifest', { 'dist/remoteEntry.js': '' }, 'no mf-manifest.json, stats.json or remote.json'],
  [
    'a manifest of something else',
    { 'dist/mf-manifest.json': { name: 'x' } },
    'it is no manifest of Module Federation',
  ],
  ['a manifest that is no JSON', { 'dist/mf-manifest.json': '{' }, 'it is no JSON'],
  ['an entry that is not there', { 'dist/mf-manifest.json': enhanced }, 'remoteEntry.0a04.js: the descriptor names it'],
  [
    'several modules, none for the shell',
    { ...enhancedFiles, 'dist/mf-manifest.json': { ...enhanced, exposes: [{ path: './a' }, { path: './b' }] } },
    'exposes ./a, ./b: expose the module for the shell as ./remote',
  ],
  [
    'a build without a container',
    withEntrypoints({ main: entry, mfe_fora: entry }),
    'a remote has its container alone',
  ],
  [
    'a container of several scripts',
    withEntrypoints({ mfe_fora: { assets: [{ name: 'runtime.js' }, { name: 'remoteEntry.c183.js' }] } }),
    'without runtimeChunk',
  ],
  [
    'a name that is no identifier',
    {
      ...enhancedFiles,
      'dist/mf-manifest.json': { ...enhanced, metaData: { ...enhanced.metaData, globalName: 'mfe-fora' } },
    },
    'artifact.container',
  ],
  ['a remote.json that is wrong', { ...enhancedFiles, 'remote.json': { ...SOURCE, version: 'one' } }, 'version'],
  [
    'a descriptor of another version, as @atalaia/build left it',
    {
      'dist/remote.json': {
        ...SOURCE,
        version: '0.9.0',
        artifact: {
          entry: 'e.js',
          container: 'mfe_fora',
          module: './remote',
          files: [{ path: 'e.js', bytes: 1, integrity: integrityOf('e') }],
          shared: [],
          routeFiles: {},
        },
      },
      'dist/e.js': 'e',
    },
    'mfe-fora 0.9.0, and remote.json says mfe-fora 1.0.0: build it again',
  ],
])('%s is refused, and what to do is said', async (_what, files, text) => {
  repository = await createRepository(files)
  const checked = await repository.run('check', '--json')
  expect([checked.code, JSON.parse(checked.out).reasons]).toEqual([
    1,
    [{ code: 'build', message: expect.stringContaining(text) }],
  ])
})

const vite = {
  metaData: { globalName: 'mfe-fora', remoteEntry: { name: 'remoteEntry-YFrX.js', path: '', type: 'module' } },
  shared: [{ name: 'react', version: '19.2.0', singleton: true, requiredVersion: '^19.0.0' }],
  exposes: [
    {
      path: './remote',
      assets: {
        js: { async: ['assets/route-home-CoN0.js'], sync: ['assets/remote-Pn2J.js'] },
        css: { async: ['assets/route-home-CF3b.css'], sync: [] },
      },
    },
  ],
}
const viteFiles = {
  'dist/mf-manifest.json': vite,
  'dist/index.html': '<!doctype html>',
  'dist/remoteEntry-YFrX.js': 'export {}',
  'dist/assets/remote-Pn2J.js': 'export {}',
  'dist/assets/route-home-CoN0.js': 'export {}',
  'dist/assets/route-home-CF3b.css': '.fora{}',
}

// Rule: M-PUBLISH-8
test('a container of modules is described as one, for shells that load modules', async () => {
  const artifact = await described({ ...viteFiles, 'remote.json': { ...SOURCE, contract: '^1.7.0' } })
  expect(artifact).toMatchObject({
    entry: 'remoteEntry-YFrX.js',
    format: 'module',
    container: 'mfe_fora',
    routeFiles: {
      home: ['assets/remote-Pn2J.js', 'assets/route-home-CF3b.css', 'assets/route-home-CoN0.js'],
    },
  })
  expect(artifact.files).toHaveLength(4)
})

test('a container of modules for older shells is refused', async () => {
  repository = await createRepository(viteFiles)
  const checked = await repository.run('check')
  expect([checked.code, checked.err]).toEqual([1, expect.stringContaining('is ^1.7.0, not ^1.0.0')])
})
