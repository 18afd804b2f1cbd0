import type { Database } from '@atalaia/database'
import { messageOf, openDatabase, type Tracing } from '@atalaia/server'
import type { GatewayConfig, RegistryConfig } from './config.ts'
import { openRegistry, type Registry } from './registry/registry.ts'
import { createFolderStore } from './registry/storage/folder-store.ts'

const HOUR_MS = 3_600_000

const onFailure = (error: unknown) =>
  void process.stderr.write(`gateway: the database of versions: ${messageOf(error)}\n`)

export type OpenedRegistry = {
  readonly registry: Registry
  readonly database: Database
  /** Closes the registry, and then its database. */
  close(): Promise<void>
}

/** Opens the database and the store that the settings name, and the registry on them. */
export const openConfiguredRegistry = async (
  config: RegistryConfig & Pick<GatewayConfig, 'production'>,
  tracing?: Tracing,
): Promise<OpenedRegistry> => {
  const { artifacts, dataDir, databaseUrl, retentionDays, verdicts, production } = config
  // A leftover may be an upload to another gateway, or of a command, that is under way.
  const sweepAfter = HOUR_MS
  const store =
    artifacts.kind === 'folder'
      ? createFolderStore({ folder: artifacts.folder, sweepAfter })
      : // Late: a gateway with a folder has no need of S3's library.
        (await import('./registry/storage/s3-store.ts')).createS3Store({ ...artifacts, sweepAfter })
  const opened = await openDatabase({ databaseUrl, dataDir, server: 'gateway' })
  const database = tracing?.database(opened.database) ?? opened.database
  try {
    const registry = await openRegistry({
      database,
      listenTo: opened.url,
      store,
      retentionDays,
      verdicts,
      loopbackIssuers: !production,
      onFailure,
    })
    return {
      registry,
      database,
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
