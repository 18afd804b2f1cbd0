import { migrate, type Database } from '@atalaia/database'
import {
  beforeMigrating,
  messageOf,
  openDatabase,
  openUnmigrated,
  warnLine,
  type Check,
  type Tracing,
} from '@atalaia/server'
import type { GatewayConfig, RegistryConfig } from './config.ts'
import { installationChecks } from './registry/installation-checks.ts'
import { MIGRATIONS, openRegistry, type Registry } from './registry/registry.ts'
import type { ArtifactStore } from './registry/storage/artifact-store.ts'
import { createFolderStore } from './registry/storage/folder-store.ts'
import { LOOK_EVERY_MS, surroundingsOf, type BuildFolders } from './registry/storage/workspace.ts'

/** A younger leftover may be an upload in progress. */
const SWEEP_AFTER_MS = 3_600_000

const onFailure = (error: unknown) => warnLine('gateway', `the database of versions: ${messageOf(error)}`)

export type OpenedRegistry = {
  readonly registry: Registry
  readonly database: Database
  readonly checks: readonly Check[]
  close(): Promise<void>
}

const openStore = async ({ artifacts }: Pick<RegistryConfig, 'artifacts'>): Promise<ArtifactStore> =>
  artifacts.kind === 'folder'
    ? createFolderStore({ folder: artifacts.folder, sweepAfter: SWEEP_AFTER_MS })
    : // Late: a gateway with a folder has no need of S3's library.
      (await import('./registry/storage/s3-store.ts')).createS3Store({ ...artifacts, sweepAfter: SWEEP_AFTER_MS })

/** M-INSTALLATION-1 */
export const openChecks = async (
  config: RegistryConfig & Pick<GatewayConfig, 'publicOrigin'>,
): Promise<Pick<OpenedRegistry, 'checks' | 'close'>> => {
  const store = await openStore(config)
  const { close, ...opened } = openUnmigrated({ ...config, server: 'gateway', migrations: MIGRATIONS })
  return { checks: installationChecks({ ...config, ...opened, store }), close }
}

export const openConfiguredRegistry = async (
  config: RegistryConfig & BuildFolders & Pick<GatewayConfig, 'production' | 'publicOrigin'>,
  tracing?: Tracing,
): Promise<OpenedRegistry> => {
  const { dataDir, databaseUrl, retentionDays, verdicts, production } = config
  const store = await openStore(config)
  const opened = await openDatabase({ databaseUrl, dataDir, server: 'gateway', migrations: MIGRATIONS })
  const database = tracing?.database(opened.database) ?? opened.database
  try {
    await migrate(database, MIGRATIONS, beforeMigrating(opened, config, 'npm run remotes -- migrate'))
    const registry = await openRegistry({
      database,
      listenTo: opened.url,
      store,
      around: surroundingsOf(config, production ? LOOK_EVERY_MS : 0),
      retentionDays,
      verdicts,
      loopbackIssuers: !production,
      onFailure,
    })
    return {
      registry,
      database,
      checks: installationChecks({
        ...config,
        database: () => Promise.resolve(database),
        store,
        isServer: databaseUrl !== undefined,
      }),
      close: async () => {
        await registry.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
