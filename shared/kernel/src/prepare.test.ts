import type { RemoteRoute } from '@atalaia/contracts'
import { settle, setUp } from './testing/set-up.ts'
import { testDescriptor, testEntry } from './testing/test-kernel.ts'

const ORIGIN = 'https://atalaia.example'
const BASE = `${ORIGIN}/remotes/mfe-analytics/1.4.0/`
const hashOf = (letter: string) => `sha384-${letter.repeat(64)}`
const files = [
  { path: 'entry.js', bytes: 1, integrity: hashOf('a') },
  { path: 'home.js', bytes: 1, integrity: hashOf('b') },
  { path: 'home.css', bytes: 1, integrity: hashOf('c') },
  { path: 'other.js', bytes: 1, integrity: hashOf('d') },
]
const home: RemoteRoute = { id: 'home', path: '/app/home', access: 'session', title: 'Home' }
const other: RemoteRoute = { ...home, id: 'other', path: '/app/other' }
const { artifact } = testDescriptor()
const whole = {
  routes: [home, other],
  artifact: { ...artifact, files, routeFiles: { home: ['home.js', 'home.css'], other: ['other.js'] } },
}
const sealedEntry = () => ({
  ...testEntry({ ...whole, artifact: { ...artifact, files: [], routeFiles: {} } }),
  sealed: hashOf('e'),
})

const network = (answers: Readonly<Record<string, () => Response>> = {}) =>
  jest.fn<Promise<Response>, Parameters<typeof fetch>>(async (input) => {
    const answer = answers[String(input)] ?? (() => new Response('x'))
    return answer()
  })
const askedOf = (fetch: ReturnType<typeof network>) =>
  fetch.mock.calls.map(([input, init]) => [String(input), init?.integrity])
const json = () => Response.json(testDescriptor(whole))
const loadModule = async () => ({ activate: () => [{ id: 'home' }, { id: 'other' }] })

// Rule: M-SPEED-5, M-SPEED-32
test('a route is made ready by its files, held to their hashes, once, and nothing runs', async () => {
  const fetch = network()
  const { kernel, load, remote, reports, lines } = setUp({ remotes: [testEntry(whole)], fetch })
  await Promise.all([kernel.prepare('/app/home'), kernel.prepare('/app/home')])
  await kernel.prepare('/app/home')
  expect(askedOf(fetch)).toEqual([
    [`${BASE}entry.js`, hashOf('a')],
    [`${BASE}home.js`, hashOf('b')],
    [`${BASE}home.css`, hashOf('c')],
  ])
  expect(load).not.toHaveBeenCalled()
  expect([remote().state().status, reports, lines]).toEqual(['idle', [], []])
})

// Rule: M-SPEED-5, M-SPEED-32
test('of a sealed remote the descriptor comes first, held to its hash, and activation does not fetch it again', async () => {
  const fetch = network({ '/remotes/mfe-analytics/1.4.0/remote.json': json })
  const { kernel, load, remote } = setUp({ remotes: [sealedEntry()], fetch, load: loadModule })
  await kernel.prepare('/app/other')
  expect(askedOf(fetch)).toEqual([
    ['/remotes/mfe-analytics/1.4.0/remote.json', hashOf('e')],
    [`${BASE}entry.js`, hashOf('a')],
    [`${BASE}other.js`, hashOf('d')],
  ])
  await remote().activate()
  expect(load.mock.calls[0]?.[0].descriptor.artifact.files).toEqual(files)
  expect(fetch).toHaveBeenCalledTimes(3)
})

// Rule: M-SPEED-5, M-SPEED-32
test('a route that is opened while its files are on their way is loaded without asking for the descriptor again', async () => {
  const fetch = network()
  fetch.mockImplementation(async (input) => {
    if (String(input).endsWith('remote.json')) return json()
    return new Promise<Response>(() => {})
  })
  const { kernel, remote } = setUp({ remotes: [sealedEntry()], fetch, load: loadModule })
  void kernel.prepare('/app/other')
  await settle()
  await remote().activate()
  expect(askedOf(fetch).filter(([address]) => address?.endsWith('remote.json'))).toHaveLength(1)
})

// Rule: M-SPEED-5, M-SPEED-32
test('what cannot be made ready is loaded as ever, and a file that failed is fetched past the cache', async () => {
  const fetch = network({ [`${BASE}home.js`]: () => Response.error() })
  fetch.mockImplementationOnce(() => Promise.reject(new TypeError('digest')))
  const {
    kernel,
    remote,
    reports,
    lines,
    files: pageFiles,
  } = setUp({
    remotes: [testEntry(whole)],
    fetch,
    load: loadModule,
  })
  await kernel.prepare('/app/home')
  expect([remote().state().status, reports, lines]).toEqual(['idle', [], []])
  fetch.mockClear()
  await pageFiles.refetchBroken(BASE)
  expect(fetch).toHaveBeenCalledWith(`${BASE}entry.js`, { cache: 'reload' })
  await remote().activate()
  expect(remote().state().status).toBe('ready')
})

test('a descriptor that does not come is asked for again at the next sign', async () => {
  const fetch = network({ '/remotes/mfe-analytics/1.4.0/remote.json': () => new Response('', { status: 500 }) })
  const { kernel } = setUp({ remotes: [sealedEntry()], fetch })
  await kernel.prepare('/app/home')
  await kernel.prepare('/app/home')
  expect(fetch).toHaveBeenCalledTimes(2)
})

// Rule: M-SPEED-5, M-SPEED-32
test('an override, a path that nobody has and a remote that was taken down are not made ready', async () => {
  const fetch = network()
  const { kernel } = setUp({ remotes: [testEntry(whole, 'http://localhost:4102')], fetch })
  await kernel.prepare('/app/home')
  await kernel.prepare('/app/nowhere')
  const disposed = setUp({ remotes: [testEntry(whole)], fetch })
  disposed.kernel.dispose()
  await disposed.kernel.prepare('/app/home')
  await settle()
  expect(fetch).not.toHaveBeenCalled()
})
