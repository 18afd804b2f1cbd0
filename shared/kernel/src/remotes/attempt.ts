import type { Descriptor, RemoteContext } from '@atalaia/contracts'
import type { Clock } from '../ports.ts'
import { activateModule, type RouteGuard } from './exposed-module.ts'
import { fetchDescriptor, type DescriptorSource } from './fetch-descriptor.ts'
import type { RemoteLoader } from './loader.ts'
import { inPhase, RemoteError, type RemotePhase } from './remote-error.ts'
import { assertRunnable } from './requirements.ts'
import { createStopwatch, type Milliseconds } from './stopwatch.ts'
import { TimeLimitError, withTimeLimit } from './time-limit.ts'

/** Where a running version comes from: the release, a developer's machine, or what this browser knows to work. */
export type RemoteSource = 'release' | 'override' | 'fallback'

/** A version that could be brought up. `fetched` says where its whole descriptor comes from, if not from here. */
export type Candidate = {
  readonly source: RemoteSource
  readonly descriptor: Descriptor
  readonly baseUrl: string
  readonly fetched?: DescriptorSource
}

export type RunningRemote<Route> = {
  readonly source: RemoteSource
  readonly descriptor: Descriptor
  readonly context: RemoteContext
  /** Route objects by the ids of the descriptor's routes. */
  readonly routes: ReadonlyMap<string, Route>
}

/** What became of a version that was given up for its time limit: it only was slow, or it really fails. */
export type LateOutcome = 'slow' | 'failed'

export type AttemptFailure = {
  readonly ok: false
  readonly error: RemoteError
  readonly milliseconds: Milliseconds
  /** There when it was given up for its time limit. */
  readonly late?: Promise<LateOutcome>
}

/** What came of bringing a version up; `end` ends its context. */
export type AttemptResult<Route> =
  | {
      readonly ok: true
      readonly running: RunningRemote<Route>
      readonly milliseconds: Milliseconds
      readonly end: () => void
    }
  | AttemptFailure

export type AttemptOptions<Route> = {
  readonly loader: RemoteLoader
  readonly fetch: typeof fetch
  readonly clock: Clock
  /** The page's address, against which `baseUrl` is resolved. */
  readonly origin: string
  readonly isRoute: RouteGuard<Route>
  /** Files' hashes by absolute address; filled before a remote's code is loaded. */
  readonly integrity: Map<string, string>
  readonly createContext: (descriptor: Descriptor, signal: AbortSignal) => Promise<RemoteContext>
  /**
   * Time limits in milliseconds. `fallback` is for a version, all phases together, while another one that works is
   * known: nobody waits long for what can be replaced.
   */
  readonly limits: { readonly descriptor: number; readonly activate: number; readonly fallback: number }
}

export type AttemptCourse = {
  /** Milliseconds for all of it; none by default. */
  readonly limit?: number
  readonly onPhase: (phase: RemotePhase) => void
}

/** Brings one version up: descriptor, requirements, code, activation. Never rejects. */
export const attempt = async <Route>(
  candidate: Candidate,
  options: AttemptOptions<Route>,
  { limit, onPhase }: AttemptCourse,
): Promise<AttemptResult<Route>> => {
  const { loader, clock, integrity, limits } = options
  const ended = new AbortController()
  const watch = createStopwatch(clock)
  let phase: RemotePhase = 'module'
  const enter = (next: RemotePhase) => {
    // Cut off by its limit: whatever comes late is no longer wanted, and its module is not run.
    ended.signal.throwIfAborted()
    phase = next
    watch.enter(next)
    onPhase(next)
  }

  const locate = async (): Promise<Descriptor> => {
    const { descriptor, fetched } = candidate
    if (!fetched) return descriptor
    enter('descriptor')
    const fetching = fetchDescriptor(descriptor, fetched, options.fetch)
    return inPhase(descriptor, 'descriptor', withTimeLimit(clock, limits.descriptor, fetching))
  }

  const bringUp = async (): Promise<RunningRemote<Route>> => {
    const descriptor = await locate()
    assertRunnable(descriptor, loader.provided())
    const baseUrl = new URL(candidate.baseUrl, options.origin).href
    for (const file of descriptor.artifact.files) integrity.set(new URL(file.path, baseUrl).href, file.integrity)
    enter('entry script')
    const [module, context] = await Promise.all([
      loader.load({ descriptor, baseUrl }),
      options.createContext(descriptor, ended.signal),
    ])
    enter('activate')
    const activating = activateModule(descriptor, module, context, options.isRoute)
    const routes = await inPhase(descriptor, 'activate', withTimeLimit(clock, limits.activate, activating))
    return { source: candidate.source, descriptor, context, routes }
  }

  const whole = inPhase(candidate.descriptor, 'module', bringUp())
  try {
    const running = await (limit === undefined ? whole : withTimeLimit(clock, limit, whole))
    return { ok: true, running, milliseconds: watch.read(), end: () => ended.abort() }
  } catch (cause) {
    ended.abort()
    const failure = { error: RemoteError.of(cause, candidate.descriptor, phase), milliseconds: watch.read() }
    return { ok: false, ...failure, ...(cause instanceof TimeLimitError && { late: lateOutcome(whole) }) }
  }
}

/** Code that comes after the end is not run, and work that was broken off has not failed by itself: both are slow. */
const lateOutcome = (whole: Promise<unknown>): Promise<LateOutcome> =>
  whole.then(
    () => 'slow',
    (error: unknown) => (error instanceof RemoteError && isAbort(error.cause) ? 'slow' : 'failed'),
  )

const isAbort = (cause: unknown) => cause instanceof DOMException && cause.name === 'AbortError'
