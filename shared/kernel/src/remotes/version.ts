import type { Descriptor, RemoteContext } from '@atalaia/contracts'
import type { Milliseconds } from '../ports.ts'

// One version of a remote: to be loaded, running, or failed.

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
