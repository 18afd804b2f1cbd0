import { integrityOf } from '@atalaia/contracts/node'
import { createBuild } from '../../testing/archives.ts'
import { createCommand } from '../../testing/command.ts'
import { openTestDatabase } from '../../testing/published.ts'

type Stage = Awaited<ReturnType<typeof createCommand>>
let stage: Stage
beforeAll(async () => {
  stage = await createCommand(await openTestDatabase())
})
afterAll(() => stage.close())

const offline = (args: readonly string[]) => stage.run(['check', ...args], { DATA_DIR: '/nowhere' })
const reasonsIn = (out: string) => JSON.parse(out).reasons

// Rule: M-PUBLISH-5
test('a good build is judged without a gateway', async () => {
  const dir = await stage.write(createBuild('mfe-novo', '1.0.0'))
  const { code, out } = await offline([dir])
  expect([code, out]).toEqual([0, expect.stringContaining('mfe-novo 1.0.0 is in order')])
  const asJson = await offline([dir, '--json'])
  expect(JSON.parse(asJson.out)).toEqual({ name: 'mfe-novo', version: '1.0.0', reasons: [], gateway: false })
})

const build = createBuild('mfe-novo', '2.0.0')
const [route] = build.descriptor.routes
test.each([
  ['a changed file', build, { 'page.html': '<h1>9.9.9</h1>' }, 'build', 'page.html: its content does not match'],
  ['no descriptor', build, { 'remote.json': '{"name":1}' }, 'build', 'remote.json: it is no descriptor'],
  ['a budget that is exceeded', createBuild('mfe-novo', '2.0.1', { budget: { totalBytes: 3 } }), {}, 'budget', '3'],
  [
    'an address of the shell',
    createBuild('mfe-novo', '2.0.2', { routes: [{ id: 'page', title: 'x', access: 'public', path: '/error' }] }),
    {},
    'route-collision',
    'the shell',
  ],
])('%s is refused without a gateway: 1, and the reason, as JSON too', async (_what, candidate, changes, code, text) => {
  const dir = await stage.write(candidate, changes)
  const said = await offline([dir])
  expect([said.code, said.err]).toEqual([1, expect.stringContaining(text)])
  const asJson = await offline([dir, '--json'])
  expect([asJson.code, reasonsIn(asJson.out)]).toEqual([1, [{ code, message: expect.stringContaining(text) }]])
})

// Rule: M-GATE-18
test('a build that carries its own React and shares nothing is refused by check, and by the gate from its stored files', async () => {
  const react = 'react.suspense; exports.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE = s'
  const { descriptor, files } = createBuild('mfe-proprio', '1.0.0')
  const file = { path: 'vendor.js', bytes: react.length, integrity: integrityOf(react) }
  const { artifact } = descriptor
  const own = { descriptor: { ...descriptor, artifact: { ...artifact, files: [...artifact.files, file] } }, files }
  const dir = await stage.write(own, { 'vendor.js': react })
  const reason = { code: 'shared-undeclared', message: expect.stringContaining('react: vendor.js has a copy of it') }
  expect(reasonsIn((await offline([dir, '--json'])).out)).toEqual([reason])
  expect(await stage.run(['publish', dir])).toMatchObject({ code: 0 })
  expect(reasonsIn((await stage.run(['promote', 'mfe-proprio', '1.0.0', '--json'])).out)).toContainEqual(reason)
})

test('a folder without a build is said to be one', async () => {
  const said = await offline(['nada', '--json'])
  expect([said.code, reasonsIn(said.out)[0].message]).toEqual([1, expect.stringContaining('build the remote first')])
})

// Rule: M-PUBLISH-5
test('with --gateway the gate is asked as well', async () => {
  const fits = await stage.write(createBuild('mfe-novo', '3.0.0'))
  expect(await stage.run(['check', fits, '--gateway'])).toMatchObject({
    code: 0,
    out: 'mfe-novo 3.0.0 may be promoted\n',
  })
  await stage.grant('mfe-novo', 'public-routes')
  const login = { ...route, id: 'page', path: '/login', access: 'public' as const, title: 'Login' }
  const dir = await stage.write(createBuild('mfe-novo', '3.0.1', { contract: '^9.0.0', routes: [login] }))
  expect((await offline([dir])).code).toBe(0)
  const refused = await stage.run(['check', dir, '--gateway', '--json'])
  expect([refused.code, reasonsIn(refused.out).map(({ code }: { code: string }) => code)]).toEqual([
    1,
    ['contract-range', 'route-collision'],
  ])
  expect((await stage.run(['check', dir, '--gateway'], { DATA_DIR: '/nowhere' })).code).toBe(1)
})
