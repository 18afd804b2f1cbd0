import type { Descriptor, RemoteContext, RemoteRoute } from '@atalaia/contracts'
import { createTabs } from '../testing/fake-ports.ts'
import { settle, setUp, type Route, type SetUp } from '../testing/set-up.ts'
import { testDescriptor as descriptor, testEntry as entry } from '../testing/test-kernel.ts'
import type { LoadRequest } from './remote.ts'
import { RemoteError } from './version.ts'

const home: RemoteRoute = { id: 'home', path: '/app/home', access: 'session', title: 'Home' }
const working = { activate: () => [{ id: 'home' }] }
const never = new Promise<never>(() => {})
const at = (version: string, changes: Partial<Descriptor> = {}) => entry({ version, ...changes })

const browserThatSaw = async (...versions: Descriptor[]) => {
  const storage = createTabs().openTab()
  for (const seen of versions) {
    const { remote } = setUp({ storage, remotes: [{ ...entry(), descriptor: seen }] })
    await remote().activate()
  }
  return storage
}

const notFound = ({ descriptor: { name, version } }: LoadRequest) =>
  new RemoteError({ name, version }, 'entry script', 'HTTP 404')

const open = async (broken: (request: LoadRequest) => unknown, more: SetUp = {}) =>
  setUp({
    storage: await browserThatSaw(descriptor()),
    remotes: [at('1.5.0')],
    load: async (request) => (request.descriptor.version === '1.5.0' ? broken(request) : working),
    ...more,
  })

const throwing = (error: unknown) => () => {
  throw error
}

describe('when the version of the release fails and an older one worked here', () => {
  const broken: Record<string, (request: LoadRequest) => unknown> = {
    'its entry cannot be loaded': (request) => {
      throw notFound(request)
    },
    'its module is no remote': () => ({}),
    'its activation throws': () => ({ activate: throwing(new Error('broken')) }),
    'it leaves out a route': () => ({ activate: () => [] }),
  }

  // Rule: M-FALLBACK-2, M-FALLBACK-22
  test.each(Object.entries(broken))('%s: the older one comes up in its place', async (_, load) => {
    const { remote } = await open(load)
    const running = await remote().activate()
    expect(running).toMatchObject({ source: 'fallback', descriptor: { version: '1.4.0' } })
    expect(running.context.remote.version).toBe('1.4.0')
    expect(remote().state().status).toBe('ready')
  })

  test('its contract is not met: the older one comes up, and no code of the new one is loaded', async () => {
    const { remote, load } = await open(() => working, { remotes: [at('1.5.0', { contract: '^9.0.0' })] })
    await remote().activate()
    expect(load.mock.calls.map(([request]) => request.descriptor.version)).toEqual(['1.4.0'])
  })

  // Rule: M-FALLBACK-2, M-FALLBACK-22
  test('the older one is loaded from its own address and held to the hashes that were seen then', async () => {
    const { remote, load, integrity } = await open(throwing(new Error('gone')))
    await remote().activate()
    const base = 'https://atalaia.example/remotes/mfe-analytics/1.4.0/'
    expect(load.mock.calls[1]?.[0].baseUrl).toBe(base)
    expect(integrity.get(`${base}entry.js`)).toBe(`sha384-${'a'.repeat(64)}`)
  })

  test('nobody is shown a failure on the way, and the operator is told', async () => {
    const { remote, messages } = await open((request) => {
      throw notFound(request)
    })
    const seen: string[] = []
    remote().subscribe(() => void seen.push(remote().state().status))
    await remote().activate()
    expect(new Set(seen)).toEqual(new Set(['loading', 'ready']))
    expect(messages).toEqual(['mfe-analytics 1.5.0: entry script: HTTP 404; 1.4.0 takes its place'])
  })

  test('the failure, what was taken, and the success of that are reported', async () => {
    const { remote, reports } = await open(throwing(new Error('gone')))
    await remote().open(home, async () => 'screen')
    expect(reports).toEqual([
      {
        remote: 'mfe-analytics',
        version: '1.5.0',
        outcome: 'failed',
        phase: 'module',
        cause: 'gone',
        fallback: '1.4.0',
        milliseconds: { 'entry script': 0 },
        route: '/app/home',
      },
      expect.objectContaining({ version: '1.4.0', outcome: 'ready', route: '/app/home' }),
    ])
  })

  // Rule: M-FALLBACK-3
  test('a version that hangs is given 4 s, and its activation is not run when its code comes late', async () => {
    let arrive: ((module: unknown) => void) | undefined
    const { remote, clock } = await open(
      () =>
        new Promise((resolve) => {
          arrive = resolve
        }),
    )
    const activation = remote().activate()
    await settle()
    clock.advance(3_999)
    await settle()
    expect(remote().state()).toMatchObject({ status: 'loading' })
    clock.advance(1)
    expect(await activation).toMatchObject({ descriptor: { version: '1.4.0' } })
    const activate = jest.fn(() => [{ id: 'home' }])
    arrive?.({ activate })
    await settle()
    expect(activate).not.toHaveBeenCalled()
  })

  test('an activation that hangs is given 4 s, and the signal of its context ends', async () => {
    let signal: AbortSignal | undefined
    const { remote, clock, reports } = await open(() => ({
      activate: (context: RemoteContext) => {
        signal = context.signal
        return never
      },
    }))
    const activation = remote().activate()
    await settle()
    clock.advance(4_000)
    expect(await activation).toMatchObject({ descriptor: { version: '1.4.0' } })
    expect(signal?.aborted).toBe(true)
    clock.advance(11_000)
    await settle()
    expect(reports).toContainEqual(
      expect.objectContaining({
        version: '1.5.0',
        outcome: 'failed',
        phase: 'activate',
        cause: 'no answer within 4 s',
        fallback: '1.4.0',
      }),
    )
  })

  // Rule: M-FALLBACK-9
  test('both fail: the failure of the release stands, and both are reported', async () => {
    const { remote, reports } = await open(throwing(new Error('gone')), {
      load: async (request) => {
        throw notFound(request)
      },
    })
    await expect(remote().activate()).rejects.toThrow('mfe-analytics 1.5.0: entry script: HTTP 404')
    expect(reports.map(({ version, fallback }) => [version, fallback])).toEqual([
      ['1.5.0', undefined],
      ['1.4.0', undefined],
    ])
  })

  // Rule: M-FALLBACK-6
  test('the next page tries the version of the release again', async () => {
    const storage = await browserThatSaw(descriptor())
    const remotes = [at('1.5.0')]
    const first = setUp({ storage, remotes, load: async (r) => (r.descriptor.version === '1.5.0' ? {} : working) })
    await first.remote().activate()
    const second = setUp({ storage, remotes })
    expect(await second.remote().activate()).toMatchObject({ source: 'release', descriptor: { version: '1.5.0' } })
  })
})

const partOf = (failing: () => Promise<string>) => async (route: Route & { version?: string }) =>
  route.version === '1.5.0' ? failing() : `screen of ${route.version}`
const versioned = async ({ descriptor: { version } }: LoadRequest) => ({
  activate: () => [{ id: 'home', version }],
})

const outcomes = (reports: readonly { version: string; outcome: string }[]) =>
  reports.filter(({ version }) => version === '1.5.0').map(({ outcome }) => outcome)

describe('a version that was given up after 4 s', () => {
  // Rule: M-FALLBACK-8
  test.each([
    ['its code comes after all', 'slow'],
    ['its code cannot be loaded after all', 'failed'],
  ])('%s: it is reported then, as %s', async (_, outcome) => {
    let arrive: ((module: unknown) => void) | undefined
    const { remote, clock, reports } = await open(() => new Promise((resolve) => (arrive = resolve)))
    const opening = remote().open(home, async () => 'screen')
    await settle()
    clock.advance(4_000)
    await opening
    await settle()
    expect(outcomes(reports)).toEqual([])
    arrive?.(outcome === 'slow' ? working : Promise.reject(new Error('gone')))
    await settle()
    expect(outcomes(reports)).toEqual([outcome])
  })

  test('whose activation only ends because it is broken off is no failure', async () => {
    const { remote, clock, reports } = await open(() => ({
      activate: ({ signal }: RemoteContext) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    }))
    const activation = remote().activate()
    await settle()
    clock.advance(4_000)
    await activation
    await settle()
    expect(outcomes(reports)).toEqual(['slow'])
  })

  test.each([
    ['comes late', 'slow'],
    ['never comes', 'failed'],
  ])('because a part of a screen %s is reported as %s', async (_, outcome) => {
    const { remote, clock, reports } = await open(() => working, { load: versioned })
    let arrive: ((part: string) => void) | undefined
    const late = () => new Promise<string>((resolve) => (arrive = resolve))
    const opening = remote().open(home, partOf(late))
    await settle()
    clock.advance(4_000)
    await opening
    if (outcome === 'slow') arrive?.('screen')
    await settle()
    clock.advance(15_000)
    await settle()
    expect(outcomes(reports)).toEqual([outcome])
  })
})

describe('a part of a screen that cannot be loaded', () => {
  // Rule: M-FALLBACK-2, M-FALLBACK-22
  test('is taken from the version that worked, and the other one is ended', async () => {
    const { remote, reports } = await open(() => working, { load: versioned })
    const first = await remote().activate()
    const opened = await remote().open(
      home,
      partOf(() => Promise.reject(new Error('Loading chunk 7 failed'))),
    )
    expect(opened).toMatchObject({ part: 'screen of 1.4.0', running: { source: 'fallback' } })
    expect(first.context.signal.aborted).toBe(true)
    expect(reports.at(-2)).toMatchObject({ version: '1.5.0', outcome: 'failed', phase: 'chunk', fallback: '1.4.0' })
  })

  // Rule: M-FALLBACK-3
  test('that hangs is given 4 s', async () => {
    const { remote, clock } = await open(() => working, { load: versioned })
    const opening = remote().open(
      home,
      partOf(() => never),
    )
    await settle()
    clock.advance(4_000)
    expect(await opening).toMatchObject({ part: 'screen of 1.4.0' })
  })

  test('is a failure when no other version is known, and asking again loads it', async () => {
    const { remote } = setUp()
    await expect(remote().open(home, () => Promise.reject(new Error('gone')))).rejects.toThrow(
      'mfe-analytics 1.4.0: chunk: gone',
    )
    expect(await remote().open(home, async () => 'screen')).toMatchObject({ part: 'screen' })
  })

  // Rule: M-FALLBACK-1
  test('does not make its version one that worked', async () => {
    const storage = createTabs().openTab()
    const { remote } = setUp({ storage })
    await expect(remote().open(home, () => Promise.reject(new Error('gone')))).rejects.toThrow('chunk: gone')
    const next = setUp({ storage, remotes: [at('1.5.0')], load: async () => ({}) })
    await expect(next.remote().activate()).rejects.toThrow('mfe-analytics 1.5.0: module')
  })
})

const rememberedIn = (storage: { read(key: string): string | undefined }) =>
  JSON.parse(storage.read('atalaia.good.mfe-analytics') ?? '[]').map(({ version }: Descriptor) => version)
const openUnshown = async () => {
  const storage = await browserThatSaw(descriptor({ version: '1.3.0' }), descriptor({ version: '1.4.0' }))
  const page = setUp({ storage, remotes: [at('1.5.0')] })
  const opened = await page.remote().open(home, async () => 'screen', { confirmed: 'by-caller' })
  return { ...page, ...opened, storage }
}

describe('a version whose screen throws while it renders', () => {
  // Rule: M-FALLBACK-10, M-FALLBACK-12, M-REPORT-6
  test('the first time it is shown is reported as failed, never as ready, not remembered, and replaced', async () => {
    const { remote, confirm, reports, storage, running } = await openUnshown()
    const crash = remote().crashed(home, new Error('undefined is no function'))
    confirm()
    expect(await crash).toBe(true)
    expect(running.context.signal.aborted).toBe(true)
    expect(await remote().open(home, async () => 'screen')).toMatchObject({
      running: { source: 'fallback', descriptor: { version: '1.4.0' } },
    })
    expect(reports).toEqual([
      expect.objectContaining({
        version: '1.5.0',
        outcome: 'failed',
        phase: 'render',
        cause: 'undefined is no function',
        fallback: '1.4.0',
        route: '/app/home',
      }),
      expect.objectContaining({ version: '1.4.0', outcome: 'ready' }),
    ])
    expect(rememberedIn(storage)).toEqual(['1.4.0', '1.3.0'])
  })

  // Rule: M-FALLBACK-12
  test.each([
    ['within 10 s after it was shown', 10_000, true, undefined],
    ['later', 10_001, false, true],
  ])('%s: replaced or counted as a crash, once, and what was remembered before stays', async (_, wait, ...expected) => {
    const [replaced, shown] = expected
    const { remote, confirm, reports, storage, clock } = await openUnshown()
    confirm()
    expect(rememberedIn(storage)).toEqual(['1.5.0', '1.4.0'])
    clock.advance(wait)
    const crashes = [remote().crashed(home, new Error('broken')), remote().crashed(home, new Error('broken'))]
    expect(await Promise.all(crashes)).toEqual([replaced, replaced])
    expect(reports.map(({ outcome, shown: later }) => [outcome, later])).toEqual([
      ['ready', undefined],
      ['failed', shown],
    ])
    expect(rememberedIn(storage)[0]).toBe('1.4.0')
  })

  // Rule: M-FALLBACK-9, M-FALLBACK-12
  test.each([
    ['no other version is known', [], ['1.5.0']],
    ['the fallback version fails, too', ['1.4.0'], ['1.5.0', '1.4.0']],
  ])('stays where %s, and is reported', async (_, seen, reported) => {
    const storage = await browserThatSaw(...seen.map((version) => descriptor({ version })))
    const { remote, reports } = setUp({
      storage,
      remotes: [at('1.5.0')],
      load: async (request) => {
        if (request.descriptor.version === '1.4.0') throw notFound(request)
        return working
      },
    })
    const { running } = await remote().open(home, async () => 'screen', { confirmed: 'by-caller' })
    expect(await remote().crashed(home, new Error('broken'))).toBe(false)
    expect(remote().state()).toMatchObject({ status: 'ready', running })
    expect(reports.map(({ version, outcome }) => [version, outcome])).toEqual(
      reported.map((version) => [version, 'failed']),
    )
  })

  test('is confirmed once its screen is there, with the time of its part', async () => {
    const { confirm, reports } = await openUnshown()
    confirm()
    confirm()
    expect(reports).toEqual([
      expect.objectContaining({ outcome: 'ready', milliseconds: expect.objectContaining({ chunk: 0 }) }),
    ])
  })
})

const openNamed = (answer: () => Response, more: SetUp = {}) => {
  const fetch = jest.fn(async () => answer())
  const remotes = [{ ...at('1.5.0'), fallback: '1.4.0' }]
  return { ...setUp({ remotes, fetch, load: failing, ...more }), fetch }
}
const named = () => Response.json(descriptor())
const hanging: SetUp['load'] = ({ descriptor: { version } }) => (version === '1.5.0' ? never : Promise.resolve(working))

describe('in a browser that knows no older version, of a release that names one', () => {
  // Rule: M-FALLBACK-11
  test('that one replaces the version that fails, from its own address and held to the hashes of its descriptor', async () => {
    const { remote, fetch, integrity, reports } = openNamed(named)
    expect(await remote().open(home, async () => 'screen')).toMatchObject({
      running: { source: 'fallback', descriptor: { version: '1.4.0' } },
    })
    expect(fetch.mock.calls).toEqual([
      ['https://atalaia.example/-/fallbacks/mfe-analytics/1.4.0', expect.objectContaining({ cache: 'no-store' })],
    ])
    expect(integrity.has('https://atalaia.example/remotes/mfe-analytics/1.4.0/entry.js')).toBe(true)
    expect(reports).toMatchObject([
      { version: '1.5.0', outcome: 'failed', fallback: '1.4.0' },
      { version: '1.4.0', outcome: 'ready' },
    ])
  })

  // Rule: M-FALLBACK-3, M-FALLBACK-11
  test('a version that hangs is given 4 s', async () => {
    const { remote, clock } = openNamed(named, { load: hanging })
    const activation = remote().activate()
    await settle()
    clock.advance(4_000)
    expect(await activation).toMatchObject({ descriptor: { version: '1.4.0' } })
  })

  // Rule: M-FALLBACK-5, M-FALLBACK-9, M-FALLBACK-11
  test.each([
    ['cannot be had', () => new Response('', { status: 404 })],
    ['has not the wanted route', () => Response.json(descriptor({ routes: [{ ...home, id: 'other' }] }))],
  ])('that %s, the failure of the release stands', async (_, answer) => {
    const { remote } = openNamed(answer)
    await expect(remote().open(home, async () => 'screen')).rejects.toThrow(
      'mfe-analytics 1.5.0: entry script: HTTP 404',
    )
  })

  // Rule: M-FALLBACK-11
  test('nobody is asked where this browser remembers one', async () => {
    const { remote, fetch } = openNamed(named, { storage: await browserThatSaw(descriptor({ version: '1.3.0' })) })
    expect(await remote().activate()).toMatchObject({ descriptor: { version: '1.3.0' } })
    expect(fetch).not.toHaveBeenCalled()
  })
})

const failing: SetUp['load'] = async (request) => {
  if (request.descriptor.version === '1.5.0') throw notFound(request)
  return working
}

describe('what counts as known to work', () => {
  // Rule: M-FALLBACK-4
  test('a version that is newer than the release was taken back, and is no way out', async () => {
    const storage = await browserThatSaw(descriptor({ version: '1.6.0' }))
    const { remote } = setUp({ storage, remotes: [at('1.5.0')], load: failing })
    await expect(remote().activate()).rejects.toThrow('mfe-analytics 1.5.0: entry script: HTTP 404')
  })

  // Rule: M-FALLBACK-1
  test('a version that worked and is broken now falls back to the one before it', async () => {
    const storage = await browserThatSaw(descriptor({ version: '1.3.0' }), descriptor({ version: '1.5.0' }))
    const { remote } = setUp({ storage, remotes: [at('1.5.0')], load: failing })
    expect(await remote().activate()).toMatchObject({ descriptor: { version: '1.3.0' } })
  })

  // Rule: M-FALLBACK-1
  test('of three versions that worked the last two are remembered', async () => {
    const storage = await browserThatSaw(...['1.2.0', '1.3.0', '1.4.0'].map((version) => descriptor({ version })))
    const remembered = JSON.parse(storage.read('atalaia.good.mfe-analytics') ?? '[]')
    expect(remembered.map(({ version }: Descriptor) => version)).toEqual(['1.4.0', '1.3.0'])
  })

  // Rule: M-FALLBACK-2, M-FALLBACK-22
  test.each([
    ['the release names the newer one: that one is taken', '1.4.0', '1.4.0'],
    ['the release names none: the one that worked last is taken', undefined, '1.3.0'],
    ['the release names one that was never here: the one that worked last is taken', '1.2.0', '1.3.0'],
  ])('a tab that was opened before a promotion shows its version after it, and %s', async (_, fallback, taken) => {
    const tabs = createTabs()
    const earlier = setUp({ storage: tabs.openTab(), remotes: [at('1.3.0')] })
    await setUp({ storage: tabs.openTab(), remotes: [at('1.4.0')] })
      .remote()
      .activate()
    await earlier.remote().activate()
    const release = { ...at('1.5.0'), ...(fallback !== undefined && { fallback }) }
    const { remote } = setUp({ storage: tabs.openTab(), remotes: [release], load: failing })
    expect(await remote().activate()).toMatchObject({ descriptor: { version: taken } })
  })

  // Rule: M-FALLBACK-5
  test('an older version without the route that is wanted is no way out', async () => {
    const storage = await browserThatSaw(descriptor())
    const { remote } = setUp({ storage, remotes: [at('1.5.0')], load: failing })
    const news: RemoteRoute = { ...home, id: 'news', path: '/app/news' }
    await expect(remote().open(news, async () => 'screen')).rejects.toThrow('entry script: HTTP 404')
  })

  test.each(['{', '[{"name":"mfe-analytics"}]', '7'])('a stored %s counts as nothing', async (text) => {
    const storage = createTabs().openTab()
    storage.write('atalaia.good.mfe-analytics', text)
    const { remote } = setUp({ storage, remotes: [at('1.5.0')], load: failing })
    await expect(remote().activate()).rejects.toThrow('entry script: HTTP 404')
  })

  test('without any, a hanging activation has its full limit', async () => {
    const { remote, clock } = setUp({ load: async () => ({ activate: () => never }) })
    const activation = remote().activate()
    await settle()
    clock.advance(4_000)
    await settle()
    expect(remote().state().status).toBe('loading')
    clock.advance(11_000)
    await expect(activation).rejects.toThrow('no answer within 15 s')
  })
})

const override = (version: string, response: Response): SetUp => ({
  remotes: [{ ...at(version), override: 'http://localhost:4102' }],
  fetch: async () => response,
})

describe('an override', () => {
  // Rule: M-FALLBACK-7
  test('that fails shows its failure, however good an older version is', async () => {
    const storage = await browserThatSaw(descriptor())
    const { remote } = setUp({ storage, ...override('1.5.0', new Response('', { status: 404 })) })
    await expect(remote().activate()).rejects.toThrow('mfe-analytics 1.5.0: descriptor: HTTP 404')
  })

  // Rule: M-FALLBACK-7
  test('that works is not remembered', async () => {
    const storage = createTabs().openTab()
    const { remote } = setUp({ storage, ...override('1.4.0', Response.json(descriptor())) })
    await remote().activate()
    const next = setUp({ storage, remotes: [at('1.5.0')], load: async () => ({}) })
    await expect(next.remote().activate()).rejects.toThrow('mfe-analytics 1.5.0: module')
  })

  test('with other routes than the release says brings them into the table and the sidebar once it is up', async () => {
    const more = descriptor({
      routes: [home, { id: 'news', path: '/app/news', access: 'session', title: 'News' }],
      sidebar: [{ label: 'News', path: '/app/news' }],
    })
    const { kernel, remote } = setUp({
      ...override('1.4.0', Response.json(more)),
      load: async () => ({ activate: () => [{ id: 'home' }, { id: 'news' }] }),
    })
    const known = new Set<unknown>()
    kernel.subscribe(() => void known.add(kernel.routes))
    await remote().activate()
    expect(kernel.routes.map(({ key }) => key)).toEqual(['mfe-analytics:home', 'mfe-analytics:news'])
    expect(kernel.sidebar).toEqual([{ label: 'News', path: '/app/news' }])
    expect([...known]).toEqual([kernel.routes])
  })
})

// Rule: M-REPORT-1
test('an activation is reported once, with the milliseconds of each phase', async () => {
  const { remote, reports, clock, kernel } = setUp({
    load: async () => {
      clock.advance(120)
      return {
        activate: () => {
          clock.advance(3)
          return [{ id: 'home' }]
        },
      }
    },
  })
  const part = async () => {
    clock.advance(40)
    return 'screen'
  }
  await remote().open(home, part)
  await remote().open(home, part)
  expect(reports).toEqual([
    {
      remote: 'mfe-analytics',
      version: '1.4.0',
      outcome: 'ready',
      milliseconds: { 'entry script': 120, activate: 3, chunk: 40 },
      route: '/app/home',
    },
  ])
  expect(kernel.activations).toEqual(reports)
})
