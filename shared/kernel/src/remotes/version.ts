import type { Descriptor, RemoteContext } from '@atalaia/contracts'
import type { Milliseconds } from '../ports.ts'

// One version of a remote: to be loaded, running, or failed.

/** `fallback`: a version known to work here, or to the release. */
export type RemoteSource = 'release' | 'override' | 'fallback'

export type RemoteVersion = {
  readonly source: RemoteSource
  /** With `remoteJson`, the part known to the release. */
  readonly descriptor: Descriptor
  readonly baseUrl: string
  /** The descriptor's address and hash, for the load's start. */
  readonly remoteJson?: { readonly url: string; readonly integrity?: string }
  /** The whole descriptor of a release's version, fetched while its first files load. */
  readonly rest?: { readonly url: string; readonly integrity: string }
  /** Id of a needed route or widget: versions without it are refused. Default: any. */
  readonly wanted?: string
}

export type RunningRemote<Route> = {
  readonly source: RemoteSource
  readonly descriptor: Descriptor
  readonly baseUrl: string
  readonly context: RemoteContext
  readonly routes: ReadonlyMap<string, Route>
}

export type LoadFailure = {
  readonly error: RemoteError
  readonly milliseconds: Milliseconds
  /** Set after a time limit. Resolves once the version proves slow or failed. */
  readonly late?: Promise<'slow' | 'failed'>
}

/**
 * Phase of a failure. `descriptor` to `activate` belong to the start; `chunk`, `render` and `event`
 * come later.
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

/** For example `mfe-analytics 1.4.0: entry script: integrity mismatch`. */
export class RemoteError extends Error {
  readonly remote: string
  readonly version: string
  readonly phase: RemotePhase
  readonly reason: string

  constructor({ name, version }: Named, phase: RemotePhase, reason: string, options?: ErrorOptions) {
    super(`${name} ${version}: ${phase}: ${reason}`, options)
    this.name = 'RemoteError'
    this.remote = name
    this.version = version
    this.phase = phase
    this.reason = reason
  }

  static of(thrown: unknown, remote: Named, phase: RemotePhase): RemoteError {
    return thrown instanceof RemoteError ? thrown : new RemoteError(remote, phase, reasonOf(thrown), { cause: thrown })
  }
}

export const inPhase = async <Value>(remote: Named, phase: RemotePhase, work: Promise<Value>): Promise<Value> => {
  try {
    return await work
  } catch (cause) {
    throw RemoteError.of(cause, remote, phase)
  }
}

/** The message of any thrown value, even an unreadable one. */
export const reasonOf = (thrown: unknown): string => {
  try {
    return thrown instanceof Error ? String(thrown.message) : String(thrown)
  } catch {
    return 'it threw something that has no text'
  }
}
