import type { ActivationReport } from '@atalaia/contracts'
import type { Milliseconds } from '../ports.ts'
import type { LoadFailure, RemoteError, RemotePhase, RemoteVersion, RunningRemote } from './version.ts'

export type RemoteState<Route> =
  | { readonly status: 'idle' }
  /**
   * A version loads, and none runs. `phase`: the present step. `route`: path of the route behind
   * the load.
   */
  | {
      readonly status: 'loading'
      readonly version: RemoteVersion
      readonly phase: RemotePhase
      readonly route: string | undefined
      readonly fallback: Fallback
    }
  /**
   * `running` is the shown version: a route object for each route, and a live signal. It stays
   * until another version is ready. Only the kernel calls `end`. `shown`: first instant of each
   * part, by route id.
   */
  | {
      readonly status: 'ready'
      readonly running: RunningRemote<Route>
      readonly end: () => void
      readonly confirmation: Confirmation
      readonly shown: ReadonlyMap<string, number>
    }
  | { readonly status: 'failed'; readonly error: RemoteError }
  /** The page has removed the remote, with ended contexts. */
  | { readonly status: 'disposed' }

/** A fallback version's part in a load. */
export type Fallback =
  /** No older working version: a failed load is a failed remote. */
  | { readonly kind: 'none' }
  /** `version` loads after a failure. `fallback` limits all phases together. */
  | { readonly kind: 'known'; readonly version: RemoteVersion }
  /** The fallback version loads. `failure`: the release version's failure. */
  | { readonly kind: 'loading'; readonly failure: LoadFailure }

export type Confirmation =
  /** No part was shown yet. The report needs `milliseconds` and `route`. */
  | { readonly kind: 'awaited'; readonly milliseconds: Milliseconds; readonly route: string | undefined }
  /** Reported as `ready`. Remembered as a fallback version unless an override. */
  | { readonly kind: 'given' }
  /** A later part failed, without a replacement. */
  | { readonly kind: 'refused' }
  /** A later part failed with `failure`; its fallback `version` loads. */
  | {
      readonly kind: 'replacing'
      readonly failure: LoadFailure
      readonly version: RemoteVersion
      readonly route: string
    }

export type RemoteEvent<Route> =
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
  /** A part was shown at `at`. `chunk`: milliseconds for its later code. */
  | {
      readonly type: 'confirmed'
      readonly running: RunningRemote<Route>
      readonly part?: string
      readonly at: number
      readonly chunk?: number
    }
  | {
      readonly type: 'part-failed'
      readonly running: RunningRemote<Route>
      readonly failure: LoadFailure
      readonly fallback: RemoteVersion | undefined
      readonly route: string
      readonly shown?: boolean
    }
  | { readonly type: 'disposed' }

/** The state after an event; the same object without a change. */
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

export const isRunning = <Route>(state: RemoteState<Route>, running: RunningRemote<Route>): state is Ready<Route> =>
  state.status === 'ready' && state.running === running

/** The loading version, and the route behind it. */
export const loadOf = <Route>(
  state: RemoteState<Route>,
): { readonly version: RemoteVersion; readonly route: string | undefined } | undefined => {
  if (state.status === 'loading') return state
  return state.status === 'ready' && state.confirmation.kind === 'replacing' ? state.confirmation : undefined
}

export const loadTimesOf = <Route>(state: RemoteState<Route>, running: RunningRemote<Route>): Milliseconds =>
  isRunning(state, running) && state.confirmation.kind === 'awaited' ? state.confirmation.milliseconds : {}

/** True for the running version's first proof (M-REPORT-6). */
export const isConfirmedBy = <Route>(before: RemoteState<Route>, event: RemoteEvent<Route>): boolean =>
  event.type === 'confirmed' && isRunning(before, event.running) && before.confirmation.kind === 'awaited'

const failedBefore = <Route>(state: RemoteState<Route>): LoadFailure | undefined => {
  if (state.status === 'loading' && state.fallback.kind === 'loading') return state.fallback.failure
  return state.status === 'ready' && state.confirmation.kind === 'replacing' ? state.confirmation.failure : undefined
}

/** `late` decides between `slow` and `failed` for an abandoned version. */
export type DueReport = { readonly report: ActivationReport; readonly late?: LoadFailure['late'] }

/** The fallback version that replaced a failed version. */
export const replacementBy = <Route>(
  before: RemoteState<Route>,
  event: RemoteEvent<Route>,
): { readonly failure: LoadFailure; readonly version: string } | undefined => {
  const failure = failedBefore(before)
  return event.type === 'loaded' && failure ? { failure, version: event.running.descriptor.version } : undefined
}

/** Due reports of a change: each ended version gets one (M-REPORT-1). */
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
