import type { ActivationReport, ReleaseRemote, RemoteRoute } from '@atalaia/contracts'
import { failureReport } from './activation-report.ts'
import {
  attempt,
  type AttemptFailure,
  type AttemptOptions,
  type AttemptResult,
  type Candidate,
  type LateOutcome,
  type RunningRemote,
} from './attempt.ts'
import { candidatesOf } from './candidates.ts'
import type { LastGood } from './last-good.ts'
import { RemoteError } from './remote-error.ts'
import type { Remote, RemoteState } from './remote-state.ts'
import { createSuspectFiles } from './suspect-files.ts'
import { TimeLimitError, withTimeLimit } from './time-limit.ts'

export type RemoteOptions<Route> = AttemptOptions<Route> & {
  readonly lastGood: LastGood
  readonly onStateChange: (state: RemoteState<Route>) => void
  /** Told when a version that works took the place of one that failed. */
  readonly onFallback: (failed: RemoteError, version: string) => void
  readonly onReport: (report: ActivationReport) => void
}

export const createRemote = <Route>(entry: ReleaseRemote, options: RemoteOptions<Route>): Remote<Route> => {
  const { clock, lastGood, limits, onReport } = options
  const { own, spare: spareFor } = candidatesOf(entry, options)
  const listeners = new Set<() => void>()
  const suspects = createSuspectFiles(options.fetch)
  let state: RemoteState<Route> = { status: 'idle' }
  let pending: Promise<RunningRemote<Route>> | undefined
  let replacing: Promise<RunningRemote<Route> | undefined> | undefined
  let end: (() => void) | undefined
  let disposed = false
  /** What will be reported of the running version once it has shown that it works. */
  let unreported: ActivationReport | undefined

  const become = (next: RemoteState<Route>) => {
    state = next
    options.onStateChange(next)
    for (const listener of listeners) listener()
  }

  const tryVersion = (candidate: Candidate, limit?: number) =>
    attempt(candidate, options, {
      limit,
      onPhase: (phase) => {
        // While a running version is being replaced, it stays what people see.
        if (state.status !== 'ready') become({ status: 'loading', phase })
      },
    })

  /** What was given up for its time limit is reported once it is known whether it only was slow. */
  const reportFailure = async ({ late }: AttemptFailure, report: ActivationReport) =>
    onReport(late === undefined ? report : { ...report, outcome: await late })

  /** The spare in place of what failed; without one, or when it fails too, the first failure stands. */
  const fallBack = async (
    failed: AttemptFailure,
    spare: Candidate | undefined,
    route?: RemoteRoute,
  ): Promise<AttemptResult<Route>> => {
    const report = failureReport(failed, route?.path)
    const second = spare && (await tryVersion(spare))
    if (!spare || !second?.ok) {
      void reportFailure(failed, report)
      if (second && !second.ok) onReport(failureReport(second, route?.path))
      return failed
    }
    const { version } = spare.descriptor
    void reportFailure(failed, { ...report, fallback: version })
    options.onFallback(failed.error, version)
    return second
  }

  const adopt = ({ running, milliseconds, end: endIt }: AttemptResult<Route> & { ok: true }, route?: RemoteRoute) => {
    end?.()
    end = endIt
    if (disposed) end()
    const { name, version } = running.descriptor
    unreported = {
      remote: name,
      version,
      outcome: 'ready',
      milliseconds,
      ...(route && { route: route.path }),
    }
    become({ status: 'ready', running })
    return running
  }

  const bringUp = async (route?: RemoteRoute): Promise<RunningRemote<Route>> => {
    const spare = spareFor(route)
    const first = await tryVersion(own, spare && limits.fallback)
    const result = first.ok ? first : await fallBack(first, spare, route)
    if (result.ok) return adopt(result, route)
    become({ status: 'failed', error: result.error })
    throw result.error
  }

  const up = (route?: RemoteRoute): Promise<RunningRemote<Route>> => {
    if (state.status === 'ready') return Promise.resolve(state.running)
    pending ??= bringUp(route).finally(() => {
      pending = undefined
    })
    return pending
  }

  /** It works: that is reported and remembered, once. */
  const works = ({ source, descriptor }: RunningRemote<Route>, chunk?: number) => {
    if (!unreported) return
    const milliseconds = { ...unreported.milliseconds, ...(chunk !== undefined && { chunk }) }
    onReport({ ...unreported, milliseconds })
    unreported = undefined
    if (source !== 'override') lastGood.remember(descriptor)
  }

  const loadPart = async <Part>(
    { descriptor, routes }: RunningRemote<Route>,
    { id }: RemoteRoute,
    load: (route: Route) => Promise<Part>,
  ): Promise<Part> => {
    const route = routes.get(id)
    if (route === undefined) throw new RemoteError(descriptor, 'activate', `no route object for ${id}`)
    await suspects.refresh()
    return load(route).catch((error: unknown) => {
      suspects.addFrom(error)
      throw error
    })
  }

  /** The running version after `failed` failed: another one that came up in its place, or none. */
  const replace = (failed: RunningRemote<Route>, failure: AttemptFailure, route: RemoteRoute) => {
    if (state.status === 'ready' && state.running !== failed) return Promise.resolve(state.running)
    replacing ??= fallBack(failure, failed.source === 'release' ? spareFor(route) : undefined, route)
      .then((result) => (result.ok ? adopt(result, route) : undefined))
      .finally(() => {
        replacing = undefined
      })
    return replacing
  }

  const open = async <Part>(route: RemoteRoute, load: (route: Route) => Promise<Part>) => {
    const running = await up(route)
    const began = clock.now()
    const limited = running.source === 'release' && spareFor(route) ? limits.fallback : undefined
    const loading = loadPart(running, route, load)
    try {
      const part = await (limited === undefined ? loading : withTimeLimit(clock, limited, loading))
      works(running, clock.now() - began)
      return { running, part }
    } catch (cause) {
      const error = RemoteError.of(cause, running.descriptor, 'chunk')
      const milliseconds = { ...unreported?.milliseconds, chunk: clock.now() - began }
      unreported = undefined
      const late = cause instanceof TimeLimitError ? lateOutcome(loading) : undefined
      const other = await replace(running, { ok: false, error, milliseconds, ...(late && { late }) }, route)
      if (!other) throw error
      const part = await loadPart(other, route, load).catch(() => {
        throw error
      })
      works(other)
      return { running: other, part }
    }
  }

  const lateOutcome = (loading: Promise<unknown>): Promise<LateOutcome> =>
    withTimeLimit(clock, limits.activate, loading).then(
      () => 'slow',
      () => 'failed',
    )

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
      const running = await up()
      works(running)
      return running
    },
    open,
    dispose: () => {
      disposed = true
      end?.()
    },
  }
}
