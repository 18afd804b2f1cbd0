import type { Reason } from '@atalaia/artifact'
import type { Descriptor, ShellManifest } from '@atalaia/contracts'
import { migrate, openPostgres, type Database } from '@atalaia/database'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { createBuild } from '../../testing/archives.ts'
import { createMoves, judgeIn, type MoveTools, type PromoteOrder, type RollbackOrder } from './moves.ts'
import { orderLimits } from './repository/channels-repository.ts'
import { insertArtifact, markPruned } from './repository/artifacts-repository.ts'
import { listMoves, listPointers } from './repository/channels-repository.ts'
import { changeGrant } from './repository/channels-repository.ts'
import { MIGRATIONS } from './registry.ts'
import { recordShell, recordUse } from './repository/observations-repository.ts'
import type { Surroundings } from './storage/workspace.ts'
import { createVerdicts } from './verdicts.ts'

const NAME = 'mfe-novo'
const shell: ShellManifest = {
  version: '1.0.0',
  contract: '1.0.0',
  boot: 'boot.js',
  scripts: [],
  styles: [],
  preload: [],
  api: [],
  fonts: [],
  files: [],
  shared: [],
}
const at = (path: string, name = NAME, version = '1.0.0') =>
  createBuild(name, version, { routes: [{ id: 'page', path, access: 'session', title: 'Página' }] }).descriptor

let database: Database
beforeAll(async () => {
  database = await openPostgres(await createTestDatabase())
  await migrate(database, MIGRATIONS)
})
beforeEach(() =>
  database.script(
    'TRUNCATE gateway.artifact, gateway.move, gateway.channel, gateway.granted, gateway.shell, gateway.module_use CASCADE',
  ),
)
afterAll(() => database.close())

const around = (rest: Partial<Surroundings> = {}) => ({
  workspace: async (): Promise<readonly Descriptor[]> => [],
  ownShell: async (): Promise<ShellManifest | undefined> => shell,
  ...rest,
})
const noFaults = async (): Promise<readonly Reason[]> => []

const publish = async (...descriptors: Descriptor[]) => {
  for (const descriptor of descriptors)
    await insertArtifact(database, { descriptor, digest: `of ${descriptor.version}`, who: 'ci' })
}
const publishVersions = (...versions: string[]) =>
  publish(...versions.map((version) => createBuild(NAME, version).descriptor))

const moves = (tools: Partial<MoveTools> = {}) =>
  createMoves({
    database,
    faults: noFaults,
    verdicts: createVerdicts(database, 'off'),
    around: around(),
    refresh: async () => undefined,
    ...tools,
  })
const move = (version: string, rest: Partial<PromoteOrder> = {}, tools: Partial<MoveTools> = {}) =>
  moves(tools).promote({
    remote: NAME,
    version,
    channel: 'stable',
    percent: 100,
    who: 'ana',
    why: null,
    force: false,
    ...rest,
  })
const back = (rest: Partial<RollbackOrder> = {}) =>
  moves().rollback({ remote: NAME, channel: 'stable', who: 'ana', why: null, ...rest })
const pointer = async () => (await listPointers(database)).find(({ remote }) => remote === NAME)
const movedTo = async (moving: ReturnType<typeof back>) => {
  const result = await moving
  return result.status === 'moved' ? result.move.version : result
}

// Rule: M-CHANNEL-1
test('a version that was never published, or was pruned, is not promoted', async () => {
  await publishVersions('1.0.0')
  await markPruned(database, NAME, '1.0.0')
  for (const version of ['1.0.0', '2.0.0'])
    expect(await move(version)).toEqual({
      status: 'impossible',
      problem: 'not-published',
      message: `mfe-novo ${version} is not published`,
    })
  expect(await pointer()).toBeUndefined()
})

// Rule: M-CHANNEL-1
test('a promotion is kept with what everyone got before, by whom and why', async () => {
  await publishVersions('1.0.0', '1.1.0')
  const first = { remote: NAME, channel: 'stable', who: 'ana', why: null, action: 'promote', overruled: [] }
  const everybody = { candidate: null, percent: null }
  expect(await move('1.0.0')).toMatchObject({
    status: 'moved',
    move: { ...first, ...everybody, version: '1.0.0', previous: null },
  })
  expect(await move('1.1.0', { who: 'bia', why: 'melhor' })).toMatchObject({
    status: 'moved',
    move: { ...first, ...everybody, version: '1.1.0', previous: '1.0.0', who: 'bia', why: 'melhor' },
  })
  expect(await pointer()).toMatchObject({ version: '1.1.0', candidate: null, percent: null })
})

test('what everyone gets already is no move, and no canary version', async () => {
  await publishVersions('1.0.0')
  await move('1.0.0')
  expect(await move('1.0.0')).toEqual({ status: 'unchanged' })
  expect(await move('1.0.0', { percent: 99 })).toEqual({
    status: 'impossible',
    problem: 'already-live',
    message: 'mfe-novo 1.0.0 is what everyone gets already',
  })
  expect(await listMoves(database, NAME)).toHaveLength(1)
})

// Rule: M-CANARY-2
test('a canary leaves what everyone gets, and ends with a promotion of either version', async () => {
  await publishVersions('1.0.0', '1.1.0')
  expect(await move('1.0.0', { percent: 50 })).toMatchObject({
    move: { version: null, candidate: '1.0.0', percent: 50 },
  })
  await move('1.0.0')
  expect(await move('1.1.0', { percent: 10 })).toMatchObject({
    status: 'moved',
    move: { action: 'canary', version: '1.0.0', previous: '1.0.0', candidate: '1.1.0', percent: 10 },
  })
  expect(await move('1.0.0')).toMatchObject({ status: 'moved', move: { action: 'promote', candidate: null } })
  await move('1.1.0', { percent: 10 })
  expect(await move('1.1.0')).toMatchObject({ move: { version: '1.1.0', previous: '1.0.0', candidate: null } })
})

// Rule: M-GATE-7
test('faults of the stored files refuse a promotion, unless it is forced', async () => {
  await publishVersions('1.0.0')
  const fault = { code: 'file', message: 'page.html: it is missing' }
  const asked: string[][] = []
  const faults = async (...key: [string, string]) => {
    asked.push(key)
    return [fault]
  }
  expect(await move('1.0.0', {}, { faults })).toEqual({ status: 'refused', reasons: [fault] })
  expect(asked).toEqual([[NAME, '1.0.0']])
  expect(await move('1.0.0', { force: true }, { faults })).toMatchObject({ move: { overruled: [fault] } })
})

// Rule: M-ROLLBACK-6
test('a held canary gets no other share without force, and any other version is promoted', async () => {
  await publishVersions('1.0.0', '1.1.0', '1.2.0')
  await move('1.0.0')
  await move('1.1.0', { percent: 10 })
  const id = (await pointer())?.move ?? 0
  expect(await moves().hold(id + 1, 'too new')).toBe(false)
  expect(await moves().hold(id, 'it fails')).toBe(true)
  expect(await moves().hold(id, 'it fails again')).toBe(false)
  const held = { code: 'held', message: 'the canary is held at its share: it fails' }
  expect(await move('1.1.0', { percent: 20 })).toEqual({ status: 'refused', reasons: [held] })
  expect(await move('1.2.0')).toMatchObject({ status: 'moved' })
  await move('1.1.0', { percent: 10 })
  await moves().hold((await pointer())?.move ?? 0, 'it fails')
  expect(await move('1.1.0', { force: true })).toMatchObject({ status: 'moved', move: { overruled: [held] } })
  expect(await pointer()).toMatchObject({ held: null })
})

// Rule: M-ROLLBACK-6
test('a held promotion to everybody refuses nothing', async () => {
  await publishVersions('1.0.0', '1.1.0')
  await move('1.0.0')
  await moves().hold((await pointer())?.move ?? 0, 'it fails')
  expect(await move('1.0.0')).toEqual({ status: 'unchanged' })
  expect(await move('1.1.0')).toMatchObject({ status: 'moved' })
})

// Rule: M-CHANNEL-3
test('without a promotion there is none to take back', async () => {
  await publishVersions('1.0.0')
  expect(await back()).toEqual({
    status: 'impossible',
    problem: 'nothing-promoted',
    message: 'mfe-novo: nothing was promoted on stable',
  })
  await move('1.0.0')
  expect(await movedTo(back())).toBeNull()
  expect(await back()).toEqual({
    status: 'impossible',
    problem: 'nothing-before',
    message: 'mfe-novo: there is no promotion to take back',
  })
})

test('a rollback of a move that is not the newest any more changes nothing', async () => {
  await publishVersions('1.0.0', '1.1.0')
  await move('1.0.0')
  const old = (await pointer())?.move ?? 0
  await move('1.1.0')
  expect(await back({ onlyIf: old })).toEqual({ status: 'unchanged' })
  expect(await back({ onlyIf: old + 1, who: 'gateway', why: 'it fails' })).toMatchObject({
    status: 'moved',
    move: {
      action: 'rollback',
      version: '1.0.0',
      previous: '1.1.0',
      candidate: null,
      percent: null,
      who: 'gateway',
      why: 'it fails',
      overruled: [],
    },
  })
})

// Rule: M-CANARY-2
test('a rollback ends a canary, and leaves what everyone gets', async () => {
  await publishVersions('1.0.0', '1.1.0')
  await move('1.0.0', { percent: 10 })
  expect(await back()).toMatchObject({ move: { version: null, previous: '1.0.0', candidate: null, percent: null } })
  await move('1.0.0')
  await move('1.1.0', { percent: 10 })
  expect(await back()).toMatchObject({
    status: 'moved',
    move: { action: 'rollback', version: '1.0.0', previous: '1.1.0' },
  })
  expect(await pointer()).toMatchObject({ version: '1.0.0', candidate: null, percent: null })
})

// Rule: M-CHANNEL-3
test('rollback after rollback walks back the promotions, and never to one that was taken back', async () => {
  await publishVersions('1.0.0', '1.1.0', '1.2.0')
  for (const version of ['1.0.0', '1.1.0', '1.0.0', '1.1.0']) await move(version)
  expect(await movedTo(back())).toBe('1.0.0')
  await move('1.2.0', { percent: 10 })
  await back()
  await move('1.2.0')
  expect(await movedTo(back())).toBe('1.0.0')
  expect(await movedTo(back())).toBe('1.1.0')
  expect(await movedTo(back())).toBe('1.0.0')
  expect(await movedTo(back())).toBeNull()
})

// Rule: M-CHANNEL-3
test('a promotion that only ended a canary is not walked back to', async () => {
  await publishVersions('1.0.0', '1.1.0', '1.2.0')
  await move('1.0.0')
  await move('1.1.0')
  await move('1.2.0', { percent: 10 })
  await move('1.1.0')
  expect(await movedTo(back())).toBe('1.0.0')
})

// Rule: M-CHANNEL-4
test('a version before that was pruned is not rolled back to', async () => {
  await publishVersions('1.0.0', '1.1.0')
  await move('1.0.0')
  await move('1.1.0')
  await markPruned(database, NAME, '1.0.0')
  expect(await back()).toEqual({
    status: 'impossible',
    problem: 'pruned-before',
    message: 'mfe-novo 1.0.0, which was there before, is pruned: promote another',
  })
  expect(await pointer()).toMatchObject({ version: '1.1.0' })
})

test('each channel, and each remote, has its own history', async () => {
  await publishVersions('1.0.0', '1.1.0')
  await publish(at('/app/outro', 'mfe-outro'))
  await move('1.0.0')
  await move('1.1.0', { channel: 'beta' })
  await move('1.0.0', { remote: 'mfe-outro' })
  expect(await movedTo(back({ channel: 'beta' }))).toBeNull()
  expect(await back({ remote: 'mfe-outro', channel: 'beta' })).toEqual({
    status: 'impossible',
    problem: 'nothing-promoted',
    message: 'mfe-outro: nothing was promoted on beta',
  })
  expect(await pointer()).toMatchObject({ channel: 'beta' })
  expect((await listPointers(database)).map(({ remote, channel, version }) => [remote, channel, version])).toEqual([
    [NAME, 'beta', null],
    [NAME, 'stable', '1.0.0'],
    ['mfe-outro', 'stable', '1.0.0'],
  ])
})

// Rule: M-CHANNEL-8
test('an order whose caller has gone is not carried out', async () => {
  await publishVersions('1.0.0', '1.1.0')
  await move('1.0.0')
  const signal = AbortSignal.abort(new Error('gone'))
  await expect(move('1.1.0', { signal })).rejects.toThrow('gone')
  await expect(back({ signal })).rejects.toThrow('gone')
  expect(await listMoves(database, NAME)).toHaveLength(1)
})

// Rule: M-CHANNEL-8
test('an order has 15 s from its beginning on, and no less than none', () => {
  const { signal } = new AbortController()
  const now = jest.spyOn(performance, 'now').mockReturnValue(1000)
  const limits = orderLimits({ signal })
  expect(limits()).toEqual({ signal, withinMs: 15_000 })
  now.mockReturnValue(6000)
  expect(limits().withinMs).toBe(10_000)
  now.mockReturnValue(20_000)
  expect(limits().withinMs).toBe(0)
  now.mockRestore()
})

const judged = async (candidate: Descriptor, rest: Partial<Surroundings> = {}, channel = 'stable') =>
  (await judgeIn(database, candidate, channel, around(rest))).map(({ message }) => message)

// Rule: M-GATE-4, M-GATE-14
test('the gate sees what is live, on every channel: versions for everybody, canary versions, and builds of the workspace', async () => {
  const taken = at('/app/a', 'mfe-a')
  const canary = at('/app/a-novo', 'mfe-a', '2.0.0')
  const built = at('/app/b', 'mfe-b')
  const replaced = at('/app/a-velho', 'mfe-a', '0.9.0')
  await publish(taken, canary)
  await move('1.0.0', { remote: 'mfe-a' })
  await move('2.0.0', { remote: 'mfe-a', percent: 10 })
  const workspace = async () => [replaced, built]
  expect(await judged(at('/app/a'), { workspace })).toEqual(['/app/a (page) belongs to mfe-a 1.0.0 (/app/a)'])
  expect(await judged(at('/app/a-novo'), { workspace })).toEqual([
    '/app/a-novo (page) belongs to mfe-a 2.0.0 (/app/a-novo)',
  ])
  expect(await judged(at('/app/b'), { workspace })).toEqual(['/app/b (page) belongs to mfe-b 1.0.0 (/app/b)'])
  expect(await judged(at('/app/a-velho'), { workspace })).toEqual([])
  expect(await judged(at('/app/a'), { workspace }, 'beta')).toEqual(['/app/a (page) belongs to mfe-a 1.0.0 (/app/a)'])
  // On another channel nothing was promoted in the place of the workspace's build.
  expect(await judged(at('/app/a-velho'), { workspace }, 'beta')).toEqual([
    '/app/a-velho (page) belongs to mfe-a 0.9.0 (/app/a-velho)',
  ])
})

// Rule: M-GATE-4
test('a build of the workspace stays live beside a canary version alone', async () => {
  await publish(at('/app/a-novo', 'mfe-a', '2.0.0'))
  await move('2.0.0', { remote: 'mfe-a', percent: 10 })
  const workspace = async () => [at('/app/a', 'mfe-a')]
  expect(await judged(at('/app/a'), { workspace })).toEqual(['/app/a (page) belongs to mfe-a 1.0.0 (/app/a)'])
  expect(await judged(at('/app/a-novo'), { workspace })).toEqual([
    '/app/a-novo (page) belongs to mfe-a 2.0.0 (/app/a-novo)',
  ])
})

// Rule: M-GATE-5
test('a module that the live version exposes, and that is used, may not go', async () => {
  const { descriptor } = createBuild(NAME, '1.1.0')
  const next = { ...descriptor, artifact: { ...descriptor.artifact, module: './other' } }
  await publishVersions('1.0.0')
  await move('1.0.0')
  expect(await judged(next)).toEqual([])
  await recordUse(database, { remote: 'mfe-outro', module: './remote', consumer: 'https://other.example' })
  expect(await judged(next)).toEqual([])
  await recordUse(database, { remote: NAME, module: './remote', consumer: 'https://portal.example' })
  expect(await judged(next)).toEqual(['./remote: it is gone, and used by https://portal.example'])
  // Another build of the live version replaces nothing.
  const rebuilt = { ...next, version: '1.0.0' }
  expect(await judged(rebuilt)).toEqual([])
})

const reason = (version: string, offered: string) =>
  `it needs contract ^2.0.0; the live shell ${version} offers ${offered}`

// Rule: M-GATE-9
test('shells that gateways serve are asked, the own one only as long as none is known', async () => {
  const next = { ...createBuild(NAME, '1.0.0').descriptor, contract: '^2.0.0' }
  expect(await judged(next)).toEqual([reason('1.0.0', '1.0.0')])
  expect(await judged(next, { ownShell: async () => undefined })).toEqual([])
  await recordShell(database, { ...shell, version: '1.1.0', contract: '2.0.0' })
  expect(await judged(next)).toEqual([])
  await recordShell(database, { ...shell, version: '1.2.0', contract: '1.5.0' })
  expect(await judged(next, { ownShell: async () => undefined })).toEqual([reason('1.2.0', '1.5.0')])
})

// Rule: M-GRANT-1, M-GRANT-3
test('the gate asks what the operator granted, and what the build of the workspace asks for', async () => {
  const next = { ...createBuild(NAME, '1.0.0').descriptor, token: true }
  expect(await judged(next)).toEqual([expect.stringContaining('it asks for the session’s token')])
  expect(await judged(next, { workspace: async () => [{ ...next, version: '0.9.0' }] })).toEqual([])
  await changeGrant(database, { remote: NAME, act: 'granted', subject: 'token', who: 'operator', why: null })
  expect(await judged(next)).toEqual([])
})
