import type { Descriptor, Release, ReleaseRemote, RemoteContext, Unsubscribe } from '@atalaia/contracts'
import type { Clock } from '../ports.ts'
import { activateModule, type RouteGuard } from './exposed-module.ts'
import { fetchDescriptor } from './fetch-descriptor.ts'
import type { RemoteLoader } from './loader.ts'
import { reasonOf, RemoteError, type RemotePhase } from './remote-error.ts'
import { assertRunnable } from './requirements.ts'
import { withTimeLimit } from './time-limit.ts'

/** Where a remote stands. */
export type RemoteState<Route> =
  | { readonly status: 'idle' }
  | { readonly status: 'loading'; readonly phase: RemotePhase }
  | { readonly status: 'ready'; readonly running: RunningRemote<Route> }
  | { readonly status: 'failed'; readonly error: RemoteError }

export type RunningRemote<Route> = {
  readonly descriptor: Descriptor
  readonly context: RemoteContext
  /** Route objects by the ids of the descriptor's routes. */
  readonly routes: ReadonlyMap<string, Route>
}

/** One remote of the release. */
export type Remote<Route> = {
  readonly name: string
  /** As the release has it; an override's own is in the running remote. */
  readonly descriptor: Descriptor
  state(): RemoteState<Route>
  subscribe(listener: () => void): Unsubscribe
  /** Brings it up, once; after a failure, calling it again tries again. Rejects with a {@link RemoteError}. */
  activate(): Promise<RunningRemote<Route>>
  /** Ends its context: subscriptions and signal. */
  dispose(): void
}

export type RemoteOptions<Route> = {
  readonly loader: RemoteLoader
  readonly fetch: typeof fetch
  readonly clock: Clock
  /** The page's address, against which `baseUrl` is resolved. */
  readonly origin: string
  readonly config: Release['config']
  readonly isRoute: RouteGuard<Route>
  /** Files' hashes by absolute address; filled before a remote's code is loaded. */
  readonly integrity: Map<string, string>
  readonly createContext: (descriptor: Descriptor, signal: AbortSignal) => Promise<RemoteContext>
  /** Time limits in milliseconds. */
  readonly limits: { readonly descriptor: number; readonly activate: number }
  readonly onStateChange: (state: RemoteState<Route>) => void
}

export const createRemote = <Route>(entry: ReleaseRemote, options: RemoteOptions<Route>): Remote<Route> => {
  const { loader, clock, integrity, limits } = options
  const listeners = new Set<() => void>()
  const ended = new AbortController()
  let state: RemoteState<Route> = { status: 'idle' }
  let pending: Promise<RunningRemote<Route>> | undefined

  const become = (next: RemoteState<Route>) => {
    state = next
    options.onStateChange(next)
    for (const listener of listeners) listener()
  }

  const locate = async () => {
    if (entry.override === undefined) return { descriptor: entry.descriptor, baseUrl: entry.baseUrl }
    become({ status: 'loading', phase: 'descriptor' })
    const descriptor = await withTimeLimit(
      clock,
      limits.descriptor,
      fetchDescriptor(entry.descriptor, entry.override, options.fetch),
    )
    return { descriptor, baseUrl: `${entry.override}/` }
  }

  const bringUp = async (): Promise<RunningRemote<Route>> => {
    const { descriptor, baseUrl: relative } = await inPhase('descriptor', locate())
    assertRunnable(descriptor, loader.provided())
    const baseUrl = new URL(relative, options.origin).href
    for (const file of descriptor.artifact.files) integrity.set(new URL(file.path, baseUrl).href, file.integrity)
    become({ status: 'loading', phase: 'entry script' })
    const [module, context] = await Promise.all([
      loader.load({ descriptor, baseUrl }),
      options.createContext(descriptor, ended.signal),
    ])
    become({ status: 'loading', phase: 'activate' })
    const activating = activateModule(descriptor, module, context, options.isRoute)
    const routes = await inPhase('activate', withTimeLimit(clock, limits.activate, activating))
    return { descriptor, context, routes }
  }

  const inPhase = async <Value>(phase: RemotePhase, work: Promise<Value>): Promise<Value> => {
    try {
      return await work
    } catch (cause) {
      throw cause instanceof RemoteError ? cause : new RemoteError(entry.descriptor, phase, reasonOf(cause), { cause })
    }
  }

  const activate = async () => {
    try {
      const running = await inPhase('module', bringUp())
      become({ status: 'ready', running })
      return running
    } catch (thrown) {
      const error =
        thrown instanceof RemoteError ? thrown : new RemoteError(entry.descriptor, 'module', reasonOf(thrown))
      become({ status: 'failed', error })
      throw error
    }
  }

  return {
    name: entry.descriptor.name,
    descriptor: entry.descriptor,
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    activate: () => {
      if (state.status === 'ready') return Promise.resolve(state.running)
      pending ??= activate().finally(() => {
        pending = undefined
      })
      return pending
    },
    dispose: () => ended.abort(),
  }
}
