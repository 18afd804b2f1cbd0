import {
  certificateCheck,
  databaseChecks,
  diskCheck,
  dnsCheck,
  type Check,
  type DatabaseCheckOptions,
} from '@atalaia/server'
import { MIGRATIONS } from './registry.ts'
import type { ArtifactStore } from './storage/artifact-store.ts'

export type InstallationCheckOptions = Pick<DatabaseCheckOptions, 'database' | 'isServer'> & {
  readonly store: Pick<ArtifactStore, 'health'>
  readonly dataDir: string
  readonly publicOrigin: string | undefined
}

/** Changes nothing. */
export const installationChecks = (options: InstallationCheckOptions): readonly Check[] => {
  const { store, dataDir, publicOrigin } = options
  return [
    ...databaseChecks({ ...options, migrations: MIGRATIONS, migrateCall: 'npm run remotes -- migrate' }),
    {
      name: { en: 'store', pt: 'Arquivos das versões' },
      advice: {
        en: 'Look at ARTIFACTS_DIR or ARTIFACTS_BUCKET, and who may write there.',
        pt: 'Verifique ARTIFACTS_DIR ou ARTIFACTS_BUCKET, e quem pode gravar.',
      },
      run: async () => {
        const health = await store.health([])
        if (health === 'ready') return { state: 'ok', text: { en: 'takes files', pt: 'aceita arquivos' } }
        throw new Error(`the store is ${health}`)
      },
    },
    ...(publicOrigin === undefined ? [] : [dnsCheck(publicOrigin), certificateCheck(publicOrigin)]),
    diskCheck(dataDir),
  ]
}
