import type { Descriptor, RemoteContext, RemoteRoute, Unsubscribe } from '@atalaia/contracts'
import type { Milliseconds } from '../ports.ts'

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

/** Origin of a version: the release, an override, or a version that is known to work: here, or to the release. */
export type RemoteSource = 'release' | 'override' | 'fallback'

/** A version of a remote that can be loaded. */
export type RemoteVersion = {
  readonly source: RemoteSource
  /** The descriptor of this version; if `remoteJson` is set, what the release knows of it. */
  readonly descriptor: Descriptor
  /** Address of the files, with a trailing slash; absolute, or relative to the page's origin. */
  readonly baseUrl: string
  /** Address of the descriptor that the load begins with, and the hash that it is held to. */
  readonly remoteJson?: { readonly url: string; readonly integrity?: string }
  /** The id of the route or widget that it is needed for: a version without it is refused. Default: any. */
  readonly wanted?: string
}

/** A version that is loaded and activated. */
export type RunningRemote<Route> = {
  readonly source: RemoteSource
  readonly descriptor: Descriptor
  /** Absolute address of its files, with a trailing slash. */
  readonly baseUrl: string
  /** The context that `activate` received. Its signal is aborted once another version replaces this one. */
  readonly context: RemoteContext
  /** Route objects by the ids of the descriptor's routes and widgets; one for each of them. */
  readonly routes: ReadonlyMap<string, Route>
}

/** The failure of one version. */
export type LoadFailure = {
  readonly error: RemoteError
  readonly milliseconds: Milliseconds
  /** Set if the version was given up for its time limit. Resolves once it is known whether it was only slow. */
  readonly late?: Promise<'slow' | 'failed'>
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

/**
 * The phase of a remote's life in which it failed. `descriptor` to `activate` happen while it is brought up; `chunk`, `render`
 * and `event` afterwards.
 */
export type RemotePhase =
  | 'descriptor'
  | 'contract'
  | 'shared modules'
  | 'entry script'
  | 'module'
  | 'activate'
  | 'chunk'
  | 'render'
  | 'event'

type Named = { readonly name: string; readonly version: string }

/** A failure of one remote: `mfe-analytics 1.4.0: entry script: integrity mismatch`. */
export class RemoteError extends Error {
  readonly remote: string
  readonly version: string
  readonly phase: RemotePhase
  /** The last part of the message. */
  readonly reason: string

  constructor({ name, version }: Named, phase: RemotePhase, reason: string, options?: ErrorOptions) {
    super(`${name} ${version}: ${phase}: ${reason}`, options)
    this.name = 'RemoteError'
    this.remote = name
    this.version = version
    this.phase = phase
    this.reason = reason
  }

  /** Returns `thrown` if it is a RemoteError, else one of this remote and phase with `thrown` as its cause. */
  static of(thrown: unknown, remote: Named, phase: RemotePhase): RemoteError {
    return thrown instanceof RemoteError ? thrown : new RemoteError(remote, phase, reasonOf(thrown), { cause: thrown })
  }
}

/** Settles as `work` does; what it rejects with becomes a {@link RemoteError} of this phase unless it is one. */
export const inPhase = async <Value>(remote: Named, phase: RemotePhase, work: Promise<Value>): Promise<Value> => {
  try {
    return await work
  } catch (cause) {
    throw RemoteError.of(cause, remote, phase)
  }
}

/** The message of anything that was thrown, also of what throws itself when it is read. */
export const reasonOf = (thrown: unknown): string => {
  try {
    return thrown instanceof Error ? String(thrown.message) : String(thrown)
  } catch {
    return 'it threw something that has no text'
  }
}
