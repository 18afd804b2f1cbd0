import { lockFolder, openPglite, openPostgres, type Database } from '@atalaia/database'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { RegistryConfig } from './config.ts'
import { openRegistry, type Registry } from './registry/registry.ts'
import { createFolderStore } from './registry/storage/folder-store.ts'
import { createS3Store } from './registry/storage/s3-store.ts'

const HOUR_MS = 3_600_000

const onFailure = (error: unknown) =>
  void process.stderr.write(
    `gateway: the database of versions: ${error instanceof Error ? error.message : String(error)}\n`,
  )

export type OpenedRegistry = {
  readonly registry: Registry
  /** Closes the registry, and then its database. */
  close(): Promise<void>
}

/** Opens the database and the store that the settings name, and the registry on them. */
export const openConfiguredRegistry = async (config: RegistryConfig): Promise<OpenedRegistry> => {
  const { artifacts, dataDir, databaseUrl, retentionDays } = config
  // With an embedded database this process is alone, so a leftover is nobody's; otherwise it may be an upload to
  // another gateway that is under way.
  const sweepAfter = databaseUrl === undefined ? 0 : HOUR_MS
  const store =
    artifacts.kind === 'folder'
      ? createFolderStore({ folder: artifacts.folder, sweepAfter })
      : createS3Store({ ...artifacts, sweepAfter })
  const { database, listenTo } = await openDatabase(dataDir, databaseUrl)
  try {
    const registry = await openRegistry({ database, listenTo, store, retentionDays, onFailure })
    return {
      registry,
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

/** The PostgreSQL at `databaseUrl`, and without one an embedded one in `dataDir`, which belongs to one process. */
const openDatabase = async (
  dataDir: string,
  databaseUrl: string | undefined,
): Promise<{ readonly database: Database; readonly listenTo?: string }> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if (databaseUrl !== undefined) return { database: await openPostgres(databaseUrl), listenTo: databaseUrl }
  const lock = await lockFolder(dataDir, 'gateway')
  if (lock.status === 'taken')
    throw new Error(`data folder ${dataDir}: process ${lock.pid} has it; stop that one, or set DATA_DIR to another`)
  try {
    const database = await openPglite(join(dataDir, 'gateway-db'))
    return { database: { ...database, close: () => database.close().then(() => lock.release()) } }
  } catch (error) {
    await lock.release()
    throw error
  }
}
