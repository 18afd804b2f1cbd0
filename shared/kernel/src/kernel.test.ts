import { CONTRACT_VERSION, type Descriptor, type ReleaseRemote, type RemoteContext } from '@atalaia/contracts'
import { RemoteError } from './remotes/version.ts'
import { tokenWith } from './testing/fake-ports.ts'
import { settle, setUp, type SetUp } from './testing/set-up.ts'
import { testDescriptor as descriptor, testEntry as entry } from './testing/test-kernel.ts'

// Rule: M-REMOTE-1
test('routes and sidebar are known without loading a remote', () => {
  const { kernel, load } = setUp()
  expect(kernel.routes.map(({ key, route }) => [key, route.path])).toEqual([['mfe-analytics:home', '/app/home']])
  expect(kernel.sidebar).toEqual([{ label: 'Home', path: '/app/home' }])
  expect(load).not.toHaveBeenCalled()
})

// Rule: M-REMOTE-5
test('of two remotes with one path the first keeps it, and the collision is logged', () => {
  const { kernel, messages } = setUp({ remotes: [entry(), entry({ name: 'mfe-other' })] })
  expect(kernel.routes.map(({ key }) => key)).toEqual(['mfe-analytics:home'])
  expect(messages).toEqual(['mfe-other: /app/home already belongs to mfe-analytics; the route is left out'])
})

// Rule: M-REMOTE-5
// Threat: T-PUBLISH-7
test.each(['/App/HOME', '/app//home/'])('%s is the same path, because the router finds both at one address', (path) => {
  const routes = [{ id: 'home', path, access: 'session' as const, title: 'H' }]
  const { kernel } = setUp({ remotes: [entry(), entry({ name: 'mfe-other', routes })] })
  expect(kernel.routes.map(({ key }) => key)).toEqual(['mfe-analytics:home'])
})

describe('a release with an index', () => {
  const away = entry({ name: 'mfe-away', routes: [{ id: 'away', path: '/app/away', access: 'session', title: 'A' }] })

  // Rule: M-RELEASE-17
  test('the remotes of the page run before the index is there, and go on after it', async () => {
    const arrived = new AbortController()
    const { signal } = arrived
    const all = new Promise<ReleaseRemote[]>((resolve) =>
      signal.addEventListener('abort', () => resolve([away, entry()])),
    )
    const { kernel, remote } = setUp({ all })
    const own = remote()
    await own.activate()
    expect([kernel.index, kernel.routes.length]).toEqual(['awaited', 1])
    const told = jest.fn()
    kernel.subscribe(told)
    arrived.abort()
    await kernel.untilIndexed()
    expect([...kernel.remotes.keys()]).toEqual(['mfe-away', 'mfe-analytics'])
    expect(kernel.routes.map(({ route }) => route.path)).toEqual(['/app/away', '/app/home'])
    expect([kernel.index, remote() === own, own.state().status, told.mock.calls.length]).toEqual([
      'read',
      true,
      'ready',
      1,
    ])
  })

  // Rule: M-RELEASE-18
  test('without the index the page keeps its own remotes, and the log says so', async () => {
    const { kernel, messages } = setUp({ all: Promise.reject(new Error('gone')) })
    await kernel.untilIndexed()
    expect([kernel.index, [...kernel.remotes.keys()]]).toEqual(['failed', ['mfe-analytics']])
    expect(messages).toEqual(['the index of the release cannot be had: this page knows its own remotes alone'])
  })
})

// Rule: M-REMOTE-15
test('remotes of two contracts run beside each other, each with the context of its own', async () => {
  const seen = new Map<string, string[]>()
  const { remote } = setUp({
    contracts: [
      { version: '2.0.0', contextOf: ({ bus, ...context }) => ({ ...context, on: bus.subscribe }) },
      { version: CONTRACT_VERSION, contextOf: (context) => context },
    ],
    remotes: [
      entry(),
      entry({ name: 'mfe-next', contract: '^2.0.0', routes: [] }),
      entry({ name: 'mfe-both', contract: '^1.0.0 || ^2.0.0', routes: [] }),
      entry({ name: 'mfe-late', contract: '^3.0.0', routes: [] }),
    ],
    load: async (request) => ({
      activate: (context: object) => {
        seen.set(request.descriptor.name, Object.keys(context))
        return [{ id: 'home' }]
      },
    }),
  })
  for (const name of ['mfe-analytics', 'mfe-next', 'mfe-both']) await remote(name).activate()
  expect(seen.get('mfe-analytics')).toContain('bus')
  for (const name of ['mfe-next', 'mfe-both']) expect(seen.get(name)).toContain('on')
  for (const name of ['mfe-next', 'mfe-both']) expect(seen.get(name)).not.toContain('bus')
  await expect(remote('mfe-late').activate()).rejects.toThrow(`the shell offers 2.0.0, ${CONTRACT_VERSION}`)
})

// Rule: M-REMOTE-4
test('a remote is brought up once, however many ask', async () => {
  const { remote, load } = setUp()
  const [first, second] = await Promise.all([remote().activate(), remote().activate()])
  expect(first).toBe(second)
  expect(await remote().activate()).toBe(first)
  expect(load).toHaveBeenCalledTimes(1)
  expect(remote().state().status).toBe('ready')
})

test('of several versions of a shared module one that is in range is enough', async () => {
  const { remote } = setUp({ provided: { react: ['18.3.1', '19.3.1'] } })
  expect((await remote().activate()).source).toBe('release')
})

test("every file's hash is known before the remote's code is loaded", async () => {
  const { remote, integrity } = setUp({
    load: async () => {
      expect(integrity.get('https://atalaia.example/remotes/mfe-analytics/1.4.0/entry.js')).toMatch(/^sha384-/)
      return { activate: () => [{ id: 'home' }] }
    },
  })
  await remote().activate()
})

// Rule: M-REMOTE-6, M-FAIL-8, M-FAIL-9
test.each<[string, Partial<Descriptor>, SetUp, string]>([
  ['contract range', { contract: '^2.0.0' }, {}, `contract: built for ^2.0.0, the shell offers ${CONTRACT_VERSION}`],
  [
    'shared range',
    {},
    { provided: { react: ['18.3.1'] } },
    'shared modules: react ^19.0.0 wanted, the page shares 18.3.1',
  ],
  ['shared module', {}, { provided: { vue: ['3.0.0'] } }, 'shared modules: react ^19.0.0 wanted, the page shares none'],
])('a remote whose %s is not met is refused before any of its code is loaded', async (_, changes, options, message) => {
  const { remote, load, messages } = setUp({ ...options, remotes: [entry(changes)] })
  await expect(remote().activate()).rejects.toThrow(`mfe-analytics 1.4.0: ${message}`)
  expect(load).not.toHaveBeenCalled()
  expect(messages).toEqual([`mfe-analytics 1.4.0: ${message}`])
})

// Rule: M-REMOTE-3, M-FAIL-7, M-FAIL-10
test.each([
  ['exports no activate', {}, 'module: it exports no function activate'],
  ['exports an activate that is no function', { activate: 'soon' }, 'module: it exports no function activate'],
  ['is a text', 'activate', 'module: it exports no function activate'],
  ['is nothing', null, 'module: it exports no function activate'],
  ['gives back what is no list', { activate: () => ({ id: 'home' }) }, 'activate: no route object for home'],
  [
    'throws',
    {
      activate: () => {
        throw new Error('broken')
      },
    },
    'activate: broken',
  ],
  ['gives back no route', { activate: () => [] }, 'activate: no route object for home'],
])('a module that %s is a failure with its phase', async (_, module, message) => {
  const { remote } = setUp({ load: async () => module })
  await expect(remote().activate()).rejects.toThrow(`mfe-analytics 1.4.0: ${message}`)
  expect(remote().state()).toMatchObject({ status: 'failed', error: { remote: 'mfe-analytics', version: '1.4.0' } })
})

// Rule: M-FAIL-10
test('an activation that never ends fails after its limit', async () => {
  const { remote, clock } = setUp({ load: async () => ({ activate: () => new Promise(() => {}) }) })
  const activation = remote().activate()
  await settle()
  clock.advance(15_000)
  await expect(activation).rejects.toThrow('mfe-analytics 1.4.0: activate: no answer within 15 s')
})

// Rule: M-FAIL-16
test('after a failure, activating again really tries again', async () => {
  let broken = true
  const { remote, load } = setUp({
    load: async ({ descriptor: { name, version } }) => {
      if (broken) throw new RemoteError({ name, version }, 'entry script', 'HTTP 404')
      return { activate: () => [{ id: 'home' }] }
    },
  })
  await expect(remote().activate()).rejects.toThrow('entry script: HTTP 404')
  broken = false
  await remote().activate()
  expect(load).toHaveBeenCalledTimes(2)
  expect(remote().state().status).toBe('ready')
})

test('the states on the way up are told in order', async () => {
  const { remote } = setUp()
  const seen: string[] = []
  remote().subscribe(() => {
    const state = remote().state()
    seen.push(state.status === 'loading' ? state.phase : state.status)
  })
  await remote().activate()
  expect(seen).toEqual(['entry script', 'activate', 'ready'])
})

describe('an override', () => {
  const at = 'http://localhost:4102'
  const activation = (response: () => Promise<Response>) =>
    setUp({ remotes: [entry({}, at)], fetch: async () => response() })

  test('its own descriptor takes the place of the one of the release', async () => {
    const { remote, load } = activation(async () => Response.json(descriptor({ version: '2.0.0' })))
    const running = await remote().activate()
    expect(running.descriptor.version).toBe('2.0.0')
    expect(load.mock.calls[0]?.[0].baseUrl).toBe('http://localhost:4102/')
  })

  // Rule: M-FAIL-2
  test.each<[string, () => Promise<Response>, string]>([
    ['404', async () => new Response('', { status: 404 }), 'HTTP 404'],
    ['500', async () => new Response('', { status: 500 }), 'HTTP 500'],
    ['HTML', async () => new Response('<!doctype html>'), 'the answer is not JSON'],
    ['another remote', async () => Response.json(descriptor({ name: 'mfe-x' })), 'it describes mfe-x'],
    ['no server', () => Promise.reject(new Error('refused')), 'does not answer: refused'],
    ['JSON that is no descriptor', async () => Response.json({}), 'not a descriptor'],
  ])('answered with %s is a failure of the phase descriptor', async (_, response, reason) => {
    const { remote } = activation(response)
    await expect(remote().activate()).rejects.toThrow(reason)
    expect(remote().state()).toMatchObject({ status: 'failed', error: { phase: 'descriptor' } })
  })

  // Rule: M-FAIL-3
  test('that hangs fails after its limit', async () => {
    const { remote, clock } = activation(() => new Promise(() => {}))
    const pending = remote().activate()
    clock.advance(5_000)
    await expect(pending).rejects.toThrow('descriptor: no answer within 5 s')
  })
})

describe('a page that follows its remotes', () => {
  const at = 'http://localhost:4102'
  const moved = descriptor({
    routes: [{ id: 'home', path: '/app/moved', access: 'session', title: 'Moved' }],
    sidebar: [{ label: 'Moved', path: '/app/moved' }],
  })

  // Rule: M-OVERRIDE-1
  test('gets the routes and the sidebar of an override that runs, and is told of them until it unsubscribes', async () => {
    const { kernel, remote } = setUp({ remotes: [entry({}, at)], fetch: async () => Response.json(moved) })
    const { routes } = kernel
    const told: (string | undefined)[] = []
    const unsubscribe = kernel.subscribe(() => told.push(kernel.routes[0]?.route.path))
    await remote().activate()
    expect(kernel.routes.map(({ route }) => route.path)).toEqual(['/app/moved'])
    expect(kernel.sidebar).toEqual(moved.sidebar)
    expect(kernel.routes).not.toBe(routes)
    expect(told).toContain('/app/moved')
    unsubscribe()
    const before = told.length
    kernel.dispose()
    await kernel.prepare('/app/moved')
    expect(told).toHaveLength(before)
  })

  test('keeps its table while no route changes', async () => {
    const { kernel, remote } = setUp()
    const { routes } = kernel
    await remote().activate()
    expect(kernel.routes).toBe(routes)
  })

  // Rule: M-REPORT-1
  test('has the reports of its last 50 activations, and is told of each', async () => {
    const { kernel, remote, reports } = setUp({ load: () => Promise.reject(new Error('broken')) })
    let told = 0
    kernel.subscribe(() => (told += 1))
    for (let attempt = 0; attempt < 51; attempt += 1) await expect(remote().activate()).rejects.toThrow('broken')
    expect([told, reports.length]).toEqual([51, 51])
    expect(kernel.activations).toEqual(reports.slice(1))
  })

  test('hears of the states of a remote until it unsubscribes, once for each', async () => {
    const { remote } = setUp()
    const heard: string[] = []
    const unsubscribe = remote().subscribe(() => heard.push(remote().state().status))
    await remote().activate()
    await remote().activate()
    unsubscribe()
    remote().dispose()
    expect(heard).toEqual(['loading', 'loading', 'ready'])
  })

  test('knows the versions of the modules that it shares', () => {
    expect(setUp({ provided: { react: ['19.3.1'], vue: [] } }).kernel.shared()).toEqual({ react: ['19.3.1'], vue: [] })
  })

  test('has no session that goes on after it was disposed of', () => {
    const { kernel, bus, session, clock } = setUp()
    kernel.dispose()
    const accessToken = tokenWith({ sub: 'ana@acme.example', exp: clock.now() / 1000 + 60 })
    bus.publish('login:succeeded', { kind: 'token', accessToken })
    expect(session.state().status).toBe('anonymous')
  })
})

describe('a remote whose files the page leaves out', () => {
  const whole = descriptor()
  const sealed = {
    ...entry({ artifact: { ...whole.artifact, files: [] } }),
    sealed: `sha384-${'b'.repeat(64)}`,
  }

  // Rule: M-RELEASE-3
  test('gets its descriptor on activation, held to its hash, and runs with the hashes in it', async () => {
    const asked: unknown[] = []
    const { remote, integrity } = setUp({
      remotes: [sealed],
      fetch: async (url, init) => {
        asked.push([url, init?.integrity])
        return Response.json(whole)
      },
    })
    expect((await remote().activate()).source).toBe('release')
    expect(asked).toEqual([['/remotes/mfe-analytics/1.4.0/remote.json', sealed.sealed]])
    expect([...integrity.keys()]).toEqual(['https://atalaia.example/remotes/mfe-analytics/1.4.0/entry.js'])
  })

  // Rule: M-RELEASE-14
  test('has files that are addressed by their names alone, and its descriptor by its version', async () => {
    const asked: unknown[] = []
    const { remote, integrity, load } = setUp({
      remotes: [{ ...sealed, filesUrl: '/remotes/mfe-analytics/-/' }],
      fetch: async (url) => {
        asked.push(url)
        return Response.json(whole)
      },
    })
    await remote().activate()
    expect(asked).toEqual(['/remotes/mfe-analytics/1.4.0/remote.json'])
    expect([...integrity.keys()]).toEqual(['https://atalaia.example/remotes/mfe-analytics/-/entry.js'])
    expect(load.mock.calls[0]?.[0].baseUrl).toBe('https://atalaia.example/remotes/mfe-analytics/-/')
  })

  // Rule: M-RELEASE-3
  test('is not run when its descriptor does not match', async () => {
    const { remote, load } = setUp({ remotes: [sealed], fetch: () => Promise.reject(new TypeError('Failed to fetch')) })
    await expect(remote().activate()).rejects.toThrow(/descriptor: .*does not match its hash/)
    expect(load).not.toHaveBeenCalled()
  })
})

describe('a remote of which the page carries a part of the files', () => {
  const whole = descriptor()
  const later = { path: 'later.js', bytes: 1, integrity: `sha384-${'c'.repeat(64)}` }
  const rest = { url: '/-/indexes/a.json', integrity: `sha384-${'b'.repeat(64)}` }
  const more = { ...whole, artifact: { ...whole.artifact, files: [...whole.artifact.files, later] } }

  // Rule: M-RELEASE-20
  test('begins at once, and runs when the hashes of the others are there', async () => {
    const waiting: ((answer: Response) => void)[] = []
    const { remote, integrity, load } = setUp({
      remotes: [{ ...entry(), rest }],
      fetch: () => new Promise((answer) => waiting.push(answer)),
    })
    const activating = remote().activate()
    await new Promise(setImmediate)
    expect(load).toHaveBeenCalledTimes(1)
    expect(remote().state().status).toBe('loading')
    waiting[0]?.(Response.json(more))
    expect((await activating).descriptor).toEqual(more)
    expect(integrity.get('https://atalaia.example/remotes/mfe-analytics/1.4.0/later.js')).toBe(later.integrity)
  })

  // Rule: M-RELEASE-20
  test('is not run when the others do not match their hash', async () => {
    const { remote } = setUp({
      remotes: [{ ...entry(), rest }],
      fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    })
    await expect(remote().activate()).rejects.toThrow(/descriptor: .*does not match its hash/)
  })
})

const contextOf = async (changes: Partial<Descriptor>, ofRelease: Partial<ReleaseRemote> = {}) => {
  let context: RemoteContext | undefined
  const all = setUp({
    remotes: [{ ...entry(changes), ...ofRelease }],
    load: async () => ({
      activate: (given: RemoteContext) => {
        context = given
        return [{ id: 'home' }]
      },
    }),
  })
  all.bus.publish('login:succeeded', {
    kind: 'token',
    accessToken: tokenWith({ sub: 'ana@acme.example', exp: all.clock.now() / 1000 + 60 }),
  })
  await all.remote().activate()
  if (!context) throw new Error('not activated')
  return { ...all, context }
}

describe('the context', () => {
  // Rule: M-BUS-4, P-API-2
  test('a remote that asks for a token gets one over the bus, and its calls carry it', async () => {
    const { context, createHttpClient } = await contextOf({ token: true, api: true })
    expect(context.bus.peek('session:changed')).not.toHaveProperty('token')
    expect(await context.bus.token?.()).toMatchObject({ ok: true })
    expect(createHttpClient.mock.calls[0]?.[0].token()).toBeDefined()
  })

  // Rule: M-BUS-3
  test('a remote that does not ask never holds it, and its calls carry none', async () => {
    const { context, createHttpClient } = await contextOf({ token: false, api: true })
    expect(context.bus.peek('session:changed')).not.toHaveProperty('token')
    expect(createHttpClient.mock.calls[0]?.[0].token()).toBeUndefined()
  })

  // Rule: M-OVERRIDE-8
  test('foreign code that may not have the session gets no token, whatever its descriptor asks', async () => {
    const { context, createHttpClient } = await contextOf({ token: true, api: true }, { trusted: false })
    expect(context.bus.peek('session:changed')).not.toHaveProperty('token')
    expect(createHttpClient.mock.calls[0]?.[0].token()).toBeUndefined()
  })

  // Rule: M-GRANT-6
  test('of the API a remote has what the release grants, whatever its own descriptor asks', async () => {
    const { createHttpClient } = await contextOf({ api: true }, { tokenScopes: ['leaks:read'] })
    const { allows } = createHttpClient.mock.calls[0]?.[0] ?? { allows: undefined }
    expect([allows?.('GET', '/emails'), allows?.('POST', '/emails')]).toEqual([true, false])
    const none = await contextOf({ api: true, apiScopes: ['emails:add'] }, { tokenScopes: ['leaks:read'] })
    expect(none.context.http).toBeUndefined()
    const whole = await contextOf({ api: true })
    expect(whole.createHttpClient.mock.calls[0]?.[0].allows).toBeUndefined()
  })

  // Rule: M-REMOTE-7
  test('a remote that does not call the API brings no HTTP client into the page', async () => {
    const { context, createHttpClient } = await contextOf({ api: false })
    expect(context.http).toBeUndefined()
    expect(createHttpClient).not.toHaveBeenCalled()
  })

  // Rule: M-REMOTE-8
  test('its signal ends when the kernel is disposed of', async () => {
    const { context, kernel } = await contextOf({})
    kernel.dispose()
    expect(context.signal.aborted).toBe(true)
  })
})

const guest = (...widgets: Descriptor['widgets'] & object) => entry({ name: 'mfe-guest', routes: [], widgets })

describe('widgets', () => {
  const page: Descriptor['routes'][number] = {
    id: 'home',
    path: '/app/home',
    access: 'session',
    title: 'Home',
    slots: ['end'],
  }
  const box = { id: 'box', slot: 'mfe-analytics/home/end', title: 'Caixa' }

  // Rule: M-REMOTE-12
  test('a widget belongs to the slot that it names, and one whose slot no route has is left out', () => {
    const { kernel, load } = setUp({
      remotes: [
        guest(
          box,
          { ...box, id: 'lost', slot: 'mfe-analytics/home/top' },
          { ...box, id: 'far', slot: 'mfe-x/home/end' },
        ),
        entry({ routes: [page] }),
      ],
    })
    expect(kernel.widgets.map(({ key, page: shownIn, slot, route }) => [key, shownIn, slot, route])).toEqual([
      [
        'mfe-guest:box',
        'mfe-analytics:home',
        'end',
        { id: 'box', path: '/app/home', access: 'session', title: 'Caixa' },
      ],
    ])
    expect(kernel.routes.map(({ key }) => key)).toEqual(['mfe-analytics:home'])
    expect(load).not.toHaveBeenCalled()
  })

  // Rule: M-REMOTE-12
  test('a remote that returns no object for a widget of its descriptor fails in its phase activate', async () => {
    const { remote } = setUp({ remotes: [guest(box)], load: async () => ({ activate: () => [] }) })
    await expect(remote('mfe-guest').activate()).rejects.toThrow('activate: no route object for box')
  })

  // Rule: M-SPEED-5
  test('a page that is made ready brings the files of its widgets too', async () => {
    const asked: string[] = []
    const { kernel } = setUp({
      remotes: [entry({ routes: [page] }), guest(box)],
      fetch: async (address) => {
        asked.push(String(address))
        return new Response('')
      },
    })
    await kernel.prepare('/app/home')
    expect(asked.filter((address) => address.includes('/mfe-guest/'))).not.toEqual([])
  })
})
