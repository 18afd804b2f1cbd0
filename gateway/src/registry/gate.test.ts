import type { Descriptor, ShellManifest } from '@atalaia/contracts'
import { createBuild } from '../../testing/archives.ts'
import { createPublished, databases, order, publishBuild, versionIn } from '../../testing/published.ts'
import { recordUse } from './repository/observations.ts'
import { judge } from './gate.ts'

jest.setTimeout(180_000)

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
    { name: '@atalaia/react', version: '1.0.0', files: [] },
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
const at = (path: string): Descriptor => ({ ...good, routes: good.routes.map((route) => ({ ...route, path })) })
const others = [
  {
    ...createBuild('mfe-outro', '3.0.0').descriptor,
    routes: [{ ...good.routes[0], id: 'a', path: '/app/x/:id', access: 'session' as const, title: 'A' }],
  },
]

const judged = (candidate: Descriptor, rest: Partial<Parameters<typeof judge>[0]> = {}) =>
  judge({ candidate, current: undefined, others, shells: [shell], uses: [], ...rest })

test('a build that fits has no reason against it', () => {
  const candidate = shared(['react', '19.3.1', '^19.3.1'], ['@atalaia/react', '1.0.0', '^1.0.0'])
  expect(judged(candidate, { current: good })).toEqual([])
})

// Rule: M-GATE-2, M-GATE-3, M-GATE-4, M-GATE-6
test.each<[string, Descriptor, string, string]>([
  ['another contract', { ...good, contract: '^2.0.0' }, 'contract-range', '2.0.0 offers 1.2.0'],
  [
    'a second React',
    shared(['react', '18.2.0', '^18.2.0']),
    'shared-second',
    'react: the live shell 2.0.0 offers 19.3.1',
  ],
  ['its own React beside our React parts', shared(['@atalaia/react', '1.0.0', '^1.0.0']), 'shared-second', 'two'],
  ['a shared module that nobody offers', shared(['vue', '3.0.0', '^3.0.0']), 'shared-missing', 'vue'],
  ['a route of another remote', at('/app/x/:name'), 'route-collision', 'mfe-outro 3.0.0'],
  ['a route of the shell', at('/error'), 'route-collision', 'the shell'],
  ['an entry over its budget', { ...good, budget: { entryBytes: 1 } }, 'budget', 'its budget is 1'],
  [
    'a route over its budget',
    { ...good, budget: { routeBytes: 2 }, artifact: { ...good.artifact, routeFiles: { page: [] } } },
    'budget',
    'route page',
  ],
  ['files over their budget', { ...good, budget: { totalBytes: 3 } }, 'budget', 'all files'],
])('%s is refused, and the reason is named', (_what, candidate, code, message) => {
  expect(judged(candidate)).toEqual([{ code, message: expect.stringContaining(message) }])
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
  const uses = [{ remote: 'mfe-novo', module: './remote', consumer: 'https://portal.example' }]
  expect(judged(withModule('./other'), { current: good })).toEqual([])
  expect(judged(withModule('./other'), { current: good, uses })).toEqual([
    { code: 'module-removed', message: './remote: it is gone, and used by https://portal.example' },
  ])
})

// Rule: M-GATE-8
test('a refusal keeps the version out; force with a reason lets it in, and both are kept', async () => {
  const stage = await createPublished(await databases[0][1]())
  const token = await stage.tokenOf('mfe-novo')
  await publishBuild(stage.app, token, createBuild('mfe-novo', '1.0.0'))
  await order(stage.app, token, 'mfe-novo/promote', { version: '1.0.0' })
  await recordUse(stage.database, { remote: 'mfe-novo', module: './remote', consumer: 'https://portal.example' })
  const next = createBuild('mfe-novo', '2.0.0', { contract: '^9.0.0' })
  await publishBuild(stage.app, token, next)
  const refused = await order(stage.app, token, 'mfe-novo/promote', { version: '2.0.0' })
  expect([refused.statusCode, refused.json().reasons[0].code]).toEqual([422, 'contract-range'])
  expect(versionIn((await stage.app.inject('/login')).body, 'mfe-novo')).toBe('1.0.0')
  expect((await order(stage.app, token, 'mfe-novo/promote', { version: '2.0.0', force: true })).statusCode).toBe(400)
  const forced = await order(stage.app, token, 'mfe-novo/promote', { version: '2.0.0', force: true, why: 'eu sei' })
  expect(forced.json().move).toMatchObject({ why: 'eu sei', overruled: [{ code: 'contract-range' }] })
  expect(versionIn((await stage.app.inject('/login')).body, 'mfe-novo')).toBe('2.0.0')
  await stage.close()
})

// Rule: M-GATE-7
test('a stored file that changed is found before the promotion', async () => {
  const stage = await createPublished(await databases[0][1]())
  const token = await stage.tokenOf('mfe-novo')
  const build = createBuild('mfe-novo', '1.0.0')
  await publishBuild(stage.app, token, build)
  const [artifact] = await stage.registry.artifacts()
  await stage.workspace.write({ [`artifacts/mfe-novo/1.0.0_${artifact?.digest}/page.html`]: '<h1>1.0.1</h1>' })
  const refused = await order(stage.app, token, 'mfe-novo/promote', { version: '1.0.0' })
  expect(refused.json().reasons).toEqual([{ code: 'file', message: 'page.html: its content does not match its hash' }])
  expect((await order(stage.app, token, 'mfe-novo/promote', { version: '9.0.0' })).statusCode).toBe(409)
  await stage.close()
})
