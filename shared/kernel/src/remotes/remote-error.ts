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

/** A failure of one remote: `mfe-analytics 1.4.0: entry script: integrity mismatch`. */
export class RemoteError extends Error {
  readonly remote: string
  readonly version: string
  readonly phase: RemotePhase

  constructor(
    { name, version }: { name: string; version: string },
    phase: RemotePhase,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(`${name} ${version}: ${phase}: ${reason}`, options)
    this.name = 'RemoteError'
    this.remote = name
    this.version = version
    this.phase = phase
  }
}

/** The message of anything that was thrown. */
export const reasonOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))
