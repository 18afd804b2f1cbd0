import { descriptorSchema, type Descriptor, type EmbedSurface, type ShellManifest } from '@atalaia/contracts'
import { createBuild } from '../../testing/archives.ts'
import { withEmbed } from '../../testing/embeds.ts'
import { judge } from './gate.ts'

const shell: ShellManifest = {
  version: '2.0.0',
  contract: '1.2.0',
  boot: 'boot.js',
  scripts: [],
  styles: [],
  preload: [],
  api: [],
  fonts: [],
  files: [],
  shared: [
    { name: 'react', version: '19.3.1', files: [] },
    { name: '@atalaia/react', version: '1.0.0', files: [], exports: ['Slot', 'useToken'] },
    { name: '@atalaia/react/router', version: '1.0.0', files: [] },
    { name: 'extra', version: '1.0.0', files: [] },
  ],
}
const { descriptor: good } = createBuild('mfe-novo', '1.1.0')
const shared = (...modules: [string, string, string][]): Descriptor => ({
  ...good,
  artifact: {
    ...good.artifact,
    shared: modules.map(([name, version, requiredVersion]) => ({ name, version, requiredVersion })),
  },
})
const withModule = (module: string): Descriptor => ({ ...good, artifact: { ...good.artifact, module } })
const withModules = (...modules: string[]): Descriptor => ({ ...good, artifact: { ...good.artifact, modules } })
const at = (path: string): Descriptor => ({ ...good, routes: good.routes.map((route) => ({ ...route, path })) })
const withRouteFiles = (paths: string[]): Descriptor => ({
  ...good,
  artifact: { ...good.artifact, routeFiles: { page: paths } },
})
const [ENTRY = 0, PAGE = 0] = good.artifact.files.map(({ bytes }) => bytes)
const over = (what: string, bytes: number, budget: number): string =>
  `${what}: ${bytes} bytes, ${bytes - budget} over its budget of ${budget}`
const others: Descriptor[] = [
  {
    ...createBuild('mfe-outro', '3.0.0').descriptor,
    routes: ['/app/x/:id', '/app/casa'].map((path) => ({ id: path, path, access: 'session', title: 'A' })),
  },
]

const judged = (candidate: Descriptor, rest: Partial<Parameters<typeof judge>[0]> = {}) =>
  judge({ candidate, channel: 'stable', current: undefined, others, shells: [shell], uses: [], ...rest })

test('a build that fits has no reason against it', () => {
  const candidate = shared(['react', '19.3.1', '^19.3.1'], ['@atalaia/react', '1.0.0', '^1.0.0'])
  expect(judged(candidate, { current: good })).toEqual([])
})

// Rule: M-GATE-2, M-GATE-3, M-GATE-4, M-GATE-6
test.each<[string, Descriptor, string, string]>([
  [
    'another contract',
    { ...good, contract: '^2.0.0' },
    'contract-range',
    'it needs contract ^2.0.0; the live shell 2.0.0 offers 1.2.0',
  ],
  [
    'a second React',
    shared(['react', '18.2.0', '^18.2.0']),
    'shared-second',
    'react: the live shell 2.0.0 offers 19.3.1, it needs ^18.2.0, so the page would have a second one (18.2.0)',
  ],
  [
    'its own React beside our React parts',
    shared(['@atalaia/react', '1.0.0', '^1.0.0']),
    'shared-second',
    'react: it does not share it, so the page would have two',
  ],
  [
    'a shared module that nobody offers',
    shared(['vue', '3.0.0', '^3.0.0']),
    'shared-missing',
    'vue: the live shell 2.0.0 offers none',
  ],
  [
    'a route of another remote',
    at('/app/x/:name'),
    'route-collision',
    '/app/x/:name (page) belongs to mfe-outro 3.0.0',
  ],
  ['another route with slashes', at('/app/casa//'), 'route-collision', '/app/casa// (page) belongs to mfe-outro 3.0.0'],
  ['another route, two slashes', at('/app//casa'), 'route-collision', '/app//casa (page) belongs to mfe-outro 3.0.0'],
  ['another route in capitals', at('/App/CASA'), 'route-collision', '/App/CASA (page) belongs to mfe-outro 3.0.0'],
  [
    'an entry over its budget',
    { ...good, budget: { entryBytes: ENTRY - 1 } },
    'budget',
    over('entry', ENTRY, ENTRY - 1),
  ],
  [
    'a route over its budget',
    { ...withRouteFiles(['page.html']), budget: { routeBytes: ENTRY + PAGE - 1 } },
    'budget',
    over('route page', ENTRY + PAGE, ENTRY + PAGE - 1),
  ],
  [
    'files over their budget',
    { ...good, budget: { totalBytes: ENTRY + PAGE - 1 } },
    'budget',
    over('all files', ENTRY + PAGE, ENTRY + PAGE - 1),
  ],
])('%s is refused, and the reason is named', (_what, candidate, code, message) => {
  expect(judged(candidate)).toEqual([{ code, message: expect.stringContaining(message) }])
})

// Rule: M-GATE-13
test('exports that the code uses must be in each live shell; where a build could not tell, nothing is refused', () => {
  const [react, parts] = shared(['react', '19.3.1', '^19.3.1'], ['@atalaia/react', '1.0.0', '^1.0.0']).artifact.shared
  if (!react || !parts) throw new Error('two shared modules')
  const using = (...exports: string[]): Descriptor => ({
    ...good,
    artifact: {
      ...good.artifact,
      shared: [
        { ...react, exports: ['useState'] },
        { ...parts, exports },
      ],
    },
  })
  expect(judged(using('useToken', 'useNews', 'Slot', 'Old'))).toEqual([
    {
      code: 'shared-export',
      message: '@atalaia/react: the remote uses useNews, Old: not in 1.0.0, which the live shell 2.0.0 offers',
    },
  ])
  expect(judged(using('useToken'))).toEqual([])
})

// Rule: M-GATE-3
test('a part of our React parts needs the shell’s React too, and any other module does not', () => {
  expect(judged(shared(['extra', '1.0.0', '^1.0.0'], ['@atalaia/react/router', '1.0.0', '^1.0.0']))).toEqual([
    { code: 'shared-second', message: 'react: it does not share it, so the page would have two' },
  ])
  expect(judged(shared(['extra', '1.0.0', '^1.0.0']))).toEqual([])
})

// Rule: M-GATE-6
test('a build as large as its budgets is within them, its entry and each file counted once', () => {
  const { entry } = good.artifact
  const candidate = withRouteFiles([entry, 'page.html', 'page.html', 'not-listed.js'])
  const budget = { entryBytes: ENTRY, routeBytes: ENTRY + PAGE, totalBytes: ENTRY + PAGE }
  expect(judged({ ...candidate, budget })).toEqual([])
  expect(judged({ ...candidate, budget: {} })).toEqual([])
})

// Rule: M-GATE-4
test.each([
  '/-/x',
  '/api',
  '/api/x',
  '/remotes/x',
  '/shell',
  '/healthz',
  '/readyz',
  '/error',
  '/dev/ui',
  '/app',
  '/app/main',
  '//api/x',
  '/APP//Main/',
])('%s belongs to the shell', (path) => {
  expect(judged(at(path))).toEqual([{ code: 'route-collision', message: `${path} (page) belongs to the shell` }])
})

// Rule: M-GATE-4
test.each(['/', '/apis', '/x/api', '/-x', '/app/main/x', '/app/errors', '/x/app', '/app/x', '/app/x/:id/y'])(
  '%s belongs to nobody yet',
  (path) => {
    expect(judged(at(path))).toEqual([])
  },
)

// Rule: M-GATE-4
test('of two of its own routes that match the same addresses the second is refused', () => {
  const route = { id: 'page', path: '/app/novo/:id', access: 'session', title: 'Novo' } as const
  const routes = [route, { ...route, id: 'again', path: '/app/novo/:name/' }]
  expect(judged({ ...good, routes })).toEqual([
    { code: 'route-collision', message: '/app/novo/:name/ (again) belongs to its own route page too' },
  ])
})

// Rule: M-GATE-4
test('a home page beside another home page is refused', () => {
  const home = { ...createBuild('mfe-casa', '1.0.0').descriptor, routes: at('/').routes }
  expect(judged(at('/'), { others: [home] })).toMatchObject([{ code: 'route-collision' }])
})

const owner = (...paths: string[]): Descriptor[] => [
  {
    ...createBuild('mfe-dono', '1.0.0').descriptor,
    routes: paths.map((path, index) => ({ id: `r${index}`, path, access: 'session', title: 'A' })),
  },
]
const BELONGS = 'belongs to'
const HAS = 'has addresses of'

// Rule: M-GATE-14, M-GATE-34
// Threat: T-PUBLISH-7
test.each<[string, string, string]>([
  ['/App/Main/Analytics', BELONGS, '/app/main/analytics'],
  ['/app/main/analytics/', BELONGS, '/app/main/analytics'],
  ['/app/main/analytics*', HAS, '/app/main/analytics'],
  ['/app/main/analytics/*', HAS, '/app/main/analytics'],
  ['/app/main/analytics/more', BELONGS, '/app/Main/analytics/*'],
  ['/app/x/id', BELONGS, '/app/x/:id'],
  ['/app/X/:id', HAS, '/app/x/settings'],
  ['/app/x/:id/*', HAS, '/app/x/settings/users'],
  ['/app/x/*', HAS, '/app/x'],
  ['/app/x/:a/b', HAS, '/app/x/a/:b'],
  ['/app/x/:a/:b/*', BELONGS, '/app/x/*'],
  ['/:a/x/y', HAS, '/app/x/:b'],
  ['/:a/b/c', HAS, '/x/*'],
  ['/*', BELONGS, '//*'],
  ['/:page', BELONGS, '/:other/'],
  ['/app/x', BELONGS, '/app*'],
])('%s %s the remote that has %s', (path, how, owned) => {
  expect(judged(at(path), { others: owner('/elsewhere', owned, owned) })).toEqual([
    { code: 'route-collision', message: `${path} (page) ${how} mfe-dono 1.0.0 (${owned})` },
  ])
})

// Rule: M-GATE-14, M-GATE-34
test.each([
  ['/*', '/app/main/analytics'],
  ['/*', '/'],
  ['/app/*', '/app/x/:id'],
  ['/app/:page', '/app/x'],
  ['/:a/*', '/x/*'],
  ['/*', '/:page'],
  ['/app/x', '/app/y'],
  ['/app/x/:id', '/app/x'],
  ['/app/x/:id', '/app/x/:id/more'],
  ['/app/x/more', '/app/xx/*'],
])('%s and %s are of two remotes: they have no address in common, or one gives way to the other', (one, other) => {
  expect(judged(at(one), { others: owner(other) })).toEqual([])
  expect(judged(at(other), { others: owner(one) })).toEqual([])
})

// Rule: M-GATE-14, M-GATE-34
test('pages of the shell belong to it under patterns too, and a path with encoded characters is no route', () => {
  const visits = '/app/dashboard/visits'
  for (const [path, page] of [
    ['/app/Dashboard/visits', visits],
    ['/app/dashboard/:page', visits],
    ['/app/dashboard/*', visits],
    ['/app*', '/app'],
  ] as const)
    expect(judged(at(path))).toEqual([
      { code: 'route-collision', message: `${path} (page) belongs to the shell (${page})` },
    ])
  const encoded = at('/app/main/%61nalytics')
  expect([good, encoded].map((descriptor) => descriptorSchema.safeParse(descriptor).success)).toEqual([true, false])
})

// Rule: M-GATE-14, M-GATE-34
test('each owner is named once, whatever it has', () => {
  const second = owner('/app/x/c').map((remote) => ({ ...remote, name: 'mfe-mais' }))
  expect(judged(at('/app/x/*'), { others: [...owner('/app/x/a', '/app/x/b'), ...second] })).toEqual(
    ['mfe-dono 1.0.0 (/app/x/a)', 'mfe-mais 1.0.0 (/app/x/c)'].map((whose) => ({
      code: 'route-collision',
      message: `/app/x/* (page) has addresses of ${whose}`,
    })),
  )
})

// Rule: M-GATE-15
test('a route that everybody gets from the remote already stays, unless it is the shell’s or twice its own', () => {
  const rest = { others: owner('/app/x/:id') }
  expect(judged(at('/app/x/id'), { ...rest, own: [at('/App/x/id/')] })).toEqual([])
  expect(judged(at('/app/x/:id'), { ...rest, own: [at('/app/x/:id')] })).toEqual([])
  expect(judged(at('/app/dashboard/:page'), { own: [at('/app/dashboard/:name')] })).toEqual([])
  expect(judged(at('/app/x/id'), { ...rest, own: [at('/app/x/else')] })).toHaveLength(1)
  expect(judged(at('/app/main'), { own: [at('/app/main')] })).toHaveLength(1)
  const [route] = good.routes
  const twice = { ...good, routes: route ? [route, { ...route, id: 'again' }] : [] }
  expect(judged(twice, { own: [good] })).toHaveLength(1)
})

// Rule: M-GATE-9
test('every live shell is asked', () => {
  const old = { ...shell, version: '1.9.0', contract: '0.9.0' }
  expect(judged(good, { shells: [shell, old] })).toEqual([
    { code: 'contract-range', message: expect.stringContaining('1.9.0') },
  ])
})

// Rule: M-GATE-5
test('an exposed module may go as long as nobody was seen to use it', () => {
  const use = { remote: 'mfe-novo', module: './remote', consumer: 'https://portal.example' }
  const second = { ...use, consumer: 'https://second.example' }
  const other = { ...use, module: './other', consumer: 'https://third.example' }
  expect(judged(withModule('./other'), { current: good })).toEqual([])
  expect(judged(withModule('./other'), { current: good, uses: [other] })).toEqual([])
  expect(judged(withModule('./other'), { current: good, uses: [use, other, second] })).toEqual([
    {
      code: 'module-removed',
      message: './remote: it is gone, and used by https://portal.example, https://second.example',
    },
  ])
})

// Rule: M-GATE-5
test('of a build with several exposed modules each counts, and those that stay are no reason', () => {
  const uses = ['./remote', './embed'].map((module) => ({ remote: 'mfe-novo', module, consumer: 'shell' }))
  const current = withModules('./remote', './embed')
  expect(judged(withModules('./embed', './remote'), { current, uses })).toEqual([])
  expect(judged(withModules('./remote'), { current, uses })).toEqual([
    { code: 'module-removed', message: './embed: it is gone, and used by shell' },
  ])
})

// Rule: M-GRANT-3
test('what a remote may not have is refused, unless the check runs without a gateway', () => {
  const greedy = { ...good, token: true }
  expect(judged(greedy)).toEqual([])
  expect(judged(greedy, { rights: { granted: new Set(['token']), owned: [] } })).toEqual([])
  expect(judged(greedy, { rights: { granted: new Set(), owned: [] } })).toMatchObject([{ code: 'not-granted' }])
})

const surface: EmbedSurface = {
  attributes: { api: [], theme: ['light', 'dark'] },
  properties: ['token'],
  events: ['ready'],
  parts: ['widget'],
  customProperties: ['--atalaia-text'],
}
const withSurface = (version: string, own?: Partial<EmbedSurface>): Descriptor => {
  const { descriptor } = withEmbed(createBuild('mfe-novo', version), '', {
    'remoteEntry.js': '',
    'a.0123456789abcdef.js': '',
  })
  const { artifact } = descriptor
  const embed = artifact.embed && { ...artifact.embed, ...(own && { surface: { ...surface, ...own } }) }
  return { ...descriptor, artifact: { ...artifact, ...(embed && { embed }) } }
}
const WHERE = 'https://portal.example, a sandboxed page on stable'
const ELSEWHERE = 'promote it on another channel, and tell the portals'
const judgedFor = (candidate: Descriptor, current: Descriptor, channel = 'stable') =>
  judged(candidate, {
    current,
    channel,
    uses: ['https://portal.example', 'null'].map((consumer) => ({
      remote: 'mfe-novo',
      module: 'embed/stable',
      consumer,
    })),
  })

// Rule: M-GATE-10, M-GATE-11, M-GATE-12
test.each<[string, Descriptor, string, string]>([
  [
    'an embed that is gone',
    createBuild('mfe-novo', '1.4.1').descriptor,
    'embed-removed',
    `embed/embed.js: it is gone, and used by ${WHERE}: bring it back, or ${ELSEWHERE}`,
  ],
  [
    'a name that is gone, in a new minor version too',
    withSurface('1.5.0', { events: [], attributes: { theme: ['light', 'dark'] }, parts: [] }),
    'embed-surface',
    `attribute api, event ready, part widget: missing, but used by ${WHERE}: keep it, or ${ELSEWHERE}`,
  ],
  [
    'a word of an attribute, a property and a custom property that are gone',
    withSurface('1.4.1', { attributes: { api: [], theme: ['dark'] }, properties: [], customProperties: [] }),
    'embed-surface',
    `theme="light", property token, --atalaia-text: missing, but used by ${WHERE}: keep it, or ${ELSEWHERE}`,
  ],
  [
    'names that are not recorded any more',
    withSurface('1.4.1'),
    'embed-surface',
    'the names of its element are not recorded: build it with `surface`',
  ],
  [
    'another major version',
    withSurface('2.0.0', {}),
    'embed-version',
    `2.0.0 is another major version than 1.4.0, which ${WHERE} gets: ${ELSEWHERE}`,
  ],
  [
    'a new name in a patch',
    withSurface('1.4.1', { events: ['ready', 'resize'] }),
    'embed-version',
    'event resize: new since 1.4.0: give it the next minor version, not 1.4.1',
  ],
])('%s is refused on a channel that portals use, and on no other', (_what, candidate, code, message) => {
  const current = withSurface('1.4.0', {})
  expect(judgedFor(candidate, current)[0]).toEqual({ code, message })
  expect(new Set(judgedFor(candidate, current).map((reason) => reason.code))).toEqual(new Set([code]))
  expect(judgedFor(candidate, current, 'beta')).toEqual([])
})

// Rule: M-GATE-11, M-GATE-12
test('the same names in a patch, and more in a minor version, are no reason; nor is what was never recorded', () => {
  const current = withSurface('1.4.0', {})
  expect(judgedFor(withSurface('1.4.1', {}), current)).toEqual([])
  expect(judgedFor(withSurface('1.5.0', { events: ['ready', 'resize'] }), current)).toEqual([])
  expect(judgedFor(withSurface('1.4.1', { events: [] }), withSurface('1.4.0'))).toEqual([])
  expect(judgedFor(withSurface('2.0.0', {}), createBuild('mfe-novo', '1.4.0').descriptor)).toEqual([])
})
