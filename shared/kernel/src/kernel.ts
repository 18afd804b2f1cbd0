import {
  askedScopes,
  LOAD_LIMITS_MS,
  holdsScope,
  routePattern,
  slotsOf,
  type ActivationReport,
  type Descriptor,
  type Logger,
  type Release,
  type ReleaseRemote,
  type RemoteRoute,
  type SidebarEntry,
  type Unsubscribe,
} from '@atalaia/contracts'
import type { PageFiles } from './page-files.ts'
import type { Ports } from './ports.ts'
import { createRemoteContext, type ContextOptions } from './remote-context.ts'
import {
  createFallbackVersions,
  createRemote,
  type LoadLimits,
  type OfferedContract,
  type Remote,
  type RemoteLoader,
  type RouteGuard,
} from './remotes/remote.ts'

export type KernelOptions<Route> = Pick<Ports, 'fetch' | 'clock' | 'logger' | 'origin'> &
  Omit<ContextOptions, 'config'> & {
    readonly release: Release
    /**
     * All remotes of an indexed release, in order; rejects without them. The release's remotes run
     * meanwhile. Default: the release is complete.
     */
    readonly all?: Promise<readonly ReleaseRemote[]>
    readonly contracts?: readonly OfferedContract[]
    readonly loader: RemoteLoader
    readonly files: PageFiles
    readonly isRoute: RouteGuard<Route>
    readonly storage: Pick<Ports['storage'], 'read' | 'write'>
    /** Called once for each activation's result. */
    readonly onReport?: (report: ActivationReport) => void
    /** Default: {@link LOAD_LIMITS_MS}. */
    readonly limits?: LoadLimits
  }

/**
 * A release's running remotes. Loads a remote only for its routes (M-REMOTE-1). Failures stay
 * within their remote.
 */
export type Kernel<Route> = {
  /** Known remotes by name. */
  readonly remotes: ReadonlyMap<string, Remote<Route>>
  /** `failed`: this page never knows all remotes. */
  readonly index: IndexState
  /** Resolves once {@link index} is not `awaited` and the table is complete. */
  untilIndexed(): Promise<void>
  readonly routes: readonly TableRoute<Route>[]
  readonly sidebar: readonly SidebarEntry[]
  /**
   * Calls `listener` after changes of routes, widgets, sidebar or activations. An override with
   * another descriptor changes the first three.
   */
  subscribe(listener: () => void): Unsubscribe
  /** Widgets in these routes' slots, in release order (M-REMOTE-12). The same array until a change. */
  readonly widgets: readonly TableWidget<Route>[]
  /** Prepares the route at `path` and its widgets like {@link Remote.prepare}. Ignores unknown paths. */
  prepare(path: string): Promise<void>
  /** The page's last 50 activations, oldest first. */
  readonly activations: readonly ActivationReport[]
  /** Versions of shared modules by name. */
  shared(): Readonly<Record<string, readonly string[]>>
  dispose(): void
}

export type IndexState = 'awaited' | 'read' | 'failed'

/** A remote's route. `key` is unique in the page: `mfe-analytics:analytics`. */
export type TableRoute<Route> = { readonly key: string; readonly route: RemoteRoute; readonly remote: Remote<Route> }

/**
 * A widget in another remote's slot. `page`: that route's key. `route` opens the widget: own id and
 * title, the page's path.
 */
export type TableWidget<Route> = TableRoute<Route> & { readonly page: string; readonly slot: string }

const MAX_ACTIVATIONS = 50

export const createKernel = <Route>(options: KernelOptions<Route>): Kernel<Route> => {
  const { release, session, logger } = options
  const fallbackVersions = createFallbackVersions(options)
  const listeners = new Set<() => void>()
  let activations: readonly ActivationReport[] = []
  let disposed = false

  const notify = () => {
    for (const listener of listeners) listener()
  }

  let remotes: ReadonlyMap<string, Remote<Route>> = new Map()
  const create = (entry: ReleaseRemote) =>
    createRemote<Route>(entry, {
      ...options,
      fallbackVersions,
      limits: options.limits ?? LOAD_LIMITS_MS,
      createContext: (descriptor, signal) => {
        // Neither foreign code without the person's yes (M-OVERRIDE-8) nor a remote without a grant (M-GRANT-2).
        const token = descriptor.token && entry.trusted !== false
        const rights = { ...descriptor, token, ...grantedApi(descriptor, entry) }
        return createRemoteContext({ ...options, config: release.config }, rights, signal)
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

  const know = (entries: readonly ReleaseRemote[]) => {
    remotes = new Map(
      entries.map((entry) => [entry.descriptor.name, remotes.get(entry.descriptor.name) ?? create(entry)]),
    )
  }
  know(release.remotes)

  let table = createTable([...remotes.values()], logger)
  const updateTable = () => {
    const next = createTable([...remotes.values()], logger, table)
    if (next === table) return
    table = next
    notify()
  }

  let index: IndexState = options.all ? 'awaited' : 'read'
  const settle = (state: IndexState) => {
    index = state
    table = createTable([...remotes.values()], logger, table)
    notify()
  }
  const indexed = options.all?.then(
    (entries) => {
      if (disposed) return
      know(entries)
      settle('read')
    },
    (cause: unknown) => {
      logger.error('the index of the release cannot be had: this page knows its own remotes alone', cause)
      settle('failed')
    },
  )

  return {
    get remotes() {
      return remotes
    },
    get index() {
      return index
    },
    untilIndexed: () => indexed ?? Promise.resolve(),
    get routes() {
      return table.routes
    },
    get widgets() {
      return table.widgets
    },
    get sidebar() {
      return table.sidebar
    },
    get activations() {
      return activations
    },
    prepare: async (path) => {
      const parts = [...table.routes, ...table.widgets].filter(({ route }) => route.path === path)
      await Promise.all(parts.map(({ remote, route }) => remote.prepare(route)))
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    shared: () => options.loader.provided(),
    dispose: () => {
      disposed = true
      for (const remote of remotes.values()) remote.dispose()
      session.dispose()
    },
  }
}

const grantedApi = (descriptor: Descriptor, entry: ReleaseRemote) => {
  const [asked, granted] = [askedScopes(descriptor), askedScopes(entry)]
  if (!granted) return { scopes: asked }
  const scopes = asked?.filter((scope) => holdsScope(granted, scope)) ?? granted
  return { api: descriptor.api && scopes.length > 0, scopes }
}

type Table<Route> = {
  readonly routes: readonly TableRoute<Route>[]
  readonly widgets: readonly TableWidget<Route>[]
  readonly sidebar: readonly SidebarEntry[]
  readonly source: string
}

/** M-REMOTE-5 */
const createTable = <Route>(remotes: readonly Remote<Route>[], logger: Logger, before?: Table<Route>): Table<Route> => {
  const source = JSON.stringify(
    remotes.map(({ descriptor: { routes, widgets, sidebar } }) => ({ routes, widgets, sidebar })),
  )
  if (before?.source === source) return before
  const byPath = new Map<string, TableRoute<Route>>()
  for (const remote of remotes) {
    for (const route of remote.descriptor.routes) {
      // As the router compares them: two paths may be one to it.
      const { shape } = routePattern(route.path)
      const owner = byPath.get(shape)
      if (owner)
        logger.error(`${remote.name}: ${route.path} already belongs to ${owner.remote.name}; the route is left out`)
      else byPath.set(shape, { key: `${remote.name}:${route.id}`, route, remote })
    }
  }
  const routes = [...byPath.values()]
  const widgets = routes.flatMap((page) => widgetsOf(page, remotes))
  return { routes, widgets, sidebar: remotes.flatMap(({ descriptor }) => descriptor.sidebar), source }
}

const widgetsOf = <Route>(
  { key: page, route, remote: host }: TableRoute<Route>,
  remotes: readonly Remote<Route>[],
): TableWidget<Route>[] => {
  const { path, access, slots = [] } = route
  const addresses = slotsOf(host.name, route)
  return remotes.flatMap((remote) =>
    (remote.descriptor.widgets ?? []).flatMap(({ id, slot, title }) => {
      const name = slots[addresses.indexOf(slot)]
      if (name === undefined) return []
      return [{ key: `${remote.name}:${id}`, page, slot: name, remote, route: { id, path, access, title } }]
    }),
  )
}
