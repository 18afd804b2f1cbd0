import {
  defaultPublicConfig,
  type ActivationReport,
  type Descriptor,
  type HttpClient,
  type Release,
  type ReleaseRemote,
} from '@atalaia/contracts'
import { createBus } from './bus.ts'
import { createKernel } from './kernel.ts'
import type { SessionStorage } from './ports.ts'
import type { LoadRequest } from './remotes/loader.ts'
import { createSession } from './session/session.ts'
import { createManualClock, createMessages, createTabs } from './testing-ports.ts'

export type Route = { id: string }

/** A built remote, `mfe-analytics 1.4.0` unless changed. */
export const descriptor = (changes: Partial<Descriptor> = {}): Descriptor => ({
  name: 'mfe-analytics',
  version: '1.4.0',
  owner: 'team',
  contract: '^1.0.0',
  token: true,
  api: false,
  routes: [{ id: 'home', path: '/app/home', access: 'session', title: 'Home' }],
  sidebar: [{ label: 'Home', path: '/app/home' }],
  artifact: {
    entry: 'entry.js',
    container: 'mfe_analytics',
    module: './remote',
    files: [{ path: 'entry.js', bytes: 1, integrity: `sha384-${'a'.repeat(64)}` }],
    shared: [{ name: 'react', version: '19.3.1', requiredVersion: '^19.0.0' }],
    routeFiles: {},
  },
  ...changes,
})

/** Its place in a release. */
export const entry = (changes: Partial<Descriptor> = {}, override?: string): ReleaseRemote => {
  const made = descriptor(changes)
  return { descriptor: made, baseUrl: `/remotes/${made.name}/${made.version}/`, override }
}

export type SetUp = {
  remotes?: ReleaseRemote[]
  load?: (request: LoadRequest) => Promise<unknown>
  fetch?: typeof fetch
  provided?: Record<string, string[]>
  /** The browser's storage; an empty one by default. */
  storage?: SessionStorage
}

/** A kernel on fakes: what is loaded, fetched and stored is up to the test. */
export const setUp = (options: SetUp = {}) => {
  const { logger, messages } = createMessages()
  const clock = createManualClock()
  const bus = createBus(logger)
  const storage = options.storage ?? createTabs().openTab()
  const reports: ActivationReport[] = []
  const cookie = { mark: () => {}, clear: () => {} }
  const session = createSession({ bus, storage, cookie, clock, demo: false })
  session.start()
  const load = jest.fn(options.load ?? (async () => ({ activate: () => [{ id: 'home' }] })))
  const http: HttpClient = { get: jest.fn(), postJson: jest.fn(), postForm: jest.fn() }
  const createHttpClient = jest.fn<HttpClient, [{ token: () => string | undefined }]>(() => http)
  const integrity = new Map<string, string>()
  const release: Release = {
    id: 'r1',
    config: defaultPublicConfig,
    shell: { baseUrl: '/shell/', files: [] },
    remotes: options.remotes ?? [entry()],
  }
  const kernel = createKernel<Route>({
    release,
    bus,
    session,
    loader: { load, provided: () => options.provided ?? { react: ['19.3.1'] } },
    isRoute: (value): value is Route => typeof value === 'object' && value !== null && 'id' in value,
    loadHttp: async () => ({ createHttpClient }),
    integrity,
    fetch: options.fetch ?? (async () => new Response('', { status: 500 })),
    clock,
    logger,
    storage,
    onReport: (report) => void reports.push(report),
    origin: 'https://atalaia.example',
  })
  const remote = (name = 'mfe-analytics') => {
    const found = kernel.remotes.get(name)
    if (!found) throw new Error(`no ${name}`)
    return found
  }
  return { kernel, remote, load, clock, bus, messages, integrity, createHttpClient, reports }
}

/** Lets everything that waits for nothing but promises go on. */
export const settle = async () => {
  for (let turn = 0; turn < 40; turn += 1) await Promise.resolve()
}
