import { SHELL_NAME } from '@atalaia/contracts'
import { createBuild, createShell, type ShellBuild } from '../../testing/archives.ts'
import {
  bearer,
  createPublished,
  openTestDatabase,
  order,
  publishBuild,
  publishShell,
} from '../../testing/published.ts'
import { newBrowser } from '../../testing/reporting-browsers.ts'

let stage: Awaited<ReturnType<typeof createPublished>>
let token: string
beforeAll(async () => {
  stage = await createPublished(await openTestDatabase())
  token = await stage.tokenOf(SHELL_NAME)
})
afterAll(() => stage.close())

const page = async (browser = '') => {
  const { body, headers } = await stage.app.inject({
    url: '/app/main/analytics',
    headers: { cookie: `token=x; ${browser}` },
  })
  return { body, policy: String(headers['content-security-policy']) }
}
const versionOf = ({ body }: { readonly body: string }) => /<div data-waiting>(\S+) /.exec(body)?.[1] ?? '1.0.0'
const promote = (version: string, more: object = {}) =>
  order(stage.app, token, `${SHELL_NAME}/promote`, { version, ...more })
const rollback = () => order(stage.app, token, `${SHELL_NAME}/rollback`)
const fileOf = ({ manifest }: ShellBuild) => `/shell/${manifest.scripts[0]}`

// Rule: M-SHELL-2, M-SHELL-4, M-CHANNEL-5
test('a shell is published, promoted and taken back as a remote is, and files of each stay under their addresses', async () => {
  const [before, first, second] = [await page(), createShell('1.1.0'), createShell('1.2.0')]
  for (const build of [first, second]) expect((await publishShell(stage.app, token, build)).statusCode).toBe(201)
  expect((await publishShell(stage.app, token, first)).json()).toMatchObject({ status: 'unchanged' })
  expect(await page()).toEqual(before)
  for (const [build, version] of [
    [first, '1.1.0'],
    [second, '1.2.0'],
  ] as const) {
    expect((await promote(version)).json()).toMatchObject({ status: 'moved' })
    const { body, policy } = await page()
    expect(versionOf({ body })).toBe(version)
    const [boot, main] = build.manifest.files
    expect(body).toContain(`src="/shell/${main?.path}" defer integrity="${main?.integrity}"`)
    expect(body).toContain(`>${build.files[boot?.path ?? '']}</script>`)
    expect(policy).not.toBe(before.policy)
  }
  expect((await rollback()).statusCode).toBe(200)
  expect(versionOf(await page())).toBe('1.1.0')
  expect((await rollback()).statusCode).toBe(200)
  expect(await page()).toEqual(before)
  for (const build of [first, second]) {
    const { statusCode, headers, body } = await stage.app.inject(fileOf(build))
    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect(body).toBe(build.files[build.manifest.scripts[0] ?? ''])
  }
  expect((await stage.app.inject(`/shell/main.${'0'.repeat(20)}.js`)).statusCode).toBe(404)
  const { moves } = (await stage.app.inject({ url: `/-/remotes/${SHELL_NAME}/history`, headers: bearer(token) })).json()
  expect(moves).toHaveLength(4)
})

// Rule: M-SHELL-2, M-RELEASE-8, M-GATE-9
test('a canary is in the pages of its share, keeps to its browsers, and candidates are held to both shells', async () => {
  const shared = [{ name: 'extra', version: '1.0.0', files: [], exports: ['one'] }]
  const contract = { contract: '1.5.0', contracts: ['1.0.0'], shared }
  await publishShell(stage.app, token, createShell('1.3.0', contract))
  expect((await promote('1.3.0', { percent: 50 })).statusCode).toBe(200)
  const browsers = await Promise.all(Array.from({ length: 30 }, () => newBrowser(stage.app)))
  const seen = new Map<string, string>()
  for (const cookie of browsers) {
    const version = versionOf(await page(cookie))
    expect(versionOf(await page(cookie))).toBe(version)
    seen.set(version, cookie)
  }
  expect([...seen.keys()].toSorted()).toEqual(['1.0.0', '1.3.0'])
  const releases = await Promise.all(
    [...seen.values()].map(async (cookie) =>
      (await stage.app.inject({ url: '/-/release', headers: { cookie } })).json(),
    ),
  )
  expect(new Set(releases.map(({ id }) => id)).size).toBe(2)

  const own = await stage.tokenOf('mfe-novo')
  await publishBuild(stage.app, own, createBuild('mfe-novo', '1.0.0', { contract: '^1.5.0' }))
  const refused = await order(stage.app, own, 'mfe-novo/promote', { version: '1.0.0' })
  expect(refused.json().reasons).toEqual([
    { code: 'contract-range', message: 'it needs contract ^1.5.0; the live shell 1.0.0 offers 1.0.0' },
  ])
  const { descriptor, files } = createBuild('mfe-novo', '1.1.0')
  const uses = { name: 'extra', version: '1.0.0', requiredVersion: '^1.0.0', exports: ['two'] }
  await publishBuild(stage.app, own, {
    files,
    descriptor: { ...descriptor, artifact: { ...descriptor.artifact, shared: [uses] } },
  })
  expect((await order(stage.app, own, 'mfe-novo/promote', { version: '1.1.0' })).json().reasons).toMatchObject([
    { code: 'shared-export', message: expect.stringContaining('the live shell 1.3.0 offers') },
  ])
  await rollback()
})

// Rule: M-SHELL-3, M-GATE-8
test('a shell that would break live versions is refused by their names, and the history keeps who overruled that', async () => {
  const next = createShell('2.0.0', { contract: '2.0.0' })
  await publishShell(stage.app, token, next)
  const refused = await promote('2.0.0', { percent: 10 })
  expect(refused.statusCode).toBe(422)
  const { reasons } = refused.json()
  expect(reasons).toContainEqual({
    code: 'shell-breaks',
    message: 'mfe-analytics 1.2.0 (time): it needs contract ^1.0.0; the new shell 2.0.0 offers 2.0.0',
  })
  expect(reasons).toHaveLength(3)
  const later = { version: '2.0.0', at: new Date(Date.now() + 3_600_000).toISOString() }
  expect((await order(stage.app, token, `${SHELL_NAME}/plans`, later)).json().reasons).toEqual(reasons)
  expect((await promote('2.0.0', { force: true, why: 'the landing page alone matters' })).statusCode).toBe(200)
  const [move] = await stage.registry.history(SHELL_NAME)
  expect(move).toMatchObject({ version: '2.0.0', why: 'the landing page alone matters', overruled: reasons })
  await rollback()
})

const tellStart = (
  cookie: string,
  outcome: string,
  version: string,
  headers: Record<string, string> = {},
  remote: string = SHELL_NAME,
) =>
  stage.app.inject({
    method: 'POST',
    url: '/-/reports',
    headers: { cookie, ...headers },
    payload: {
      ...(outcome === 'failed' && { shell: 'main.js' }),
      activations: [{ remote, version, outcome, phase: 'entry script', milliseconds: {} }],
    },
  })
const keptOf = ({ headers }: { readonly headers: Record<string, unknown> }) =>
  String(headers['set-cookie'] ?? '').split(';')[0] ?? ''

// Rule: M-SHELL-6
// Threat: T-SHELL-2, T-SHELL-3
test('a browser in which a shell could not start gets the one before it, and no other browser does', async () => {
  await promote('1.3.0')
  const [browser, other] = [await newBrowser(stage.app), await newBrowser(stage.app)]
  expect(versionOf(await page(browser))).toBe('1.3.0')
  const told = await tellStart(browser, 'failed', '1.3.0')
  expect([told.statusCode, told.headers['set-cookie']]).toEqual([204, expect.stringMatching(/HttpOnly; SameSite=Lax/)])
  const kept = keptOf(told)
  expect(versionOf(await page(`${browser}; ${kept}`))).toBe('1.0.0')
  // The page that came instead is not told to reload.
  const release = async (cookie: string) =>
    (await stage.app.inject({ url: '/-/release', headers: { cookie: `token=x; ${cookie}` } })).json().id
  expect(await release(`${browser}; ${kept}`)).not.toBe(await release(browser))
  for (const cookie of [`${other}; ${kept}`, `${browser}; ${kept}x`, kept])
    expect(versionOf(await page(cookie))).toBe('1.3.0')
  const stranger = await tellStart(other, 'failed', '1.3.0', { 'sec-fetch-site': 'cross-site' })
  expect(keptOf(stranger)).toBe('')
  expect(keptOf(await tellStart(other, 'failed', '7.0.0'))).toBe('')
  expect(keptOf(await tellStart(other, 'ready', '1.3.0'))).toBe('')
  expect(keptOf(await tellStart(other, 'failed', '1.2.0', {}, 'mfe-analytics'))).toBe('')
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_700_000)
  expect(versionOf(await page(`${browser}; ${kept}`))).toBe('1.3.0')
  now.mockRestore()
  await promote('1.2.0')
  expect(versionOf(await page(`${browser}; ${kept}`))).toBe('1.2.0')
  await rollback()
  await rollback()
})

// Threat: T-SHELL-1
test('no address puts a shell of elsewhere into a page, nor one that nobody promoted', async () => {
  for (const path of [`/?remote=${SHELL_NAME}@http://localhost:4100`, `/-/remotes/${SHELL_NAME}/preview`]) {
    const isOrder = path.startsWith('/-/')
    const answer = await stage.app.inject({
      method: isOrder ? 'POST' : 'GET',
      url: path,
      headers: bearer(token),
      ...(isOrder && { payload: { version: '1.3.0', minutes: 10 } }),
    })
    expect(answer.statusCode).toBe(400)
  }
})

// Rule: M-SHELL-5
test('a shell that does not start in half of twenty browsers is taken back by the gateway', async () => {
  await promote('1.2.0')
  await promote('1.3.0')
  for (let at = 0; at < 10; at += 1) await tellStart(await newBrowser(stage.app), 'ready', '1.3.0')
  for (let at = 0; at < 9; at += 1) await tellStart(await newBrowser(stage.app), 'failed', '1.3.0')
  expect(versionOf(await page())).toBe('1.3.0')
  await tellStart(await newBrowser(stage.app), 'failed', '1.3.0')
  expect(versionOf(await page())).toBe('1.2.0')
  const [move] = await stage.registry.history(SHELL_NAME)
  expect(move).toMatchObject({ action: 'rollback', who: 'gateway', why: '10 of 20 browsers could not bring up 1.3.0' })
  const { body } = await stage.app.inject('/-/metrics')
  expect(body).toContain('atalaia_activations_total{remote="host-shell",version="1.3.0",outcome="ready"} 11')
  await rollback()
})

const good = createShell('1.9.0')
const bare = (text: string) => text.replaceAll(/\.[0-9a-f]{20}\./g, '.')
const nameless: ShellBuild = {
  manifest: JSON.parse(bare(JSON.stringify(good.manifest))),
  files: Object.fromEntries(Object.entries(good.files).map(([path, content]) => [bare(path), content])),
}
const wrong = { manifest: { ...good.manifest, version: '1.9.1', boot: `boot.${'f'.repeat(20)}.js` } }

// Rule: M-SHELL-4
test.each([
  ['files without a hash in their names', nameless, 400],
  ['a file that its manifest does not list', { ...wrong, files: good.files }, 400],
  ['a file that does not match its hash', { ...good, files: { ...good.files, [good.manifest.boot]: 'changed' } }, 400],
])('an upload with %s is refused', async (_what, build, status) => {
  expect((await publishShell(stage.app, token, build)).statusCode).toBe(status)
})

// Rule: M-SHELL-4
// Threat: T-SHELL-4
test('a name keeps its content for ever, and only the token of the shell publishes one', async () => {
  await publishShell(stage.app, token, good)
  const changed = createShell('1.9.0', { version: '1.9.2' })
  const [path = ''] = Object.keys(changed.files)
  const other = createShell('1.9.2').files[createShell('1.9.2').manifest.boot] ?? ''
  const file = createShell('1.9.2').manifest.files[0]
  const files = changed.manifest.files.map((each) => (each.path === path && file ? { ...file, path } : each))
  const build = { manifest: { ...changed.manifest, files }, files: { ...changed.files, [path]: other } }
  const answer = await publishShell(stage.app, token, build)
  expect([answer.statusCode, answer.json().detail ?? answer.body]).toEqual([
    409,
    expect.stringContaining('other content'),
  ])
  const stranger = await stage.tokenOf('mfe-auth')
  expect((await publishShell(stage.app, stranger, createShell('1.9.3'))).statusCode).toBe(403)
})

// Rule: M-SHELL-1
test('a gateway does not hold the shell of its folder while a published one is for everybody', async () => {
  await promote('1.3.0')
  await stage.workspace.write({
    'host-shell/dist/shell.json': JSON.stringify(createShell('3.0.0', { contract: '3.0.0' }).manifest),
  })
  const ready = async () => {
    const { app, registry } = await stage.open()
    const answers = [await app.inject('/readyz'), await app.inject('/healthz')]
    await app.close()
    await registry.close()
    return answers.map(({ statusCode }) => statusCode)
  }
  expect(await ready()).toEqual([200, 200])
  await rollback()
  expect(await ready()).toEqual([503, 503])
})
