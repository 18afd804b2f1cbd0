import { RemoteError, reasonOf } from './remote-error.ts'
import type { LoadRequest, RemoteLoader } from './loader.ts'
import { createSuspectFiles } from './suspect-files.ts'

/** The part of a Module Federation instance that the kernel uses (@module-federation/runtime-core 2.9). */
export type FederationInstance = {
  registerPlugins(plugins: object[]): void
  registerRemotes(
    remotes: { name: string; entry: string; entryGlobalName: string; type: string }[],
    options?: { force?: boolean },
  ): void
  loadRemote(id: string): Promise<unknown>
  readonly shareScopeMap: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>
}

export type FederationOptions = {
  readonly instance: FederationInstance
  /** Makes a script element, not yet attached. */
  readonly createScript: () => HTMLScriptElement
  readonly fetch: typeof fetch
  /** Files' hashes by absolute address. */
  readonly integrity: ReadonlyMap<string, string>
  /** Milliseconds until an entry script counts as failed. */
  readonly timeout: number
}

/** Loads remotes through Module Federation, every entry script held to its hash. */
export const createFederationLoader = (options: FederationOptions): RemoteLoader => {
  const { instance, integrity, timeout } = options
  instance.registerPlugins([
    {
      name: 'atalaia-integrity',
      createScript: ({ url }: { url: string }) => {
        const script = options.createScript()
        script.src = url
        script.crossOrigin = 'anonymous'
        // A file without a hash is not run: an impossible hash makes the browser refuse it.
        script.integrity = integrity.get(url) ?? impossibleHash
        return { script, timeout }
      },
    },
  ])

  const registered = new Map<string, string>()
  const suspects = createSuspectFiles(options.fetch)

  const load = async ({ descriptor, baseUrl }: LoadRequest): Promise<unknown> => {
    const { container, entry, module } = descriptor.artifact
    const url = new URL(entry, baseUrl).href
    const remote = { name: container, entry: url, entryGlobalName: container, type: 'global' }
    // Registering again warns on the console; only a moved entry needs it.
    const known = registered.get(container)
    if (known !== url) instance.registerRemotes([remote], { force: known !== undefined })
    registered.set(container, url)
    await suspects.refresh()
    try {
      return await instance.loadRemote(`${container}/${module.replace('./', '')}`)
    } catch (cause) {
      const reason = reasonOf(cause)
      const phase = phaseOf(reason)
      if (phase === 'entry script') suspects.add(url)
      else suspects.addFrom(cause)
      const detail = phase === 'entry script' ? await diagnose(url, reason, options) : firstLine(reason)
      throw new RemoteError(descriptor, phase, detail, { cause })
    }
  }

  return {
    load,
    provided: () => {
      const scope = instance.shareScopeMap['default'] ?? {}
      return Object.fromEntries(Object.entries(scope).map(([name, versions]) => [name, Object.keys(versions)]))
    },
  }
}

const impossibleHash = `sha384-${'A'.repeat(64)}`

/** Codes of the federation runtime: 001 and 008 entry, 015 and 005/006 sharing; the rest concerns the module. */
const phaseOf = (reason: string) => {
  if (/RUNTIME-00[18]/.test(reason)) return 'entry script'
  if (/RUNTIME-015|RUNTIME-00[56]|does not satisfy the requirement/.test(reason)) return 'shared modules'
  return 'module'
}

const firstLine = (text: string) => text.split('\n', 1)[0] ?? text

/** A script's error event says nothing; asking for the file once more says why. */
const diagnose = async (
  url: string,
  reason: string,
  { fetch, integrity, timeout }: FederationOptions,
): Promise<string> => {
  if (reason.includes('timed out')) return `no answer within ${timeout / 1000} s`
  const ask = (init: RequestInit) => fetch(url, { ...init, signal: AbortSignal.timeout(timeout) })
  const response = await ask({}).catch(() => undefined)
  if (!response) return 'the server does not answer'
  if (!response.ok) return `HTTP ${response.status}`
  const intact = await ask({ integrity: integrity.get(url) ?? impossibleHash }).catch(() => undefined)
  return intact ? `it did not run: ${firstLine(reason)}` : 'integrity mismatch'
}
