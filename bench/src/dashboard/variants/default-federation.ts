/** In the place of host-shell's federation: the runtime as its documentation has it used. */
import { getInstance, loadRemote } from '@module-federation/enhanced/runtime'

export const federationInstance = () => ({
  // The remotes are those of the build's own configuration.
  registerPlugins: () => undefined,
  registerRemotes: () => undefined,
  loadRemote: (id: string) => loadRemote(id),
  shareScopeMap: getInstance()?.shareScopeMap ?? {},
})
