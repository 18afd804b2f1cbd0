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
 * One remote of the release, in one state ({@link RemoteState}). The first call that needs it loads
 * it, once (M-REMOTE-4). A known fallback version hides and replaces a failed release version
 * (M-FALLBACK-2).
 */
export type Remote<Route> = {
  readonly name: string
  readonly descriptor: Descriptor
  /** An override's address; `undefined` without one. */
  readonly override: string | undefined
  state(): RemoteState<Route>
  /** Calls `listener` after a change of status, phase or running version. */
  subscribe(listener: () => void): Unsubscribe
  /**
   * Resolves with the running version, and confirms it.
   * - `idle`, `failed`: loads it, and tries again (M-FAIL-16).
   * - `loading`: waits.
   * - `ready`: resolves at once.
   * - `disposed`: rejects.
   * Rejects with the release version's {@link RemoteError}, even after a failed fallback version
   * (M-FALLBACK-9).
   */
  activate(): Promise<RunningRemote<Route>>
  /**
   * Activates the remote, loads a route's lazy part with `load`, and then confirms the version. A
   * failure counts as phase `chunk` (M-FAIL-13): the fallback version takes over and `load` gets
   * its route object. Without one, the version stays and the promise rejects with a {@link
   * RemoteError}. `confirmed: 'by-caller'` waits for `confirm`, after the part has rendered.
   */
  open<Part>(
    route: RemoteRoute,
    load: (route: Route) => Promise<Part>,
    options?: { readonly confirmed: 'by-caller' },
  ): Promise<OpenedRoute<Route, Part>>
  /**
   * Fetches the files of `route` into the cache, checked by hash, once for each route (M-SPEED-5).
   * Runs and reports nothing. Never rejects. Ignores overrides and running fallback versions.
   */
  prepare(route: RemoteRoute): Promise<void>
  /**
   * Reports a crash at `route` in the phase `render`, once in a page. The version stops being a
   * fallback version (M-FALLBACK-10). At a part's first show, the fallback version takes over
   * (M-FALLBACK-12). Resolves with `true` once it runs, or `false` if the crash stays. Never
   * rejects.
   */
  crashed(route: RemoteRoute, thrown: unknown): Promise<boolean>
  /** Ends the contexts of running and loading versions (M-REMOTE-8). */
  dispose(): void
}

export type OpenedRoute<Route, Part> = {
  readonly running: RunningRemote<Route>
  readonly part: Part
  /** Confirms the shown version. Ignored after confirmation or failure. */
  confirm(): void
}

/** A remote with its absolute address. */
export type LoadRequest = { readonly descriptor: Descriptor; readonly baseUrl: string }

export type RemoteLoader = {
  /**
   * Loads the exposed module. Rejects with a {@link RemoteError} of phase `entry script`, `shared
   * modules` or `module`. A later call tries again.
   */
  load(request: LoadRequest): Promise<unknown>
  /** Versions of shared modules by name. */
  provided(): Readonly<Record<string, readonly string[]>>
}

export type RouteGuard<Route> = (value: unknown) => value is Route & { readonly id: string }

export type LoadLimits = Readonly<Record<'descriptor' | 'activate' | 'fallback', number>>

/** Time from a screen's first commit in which a render error belongs to its first show (M-FALLBACK-12). */
const FIRST_SHOW_MS = 10_000

/**
 * An offered contract and its remotes' contexts. A page with two majors derives both from the
 * platform's context.
 */
export type OfferedContract = { readonly version: string; contextOf(context: RemoteContext): unknown }

const OWN_CONTRACTS: readonly OfferedContract[] = [{ version: CONTRACT_VERSION, contextOf: (context) => context }]

type LoadOptions<Route> = Pick<Ports, 'fetch' | 'clock'> & {
  readonly loader: RemoteLoader
  readonly files: PageFiles
  readonly isRoute: RouteGuard<Route>
  readonly createContext: (descriptor: Descriptor, signal: AbortSignal) => Promise<RemoteContext>
  readonly limits: LoadLimits
  readonly contracts?: readonly OfferedContract[]
}

type RemoteOptions<Route> = LoadOptions<Route> & {
  readonly fallbackVersions: FallbackVersions
  readonly onChange: (state: RemoteState<Route>) => void
  readonly onFallback: (failed: RemoteError, version: string) => void
  readonly onReport: (report: ActivationReport) => void
}

/** Creates a remote with the effects of its state. */
export const createRemote = <Route>(entry: ReleaseRemote, options: RemoteOptions<Route>): Remote<Route> => {
  const { clock, files, limits, fallbackVersions } = options
  let released = releasedVersion(entry)
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

/** M-FALLBACK-6 */
const releasedVersion = ({ descriptor, baseUrl, filesUrl, override, sealed, rest }: ReleaseRemote): RemoteVersion => {
  if (override !== undefined) {
    const remoteJson = { url: `${override}/remote.json` }
    return { source: 'override', descriptor, baseUrl: `${override}/`, remoteJson }
  }
  const version = { source: 'release', descriptor, baseUrl: filesUrl ?? baseUrl, ...(rest && { rest }) } as const
  if (sealed === undefined) return version
  return { ...version, remoteJson: { url: `${baseUrl}remote.json`, integrity: sealed } }
}

const looksTheSame = <Route>(a: RemoteState<Route>, b: RemoteState<Route>): boolean => {
  if (a.status === 'loading' && b.status === 'loading') return a.phase === b.phase
  if (a.status === 'ready' && b.status === 'ready') return a.running === b.running
  return a.status === b.status
}

type FallbackVersions = {
  /**
   * The replacement for a failed release version: an older remembered version with `route`
   * (M-FALLBACK-5). The release's named version comes first, then the version that worked last
   * (M-FALLBACK-2). A browser without memory takes the named version (M-FALLBACK-11).
   * The server has withdrawn newer versions, so they replace nothing (M-FALLBACK-4). An override
   * has no fallback (M-FALLBACK-7).
   */
  of(entry: ReleaseRemote, route?: RemoteRoute): RemoteVersion | undefined
  confirm(descriptor: Descriptor): void
  forget(descriptor: Descriptor): void
}

/** M-FALLBACK-1 */
const MAX_VERSIONS = 2

const rememberedSchema = array(descriptorSchema)

/** Remembers whole descriptors with hashes: the server cannot change a fallback version. */
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

type LoadResult<Route> =
  | {
      readonly ok: true
      readonly running: RunningRemote<Route>
      readonly milliseconds: Milliseconds
      readonly end: () => void
    }
  | { readonly ok: false; readonly failure: LoadFailure }

type LoadCourse = { readonly limit?: number; readonly onPhase: (phase: RemotePhase) => void }

/** M-REMOTE-6 */
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
    const [module, context, whole] = await Promise.all([
      loader.load({ descriptor, baseUrl }),
      options.createContext(descriptor, lifetime.signal),
      wholeOf(version, descriptor, options),
    ])
    descriptor = whole
    files.register(version.baseUrl, descriptor.artifact.files)

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

type Describing = Pick<LoadOptions<unknown>, 'fetch' | 'clock' | 'limits'>

const wholeOf = (
  { rest }: RemoteVersion,
  part: Descriptor,
  { fetch, clock, limits }: Describing,
): Promise<Descriptor> =>
  rest === undefined
    ? Promise.resolve(part)
    : inPhase(
        part,
        'descriptor',
        withTimeLimit(clock, limits.descriptor, fetchDescriptor(part, rest, fetch, 'default')),
      )

const describeVersion = async (version: RemoteVersion, options: Describing): Promise<RemoteVersion> => {
  const { fetch, clock, limits } = options
  const { source, baseUrl, remoteJson, rest } = version
  if (rest) return { source, descriptor: await wholeOf(version, version.descriptor, options), baseUrl }
  if (!remoteJson) return version
  const fetching = fetchDescriptor(version.descriptor, remoteJson, fetch)
  return { source, descriptor: await withTimeLimit(clock, limits.descriptor, fetching), baseUrl }
}

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
 * After a time limit, `late` reports the end of the work: `slow` for success or a break-off,
 * `failed` for its failure. `rest` returns the remaining work (M-FALLBACK-8).
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

/** M-FAIL-2 */
const fetchDescriptor = async (
  expected: Descriptor,
  { url, integrity }: NonNullable<RemoteVersion['remoteJson']>,
  fetch: Ports['fetch'],
  cache: RequestCache = 'no-store',
): Promise<Descriptor> => {
  const failed = (reason: string, cause?: unknown) => new RemoteError(expected, 'descriptor', reason, { cause })
  const response = await fetch(url, { cache, integrity }).catch((cause: unknown) => {
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

/** M-REMOTE-15 M-FAIL-8 */
const contractFor = (descriptor: Descriptor, offered: readonly OfferedContract[]): OfferedContract => {
  const found = offered.find(({ version }) => inRange(version, descriptor.contract))
  if (found) return found
  const versions = offered.map(({ version }) => version).join(', ')
  const reason = `built for ${descriptor.contract}, the shell offers ${versions}`
  throw new RemoteError(descriptor, 'contract', reason)
}

/** M-FAIL-9 */
const assertSharedModules = (descriptor: Descriptor, provided: ReturnType<RemoteLoader['provided']>): void => {
  for (const { name, requiredVersion } of descriptor.artifact.shared) {
    const versions = Object.hasOwn(provided, name) ? (provided[name] ?? []) : []
    if (versions.some((version) => inRange(version, requiredVersion))) continue
    const reason = `${name} ${requiredVersion} wanted, the page shares ${versions.join(', ') || 'none'}`
    throw new RemoteError(descriptor, 'shared modules', reason)
  }
}

type ExposedModule = { activate(context: unknown): unknown }

/** M-FAIL-7 */
function assertModule(descriptor: Descriptor, module: unknown): asserts module is ExposedModule {
  const exposes = typeof module === 'object' && module !== null && 'activate' in module
  if (exposes && typeof module.activate === 'function') return
  throw new RemoteError(descriptor, 'module', 'it exports no function activate')
}

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
