import {
  defaultPublicConfig,
  type ActivationReport,
  type Bus,
  type Descriptor,
  type Release,
  type ReleaseRemote,
} from '@atalaia/contracts'
import { createBus } from '../bus.ts'
import { createKernel, type Kernel, type KernelOptions } from '../kernel.ts'
import { createPageFiles, type PageFiles } from '../page-files.ts'
import { systemClock, type Ports } from '../ports.ts'
import type { LoadRequest, RouteGuard } from '../remotes/remote.ts'
import { createSession, type Session } from '../session/session.ts'
import { createFakeLogger, createTabs, type LogLine } from './fake-ports.ts'

export type TestKernelOptions<Route> = Partial<Pick<Ports, 'fetch' | 'clock' | 'storage' | 'origin'>> &
  Partial<Pick<KernelOptions<Route>, 'all' | 'contracts' | 'loadHttp'>> & {
    readonly isRoute: RouteGuard<Route>
    readonly release?: Release
    /** Returns an exposed module. Default: a route object `{ id }` for each route. */
    readonly load?: (request: LoadRequest) => Promise<unknown>
    readonly provided?: Readonly<Record<string, readonly string[]>>
  }

export type TestKernel<Route> = {
  readonly kernel: Kernel<Route>
  readonly bus: Bus
  readonly session: Session
  readonly release: Release
  readonly files: PageFiles
  readonly reports: readonly ActivationReport[]
  readonly lines: readonly LogLine[]
  readonly messages: readonly string[]
}

/**
 * A real kernel, session and bus with fakes. By default requests get 500, storage is empty, and no
 * session exists.
 */
export const createTestKernel = <Route>(options: TestKernelOptions<Route>): TestKernel<Route> => {
  const {
    clock = systemClock,
    storage = createTabs().openTab(),
    origin = 'https://atalaia.example',
    release = testRelease([testEntry()]),
    fetch = async () => new Response('', { status: 500 }),
  } = options
  const { logger, lines, messages } = createFakeLogger()
  const bus = createBus(logger)
  const session = createSession({ bus, storage, clock, cookie: { mark: () => {}, clear: () => {} }, demo: false })
  session.start()
  const files = createPageFiles({ fetch, clock, origin })
  const reports: ActivationReport[] = []
  const kernel = createKernel<Route>({
    release,
    ...(options.all && { all: options.all }),
    ...(options.contracts && { contracts: options.contracts }),
    bus,
    session,
    files,
    fetch,
    clock,
    storage,
    origin,
    logger,
    loader: {
      load: options.load ?? loadPlainModule,
      provided: () => options.provided ?? { react: ['19.3.1'] },
    },
    isRoute: options.isRoute,
    loadHttp: options.loadHttp ?? (() => import('../http-client.ts')),
    onReport: (report) => void reports.push(report),
  })
  return { kernel, bus, session, release, files, reports, lines, messages }
}

const loadPlainModule = async ({ descriptor }: LoadRequest) => ({
  activate: () => descriptor.routes.map(({ id }) => ({ id })),
})

/** Default: `mfe-analytics 1.4.0` with one route. */
export const testDescriptor = (changes: Partial<Descriptor> = {}): Descriptor => ({
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

export const testEntry = (changes: Partial<Descriptor> = {}, override?: string): ReleaseRemote => {
  const descriptor = testDescriptor(changes)
  return { descriptor, baseUrl: `/remotes/${descriptor.name}/${descriptor.version}/`, override }
}

export const testRelease = (remotes: ReleaseRemote[]): Release => ({
  id: 'r1',
  config: defaultPublicConfig,
  shell: { baseUrl: '/shell/', files: [] },
  remotes,
})
