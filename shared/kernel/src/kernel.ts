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
     * All remotes of a release that has an index, in its order; rejects when they cannot be had. The remotes of the release
     * itself run meanwhile. Default: the release has all.
     */
    readonly all?: Promise<readonly ReleaseRemote[]>
    /** The contracts that the page offers, the preferred one first. Default: `CONTRACT_VERSION` alone. */
    readonly contracts?: readonly OfferedContract[]
    readonly loader: RemoteLoader
    readonly files: PageFiles
    readonly isRoute: RouteGuard<Route>
    /** The storage of the fallback versions. */
    readonly storage: Pick<Ports['storage'], 'read' | 'write'>
    /** Called once for each activation, when its result is known. */
    readonly onReport?: (report: ActivationReport) => void
    /** Default: {@link LOAD_LIMITS_MS}. */
    readonly limits?: LoadLimits
  }

/**
 * The running remotes of a release. Nothing of a remote is loaded before one of its routes is opened (M-REMOTE-1). A
 * remote that fails changes no other one.
 */
export type Kernel<Route> = {
  /** The remotes of the release by name, as far as they are known. */
  readonly remotes: ReadonlyMap<string, Remote<Route>>
  /** Whether all remotes of the release are known. `failed`: the others could not be had, and this page will not know them. */
  readonly index: IndexState
  /** Resolves once {@link index} is no longer `awaited`, and the table has all that it will have. */
  untilIndexed(): Promise<void>
  /** The routes of all remotes, from their descriptors. The same array until a route changes. */
  readonly routes: readonly TableRoute<Route>[]
  /** The sidebar entries of all remotes, in the order of the release. */
  readonly sidebar: readonly SidebarEntry[]
  /**
   * Calls `listener` when routes, widgets, sidebar or activations have changed. The first three change when an override runs
   * whose descriptor has others than the release.
   */
  subscribe(listener: () => void): Unsubscribe
  /** The widgets in the slots of these routes, in the order of the release (M-REMOTE-12). The same array until one changes. */
  readonly widgets: readonly TableWidget<Route>[]
  /** Makes the route at `path` and the widgets in its slots ready, as {@link Remote.prepare} does. Does nothing for a path that no route has. */
  prepare(path: string): Promise<void>
  /** The reports of the page's last 50 activations, oldest first. */
  readonly activations: readonly ActivationReport[]
  /** Versions of the modules that the page shares, by name. */
  shared(): Readonly<Record<string, readonly string[]>>
  /** Ends all remotes and the session. */
  dispose(): void
}

export type IndexState = 'awaited' | 'read' | 'failed'

/** A route of a remote in the page's table. `key` is unique in the page, as in `mfe-analytics:analytics`. */
export type TableRoute<Route> = { readonly key: string; readonly route: RemoteRoute; readonly remote: Remote<Route> }

/**
 * A widget of a remote in a slot of another one's route. `page` is that route's key, `slot` the slot's name there. `route`
 * is how the widget is opened: with its own id and title, at the path of the page.
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

  /** Keeps the remotes that are there: they may run already. */
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

/** The parts of the API that a version asks for and the release grants. */
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
  /** Routes, widgets and sidebar of all descriptors, as text. */
  readonly source: string
}

/**
 * Builds routes and sidebar from the descriptors, or returns `before` if they are the same. Of two remotes with one path
 * the first keeps it, and the other route is left out and logged (M-REMOTE-5).
 */
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

/** The widgets in the slots of one route. */
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
