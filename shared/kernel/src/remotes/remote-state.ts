import type { ActivationReport } from '@atalaia/contracts'
import type { Milliseconds } from '../ports.ts'
import type { LoadFailure, RemoteError, RemotePhase, RemoteVersion, RunningRemote } from './version.ts'

/** The whole state of a remote. */
export type RemoteState<Route> =
  /** Nothing of the remote is loaded. */
  | { readonly status: 'idle' }
  /**
   * A version is being loaded, and no other one runs. `phase` is the step that takes time. `route` is the path of the
   * route that asked for it.
   */
  | {
      readonly status: 'loading'
      readonly version: RemoteVersion
      readonly phase: RemotePhase
      readonly route: string | undefined
      readonly fallback: Fallback
    }
  /**
   * `running` is what the page shows: every route of its descriptor has a route object, and its signal is not aborted.
   * It stays until another version is ready to replace it. `end` ends its context; the kernel alone calls it. `shown` has
   * the instant at which each part of it was shown first, by the id of its route.
   */
  | {
      readonly status: 'ready'
      readonly running: RunningRemote<Route>
      readonly end: () => void
      readonly confirmation: Confirmation
      readonly shown: ReadonlyMap<string, number>
    }
  /** The release's version failed, and no fallback version took its place. Another call tries again. */
  | { readonly status: 'failed'; readonly error: RemoteError }
  /** The page has taken the remote down, for good. Its contexts have ended. */
  | { readonly status: 'disposed' }

/** The part of a fallback version in a load. */
export type Fallback =
  /** No older version is known to work: a failure of the load is the failure of the remote. */
  | { readonly kind: 'none' }
  /** If the load fails, `version` is loaded next. All phases together have the limit `fallback`. */
  | { readonly kind: 'known'; readonly version: RemoteVersion }
  /** The load is that of the fallback version. `failure` is what the release's version failed with. */
  | { readonly kind: 'loading'; readonly failure: LoadFailure }

/** Whether a running version has shown that it works. */
export type Confirmation =
  /** No part of it was shown yet. `milliseconds` and `route` are reported once one is. */
  | { readonly kind: 'awaited'; readonly milliseconds: Milliseconds; readonly route: string | undefined }
  /** It was reported as `ready`, and is remembered as a fallback version unless it is an override. */
  | { readonly kind: 'given' }
  /** A later part of it failed, and no fallback version took its place. */
  | { readonly kind: 'refused' }
  /** A later part of it failed, with `failure`. `version`, its fallback version, is being loaded to replace it. */
  | {
      readonly kind: 'replacing'
      readonly failure: LoadFailure
      readonly version: RemoteVersion
      readonly route: string
    }

/** Everything that changes the state of a remote. */
export type RemoteEvent<Route> =
  /** The remote is needed. `fallback` is the version that is known to work, if there is one. */
  | {
      readonly type: 'requested'
      readonly version: RemoteVersion
      readonly fallback: RemoteVersion | undefined
      readonly route: string | undefined
    }
  | { readonly type: 'phase-entered'; readonly phase: RemotePhase }
  | {
      readonly type: 'loaded'
      readonly running: RunningRemote<Route>
      readonly milliseconds: Milliseconds
      readonly end: () => void
    }
  | { readonly type: 'load-failed'; readonly failure: LoadFailure }
  /** A part of the running version was shown at the instant `at`. `chunk`: the milliseconds that its later code took. */
  | {
      readonly type: 'confirmed'
      readonly running: RunningRemote<Route>
      readonly part?: string
      readonly at: number
      readonly chunk?: number
    }
  /** A later part of the running version could not be loaded, or threw while it rendered; `shown`: after it had been shown. */
  | {
      readonly type: 'part-failed'
      readonly running: RunningRemote<Route>
      readonly failure: LoadFailure
      readonly fallback: RemoteVersion | undefined
      readonly route: string
      readonly shown?: boolean
    }
  | { readonly type: 'disposed' }

/** Returns the state after an event; the same object if the event changes nothing. */
export const reduce = <Route>(state: RemoteState<Route>, event: RemoteEvent<Route>): RemoteState<Route> => {
  if (state.status === 'disposed') return state
  switch (event.type) {
    case 'requested': {
      if (state.status !== 'idle' && state.status !== 'failed') return state
      const { version, fallback, route } = event
      return startOf(version, route, fallback ? { kind: 'known', version: fallback } : { kind: 'none' })
    }
    case 'phase-entered':
      return state.status === 'loading' && state.phase !== event.phase ? { ...state, phase: event.phase } : state
    case 'loaded': {
      const route = loadOf(state)?.route
      const { running, end, milliseconds } = event
      return { status: 'ready', running, end, confirmation: { kind: 'awaited', milliseconds, route }, shown: new Map() }
    }
    case 'load-failed':
      if (state.status === 'ready') return { ...state, confirmation: { kind: 'refused' } }
      if (state.status !== 'loading') return state
      if (state.fallback.kind === 'known')
        return startOf(state.fallback.version, state.route, { kind: 'loading', failure: event.failure })
      return { status: 'failed', error: (failedBefore(state) ?? event.failure).error }
    case 'confirmed':
      return isRunning(state, event.running) ? confirmedBy(state, event) : state
    case 'part-failed': {
      if (!isRunning(state, event.running) || state.confirmation.kind === 'replacing') return state
      const { failure, fallback: version, route } = event
      return { ...state, confirmation: version ? { kind: 'replacing', failure, version, route } : { kind: 'refused' } }
    }
    case 'disposed':
      return { status: 'disposed' }
  }
}

const confirmedBy = <Route>(
  state: Ready<Route>,
  { part, at }: Extract<RemoteEvent<Route>, { type: 'confirmed' }>,
): Ready<Route> => {
  const isNew = part !== undefined && !state.shown.has(part)
  if (!isNew && state.confirmation.kind !== 'awaited') return state
  return {
    ...state,
    ...(state.confirmation.kind === 'awaited' && { confirmation: { kind: 'given' } }),
    ...(isNew && { shown: new Map(state.shown).set(part, at) }),
  }
}

type Loading<Route> = Extract<RemoteState<Route>, { status: 'loading' }>
type Ready<Route> = Extract<RemoteState<Route>, { status: 'ready' }>

const startOf = (
  version: RemoteVersion,
  route: string | undefined,
  fallback: Loading<unknown>['fallback'],
): Loading<never> => ({
  status: 'loading',
  version,
  // The checks between the two take no time.
  phase: version.remoteJson ? 'descriptor' : 'entry script',
  route,
  fallback,
})

/** Whether `running` is the version that the page shows. */
export const isRunning = <Route>(state: RemoteState<Route>, running: RunningRemote<Route>): state is Ready<Route> =>
  state.status === 'ready' && state.running === running

/** The version that is being loaded in this state, and the route that asked for it. */
export const loadOf = <Route>(
  state: RemoteState<Route>,
): { readonly version: RemoteVersion; readonly route: string | undefined } | undefined => {
  if (state.status === 'loading') return state
  return state.status === 'ready' && state.confirmation.kind === 'replacing' ? state.confirmation : undefined
}

/** The times of the running version's load, as long as no part of it was shown. */
export const loadTimesOf = <Route>(state: RemoteState<Route>, running: RunningRemote<Route>): Milliseconds =>
  isRunning(state, running) && state.confirmation.kind === 'awaited' ? state.confirmation.milliseconds : {}

/** Whether `event` is the first proof that the running version works (M-REPORT-6). */
export const isConfirmedBy = <Route>(before: RemoteState<Route>, event: RemoteEvent<Route>): boolean =>
  event.type === 'confirmed' && isRunning(before, event.running) && before.confirmation.kind === 'awaited'

/** The failure for which the version in `loadOf` is loaded; `undefined` for the release's own version. */
const failedBefore = <Route>(state: RemoteState<Route>): LoadFailure | undefined => {
  if (state.status === 'loading' && state.fallback.kind === 'loading') return state.fallback.failure
  return state.status === 'ready' && state.confirmation.kind === 'replacing' ? state.confirmation.failure : undefined
}

/** A report, and the promise that decides between `slow` and `failed` where a version was given up. */
export type DueReport = { readonly report: ActivationReport; readonly late?: LoadFailure['late'] }

/** The fallback version that took the place of a failed one by this event. */
export const replacementBy = <Route>(
  before: RemoteState<Route>,
  event: RemoteEvent<Route>,
): { readonly failure: LoadFailure; readonly version: string } | undefined => {
  const failure = failedBefore(before)
  return event.type === 'loaded' && failure ? { failure, version: event.running.descriptor.version } : undefined
}

/** Reports that are due by an event that changed the state (M-REPORT-1): each version is reported once it has ended. */
export const reportsOf = <Route>(before: RemoteState<Route>, event: RemoteEvent<Route>): readonly DueReport[] => {
  const route = loadOf(before)?.route
  switch (event.type) {
    case 'loaded': {
      const replaced = replacementBy(before, event)
      return replaced ? [failureReport(replaced.failure, route, { replacedBy: replaced.version })] : []
    }
    case 'load-failed': {
      // The failure of a version whose fallback is loaded next waits for the result of that.
      if (before.status === 'loading' && before.fallback.kind === 'known') return []
      const first = failedBefore(before)
      return [first, event.failure].flatMap((failure) => (failure ? [failureReport(failure, route)] : []))
    }
    case 'part-failed':
      return event.fallback ? [] : [failureReport(event.failure, event.route, event)]
    case 'confirmed': {
      if (before.status !== 'ready' || before.confirmation.kind !== 'awaited') return []
      const { name, version } = event.running.descriptor
      const { milliseconds, route: path } = before.confirmation
      return [
        {
          report: {
            remote: name,
            version,
            outcome: 'ready',
            milliseconds: { ...milliseconds, ...(event.chunk !== undefined && { chunk: event.chunk }) },
            ...(path !== undefined && { route: path }),
          },
        },
      ]
    }
    default:
      return []
  }
}

/** The longest cause that a report may carry (`activationReportSchema`). */
const MAX_CAUSE_LENGTH = 500

const failureReport = (
  { error, milliseconds, late }: LoadFailure,
  route: string | undefined,
  { replacedBy, shown }: { readonly replacedBy?: string; readonly shown?: boolean } = {},
): DueReport => ({
  late,
  report: {
    remote: error.remote,
    version: error.version,
    outcome: 'failed',
    phase: error.phase,
    cause: error.reason.slice(0, MAX_CAUSE_LENGTH),
    milliseconds,
    ...(route !== undefined && { route }),
    ...(shown === true && { shown }),
    ...(replacedBy !== undefined && { fallback: replacedBy }),
  },
})
