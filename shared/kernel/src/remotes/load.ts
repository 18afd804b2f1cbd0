import {
  CONTRACT_VERSION,
  descriptorSchema,
  inRange,
  type Descriptor,
  type RemoteContext,
  type RemoteRoute,
} from '@atalaia/contracts'
import type { PageFiles } from '../page-files.ts'
import { createStopwatch, TimeLimitError, withTimeLimit, type Milliseconds, type Ports } from '../ports.ts'
import {
  inPhase,
  reasonOf,
  RemoteError,
  type LoadFailure,
  type RemoteLoader,
  type RemotePhase,
  type RemoteVersion,
  type RouteGuard,
  type RunningRemote,
} from './remote.ts'
import type { LoadLimits } from './fallback-versions.ts'

/**
 * A contract that the page offers: its version, and what remotes of it get as their context. A page that offers two majors makes
 * the context of each from the one that the platform has.
 */
export type OfferedContract = { readonly version: string; contextOf(context: RemoteContext): unknown }

/** The contract of this kernel, whose context is the platform's own. */
const OWN_CONTRACTS: readonly OfferedContract[] = [{ version: CONTRACT_VERSION, contextOf: (context) => context }]

export type LoadOptions<Route> = Pick<Ports, 'fetch' | 'clock'> & {
  readonly loader: RemoteLoader
  readonly files: PageFiles
  readonly isRoute: RouteGuard<Route>
  readonly createContext: (descriptor: Descriptor, signal: AbortSignal) => Promise<RemoteContext>
  readonly limits: LoadLimits
  /** The contracts that the page offers, the preferred one first. Default: that of this kernel alone. */
  readonly contracts?: readonly OfferedContract[]
}

/** The result of loading one version. `end` ends its context: the subscriptions and the signal. */
export type LoadResult<Route> =
  | {
      readonly ok: true
      readonly running: RunningRemote<Route>
      readonly milliseconds: Milliseconds
      readonly end: () => void
    }
  | { readonly ok: false; readonly failure: LoadFailure }

/** `limit`: milliseconds for all steps together. `onPhase` is called as a phase that takes time begins. */
export type LoadCourse = { readonly limit?: number; readonly onPhase: (phase: RemotePhase) => void }

/**
 * Loads one version: descriptor, contract, shared modules, entry script, module, `activate` (M-REMOTE-6). Never
 * rejects.
 */
export const loadVersion = async <Route>(
  version: RemoteVersion,
  options: LoadOptions<Route>,
  { limit, onPhase }: LoadCourse,
): Promise<LoadResult<Route>> => {
  const { loader, files, clock, limits } = options
  const lifetime = new AbortController()
  const stopwatch = createStopwatch(clock)
  let phase: RemotePhase = 'module'
  const enter = (next: RemotePhase) => {
    // Given up for its time limit: code that arrives later is not run.
    lifetime.signal.throwIfAborted()
    phase = next
    stopwatch.enter(next)
    onPhase(next)
  }

  const load = async (): Promise<RunningRemote<Route>> => {
    let { descriptor } = version
    if (version.remoteJson) {
      enter('descriptor')
      const fetching = fetchDescriptor(descriptor, version.remoteJson, options.fetch)
      descriptor = await inPhase(descriptor, phase, withTimeLimit(clock, limits.descriptor, fetching))
    }
    assertWanted(descriptor, version.wanted)
    const contract = contractFor(descriptor, options.contracts ?? OWN_CONTRACTS)
    assertSharedModules(descriptor, loader.provided())
    const baseUrl = files.register(version.baseUrl, descriptor.artifact.files)

    enter('entry script')
    const [module, context] = await Promise.all([
      loader.load({ descriptor, baseUrl }),
      options.createContext(descriptor, lifetime.signal),
    ])

    enter('activate')
    assertModule(descriptor, module)
    const activating = activate(descriptor, module, contract.contextOf(context), options.isRoute)
    const routes = await inPhase(descriptor, phase, withTimeLimit(clock, limits.activate, activating))
    return { source: version.source, descriptor, baseUrl, context, routes }
  }

  const loading = inPhase(version.descriptor, 'module', load())
  try {
    const running = await withTimeLimit(clock, limit, loading)
    return { ok: true, running, milliseconds: stopwatch.read(), end: () => lifetime.abort() }
  } catch (cause) {
    lifetime.abort()
    const error = RemoteError.of(cause, version.descriptor, phase)
    return { ok: false, failure: failureOf(cause, error, stopwatch.read(), () => loading) }
  }
}

/** Returns the version with its whole descriptor, which it fetches if the release has it sealed. Rejects if that fails. */
export const describeVersion = async (
  version: RemoteVersion,
  { fetch, clock, limits }: Pick<LoadOptions<unknown>, 'fetch' | 'clock' | 'limits'>,
): Promise<RemoteVersion> => {
  const { source, baseUrl, remoteJson } = version
  if (!remoteJson) return version
  const fetching = fetchDescriptor(version.descriptor, remoteJson, fetch)
  return { source, descriptor: await withTimeLimit(clock, limits.descriptor, fetching), baseUrl }
}

/**
 * Fetches what opening `route` of a described version would load into the browser's cache, each file held to its hash, and
 * runs none of it. Never rejects: a file that cannot be fetched is fetched anew when it is used.
 */
export const prepareVersion = async (
  { descriptor, baseUrl }: RemoteVersion,
  { id }: RemoteRoute,
  { fetch, files }: Pick<LoadOptions<unknown>, 'fetch' | 'files'>,
): Promise<void> => {
  const { entry, routeFiles, files: listed } = descriptor.artifact
  const base = files.register(baseUrl, listed)
  const bring = async (path: string) => {
    const url = new URL(path, base).href
    const integrity = files.integrity.get(url)
    // To its end: a body that nobody reads is not kept.
    if (integrity !== undefined) await fetch(url, { integrity, priority: 'low' }).then((answer) => answer.blob())
  }
  await Promise.all(
    [entry, ...(Object.hasOwn(routeFiles, id) ? (routeFiles[id] ?? []) : [])].map((path) =>
      bring(path).catch(() => files.markBroken(new URL(path, base).href)),
    ),
  )
}

/**
 * Builds a failure. If a time limit was its `cause`, the failure also tells how the work ends after all: `slow` when it
 * succeeds or was only broken off, `failed` when it fails by itself (M-FALLBACK-8). `rest` returns the rest of the work.
 */
export const failureOf = (
  cause: unknown,
  error: RemoteError,
  milliseconds: Milliseconds,
  rest: () => Promise<unknown>,
): LoadFailure => {
  if (!(cause instanceof TimeLimitError)) return { error, milliseconds }
  const late = rest().then(
    () => 'slow' as const,
    (thrown: unknown) => (thrown instanceof RemoteError && isAbort(thrown.cause) ? 'slow' : 'failed'),
  )
  return { error, milliseconds, late }
}

const isAbort = (cause: unknown) => cause instanceof DOMException && cause.name === 'AbortError'

/** Fetches a descriptor (M-FAIL-2): a status, an answer that is no JSON and JSON that is no descriptor differ in their reason. */
const fetchDescriptor = async (
  expected: Descriptor,
  { url, integrity }: NonNullable<RemoteVersion['remoteJson']>,
  fetch: Ports['fetch'],
): Promise<Descriptor> => {
  const failed = (reason: string, cause?: unknown) => new RemoteError(expected, 'descriptor', reason, { cause })
  const response = await fetch(url, { cache: 'no-store', integrity }).catch((cause: unknown) => {
    // A browser tells the two apart on its console only.
    const what = integrity === undefined ? 'does not answer' : 'does not answer, or does not match its hash'
    throw failed(`${url} ${what}: ${reasonOf(cause)}`, cause)
  })
  if (!response.ok) throw failed(`HTTP ${response.status}`)
  const json: unknown = await response.json().catch((cause: unknown) => {
    throw failed('the answer is not JSON', cause)
  })
  const parsed = descriptorSchema.safeParse(json)
  if (!parsed.success) throw failed(`not a descriptor: ${parsed.error.message}`)
  if (parsed.data.name !== expected.name) throw failed(`it describes ${parsed.data.name}`)
  return parsed.data
}

const assertWanted = (descriptor: Descriptor, wanted: string | undefined): void => {
  const parts = [...descriptor.routes, ...(descriptor.widgets ?? [])]
  if (wanted === undefined || parts.some(({ id }) => id === wanted)) return
  throw new RemoteError(descriptor, 'descriptor', `it has no route ${wanted}`)
}

/**
 * The first of the offered contracts that a remote accepts (M-REMOTE-15). Without one the remote has failed (M-FAIL-8).
 */
const contractFor = (descriptor: Descriptor, offered: readonly OfferedContract[]): OfferedContract => {
  const found = offered.find(({ version }) => inRange(version, descriptor.contract))
  if (found) return found
  const versions = offered.map(({ version }) => version).join(', ')
  const reason = `built for ${descriptor.contract}, the shell offers ${versions}`
  throw new RemoteError(descriptor, 'contract', reason)
}

/** Fails a remote that accepts none of the page's versions of a shared module (M-FAIL-9). */
const assertSharedModules = (descriptor: Descriptor, provided: ReturnType<RemoteLoader['provided']>): void => {
  for (const { name, requiredVersion } of descriptor.artifact.shared) {
    const versions = Object.hasOwn(provided, name) ? (provided[name] ?? []) : []
    if (versions.some((version) => inRange(version, requiredVersion))) continue
    const reason = `${name} ${requiredVersion} wanted, the page shares ${versions.join(', ') || 'none'}`
    throw new RemoteError(descriptor, 'shared modules', reason)
  }
}

type ExposedModule = { activate(context: unknown): unknown }

/** Fails a remote whose exposed module has no `activate` (M-FAIL-7). */
function assertModule(descriptor: Descriptor, module: unknown): asserts module is ExposedModule {
  const exposes = typeof module === 'object' && module !== null && 'activate' in module
  if (exposes && typeof module.activate === 'function') return
  throw new RemoteError(descriptor, 'module', 'it exports no function activate')
}

/** Calls `activate`, and returns its route objects by the ids of the descriptor's routes and widgets. */
const activate = async <Route>(
  descriptor: Descriptor,
  module: ExposedModule,
  context: unknown,
  isRoute: RouteGuard<Route>,
): Promise<ReadonlyMap<string, Route>> => {
  const returned = await module.activate(context)
  const routes = new Map<string, Route>()
  for (const route of Array.isArray(returned) ? returned : []) if (isRoute(route)) routes.set(route.id, route)
  const wanted = [...descriptor.routes, ...(descriptor.widgets ?? [])]
  const missing = wanted.map(({ id }) => id).filter((id) => !routes.has(id))
  if (missing.length > 0) throw new Error(`no route object for ${missing.join(', ')}`)
  return routes
}
