import type { ShareScope } from '@atalaia/kernel'
import * as runtimeCore from '@module-federation/runtime-core'

/**
 * Provides the runtime of Module Federation to remotes that were built before contract 1.2 (ADR 0018, M-REMOTE-11):
 * they take it from this global name, and read more of a shared module than webpack says.
 */
export const provideRuntime = (shareScope: ShareScope): void => {
  if ('_FEDERATION_RUNTIME_CORE' in globalThis) return
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore })
  for (const versions of Object.values(shareScope)) {
    for (const [version, shared] of Object.entries(versions)) {
      const shareConfig = { singleton: true, strictVersion: true, requiredVersion: `^${version}`, eager: false }
      Object.assign(shared, { version, scope: ['default'], strategy: 'loaded-first', shareConfig, deps: [], useIn: [] })
    }
  }
}
