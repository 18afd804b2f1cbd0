import type { ActivationReport, Logger, Release, RemoteRoute, SidebarEntry, Unsubscribe } from '@atalaia/contracts'
import type { PageFiles } from './page-files.ts'
import type { Ports } from './ports.ts'
import { createRemoteContext, type ContextOptions } from './remote-context.ts'
import { createRemote } from './remotes/create-remote.ts'
import { createFallbackVersions } from './remotes/fallback-versions.ts'
import type { Remote, RemoteLoader, RouteGuard } from './remotes/remote.ts'
import { DEFAULT_LIMITS, type LoadLimits } from './remotes/time-limits.ts'

export type KernelOptions<Route> = Pick<Ports, 'fetch' | 'clock' | 'logger' | 'origin'> &
  Omit<ContextOptions, 'config'> & {
    readonly release: Release
    readonly loader: RemoteLoader
    readonly files: PageFiles
    readonly isRoute: RouteGuard<Route>
    /** The storage of the fallback versions. */
    readonly storage: Pick<Ports['storage'], 'read' | 'write'>
    /** Called once for each activation, when its result is known. */
    readonly onReport?: (report: ActivationReport) => void
    /** Default: {@link DEFAULT_LIMITS}. */
    readonly limits?: LoadLimits
  }

/**
 * The running remotes of a release. Nothing of a remote is loaded before one of its routes is opened (M-REMOTE-1). A
 * remote that fails changes no other one.
 */
export type Kernel<Route> = {
  /** The remotes of the release by name. */
  readonly remotes: ReadonlyMap<string, Remote<Route>>
  /** The routes of all remotes, from their descriptors. The same array until a route changes. */
  readonly routes: readonly TableRoute<Route>[]
  /** The sidebar entries of all remotes, in the order of the release. */
  readonly sidebar: readonly SidebarEntry[]
  /**
   * Calls `listener` when routes, sidebar or activations have changed. Routes and sidebar change when an override runs
   * whose descriptor has others than the release.
   */
  subscribe(listener: () => void): Unsubscribe
  /** Makes the route at `path` ready, as {@link Remote.prepare} does. Does nothing for a path that no route has. */
  prepare(path: string): Promise<void>
  /** The reports of the page's last 50 activations, oldest first. */
  readonly activations: readonly ActivationReport[]
  /** Versions of the modules that the page shares, by name. */
  shared(): Readonly<Record<string, readonly string[]>>
  /** Ends all remotes and the session. */
  dispose(): void
}

/** A route of a remote in the page's table. `key` is unique in the page, as in `mfe-analytics:analytics`. */
export type TableRoute<Route> = { readonly key: string; readonly route: RemoteRoute; readonly remote: Remote<Route> }

const MAX_ACTIVATIONS = 50

export const createKernel = <Route>(options: KernelOptions<Route>): Kernel<Route> => {
  const { release, session, logger } = options
  const fallbackVersions = createFallbackVersions(options)
  const listeners = new Set<() => void>()
  let activations: readonly ActivationReport[] = []

  const notify = () => {
    for (const listener of listeners) listener()
  }

  const remotes = new Map<string, Remote<Route>>()
  for (const entry of release.remotes) {
    const remote = createRemote<Route>(entry, {
      ...options,
      fallbackVersions,
      limits: options.limits ?? DEFAULT_LIMITS,
      createContext: (descriptor, signal) => {
        // Neither foreign code without the person's yes (M-OVERRIDE-8) nor a remote without a grant (M-GRANT-2).
        const token = descriptor.token && entry.trusted !== false
        return createRemoteContext({ ...options, config: release.config }, { ...descriptor, token }, signal)
      },
      onChange: (state) => {
        if (state.status === 'failed') logger.error(state.error.message, state.error.cause)
        if (state.status === 'ready') updateTable()
      },
      onFallback: (failed, version) => logger.error(`${failed.message}; ${version} takes its place`, failed.cause),
      onReport: (report) => {
        activations = [...activations, report].slice(-MAX_ACTIVATIONS)
        options.onReport?.(report)
        notify()
      },
    })
    remotes.set(remote.name, remote)
  }

  let table = createTable([...remotes.values()], logger)
  const updateTable = () => {
    const next = createTable([...remotes.values()], logger, table)
    if (next === table) return
    table = next
    notify()
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
    prepare: async (path) => {
      const found = table.routes.find(({ route }) => route.path === path)
      await found?.remote.prepare(found.route)
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

type Table<Route> = {
  readonly routes: readonly TableRoute<Route>[]
  readonly sidebar: readonly SidebarEntry[]
  /** Routes and sidebar of all descriptors, as text. */
  readonly source: string
}

/**
 * Builds routes and sidebar from the descriptors, or returns `before` if they are the same. Of two remotes with one path
 * the first keeps it, and the other route is left out and logged (M-REMOTE-5).
 */
const createTable = <Route>(remotes: readonly Remote<Route>[], logger: Logger, before?: Table<Route>): Table<Route> => {
  const source = JSON.stringify(remotes.map(({ descriptor: { routes, sidebar } }) => ({ routes, sidebar })))
  if (before?.source === source) return before
  const byPath = new Map<string, TableRoute<Route>>()
  for (const remote of remotes) {
    for (const route of remote.descriptor.routes) {
      const owner = byPath.get(route.path)
      if (owner)
        logger.error(`${remote.name}: ${route.path} already belongs to ${owner.remote.name}; the route is left out`)
      else byPath.set(route.path, { key: `${remote.name}:${route.id}`, route, remote })
    }
  }
  return { routes: [...byPath.values()], sidebar: remotes.flatMap(({ descriptor }) => descriptor.sidebar), source }
}
