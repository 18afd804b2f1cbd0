import type { Bus, Descriptor, HttpClient, Logger, Release, RemoteContext, SidebarEntry } from '@atalaia/contracts'
import { createRemoteBus } from './bus/remote-bus.ts'
import type { HttpOptions } from './http/http-client.ts'
import type { Clock } from './ports.ts'
import type { RouteGuard } from './remotes/exposed-module.ts'
import type { RemoteLoader } from './remotes/loader.ts'
import { createRemote, type Remote } from './remotes/remote.ts'
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
  /** Time limits in milliseconds; 5,000 for a descriptor and 15,000 for `activate` by default. */
  readonly limits?: { readonly descriptor: number; readonly activate: number }
}

/** Running remotes, made of a release. */
export type Kernel<Route> = {
  readonly remotes: ReadonlyMap<string, Remote<Route>>
  /** All routes of all remotes, known without loading any. */
  readonly routes: readonly TableRoute<Route>[]
  /** All sidebar entries, in the order of the release. */
  readonly sidebar: readonly SidebarEntry[]
  dispose(): void
}

/** Release → remotes → route table. Nothing of a remote is loaded before one of its routes activates it. */
export const createKernel = <Route>(options: KernelOptions<Route>): Kernel<Route> => {
  const { release, bus, session, logger } = options

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

  const remotes = new Map<string, Remote<Route>>()
  for (const entry of release.remotes) {
    const remote = createRemote(entry, {
      ...options,
      config: release.config,
      limits: options.limits ?? { descriptor: 5_000, activate: 15_000 },
      createContext,
      onStateChange: (state) => {
        if (state.status === 'failed') logger.error(state.error.message, state.error.cause)
      },
    })
    remotes.set(remote.name, remote)
  }

  return {
    remotes,
    routes: createRouteTable(remotes.values(), logger),
    sidebar: release.remotes.flatMap(({ descriptor }) => descriptor.sidebar),
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
