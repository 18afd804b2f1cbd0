import { sql } from '@atalaia/database'
import { until } from '@atalaia/database/testing/until'
import type { Descriptor, ShellManifest } from '@atalaia/contracts'
import { integrityOf } from '@atalaia/contracts/node'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createBuild, type Build } from '../../testing/archives.ts'
import { bearer, createPublished, openTestDatabase, order, publishBuild, versionIn } from '../../testing/published.ts'
import { listUses, liveShells } from './repository/artifacts-repository.ts'
import { recordUse } from './repository/observations-repository.ts'
import { CHECKS_PER_TEAM, LOOKS_PER_TEAM } from './routes.ts'

type Stage = Awaited<ReturnType<typeof createPublished>>
let stage: Stage
let token: string

const embed = async (build: Build) => {
  const url = `/remotes/mfe-novo/${build.descriptor.version}/${build.descriptor.artifact.entry}`
  await stage.app.inject({ url, headers: { origin: 'https://portal.example', host: 'atalaia.example' } })
}
const live = createBuild('mfe-novo', '1.0.0')
const liveVersion = async () => versionIn((await stage.app.inject('/login')).body, 'mfe-novo')

beforeAll(async () => {
  stage = await createPublished(await openTestDatabase())
  token = await stage.tokenOf('mfe-novo')
  await publishBuild(stage.app, token, live)
  await order(stage.app, token, 'mfe-novo/promote', { version: '1.0.0' })
  await embed(live)
})
afterAll(() => stage.close())

let made = 0
const candidate = (rest: Partial<Descriptor> = {}, artifact: Partial<Descriptor['artifact']> = {}): Build => {
  const { descriptor, files } = createBuild('mfe-novo', `2.0.${(made += 1)}`, rest)
  return { files, descriptor: { ...descriptor, artifact: { ...descriptor.artifact, ...artifact } } }
}
const takes = (name: string, requiredVersion: string) =>
  candidate({}, { shared: [{ name, version: '9.0.0', requiredVersion }] })
const at = (path: string) => candidate({ routes: [{ id: 'page', path, access: 'public', title: 'Página' }] })

const carrying = (text: string): Build => {
  const build = candidate()
  const { entry, files } = build.descriptor.artifact
  const content = `${build.files[entry]} ${text}`
  const listed = files.map((file) =>
    file.path === entry ? { path: entry, bytes: Buffer.byteLength(content), integrity: integrityOf(content) } : file,
  )
  const descriptor = { ...build.descriptor, artifact: { ...build.descriptor.artifact, files: listed } }
  return { descriptor, files: { ...build.files, [entry]: content } }
}

const copied = carrying('// useRemoteContext: no RemoteProvider above')

const lose = async ({ descriptor: { version } }: Build) => {
  const artifact = (await stage.registry.artifacts()).find((row) => row.version === version)
  await rm(`${stage.folder}/mfe-novo/${version}_${artifact?.digest}/page.html`)
}

const asItIs = async () => undefined

// Rule: M-GATE-1, M-GATE-2, M-GATE-3, M-GATE-4, M-GATE-5, M-GATE-6, M-GATE-7, M-GATE-18
test.each<[string, Build, string, string, (build: Build) => Promise<void>]>([
  [
    'a copy of a module that it does not name',
    copied,
    'shared-undeclared',
    `@atalaia/react: ${copied.descriptor.artifact.entry} has a copy of it, so the page would have two: share it, and build again`,
    asItIs,
  ],
  [
    'a contract that the live shell does not offer',
    candidate({ contract: '^2.0.0' }),
    'contract-range',
    'it needs contract ^2.0.0; the live shell 1.0.0 offers 1.0.0',
    asItIs,
  ],
  [
    'a shared module that would be there twice',
    takes('extra', '^9.0.0'),
    'shared-second',
    'extra: the live shell 1.0.0 offers 1.0.0, it needs ^9.0.0, so the page would have a second one (9.0.0)',
    asItIs,
  ],
  [
    'a shared module that would be nowhere',
    takes('vue', '^3.0.0'),
    'shared-missing',
    'vue: the live shell 1.0.0 offers none',
    asItIs,
  ],
  [
    'a route of another remote',
    at('/login'),
    'route-collision',
    '/login (page) belongs to mfe-auth 1.2.0 (/login)',
    asItIs,
  ],
  ['a route of the shell', at('/error'), 'route-collision', '/error (page) belongs to the shell', asItIs],
  [
    'an exposed module that is gone and that a portal was seen to use',
    candidate({}, { module: './other' }),
    'module-removed',
    './remote: it is gone, and used by https://portal.example',
    asItIs,
  ],
  [
    'a budget that is exceeded',
    candidate({ budget: { totalBytes: 10 } }),
    'budget',
    expect.stringMatching(/^all files: \d+ bytes, \d+ over its budget of 10; largest: /),
    asItIs,
  ],
  ['a stored file that is missing', candidate(), 'file', 'page.html: it is missing', lose],
])('%s is refused with its reason, and what was live stays', async (_what, build, code, message, before) => {
  expect((await publishBuild(stage.app, token, build)).statusCode).toBe(201)
  await before(build)
  await stage.grant('mfe-novo', 'public-routes')
  const { version } = build.descriptor
  const refused = await order(stage.app, token, 'mfe-novo/promote', { version })
  expect([refused.statusCode, refused.json()]).toEqual([422, { status: 'refused', reasons: [{ code, message }] }])
  expect(await liveVersion()).toBe('1.0.0')
  expect((await stage.registry.history('mfe-novo')).map((move) => move.version)).toEqual(['1.0.0'])
})

// Rule: M-GATE-1
test('a candidate with several faults is told all of them', async () => {
  const build = candidate({ contract: '^2.0.0', budget: { entryBytes: 1 } }, { module: './other' })
  await publishBuild(stage.app, token, build)
  const refused = await order(stage.app, token, 'mfe-novo/promote', { version: build.descriptor.version })
  const codes = refused.json().reasons.map(({ code }: { code: string }) => code)
  expect(codes).toEqual(['contract-range', 'module-removed', 'budget'])
})

test('the page itself and files other than the entry do not count as a portal’s use', async () => {
  const { entry } = live.descriptor.artifact
  const base = '/remotes/mfe-novo/1.0.0'
  const host = 'atalaia.example'
  await stage.app.inject({ url: `${base}/${entry}`, headers: { host } })
  await stage.app.inject({ url: `${base}/${entry}`, headers: { host, origin: `https://${host}` } })
  await stage.app.inject({ url: `${base}/page.html`, headers: { host, origin: 'https://other.example' } })
  await until('the use is recorded', async () => (await listUses(stage.database, 'mfe-novo')).length > 0)
  const uses = await listUses(stage.database, 'mfe-novo')
  expect(uses.map(({ consumer }) => consumer)).toEqual(['https://portal.example'])
})

// Threat: T-PUBLISH-5
test('one network that invents portals does not keep another one’s from being recorded', async () => {
  const own = await createPublished(await openTestDatabase())
  const ownToken = await own.tokenOf('mfe-novo')
  await publishBuild(own.app, ownToken, createBuild('mfe-novo', '1.0.0'))
  await order(own.app, ownToken, 'mfe-novo/promote', { version: '1.0.0' })
  const url = `/remotes/mfe-novo/1.0.0/${createBuild('mfe-novo', '1.0.0').descriptor.artifact.entry}`
  const open = (origin: string, remoteAddress: string) => own.app.inject({ url, headers: { origin }, remoteAddress })
  for (let tab = 0; tab < 1001; tab += 1) await open(`https://invented-${tab}.example`, `203.0.113.${tab % 200}`)
  await open('https://portal.example', '198.51.100.7')
  // Uses are written after the answers.
  const consumers = async () => (await listUses(own.database, 'mfe-novo')).map(({ consumer }) => consumer)
  await until('all are recorded', async () => (await consumers()).length === 51)
  expect(await consumers()).toContain('https://portal.example')
  await own.close()
})

const check = (descriptor: object, own = stage, ownToken = token) =>
  order(own.app, ownToken, 'check', { descriptor, channel: 'stable' })

// Threat: T-PUBLISH-6
test('a check of a descriptor with two hundred thousand entries that are none is refused unread', async () => {
  expect((await check({ ...live.descriptor, routes: Array(200_000).fill(0) })).statusCode).toBe(413)
})

test('a descriptor of as many files as an upload has is checked', async () => {
  const file = { path: `${'a'.repeat(80)}.js`, bytes: 1, integrity: live.descriptor.artifact.files[0]?.integrity }
  const artifact = { ...live.descriptor.artifact, files: Array.from({ length: 2000 }, () => file) }
  expect((await check({ ...live.descriptor, artifact })).statusCode).toBe(200)
})

// Threat: T-PUBLISH-6
test('a team that checks, or looks at rollouts, again and again is told when to go on, and other teams go on', async () => {
  const own = await createPublished(await openTestDatabase())
  const mine = await own.tokenOf('mfe-novo')
  for (let count = 0; count < CHECKS_PER_TEAM; count += 1)
    expect((await check(live.descriptor, own, mine)).statusCode).toBe(200)
  const refused = await check(live.descriptor, own, await own.tokenOf('mfe-novo'))
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect((await check(live.descriptor, own, await own.tokenOf('mfe-outro'))).statusCode).toBe(200)
  const look = () => own.app.inject({ url: '/-/remotes/mfe-novo/rollouts', headers: bearer(mine) })
  const looks = await Promise.all(Array.from({ length: LOOKS_PER_TEAM }, look))
  expect(looks.filter(({ statusCode }) => statusCode !== 200)).toEqual([])
  expect((await look()).statusCode).toBe(429)
  await own.close()
})

// Rule: M-GATE-5
test('what a portal used more than 30 days ago is no use any more', async () => {
  const seen = (days: number) =>
    stage.database.execute(sql`UPDATE gateway.module_use SET seen_at = now() - make_interval(days => ${days}::int)`)
  await seen(29)
  expect(await listUses(stage.database, 'mfe-novo')).toHaveLength(1)
  await seen(31)
  expect(await listUses(stage.database, 'mfe-novo')).toEqual([])
  await seen(0)
})

// Rule: M-GATE-8
test('a refusal keeps the version out; force with a reason lets it in, and both are kept', async () => {
  const own = await createPublished(await openTestDatabase())
  const ownToken = await own.tokenOf('mfe-novo')
  await publishBuild(own.app, ownToken, createBuild('mfe-novo', '1.0.0'))
  await order(own.app, ownToken, 'mfe-novo/promote', { version: '1.0.0' })
  await recordUse(own.database, { remote: 'mfe-novo', module: './remote', consumer: 'https://portal.example' })
  const next = createBuild('mfe-novo', '2.0.0', { contract: '^9.0.0' })
  await publishBuild(own.app, ownToken, next)
  const refused = await order(own.app, ownToken, 'mfe-novo/promote', { version: '2.0.0' })
  expect([refused.statusCode, refused.json().reasons[0].code]).toEqual([422, 'contract-range'])
  expect(versionIn((await own.app.inject('/login')).body, 'mfe-novo')).toBe('1.0.0')
  expect((await order(own.app, ownToken, 'mfe-novo/promote', { version: '2.0.0', force: true })).statusCode).toBe(400)
  const forced = await order(own.app, ownToken, 'mfe-novo/promote', { version: '2.0.0', force: true, why: 'eu sei' })
  expect(forced.json().move).toMatchObject({ why: 'eu sei', overruled: [{ code: 'contract-range' }] })
  expect(versionIn((await own.app.inject('/login')).body, 'mfe-novo')).toBe('2.0.0')
  await own.close()
})

// Rule: M-GATE-7
test('a stored file that changed is found before the promotion', async () => {
  const own = await createPublished(await openTestDatabase())
  const ownToken = await own.tokenOf('mfe-novo')
  const build = createBuild('mfe-novo', '1.0.0')
  await publishBuild(own.app, ownToken, build)
  const [artifact] = await own.registry.artifacts()
  await own.workspace.write({ [`artifacts/mfe-novo/1.0.0_${artifact?.digest}/page.html`]: '<h1>1.0.1</h1>' })
  const refused = await order(own.app, ownToken, 'mfe-novo/promote', { version: '1.0.0' })
  expect(refused.json().reasons).toEqual([{ code: 'file', message: 'page.html: its content does not match its hash' }])
  expect((await order(own.app, ownToken, 'mfe-novo/promote', { version: '9.0.0' })).statusCode).toBe(409)
  await own.close()
})

const openWith = async (shell: Partial<ShellManifest>, forceShell?: string) => {
  const folder = `shell-${shell.contract}`
  const manifest = JSON.parse(await readFile(join(stage.workspace.shellDir, 'shell.json'), 'utf8'))
  await stage.workspace.write({ [`${folder}/shell.json`]: JSON.stringify({ ...manifest, ...shell }) })
  const { app, registry } = await stage.open({ shellDir: join(stage.workspace.root, folder), forceShell })
  const [ready, health] = [await app.inject('/readyz'), await app.inject('/healthz')]
  const announced = (await liveShells(stage.database)).map(({ version }) => version)
  await app.close()
  await registry.close()
  expect(health.statusCode).toBe(ready.statusCode)
  return { status: ready.statusCode, breaks: ready.json().shell?.breaks, announced }
}

// Rule: M-SHELL-1, M-SHELL-21
test('a shell that would break live versions is held, by name, until the operator says why it is served', async () => {
  const forced = createBuild('mfe-forced', '1.0.0', {
    contract: '^7.0.0',
    routes: [{ id: 'page', path: '/app/forced', access: 'session', title: 'Página' }],
  })
  const own = await stage.tokenOf('mfe-forced')
  await publishBuild(stage.app, own, forced)
  await order(stage.app, own, 'mfe-forced/promote', { version: '1.0.0', force: true, why: 'a trial' })
  const next = { version: '2.0.0', contract: '2.0.0' }
  const held = await openWith(next)
  expect([held.status, held.announced]).toEqual([503, ['1.0.0']])
  expect(held.breaks).toContain('mfe-novo 1.0.0 (time): it needs contract ^1.0.0; the new shell 2.0.0 offers 2.0.0')
  expect(held.breaks.join()).not.toContain('mfe-forced')
  expect(await openWith({ ...next, contracts: ['1.0.0'] })).toMatchObject({ status: 200 })
  const served = await openWith({ ...next, contract: '3.0.0' }, 'a window is announced')
  expect([served.status, served.breaks, served.announced.length]).toEqual([200, undefined, 3])
  expect(await openWith({ ...next, contract: '3.0.0' })).toMatchObject({ status: 200 })
})
