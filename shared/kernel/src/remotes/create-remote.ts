import type { ActivationReport, ReleaseRemote, RemoteRoute } from '@atalaia/contracts'
import { withTimeLimit } from '../ports.ts'
import { FIRST_SHOW_MS, type FallbackVersions } from './fallback-versions.ts'
import { describeVersion, failureOf, loadVersion, prepareVersion, type LoadOptions } from './load.ts'
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
} from './remote-state.ts'
import { RemoteError, type Remote, type RemoteState, type RemoteVersion, type RunningRemote } from './remote.ts'

export type RemoteOptions<Route> = LoadOptions<Route> & {
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
