import { IMPOSSIBLE_INTEGRITY } from '@atalaia/contracts'
import type { PageFiles } from '../page-files.ts'
import { reasonOf, RemoteError, type LoadRequest, type RemoteLoader } from './remote.ts'

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
  /** Creates a script element that is not in the document yet. */
  readonly createScript: () => Pick<HTMLScriptElement, 'src' | 'crossOrigin' | 'integrity'>
  readonly fetch: typeof fetch
  readonly files: PageFiles
  /** Milliseconds after which an entry script counts as failed (M-FAIL-5). */
  readonly timeout: number
}

/** Loads remotes through Module Federation. Every entry script is held to its hash (M-RELEASE-5). */
export const createFederationLoader = (options: FederationOptions): RemoteLoader => {
  const { instance, files, timeout } = options
  instance.registerPlugins([
    {
      name: 'atalaia-integrity',
      createScript: ({ url }: { url: string }) => {
        const script = options.createScript()
        script.src = url
        script.crossOrigin = 'anonymous'
        script.integrity = files.integrity.get(url) ?? IMPOSSIBLE_INTEGRITY
        return { script, timeout }
      },
    },
  ])

  const registered = new Map<string, string>()

  const load = async ({ descriptor, baseUrl }: LoadRequest): Promise<unknown> => {
    const { container, entry, module } = descriptor.artifact
    const url = new URL(entry, baseUrl).href
    const remote = { name: container, entry: url, entryGlobalName: container, type: 'global' }
    // Registering again warns on the console; only a moved entry needs it.
    const known = registered.get(container)
    if (known !== url) instance.registerRemotes([remote], { force: known !== undefined })
    registered.set(container, url)
    await files.refetchBroken(baseUrl)
    try {
      return await instance.loadRemote(`${container}/${module.replace('./', '')}`)
    } catch (cause) {
      const reason = reasonOf(cause)
      const phase = phaseOf(reason)
      files.markBroken(phase === 'entry script' ? url : cause)
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

/** The phase by the codes of the federation runtime: 001 and 008 are the entry, 005, 006 and 015 sharing, the rest the module. */
const phaseOf = (reason: string) => {
  if (/RUNTIME-00[18]/.test(reason)) return 'entry script'
  if (/RUNTIME-015|RUNTIME-00[56]|does not satisfy the requirement/.test(reason)) return 'shared modules'
  return 'module'
}

const firstLine = (text: string) => text.split('\n', 1)[0] ?? text

/** Returns why an entry script failed. A script's error event has no reason, so the file is fetched once more. */
const diagnose = async (url: string, reason: string, { fetch, files, timeout }: FederationOptions): Promise<string> => {
  if (reason.includes('timed out')) return `no answer within ${timeout / 1000} s`
  const ask = (init: RequestInit) => fetch(url, { ...init, signal: AbortSignal.timeout(timeout) })
  const response = await ask({}).catch(() => undefined)
  if (!response) return 'the server does not answer'
  if (!response.ok) return `HTTP ${response.status}`
  const intact = await ask({ integrity: files.integrity.get(url) ?? IMPOSSIBLE_INTEGRITY }).catch(() => undefined)
  return intact ? `it did not run: ${firstLine(reason)}` : 'integrity mismatch'
}
