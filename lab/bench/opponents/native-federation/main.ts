import { initFederation } from '@softarc/native-federation-orchestrator'
import { localStorageEntry } from '@softarc/native-federation-orchestrator/options'
import { useLoader } from './loader.ts'

const remotes = ['mfe-analytics', 'mfe-auth', 'mfe-landing', 'mfe-template-kit']

const { loadRemoteModule } = await initFederation(
  Object.fromEntries(remotes.map((name) => [name, `/files/${name}/remoteEntry.json`])),
  { hostRemoteEntry: { url: '/files/shell/remoteEntry.json' }, storage: localStorageEntry },
)
useLoader(loadRemoteModule)
await import('../whole-shell.ts')
