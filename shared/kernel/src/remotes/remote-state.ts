import type { Descriptor, RemoteRoute, Unsubscribe } from '@atalaia/contracts'
import type { RunningRemote } from './attempt.ts'
import type { RemoteError, RemotePhase } from './remote-error.ts'

/** Where a remote stands. */
export type RemoteState<Route> =
  | { readonly status: 'idle' }
  | { readonly status: 'loading'; readonly phase: RemotePhase }
  | { readonly status: 'ready'; readonly running: RunningRemote<Route> }
  | { readonly status: 'failed'; readonly error: RemoteError }

/** A route of a running remote, with what its lazy part brought. */
export type OpenedRoute<Route, Part> = { readonly running: RunningRemote<Route>; readonly part: Part }

/** One remote of the release. */
export type Remote<Route> = {
  readonly name: string
  /** As the release has it; once an override is up, its own. */
  readonly descriptor: Descriptor
  /** The address that it is served from instead of the release's. */
  readonly override: string | undefined
  state(): RemoteState<Route>
  subscribe(listener: () => void): Unsubscribe
  /**
   * Brings it up, once; after a failure, calling it again tries again. When the release's version fails and an older
   * one is known to work in this browser, that one comes up in its place. Rejects with a {@link RemoteError} that
   * tells of the release's version.
   */
  activate(): Promise<RunningRemote<Route>>
  /**
   * Brings it up and loads a route's lazy part with `load`. A part that cannot be loaded counts as a failure of its
   * version: the one that is known to work takes its place.
   */
  open<Part>(route: RemoteRoute, load: (route: Route) => Promise<Part>): Promise<OpenedRoute<Route, Part>>
  /** Ends its context: subscriptions and signal. */
  dispose(): void
}
