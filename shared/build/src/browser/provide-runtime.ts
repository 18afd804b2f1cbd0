import * as runtimeCore from '@module-federation/runtime-core'

/**
 * Provides the shell's federation runtime to the remotes, which are built with `externalRuntime`. The federation
 * plugin's own `provideExternalRuntime` does the same from a CommonJS module: the runtime then comes twice, once in
 * each module format, and the shell's entry is 12 KB larger (brotli).
 */
const provideRuntime = () => ({
  name: 'provide-runtime',
  beforeInit: <Args>(args: Args): Args => {
    Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore })
    return args
  },
})

// Runtime plugins are taken from the default export.
// oxlint-disable-next-line import/no-default-export
export default provideRuntime
