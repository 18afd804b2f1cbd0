import { createPageFiles } from '../page-files.ts'
import { createManualClock } from '../testing/fake-ports.ts'
import { testDescriptor as descriptor } from '../testing/test-kernel.ts'
import { createFederationLoader, type FederationInstance } from './federation-loader.ts'

const base = 'https://atalaia.example/remotes/mfe-analytics/1.4.0/'
const entry = `${base}entry.js`
const hash = `sha384-${'a'.repeat(64)}`
const impossible = `sha384-${'A'.repeat(64)}`

type Script = Pick<HTMLScriptElement, 'src' | 'crossOrigin' | 'integrity'>
type Plugin = { createScript: (request: { url: string }) => { script: Script; timeout: number } }

const isPlugin = (value: object): value is Plugin => 'createScript' in value

type SetUp = {
  load?: () => Promise<unknown>
  fetch?: (init: RequestInit) => Promise<Response>
  /** Whether the release has a hash for the entry script. Default: true. */
  hashed?: boolean
}

const makeScript = (): Script => ({ src: '', crossOrigin: null, integrity: '' })

/** A loader on a federation instance that only records what it is told. */
const setUp = (options: SetUp = {}) => {
  const registered: unknown[] = []
  let plugin: Plugin | undefined
  const instance: FederationInstance = {
    registerPlugins: (plugins) => {
      plugin = plugins.find(isPlugin)
    },
    registerRemotes: (...call) => void registered.push(call),
    loadRemote: options.load ?? (async () => 'module'),
    shareScopeMap: { default: { react: { '19.3.1': {} } } },
  }
  const fetch = async (_address: unknown, init: RequestInit = {}) =>
    (options.fetch ?? (async () => new Response('')))(init)
  const files = createPageFiles({ fetch, clock: createManualClock(), origin: base })
  if (options.hashed ?? true) files.register(base, [{ path: 'entry.js', bytes: 1, integrity: hash }])
  const loader = createFederationLoader({
    instance,
    createScript: makeScript,
    fetch,
    files,
    timeout: 15_000,
  })
  const scriptFor = (url: string) => plugin?.createScript({ url })
  return { loader, registered, scriptFor }
}

const load = (options: SetUp) => setUp(options).loader.load({ descriptor: descriptor(), baseUrl: base })
const failing = (reason: string) => () => Promise.reject(new Error(reason))

// Rule: M-RELEASE-5
test('an entry script is held to the hash that the release has for its address', () => {
  const { scriptFor } = setUp()
  expect(scriptFor(entry)).toMatchObject({
    script: { src: entry, integrity: hash, crossOrigin: 'anonymous' },
    timeout: 15_000,
  })
})

// Rule: M-RELEASE-6
test('a script whose address has no hash gets one that nothing meets, so that it is not run', () => {
  expect(setUp().scriptFor(`${base}other.js`)?.script.integrity).toBe(impossible)
})

test('a remote is registered under its container and its own address, once', async () => {
  const { loader, registered } = setUp()
  const request = { descriptor: descriptor(), baseUrl: base }
  expect(await loader.load(request)).toBe('module')
  await loader.load(request)
  expect(registered).toEqual([
    [[{ name: 'mfe_analytics', entry, entryGlobalName: 'mfe_analytics', type: 'global' }], { force: false }],
  ])
})

test('the versions that the page shares are told by name', () => {
  expect(setUp().loader.provided()).toEqual({ react: ['19.3.1'] })
})

// Rule: M-FAIL-4, M-FAIL-6
test.each<[string, SetUp, string]>([
  ['404', { fetch: async () => new Response('', { status: 404 }) }, 'HTTP 404'],
  ['no answer', { fetch: failing('refused') }, 'the server does not answer'],
  [
    'other content than the hash says',
    { fetch: async ({ integrity }) => (integrity ? failing('mismatch')() : new Response('')) },
    'integrity mismatch',
  ],
  ['a syntax error', {}, 'it did not run: RUNTIME-008'],
])('an entry script with %s is told apart', async (_, options, reason) => {
  await expect(load({ load: failing('RUNTIME-008'), ...options })).rejects.toThrow(
    `mfe-analytics 1.4.0: entry script: ${reason}`,
  )
})

test('an entry script without a hash in the release is told as a mismatch, and asked for with none that it could meet', async () => {
  const asked: (string | undefined)[] = []
  const fetch = async ({ integrity }: RequestInit) => {
    asked.push(integrity)
    return integrity ? failing('mismatch')() : new Response('')
  }
  await expect(load({ load: failing('RUNTIME-008'), fetch, hashed: false })).rejects.toThrow('integrity mismatch')
  expect(asked).toEqual([undefined, impossible])
})

test.each([
  ['RUNTIME-015 react', 'shared modules'],
  ['elsewhere is not exposed', 'module'],
])('a failure that says %s belongs to the phase %s', async (reason, phase) => {
  await expect(load({ load: failing(reason) })).rejects.toThrow(`mfe-analytics 1.4.0: ${phase}: ${reason}`)
})
