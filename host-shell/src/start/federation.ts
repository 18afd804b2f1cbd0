import { LOAD_LIMITS_MS } from '@atalaia/contracts'
import {
  createFederationLoader,
  systemClock,
  type ModuleRequest,
  type PageFiles,
  type RemoteLoader,
  type ScriptRequest,
  type ShareScope,
} from '@atalaia/kernel'
import { browserPage, nextTask } from '../platform/browser.ts'

// webpack replaces both: https://webpack.js.org/concepts/module-federation/#dynamic-remote-containers
declare const __webpack_init_sharing__: (scope: 'default') => unknown
declare const __webpack_share_scopes__: { readonly default: ShareScope }

/** In a separate file: `npm run lab -- bench dashboard` replaces it. */
export const pageLoader = (files: PageFiles): RemoteLoader => {
  // With no remotes in the shell's own build, the scope is filled when this returns.
  void __webpack_init_sharing__('default')
  const shareScope = __webpack_share_scopes__.default
  describeShares(shareScope)
  const loader = createFederationLoader({
    shareScope,
    globalOf: (name) => Object.getOwnPropertyDescriptor(globalThis, name)?.value,
    runScript,
    importModule,
    fetch: browserPage.fetch,
    clock: systemClock,
    files,
    timeout: LOAD_LIMITS_MS.entryScript,
  })
  return {
    ...loader,
    // The exposed module has just run: what it does when it is activated is a task of its own.
    load: async (request) => {
      const module = await loader.load(request)
      await nextTask()
      return module
    },
  }
}

/** Fields for Rspack, Vite and Module Federation; webpack reads none. */
const describeShares = (shareScope: ShareScope): void => {
  for (const versions of Object.values(shareScope))
    for (const [version, shared] of Object.entries(versions)) {
      const shareConfig = { singleton: true, strictVersion: true, requiredVersion: `^${version}`, eager: false }
      Object.assign(shared, { version, scope: ['default'], strategy: 'loaded-first', shareConfig, deps: [], useIn: [] })
    }
}

const runScript = ({ src, integrity, signal }: ScriptRequest): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.crossOrigin = 'anonymous'
    script.integrity = integrity
    // So is what the script exposes.
    script.addEventListener('load', () => resolve(nextTask()))
    script.addEventListener('error', () => reject(new Error('it did not load')))
    signal.addEventListener('abort', () => script.remove())
    // Throws where the page's Trusted Types refuse the address.
    script.src = src
    document.head.append(script)
  })

/**
 * Browsers cache modules by address, with the hash verdict. So all scripts are fetched with hashes
 * before the first import.
 */
const importModule = async ({ src, scripts, signal }: ModuleRequest): Promise<unknown> => {
  await Promise.all(scripts.map((script) => fetchModule(script, signal)))
  signal.throwIfAborted()
  const module: unknown = await import(/* webpackIgnore: true */ src)
  await nextTask()
  return module
}

const fetchModule = ({ src, integrity }: ModuleRequest['scripts'][number], signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = 'anonymous'
    link.integrity = integrity
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => reject(Object.assign(new Error('it did not load'), { request: src })))
    signal.addEventListener('abort', () => link.remove())
    link.href = src
    document.head.append(link)
  })
