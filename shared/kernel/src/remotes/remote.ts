import {
  CONTRACT_VERSION,
  descriptorSchema,
  fallbackVersionsKey,
  GATEWAY_ADDRESSES,
  inRange,
  type ActivationReport,
  type Descriptor,
  type ReleaseRemote,
  type RemoteContext,
  type RemoteRoute,
  type Unsubscribe,
} from '@atalaia/contracts'
import { array } from 'zod/mini'
import type { PageFiles } from '../page-files.ts'
import { createStopwatch, TimeLimitError, withTimeLimit, type Milliseconds, type Ports } from '../ports.ts'
import {
  isConfirmedBy,
  isRunning,
  loadOf,
  loadTimesOf,
  reduce,
  replacementBy,
  reportsOf,
  type DueReport,
  type RemoteEvent,
  type RemoteState,
} from './remote-state.ts'
import {
  inPhase,
  reasonOf,
  RemoteError,
  type LoadFailure,
  type RemotePhase,
  type RemoteVersion,
  type RunningRemote,
} from './version.ts'

// One remote of a release: its promises, its versions, and how one of them is loaded.

/**
 * One remote of the release. It has one state, which `state` returns and {@link RemoteState} describes.
 *
 * A remote is loaded by the first call that needs it, and once, however many ask (M-REMOTE-4). While a fallback version
 * is known (M-FALLBACK-2), a failure of the release's version is not seen: the fallback version replaces it.
 */
export type Remote<Route> = {
  readonly name: string
  /** The descriptor in the release; while an override runs, the override's own. */
  readonly descriptor: Descriptor
  /** The address that an override is served from; `undefined` without one. */
  readonly override: string | undefined
  state(): RemoteState<Route>
  /** Calls `listener` when status, phase or running version have changed. */
  subscribe(listener: () => void): Unsubscribe
  /**
   * Resolves with the running version, which counts as confirmed.
   *
   * - `idle`, `failed`: loads it. Each call after a failure tries again (M-FAIL-16).
   * - `loading`: waits for the load that has begun.
   * - `ready`: resolves at once.
   * - `disposed`: rejects.
   *
   * Rejects with a {@link RemoteError} of the release's version, also if its fallback version failed too (M-FALLBACK-9).
   */
  activate(): Promise<RunningRemote<Route>>
  /**
   * Activates the remote as `activate` does, and loads the lazy part of a route with `load`. The version counts as
   * confirmed once the part is there. If it cannot be loaded, the version has failed in the phase `chunk` (M-FAIL-13):
   * the fallback version replaces it and `load` is called with its route object. Without one, the running version
   * stays, and the promise rejects with a {@link RemoteError}.
   *
   * With `confirmed: 'by-caller'` the version counts as confirmed once the caller says so with `confirm`, after the
   * part has rendered; by default it does with the part.
   */
  open<Part>(
    route: RemoteRoute,
    load: (route: Route) => Promise<Part>,
    options?: { readonly confirmed: 'by-caller' },
  ): Promise<OpenedRoute<Route, Part>>
  /**
   * Fetches what opening `route` would load into the browser's cache, each file held to its hash. Runs nothing, reports
   * nothing, and does so once for each route (M-SPEED-5). Does nothing for an override, and while a fallback version runs. Never
   * rejects: what could not be fetched is loaded when the route is opened.
   */
  prepare(route: RemoteRoute): Promise<void>
  /**
   * A part of the running version threw while it rendered at `route`. The version is reported as failed in the phase
   * `render` once in a page, and it is no fallback version any more: what was remembered before it stays (M-FALLBACK-10).
   *
   * At the first show of the part the fallback version replaces it (M-FALLBACK-12). Resolves with `true` once that runs:
   * opening the route again shows it. Resolves with `false` where the crash stays. Never rejects.
   */
  crashed(route: RemoteRoute, thrown: unknown): Promise<boolean>
  /** Ends the context of the running version, and of one that is still loading: subscriptions and signal (M-REMOTE-8). */
  dispose(): void
}

/** A route of a running remote with its loaded part. */
export type OpenedRoute<Route, Part> = {
  readonly running: RunningRemote<Route>
  readonly part: Part
  /** Confirms the version: the part was shown. Does nothing if it is confirmed, or has failed, already. */
  confirm(): void
}

/** A remote with its absolute address, ready to be loaded. */
export type LoadRequest = { readonly descriptor: Descriptor; readonly baseUrl: string }

/** Brings code into the page: Module Federation in a browser, a function in a test. */
export type RemoteLoader = {
  /**
   * Loads the exposed module of a remote. Rejects with a {@link RemoteError} of the phase `entry script`,
   * `shared modules` or `module`. After a failure, another call tries again.
   */
  load(request: LoadRequest): Promise<unknown>
  /** Versions of the modules that the page shares, by name. */
  provided(): Readonly<Record<string, readonly string[]>>
}

/** Tells a route object with an `id` from anything else that a remote could return. */
export type RouteGuard<Route> = (value: unknown) => value is Route & { readonly id: string }

/** The limits of `LOAD_LIMITS_MS` that hold for one load, in milliseconds. */
export type LoadLimits = Readonly<Record<'descriptor' | 'activate' | 'fallback', number>>

/** Time from the first commit of a screen in which an error while rendering counts as one of its first show (M-FALLBACK-12). */
const FIRST_SHOW_MS = 10_000

/**
 * A contract that the page offers: its version, and what remotes of it get as their context. A page that offers two majors makes
 * the context of each from the one that the platform has.
 */
export type OfferedContract = { readonly version: string; contextOf(context: RemoteContext): unknown }

/** The contract of this kernel, whose context is the platform's own. */
const OWN_CONTRACTS: readonly OfferedContract[] = [{ version: CONTRACT_VERSION, contextOf: (context) => context }]

type LoadOptions<Route> = Pick<Ports, 'fetch' | 'clock'> & {
  readonly loader: RemoteLoader
  readonly files: PageFiles
  readonly isRoute: RouteGuard<Route>
  readonly createContext: (descriptor: Descriptor, signal: AbortSignal) => Promise<RemoteContext>
  readonly limits: LoadLimits
  /** The contracts that the page offers, the preferred one first. Default: that of this kernel alone. */
  readonly contracts?: readonly OfferedContract[]
}

type RemoteOptions<Route> = LoadOptions<Route> & {
  readonly fallbackVersions: FallbackVersions
  /** Called when status, phase or running version have changed. */
  readonly onChange: (state: RemoteState<Route>) => void
  /** Called when a fallback version has replaced the version that failed. */
  readonly onFallback: (failed: RemoteError, version: string) => void
  readonly onReport: (report: ActivationReport) => void
}

/** Creates one remote of the release: the effects of its state, which `reduce` computes. */
export const createRemote = <Route>(entry: ReleaseRemote, options: RemoteOptions<Route>): Remote<Route> => {
  const { clock, files, limits, fallbackVersions } = options
  let released = releasedVersion(entry)
  /** The preparation of each route, by its id. */
  const prepared = new Map<string, Promise<void>>()
  const listeners = new Set<() => void>()
  const waiting = new Set<() => void>()
  let state: RemoteState<Route> = { status: 'idle' }

  const dispatch = (event: RemoteEvent<Route>) => {
    const before = state
    state = reduce(before, event)
    // A version that is ready only after the remote was disposed of ends at once.
    if (event.type === 'loaded' && state === before) event.end()
    if (state === before) return
    if (before.status === 'ready' && !isRunning(state, before.running)) before.end()
    const load = loadOf(state)
    if (load && load.version !== loadOf(before)?.version) void start(load.version)
    for (const due of reportsOf(before, event)) void report(due)
    const replacement = replacementBy(before, event)
    if (replacement) options.onFallback(replacement.failure.error, replacement.version)
    if (event.type === 'confirmed' && isConfirmedBy(before, event) && event.running.source !== 'override')
      fallbackVersions.confirm(event.running.descriptor)
    if (event.type === 'part-failed' && event.failure.error.phase === 'render' && event.running.source === 'release')
      fallbackVersions.forget(event.running.descriptor)
    for (const check of waiting) check()
    if (looksTheSame(before, state)) return
    options.onChange(state)
    for (const listener of listeners) listener()
  }

  const start = async (version: RemoteVersion) => {
    const limited = state.status === 'loading' && state.fallback.kind === 'known'
    const result = await loadVersion(version, options, {
      ...(limited && { limit: limits.fallback }),
      onPhase: (phase) => dispatch({ type: 'phase-entered', phase }),
    })
    dispatch(result.ok ? { type: 'loaded', ...result } : { type: 'load-failed', failure: result.failure })
  }

  const report = async ({ report: due, late }: DueReport) =>
    options.onReport(late === undefined ? due : { ...due, outcome: await late })

  /** Resolves with the first state that meets `condition`. */
  const until = (condition: (state: RemoteState<Route>) => boolean): Promise<RemoteState<Route>> =>
    new Promise((resolve) => {
      const check = () => {
        if (!condition(state)) return
        waiting.delete(check)
        resolve(state)
      }
      waiting.add(check)
      check()
    })

  const bringUp = async (route?: RemoteRoute): Promise<RunningRemote<Route>> => {
    if (state.status === 'idle' || state.status === 'failed') {
      const fallback = fallbackVersions.of(entry, route)
      dispatch({ type: 'requested', version: released, fallback, route: route?.path })
    }
    const reached = await until(({ status }) => status !== 'loading')
    if (reached.status === 'ready') return reached.running
    throw reached.status === 'failed' ? reached.error : new Error(`${entry.descriptor.name} was taken down`)
  }

  const loadPart = async <Part>(
    { descriptor, baseUrl, routes }: RunningRemote<Route>,
    { id }: RemoteRoute,
    load: (route: Route) => Promise<Part>,
  ): Promise<Part> => {
    const route = routes.get(id)
    if (route === undefined) throw new RemoteError(descriptor, 'activate', `no route object for ${id}`)
    await files.refetchBroken(baseUrl)
    return load(route).catch((error: unknown) => {
      files.markBroken(error)
      throw error
    })
  }

  const open: Remote<Route>['open'] = async (route, load, rules) => {
    const opened = <Part>(running: RunningRemote<Route>, part: Part, chunk?: number) => {
      const confirm = () =>
        dispatch({
          type: 'confirmed',
          running,
          part: route.id,
          at: clock.now(),
          ...(chunk !== undefined && { chunk }),
        })
      if (rules?.confirmed !== 'by-caller') confirm()
      return { running, part, confirm }
    }
    const running = await bringUp(route)
    const began = clock.now()
    const fallback = running.source === 'release' ? fallbackVersions.of(entry, route) : undefined
    const loading = loadPart(running, route, load)
    try {
      const part = await withTimeLimit(clock, fallback && limits.fallback, loading)
      return opened(running, part, clock.now() - began)
    } catch (cause) {
      const error = RemoteError.of(cause, running.descriptor, 'chunk')
      const milliseconds = { ...loadTimesOf(state, running), chunk: clock.now() - began }
      const failure = failureOf(cause, error, milliseconds, () => withTimeLimit(clock, limits.activate, loading))
      dispatch({ type: 'part-failed', running, failure, fallback, route: route.path })
      const reached = await until((current) => !loadOf(current))
      if (reached.status !== 'ready' || reached.running === running) throw error
      const part = await loadPart(reached.running, route, load).catch(() => {
        throw error
      })
      return opened(reached.running, part)
    }
  }

  const prepare: Remote<Route>['prepare'] = (route) => {
    const isReleased = state.status !== 'ready' || state.running.source === 'release'
    if (entry.override !== undefined || !isReleased || state.status === 'disposed') return Promise.resolve()
    const known = prepared.get(route.id)
    if (known) return known
    const preparing = describeVersion(released, options).then(
      (version) => {
        // At once: whoever opens the route while its files are on their way does not ask for the descriptor again.
        released = version
        return prepareVersion(version, route, options)
      },
      () => void prepared.delete(route.id),
    )
    prepared.set(route.id, preparing)
    return preparing
  }

  const crashed: Remote<Route>['crashed'] = async (route, thrown) => {
    if (state.status !== 'ready') return false
    const { running, confirmation } = state
    // Loading the route again must not report the same once more.
    if (confirmation.kind === 'awaited' || confirmation.kind === 'given') {
      const shown = clock.now() - (state.shown.get(route.id) ?? Infinity) > FIRST_SHOW_MS
      const fallback = running.source === 'release' && !shown ? fallbackVersions.of(entry, route) : undefined
      const error = RemoteError.of(thrown, running.descriptor, 'render')
      const failure = { error, milliseconds: loadTimesOf(state, running) }
      dispatch({ type: 'part-failed', running, failure, fallback, route: route.path, ...(shown && { shown }) })
    }
    const reached = await until((current) => !loadOf(current))
    return reached.status === 'ready' && reached.running !== running
  }

  return {
    name: entry.descriptor.name,
    get descriptor() {
      return state.status === 'ready' && state.running.source === 'override'
        ? state.running.descriptor
        : entry.descriptor
    },
    override: entry.override,
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    activate: async () => {
      const running = await bringUp()
      dispatch({ type: 'confirmed', running, at: clock.now() })
      return running
    },
    open,
    prepare,
    crashed,
    dispose: () => dispatch({ type: 'disposed' }),
  }
}

/** The version that the release, or its override, names (M-FALLBACK-6). */
const releasedVersion = ({ descriptor, baseUrl, filesUrl, override, sealed }: ReleaseRemote): RemoteVersion => {
  if (override !== undefined) {
    const remoteJson = { url: `${override}/remote.json` }
    return { source: 'override', descriptor, baseUrl: `${override}/`, remoteJson }
  }
  const version = { source: 'release', descriptor, baseUrl: filesUrl ?? baseUrl } as const
  if (sealed === undefined) return version
  return { ...version, remoteJson: { url: `${baseUrl}remote.json`, integrity: sealed } }
}

/** Whether two states have the same status, phase and running version. */
const looksTheSame = <Route>(a: RemoteState<Route>, b: RemoteState<Route>): boolean => {
  if (a.status === 'loading' && b.status === 'loading') return a.phase === b.phase
  if (a.status === 'ready' && b.status === 'ready') return a.running === b.running
  return a.status === b.status
}

/** The versions of remotes that are known to work, in this browser or to the release (ADR 0009, M-FALLBACK). */
type FallbackVersions = {
  /**
   * The version that replaces the release's if it fails: of the remembered ones that are older and have `route`
   * (M-FALLBACK-5), the one that the release names, else the one that worked last (M-FALLBACK-2); in a browser that
   * remembers none, the one that the release names (M-FALLBACK-11). `undefined` if there is none. A newer version was
   * taken back, so it replaces nothing (M-FALLBACK-4); an override has no fallback, because its developer wants to see
   * it fail (M-FALLBACK-7).
   */
  of(entry: ReleaseRemote, route?: RemoteRoute): RemoteVersion | undefined
  /** Remembers a version that has shown that it works. */
  confirm(descriptor: Descriptor): void
  /** Forgets a version that has shown that it does not. */
  forget(descriptor: Descriptor): void
}

/** The current version may break later, by a file that is lost; then the one before it is needed (M-FALLBACK-1). */
const MAX_VERSIONS = 2

const rememberedSchema = array(descriptorSchema)

/**
 * Remembers whole descriptors, hashes included, so that a fallback version is held to what this browser has seen
 * working, whatever the server says today.
 */
export const createFallbackVersions = ({
  storage,
  origin,
}: {
  readonly storage: Pick<Ports['storage'], 'read' | 'write'>
  readonly origin: string
}): FallbackVersions => {
  const remembered = (name: string): Descriptor[] => {
    const parsed = rememberedSchema.safeParse(parseJson(storage.read(fallbackVersionsKey(name))))
    return parsed.success ? parsed.data.filter((descriptor) => descriptor.name === name) : []
  }

  const remember = (name: string, descriptors: readonly Descriptor[]) =>
    storage.write(fallbackVersionsKey(name), JSON.stringify(descriptors))
  const othersOf = ({ name, version }: Descriptor) => remembered(name).filter((known) => known.version !== version)

  return {
    of: ({ descriptor, baseUrl, override, fallback: named }, route) => {
      if (override !== undefined) return undefined
      const { name, version } = descriptor
      // Its files lie beside the release's: …/mfe-analytics/1.4.0/ → …/mfe-analytics/1.3.0/
      const besideOf = (other: string) => new URL(`../${other}/`, new URL(baseUrl, origin)).href
      const older = remembered(name).filter(
        (known) => inRange(known.version, `<${version}`) && (route === undefined || has(known, route)),
      )
      // A tab that was opened before the last promotion may have shown its own version last.
      const best = older.find((known) => known.version === named) ?? older[0]
      if (best) return { source: 'fallback', descriptor: best, baseUrl: besideOf(best.version) }
      if (named === undefined) return undefined
      return {
        source: 'fallback',
        descriptor: { ...descriptor, version: named },
        baseUrl: besideOf(named),
        remoteJson: { url: new URL(`${GATEWAY_ADDRESSES.fallbacks}${name}/${named}`, origin).href },
        ...(route && { wanted: route.id }),
      }
    },
    confirm: (descriptor) => remember(descriptor.name, [descriptor, ...othersOf(descriptor)].slice(0, MAX_VERSIONS)),
    forget: (descriptor) => remember(descriptor.name, othersOf(descriptor)),
  }
}

const has = ({ routes, widgets = [] }: Descriptor, { id }: RemoteRoute): boolean =>
  [...routes, ...widgets].some((part) => part.id === id)

const parseJson = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The result of loading one version. `end` ends its context: the subscriptions and the signal. */
type LoadResult<Route> =
  | {
      readonly ok: true
      readonly running: RunningRemote<Route>
      readonly milliseconds: Milliseconds
      readonly end: () => void
    }
  | { readonly ok: false; readonly failure: LoadFailure }

/** `limit`: milliseconds for all steps together. `onPhase` is called as a phase that takes time begins. */
type LoadCourse = { readonly limit?: number; readonly onPhase: (phase: RemotePhase) => void }

/**
 * Loads one version: descriptor, contract, shared modules, entry script, module, `activate` (M-REMOTE-6). Never
 * rejects.
 */
const loadVersion = async <Route>(
  version: RemoteVersion,
  options: LoadOptions<Route>,
  { limit, onPhase }: LoadCourse,
): Promise<LoadResult<Route>> => {
  const { loader, files, clock, limits } = options
  const lifetime = new AbortController()
  const stopwatch = createStopwatch(clock)
  let phase: RemotePhase = 'module'
  const enter = (next: RemotePhase) => {
    // Given up for its time limit: code that arrives later is not run.
    lifetime.signal.throwIfAborted()
    phase = next
    stopwatch.enter(next)
    onPhase(next)
  }

  const load = async (): Promise<RunningRemote<Route>> => {
    let { descriptor } = version
    if (version.remoteJson) {
      enter('descriptor')
      const fetching = fetchDescriptor(descriptor, version.remoteJson, options.fetch)
      descriptor = await inPhase(descriptor, phase, withTimeLimit(clock, limits.descriptor, fetching))
    }
    assertWanted(descriptor, version.wanted)
    const contract = contractFor(descriptor, options.contracts ?? OWN_CONTRACTS)
    assertSharedModules(descriptor, loader.provided())
    const baseUrl = files.register(version.baseUrl, descriptor.artifact.files)

    enter('entry script')
    const [module, context] = await Promise.all([
      loader.load({ descriptor, baseUrl }),
      options.createContext(descriptor, lifetime.signal),
    ])

    enter('activate')
    assertModule(descriptor, module)
    const activating = activate(descriptor, module, contract.contextOf(context), options.isRoute)
    const routes = await inPhase(descriptor, phase, withTimeLimit(clock, limits.activate, activating))
    return { source: version.source, descriptor, baseUrl, context, routes }
  }

  const loading = inPhase(version.descriptor, 'module', load())
  try {
    const running = await withTimeLimit(clock, limit, loading)
    return { ok: true, running, milliseconds: stopwatch.read(), end: () => lifetime.abort() }
  } catch (cause) {
    lifetime.abort()
    const error = RemoteError.of(cause, version.descriptor, phase)
    return { ok: false, failure: failureOf(cause, error, stopwatch.read(), () => loading) }
  }
}

/** Returns the version with its whole descriptor, which it fetches if the release has it sealed. Rejects if that fails. */
const describeVersion = async (
  version: RemoteVersion,
  { fetch, clock, limits }: Pick<LoadOptions<unknown>, 'fetch' | 'clock' | 'limits'>,
): Promise<RemoteVersion> => {
  const { source, baseUrl, remoteJson } = version
  if (!remoteJson) return version
  const fetching = fetchDescriptor(version.descriptor, remoteJson, fetch)
  return { source, descriptor: await withTimeLimit(clock, limits.descriptor, fetching), baseUrl }
}

/**
 * Fetches what opening `route` of a described version would load into the browser's cache, each file held to its hash, and
 * runs none of it. Never rejects: a file that cannot be fetched is fetched anew when it is used.
 */
const prepareVersion = async (
  { descriptor, baseUrl }: RemoteVersion,
  { id }: RemoteRoute,
  { fetch, files }: Pick<LoadOptions<unknown>, 'fetch' | 'files'>,
): Promise<void> => {
  const { entry, routeFiles, files: listed } = descriptor.artifact
  const base = files.register(baseUrl, listed)
  const bring = async (path: string) => {
    const url = new URL(path, base).href
    const integrity = files.integrity.get(url)
    // To its end: a body that nobody reads is not kept.
    if (integrity !== undefined) await fetch(url, { integrity, priority: 'low' }).then((answer) => answer.blob())
  }
  await Promise.all(
    [entry, ...(Object.hasOwn(routeFiles, id) ? (routeFiles[id] ?? []) : [])].map((path) =>
      bring(path).catch(() => files.markBroken(new URL(path, base).href)),
    ),
  )
}

/**
 * Builds a failure. If a time limit was its `cause`, the failure also tells how the work ends after all: `slow` when it
 * succeeds or was only broken off, `failed` when it fails by itself (M-FALLBACK-8). `rest` returns the rest of the work.
 */
const failureOf = (
  cause: unknown,
  error: RemoteError,
  milliseconds: Milliseconds,
  rest: () => Promise<unknown>,
): LoadFailure => {
  if (!(cause instanceof TimeLimitError)) return { error, milliseconds }
  const late = rest().then(
    () => 'slow' as const,
    (thrown: unknown) => (thrown instanceof RemoteError && isAbort(thrown.cause) ? 'slow' : 'failed'),
  )
  return { error, milliseconds, late }
}

const isAbort = (cause: unknown) => cause instanceof DOMException && cause.name === 'AbortError'

/** Fetches a descriptor (M-FAIL-2): a status, an answer that is no JSON and JSON that is no descriptor differ in their reason. */
const fetchDescriptor = async (
  expected: Descriptor,
  { url, integrity }: NonNullable<RemoteVersion['remoteJson']>,
  fetch: Ports['fetch'],
): Promise<Descriptor> => {
  const failed = (reason: string, cause?: unknown) => new RemoteError(expected, 'descriptor', reason, { cause })
  const response = await fetch(url, { cache: 'no-store', integrity }).catch((cause: unknown) => {
    // A browser tells the two apart on its console only.
    const what = integrity === undefined ? 'does not answer' : 'does not answer, or does not match its hash'
    throw failed(`${url} ${what}: ${reasonOf(cause)}`, cause)
  })
  if (!response.ok) throw failed(`HTTP ${response.status}`)
  const json: unknown = await response.json().catch((cause: unknown) => {
    throw failed('the answer is not JSON', cause)
  })
  const parsed = descriptorSchema.safeParse(json)
  if (!parsed.success) throw failed(`not a descriptor: ${parsed.error.message}`)
  if (parsed.data.name !== expected.name) throw failed(`it describes ${parsed.data.name}`)
  return parsed.data
}

const assertWanted = (descriptor: Descriptor, wanted: string | undefined): void => {
  const parts = [...descriptor.routes, ...(descriptor.widgets ?? [])]
  if (wanted === undefined || parts.some(({ id }) => id === wanted)) return
  throw new RemoteError(descriptor, 'descriptor', `it has no route ${wanted}`)
}

/**
 * The first of the offered contracts that a remote accepts (M-REMOTE-15). Without one the remote has failed (M-FAIL-8).
 */
const contractFor = (descriptor: Descriptor, offered: readonly OfferedContract[]): OfferedContract => {
  const found = offered.find(({ version }) => inRange(version, descriptor.contract))
  if (found) return found
  const versions = offered.map(({ version }) => version).join(', ')
  const reason = `built for ${descriptor.contract}, the shell offers ${versions}`
  throw new RemoteError(descriptor, 'contract', reason)
}

/** Fails a remote that accepts none of the page's versions of a shared module (M-FAIL-9). */
const assertSharedModules = (descriptor: Descriptor, provided: ReturnType<RemoteLoader['provided']>): void => {
  for (const { name, requiredVersion } of descriptor.artifact.shared) {
    const versions = Object.hasOwn(provided, name) ? (provided[name] ?? []) : []
    if (versions.some((version) => inRange(version, requiredVersion))) continue
    const reason = `${name} ${requiredVersion} wanted, the page shares ${versions.join(', ') || 'none'}`
    throw new RemoteError(descriptor, 'shared modules', reason)
  }
}

type ExposedModule = { activate(context: unknown): unknown }

/** Fails a remote whose exposed module has no `activate` (M-FAIL-7). */
function assertModule(descriptor: Descriptor, module: unknown): asserts module is ExposedModule {
  const exposes = typeof module === 'object' && module !== null && 'activate' in module
  if (exposes && typeof module.activate === 'function') return
  throw new RemoteError(descriptor, 'module', 'it exports no function activate')
}

/** Calls `activate`, and returns its route objects by the ids of the descriptor's routes and widgets. */
const activate = async <Route>(
  descriptor: Descriptor,
  module: ExposedModule,
  context: unknown,
  isRoute: RouteGuard<Route>,
): Promise<ReadonlyMap<string, Route>> => {
  const returned = await module.activate(context)
  const routes = new Map<string, Route>()
  for (const route of Array.isArray(returned) ? returned : []) if (isRoute(route)) routes.set(route.id, route)
  const wanted = [...descriptor.routes, ...(descriptor.widgets ?? [])]
  const missing = wanted.map(({ id }) => id).filter((id) => !routes.has(id))
  if (missing.length > 0) throw new Error(`no route object for ${missing.join(', ')}`)
  return routes
}
