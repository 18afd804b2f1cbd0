import { defaultPublicConfig, type RemoteContext, type RemoteRoute } from '@atalaia/contracts'
import { createBus } from '../bus.ts'
import { createFakeLogger, createTabs } from '../testing/fake-ports.ts'
import { settle, setUp, type Route } from '../testing/set-up.ts'
import { testDescriptor, testEntry } from '../testing/test-kernel.ts'
import { reduce, type RemoteEvent, type RemoteState } from './remote-state.ts'
import { RemoteError, type LoadFailure, type RemoteVersion, type RunningRemote } from './version.ts'

const version = (number: string): RemoteVersion => ({
  source: 'release',
  descriptor: testDescriptor({ version: number }),
  baseUrl: '/',
})
const released = version('1.5.0')
const fallback = version('1.4.0')
const failure = (number: string): LoadFailure => ({
  error: new RemoteError({ name: 'mfe-analytics', version: number }, 'module', 'gone'),
  milliseconds: {},
})
const { logger } = createFakeLogger()
const context: RemoteContext = {
  remote: { name: 'mfe-analytics', version: '1.5.0' },
  config: defaultPublicConfig,
  bus: createBus(logger),
  logger,
  signal: new AbortController().signal,
}
const running = (number: string): RunningRemote<Route> => ({
  source: 'release',
  descriptor: testDescriptor({ version: number }),
  baseUrl: '/',
  context,
  routes: new Map(),
})
const end = () => {}
const requested: RemoteEvent<Route> = { type: 'requested', version: released, fallback, route: '/app/home' }
const loaded = (one: RunningRemote<Route>): RemoteEvent<Route> => ({
  type: 'loaded',
  running: one,
  milliseconds: {},
  end,
})
const after = (...events: RemoteEvent<Route>[]) =>
  events.reduce((state: RemoteState<Route>, event) => reduce(state, event), { status: 'idle' })

// Rule: M-FALLBACK-2
test('a load that fails goes on with the fallback version, and stays one load', () => {
  const state = after(requested, { type: 'load-failed', failure: failure('1.5.0') })
  expect(state).toMatchObject({ status: 'loading', version: fallback, route: '/app/home' })
})

// Rule: M-FALLBACK-9
test('when both fail, the failure of the first stands', () => {
  const state = after(
    requested,
    { type: 'load-failed', failure: failure('1.5.0') },
    { type: 'load-failed', failure: failure('1.4.0') },
  )
  expect(state).toMatchObject({ status: 'failed', error: { version: '1.5.0' } })
})

test('a request while something is loading or running changes nothing', () => {
  for (const state of [after(requested), after(requested, loaded(running('1.5.0')))])
    expect(reduce(state, requested)).toBe(state)
})

test('a version whose part failed stays until its fallback version is loaded, and if that fails', () => {
  const first = running('1.5.0')
  const broken: RemoteEvent<Route> = {
    type: 'part-failed',
    running: first,
    failure: failure('1.5.0'),
    fallback,
    route: '/app/home',
  }
  const replacing = after(requested, loaded(first), broken)
  expect(replacing).toMatchObject({ status: 'ready', running: first, confirmation: { kind: 'replacing' } })
  expect(reduce(replacing, broken)).toBe(replacing)
  expect(reduce(replacing, { type: 'load-failed', failure: failure('1.4.0') })).toMatchObject({
    running: first,
    confirmation: { kind: 'refused' },
  })
  const second = running('1.4.0')
  expect(reduce(replacing, loaded(second))).toMatchObject({ running: second, confirmation: { kind: 'awaited' } })
})

test('an event of a version that was replaced changes nothing', () => {
  const state = after(requested, loaded(running('1.5.0')))
  expect(reduce(state, { type: 'confirmed', running: running('1.4.0'), at: 0 })).toBe(state)
})

test('nothing leads out of disposed', () => {
  const state = after(requested, { type: 'disposed' })
  expect(reduce(state, loaded(running('1.5.0')))).toBe(state)
  expect(reduce(state, requested)).toBe(state)
})

// Rule: M-REMOTE-8
test('a remote that is taken down while it loads ends its context, and its activation rejects', async () => {
  let signal: AbortSignal | undefined
  const { kernel, remote } = setUp({
    load: async () => ({
      activate: (given: { signal: AbortSignal }) => {
        signal = given.signal
        return [{ id: 'home' }]
      },
    }),
  })
  const activation = remote().activate()
  kernel.dispose()
  await expect(activation).rejects.toThrow('mfe-analytics was taken down')
  await settle()
  expect(signal?.aborted).toBe(true)
})

const part = async (route: Route & { version?: string }) => {
  if (route.version === '1.5.0') throw new Error('gone')
  return 'screen'
}

test('of two parts that fail at once the failure is reported once, and the fallback version is confirmed', async () => {
  const storage = createTabs().openTab()
  await setUp({ storage, remotes: [testEntry({ version: '1.4.0' })] })
    .remote()
    .activate()
  const { remote, reports } = setUp({
    storage,
    remotes: [testEntry({ version: '1.5.0' })],
    load: async ({ descriptor }) => ({ activate: () => [{ id: 'home', version: descriptor.version }] }),
  })
  const home: RemoteRoute = { id: 'home', path: '/app/home', access: 'session', title: 'Home' }
  await Promise.all([remote().open(home, part), remote().open(home, part)])
  expect(reports.map(({ version: reported, outcome }) => [reported, outcome])).toEqual([
    ['1.5.0', 'failed'],
    ['1.4.0', 'ready'],
  ])
})
