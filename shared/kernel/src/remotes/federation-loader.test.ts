import type { Artifact } from '@atalaia/contracts'
import { createPageFiles } from '../page-files.ts'
import { createManualClock } from '../testing/fake-ports.ts'
import { settle } from '../testing/set-up.ts'
import { testDescriptor } from '../testing/test-kernel.ts'
import { createFederationLoader, type ModuleRequest, type ScriptRequest } from './federation-loader.ts'

const base = 'https://atalaia.example/remotes/mfe-analytics/1.4.0/'
const entry = `${base}entry.js`
const hash = `sha384-${'a'.repeat(64)}`
const impossible = `sha384-${'A'.repeat(64)}`

type SetUp = {
  run?: () => unknown
  get?: (module: string) => Promise<() => unknown>
  init?: () => unknown
  fetch?: (init: RequestInit) => Promise<Response>
  hashed?: boolean
  format?: Artifact['format']
}

const setUp = (options: SetUp = {}) => {
  const scripts: ScriptRequest[] = []
  const modules: ModuleRequest[] = []
  const shareScope = { react: { '19.3.1': {} } }
  const init = jest.fn(options.init)
  let container: unknown
  const makeContainer = () => {
    container = { init, get: options.get ?? (async () => () => 'module') }
  }
  const fetch = async (_address: unknown, request: RequestInit = {}) =>
    (options.fetch ?? (async () => new Response('')))(request)
  const clock = createManualClock()
  const files = createPageFiles({ fetch, clock, origin: base })
  if (options.hashed ?? true) files.register(base, [{ path: 'entry.js', bytes: 1, integrity: hash }])
  const loader = createFederationLoader({
    shareScope,
    globalOf: (name) => (name === 'mfe_analytics' ? container : undefined),
    runScript: async (script) => {
      scripts.push(script)
      await (options.run ?? makeContainer)()
    },
    importModule: async (module) => {
      modules.push(module)
      await (options.run ?? makeContainer)()
      return container
    },
    fetch,
    clock,
    files,
    timeout: 15_000,
  })
  const descriptor = testDescriptor()
  const artifact: Artifact = {
    ...descriptor.artifact,
    format: options.format,
  }
  const load = () => loader.load({ descriptor: { ...descriptor, artifact }, baseUrl: base })
  return {
    loader,
    load,
    descriptor: { ...descriptor, artifact },
    scripts,
    modules,
    shareScope,
    init,
    clock,
    makeContainer,
  }
}

const failing = (reason: string) => () => Promise.reject(new Error(reason))

// Rule: M-RELEASE-5
test('an entry script is held to the hash that the release has for its address', async () => {
  const { load, scripts } = setUp()
  await load()
  expect(scripts).toMatchObject([{ src: entry, integrity: hash }])
})

// Rule: M-RELEASE-6
test('a script whose address has no hash gets one that nothing meets, so that it is not run', async () => {
  const { load, scripts } = setUp({ hashed: false })
  await load()
  expect(scripts).toMatchObject([{ src: entry, integrity: impossible }])
})

test("a remote's container gets the page's shared modules, and its entry script runs once", async () => {
  const { load, scripts, init, shareScope } = setUp()
  expect(await load()).toBe('module')
  await load()
  expect(scripts).toHaveLength(1)
  expect(init).toHaveBeenCalledWith(shareScope)
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
  ['an address that the page refuses', { run: failing('refused address') }, 'it did not run: refused address'],
  ['no container', { run: () => {} }, 'it did not run: it made no container mfe_analytics'],
])('an entry script with %s is told apart', async (_, options, reason) => {
  await expect(setUp({ run: failing('it did not load'), ...options }).load()).rejects.toThrow(
    `mfe-analytics 1.4.0: entry script: ${reason}`,
  )
})

test('an entry script without a hash in the release is told as a mismatch, and asked for with none that it could meet', async () => {
  const asked: (string | undefined)[] = []
  const fetch = async ({ integrity }: RequestInit) => {
    asked.push(integrity)
    return integrity ? failing('mismatch')() : new Response('')
  }
  const { load } = setUp({ run: failing('it did not load'), fetch, hashed: false })
  await expect(load()).rejects.toThrow('integrity mismatch')
  expect(asked).toEqual([undefined, impossible])
})

// Rule: M-FAIL-5
test('an entry script that does not come within 15 s has failed', async () => {
  const { load, clock, scripts } = setUp({ run: () => new Promise(() => {}) })
  const loading = load()
  await settle()
  expect(scripts[0]?.signal.aborted).toBe(false)
  clock.advance(15_000)
  await expect(loading).rejects.toThrow('mfe-analytics 1.4.0: entry script: no answer within 15 s')
  expect(scripts[0]?.signal.aborted).toBe(true)
})

// Rule: M-FAIL-16
test('after a failure the entry script runs again', async () => {
  let times = 0
  const page = setUp({
    run: () => {
      times += 1
      if (times === 1) throw new Error('it did not load')
      page.makeContainer()
    },
  })
  await expect(page.load()).rejects.toThrow('entry script')
  expect(await page.load()).toBe('module')
})

test.each<[string, SetUp, string]>([
  ['Shared module react is not there', { get: failing('Shared module react is not there') }, 'shared modules'],
  ['Unsatisfied version 18.0.0', { get: failing('Unsatisfied version 18.0.0') }, 'shared modules'],
  ['RUNTIME-012 react', { get: failing('RUNTIME-012 react') }, 'shared modules'],
  ['another scope', { init: failing('another scope') }, 'shared modules'],
  ['it does not exist', { get: failing('it does not exist') }, 'module'],
])('a failure that says %s belongs to its phase', async (reason, options, phase) => {
  await expect(setUp(options).load()).rejects.toThrow(`mfe-analytics 1.4.0: ${phase}: ${reason}`)
})

// Rule: M-FAIL-16
test.each<[string, SetUp]>([
  ['an entry script that did not load', { run: failing('it did not load') }],
  [
    'a part of it that its module needs',
    { get: () => Promise.reject(Object.assign(new Error('gone'), { request: entry })) },
  ],
])('%s is fetched past the cache before the next try', async (_, options) => {
  const caches: (string | undefined)[] = []
  const fetch = async ({ cache }: RequestInit) => {
    caches.push(cache)
    return new Response('')
  }
  const { load } = setUp({ ...options, fetch })
  await expect(load()).rejects.toThrow('mfe-analytics 1.4.0')
  expect(caches).not.toContain('reload')
  await expect(load()).rejects.toThrow('mfe-analytics 1.4.0')
  expect(caches).toContain('reload')
})

// Rule: M-FAIL-4
test('the container that another version has left in the page is not taken for a new one', async () => {
  let runs = 0
  const page = setUp({
    run: () => {
      runs += 1
      if (runs === 1) page.makeContainer()
    },
  })
  await page.load()
  const newer = { descriptor: testDescriptor({ version: '1.5.0' }), baseUrl: base.replace('1.4.0', '1.5.0') }
  await expect(page.loader.load(newer)).rejects.toThrow('entry script: it did not run: it made no container')
})

test('a failure keeps what caused it', async () => {
  const cause = new Error('it did not load')
  await expect(setUp({ run: () => Promise.reject(cause) }).load()).rejects.toMatchObject({ cause })
  await expect(setUp({ init: () => Promise.reject(cause) }).load()).rejects.toMatchObject({ cause })
})

// Rule: M-RELEASE-15
test('a module is imported with all scripts of its build, each held to its hash, and runs no script', async () => {
  const { load, scripts, modules, init, shareScope } = setUp({ format: 'module' })
  expect(await load()).toBe('module')
  await load()
  expect(scripts).toEqual([])
  expect(modules).toMatchObject([{ src: entry }])
  expect(modules[0]?.scripts).toContainEqual({ src: entry, integrity: hash })
  expect(modules[0]?.scripts.every(({ src, integrity }) => src === entry || integrity === impossible)).toBe(true)
  expect(init).toHaveBeenCalledWith(shareScope)
})

// Rule: M-RELEASE-15
test('a part of a module that does not match its hash fails the entry, and is named as broken', async () => {
  const chunk = `${base}chunk.js`
  const failure = Object.assign(new Error('it did not load'), { request: chunk })
  const asked: unknown[] = []
  const { load } = setUp({
    format: 'module',
    run: () => Promise.reject(failure),
    fetch: async ({ integrity }) => {
      asked.push(integrity)
      return integrity === undefined ? new Response('') : Promise.reject(new TypeError('integrity'))
    },
  })
  await expect(load()).rejects.toThrow('entry script: integrity mismatch')
  expect(asked).toEqual([undefined, impossible])
})

// Rule: M-FAIL-16
test('modules that failed are taken at the addresses of their version the next time, held to the same hashes', async () => {
  let times = 0
  const page = setUp({
    format: 'module',
    run: () => {
      times += 1
      if (times === 1) throw new Error('it did not load')
      page.makeContainer()
    },
  })
  const { descriptor } = page
  const artifact = { ...descriptor.artifact, files: [{ path: 'entry.js', bytes: 1, integrity: hash }] }
  const load = () => page.loader.load({ descriptor: { ...descriptor, artifact }, baseUrl: base.replace('1.4.0', '-') })
  await expect(load()).rejects.toThrow('entry script')
  expect(await load()).toBe('module')
  expect(page.modules[1]).toMatchObject({ src: entry, scripts: [{ src: entry, integrity: hash }] })
})

test('a module that exports no container is said to make none', async () => {
  const { load } = setUp({ format: 'module', run: () => undefined })
  await expect(load()).rejects.toThrow('it made no container')
})
