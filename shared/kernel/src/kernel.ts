import type {
  ActivationReport,
  Bus,
  Descriptor,
  HttpClient,
  Logger,
  Release,
  RemoteContext,
  SidebarEntry,
  Unsubscribe,
} from '@atalaia/contracts'
import { createRemoteBus } from './bus.ts'
import type { HttpOptions } from './http-client.ts'
import type { Clock, SessionStorage } from './ports.ts'
import type { RouteGuard } from './remotes/exposed-module.ts'
import { createLastGood } from './remotes/last-good.ts'
import type { RemoteLoader } from './remotes/loader.ts'
import { createRemote } from './remotes/remote.ts'
import type { Remote } from './remotes/remote-state.ts'
import { createRouteTable, type TableRoute } from './remotes/route-table.ts'
import type { Session } from './session/session.ts'

export type KernelOptions<Route> = {
  readonly release: Release
  readonly bus: Bus
  readonly session: Session
  readonly loader: RemoteLoader
  /** Tells a route object of the page's router from anything else. */
  readonly isRoute: RouteGuard<Route>
  /** Brings the HTTP client's code: it is loaded for the first remote that calls the API. */
  readonly loadHttp: () => Promise<{ createHttpClient: (options: HttpOptions) => HttpClient }>
  readonly integrity: Map<string, string>
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly logger: Logger
  readonly origin: string
  /** Where the versions that worked are remembered. */
  readonly storage: Pick<SessionStorage, 'read' | 'write'>
  /** Told how each activation ended. */
  readonly onReport?: (report: ActivationReport) => void
  /**
   * Time limits in milliseconds; 5,000 for a descriptor and 15,000 for `activate` by default. `fallback`, 4,000 by
   * default, is for a whole version while another one that works is known.
   */
  readonly limits?: { readonly descriptor: number; readonly activate: number; readonly fallback: number }
}

/** Running remotes, made of a release. */
export type Kernel<Route> = {
  readonly remotes: ReadonlyMap<string, Remote<Route>>
  /** All routes of all remotes, known without loading any. */
  readonly routes: readonly TableRoute<Route>[]
  /** All sidebar entries, in the order of the release. */
  readonly sidebar: readonly SidebarEntry[]
  /**
   * Calls `listener` when routes, sidebar or activations are no longer the same. Routes and sidebar change when an
   * override comes up that has others than the release knew.
   */
  subscribe(listener: () => void): Unsubscribe
  /** How the page's last 50 activations ended, oldest first. */
  readonly activations: readonly ActivationReport[]
  /** Versions of the modules that the page shares, by name. */
  shared(): Readonly<Record<string, readonly string[]>>
  dispose(): void
}

const activationsKept = 50

/** Release → remotes → route table. Nothing of a remote is loaded before one of its routes activates it. */
export const createKernel = <Route>(options: KernelOptions<Route>): Kernel<Route> => {
  const { release, bus, session, logger } = options
  const lastGood = createLastGood(options.storage)
  const listeners = new Set<() => void>()
  let activations: readonly ActivationReport[] = []

  const http = async (descriptor: Descriptor): Promise<HttpClient | undefined> => {
    if (!descriptor.api) return undefined
    const { createHttpClient } = await options.loadHttp()
    return createHttpClient({
      baseUrl: release.config.apiUrl,
      token: () => {
        const state = session.state()
        return descriptor.token && state.status === 'active' ? state.token : undefined
      },
      onUnauthorized: (token) => session.refuse(token),
    })
  }

  const createContext = async (descriptor: Descriptor, signal: AbortSignal): Promise<RemoteContext> => {
    const { name, version, token } = descriptor
    return {
      remote: { name, version },
      config: release.config,
      bus: createRemoteBus(bus, { name, token, signal }),
      http: await http(descriptor),
      logger: prefixed(logger, `${name} ${version}`),
      signal,
    }
  }

  const tell = () => {
    for (const listener of listeners) listener()
  }

  const remotes = new Map<string, Remote<Route>>()
  for (const entry of release.remotes) {
    const remote = createRemote<Route>(entry, {
      ...options,
      lastGood,
      limits: options.limits ?? { descriptor: 5_000, activate: 15_000, fallback: 4_000 },
      createContext,
      onStateChange: (state) => {
        if (state.status === 'failed') logger.error(state.error.message, state.error.cause)
        if (state.status === 'ready') refresh()
      },
      onFallback: (failed, version) => logger.error(`${failed.message}; ${version} takes its place`, failed.cause),
      onReport: (report) => {
        activations = [...activations, report].slice(-activationsKept)
        options.onReport?.(report)
        tell()
      },
    })
    remotes.set(remote.name, remote)
  }

  const facts = () => [...remotes.values()].map(({ descriptor: { routes, sidebar } }) => ({ routes, sidebar }))
  const read = () => ({
    known: JSON.stringify(facts()),
    routes: createRouteTable(remotes.values(), logger),
    sidebar: facts().flatMap(({ sidebar }) => sidebar),
  })
  let table = read()
  /** An override that came up may say other routes than the release knew. */
  const refresh = () => {
    if (JSON.stringify(facts()) === table.known) return
    table = read()
    tell()
  }

  return {
    remotes,
    get routes() {
      return table.routes
    },
    get sidebar() {
      return table.sidebar
    },
    get activations() {
      return activations
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    shared: () => options.loader.provided(),
    dispose: () => {
      for (const remote of remotes.values()) remote.dispose()
      session.dispose()
    },
  }
}

const prefixed = (logger: Logger, prefix: string): Logger => ({
  info: (message, detail) => logger.info(`${prefix}: ${message}`, detail),
  warn: (message, detail) => logger.warn(`${prefix}: ${message}`, detail),
  error: (message, detail) => logger.error(`${prefix}: ${message}`, detail),
})
