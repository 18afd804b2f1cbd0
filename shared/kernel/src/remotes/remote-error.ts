/**
 * Where in a remote's life it failed. `descriptor` to `activate` happen while it is brought up; `chunk`, `render`
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

  /** What was thrown, when it is one already; else one of this remote and phase, with the thrown thing as cause. */
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

/** The message of anything that was thrown. */
export const reasonOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))
