import { ANY_VERSION, IMPOSSIBLE_INTEGRITY, type Artifact, type Descriptor } from '@atalaia/contracts'
import { addressOf, type PageFiles } from '../page-files.ts'
import { TimeLimitError, withTimeLimit, type Clock } from '../ports.ts'
import { reasonOf, RemoteError, type RemotePhase } from './version.ts'
import type { LoadRequest, RemoteLoader } from './remote.ts'

/** The page's shared modules, by name and version, in webpack's form. */
export type ShareScope = Readonly<Record<string, Readonly<Record<string, object>>>>

type EntryRequest = { readonly artifact: Artifact; readonly baseUrl: string }

/** A script for the page. `signal` aborts when unneeded. */
export type ScriptRequest = { readonly src: string; readonly integrity: string; readonly signal: AbortSignal }

/** A module and all scripts that it may import, itself included. */
export type ModuleRequest = {
  readonly src: string
  readonly scripts: readonly Pick<ScriptRequest, 'src' | 'integrity'>[]
  readonly signal: AbortSignal
}

type Container = {
  init(shareScope: ShareScope): unknown
  get(module: string): Promise<() => unknown>
}

export type FederationOptions = {
  readonly shareScope: ShareScope
  readonly globalOf: (name: string) => unknown
  /** Resolves when the script has run. Rejects when it fails to load or misses its hash. */
  readonly runScript: (script: ScriptRequest) => Promise<void>
  /**
   * Imports a module after all its scripts match their hashes. Otherwise rejects with the address
   * as `request`, and runs none.
   */
  readonly importModule: (module: ModuleRequest) => Promise<unknown>
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly files: PageFiles
  /** M-FAIL-5 */
  readonly timeout: number
}

/** Loads by Module Federation. Checks each entry script's hash (M-RELEASE-5). */
export const createFederationLoader = (options: FederationOptions): RemoteLoader => {
  const { shareScope, globalOf, files, clock, timeout } = options
  const containers = new Map<string, Container>()
  const refusedBases = new Set<string>()

  /** A script without a hash in the release does not run (M-RELEASE-6). */
  const integrityOf = (src: string) => files.integrity.get(src) ?? IMPOSSIBLE_INTEGRITY

  const runEntry = async (src: string, { container: name }: Artifact, signal: AbortSignal): Promise<unknown> => {
    const before = globalOf(name)
    await options.runScript({ src, integrity: integrityOf(src), signal })
    const container = globalOf(name)
    return container === before ? undefined : container
  }

  const importEntry = (src: string, { artifact, baseUrl }: EntryRequest, signal: AbortSignal): Promise<unknown> => {
    const addresses = artifact.files
      .filter(({ path }) => /\.m?js$/.test(path))
      .map(({ path }) => new URL(path, baseUrl).href)
    const scripts = [...new Set([src, ...addresses])].map((address) => ({
      src: address,
      integrity: integrityOf(address),
    }))
    return options.importModule({ src, scripts, signal })
  }

  const containerAt = async (url: string, entry: EntryRequest): Promise<Container> => {
    const known = containers.get(url)
    if (known) return known
    const waiting = new AbortController()
    const { artifact } = entry
    const isOfModules = artifact.format === 'module'
    try {
      const running = isOfModules ? importEntry(url, entry, waiting.signal) : runEntry(url, artifact, waiting.signal)
      const container = await withTimeLimit(clock, timeout, running)
      if (!isContainer(container)) throw new Error(`it made no container ${artifact.container}`)
      containers.set(url, container)
      return container
    } finally {
      waiting.abort()
    }
  }

  const load = async ({ descriptor, baseUrl: given }: LoadRequest): Promise<unknown> => {
    const { artifact } = descriptor
    const baseUrl = refusedBases.has(given) ? files.register(versionedBase(given, descriptor), artifact.files) : given
    const url = new URL(artifact.entry, baseUrl).href
    await files.refetchBroken(baseUrl)
    let phase: RemotePhase = 'entry script'
    try {
      const container = await containerAt(url, { artifact, baseUrl })
      phase = 'shared modules'
      await container.init(shareScope)
      phase = 'module'
      const factory = await container.get(artifact.module)
      return factory()
    } catch (cause) {
      if (phase === 'entry script') {
        const broken = addressOf(cause) ?? url
        files.markBroken(broken)
        if (artifact.format === 'module') refusedBases.add(given)
        throw new RemoteError(descriptor, phase, await diagnose(broken, cause, options), { cause })
      }
      files.markBroken(cause)
      const reason = reasonOf(cause)
      throw new RemoteError(descriptor, isOfSharing(reason) ? 'shared modules' : phase, firstLine(reason), { cause })
    }
  }

  return {
    load,
    provided: () =>
      Object.fromEntries(Object.entries(shareScope).map(([name, versions]) => [name, Object.keys(versions)])),
  }
}

/** The base address, with the version for a content-named build (M-RELEASE-14). */
const versionedBase = (baseUrl: string, { version }: Descriptor): string =>
  baseUrl.endsWith(`/${ANY_VERSION}/`) ? `${baseUrl.slice(0, -ANY_VERSION.length - 1)}${version}/` : baseUrl

const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null && 'init' in value && 'get' in value

const isOfSharing = (reason: string) =>
  /^Shared module |nsatisf(ied|ying) version|RUNTIME-01[25]|RUNTIME-00[56]|does not satisfy the requirement/.test(
    reason,
  )

const firstLine = (text: string) => text.split('\n', 1)[0] ?? text

/** M-FAIL-4 M-FAIL-6 */
const diagnose = async (url: string, cause: unknown, { fetch, files, timeout }: FederationOptions): Promise<string> => {
  if (cause instanceof TimeLimitError) return cause.message
  const ask = (init: RequestInit) => fetch(url, { ...init, signal: AbortSignal.timeout(timeout) })
  const response = await ask({}).catch(() => undefined)
  if (!response) return 'the server does not answer'
  if (!response.ok) return `HTTP ${response.status}`
  const intact = await ask({ integrity: files.integrity.get(url) ?? IMPOSSIBLE_INTEGRITY }).catch(() => undefined)
  return intact ? `it did not run: ${firstLine(reasonOf(cause))}` : 'integrity mismatch'
}
