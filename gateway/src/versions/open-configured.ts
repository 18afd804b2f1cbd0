import { createFolderStore } from '../artifacts/folder-store.ts'
import { createS3Store } from '../artifacts/s3-store.ts'
import type { VersionsConfig } from '../config/environment.ts'
import { openGatewayDatabase, openVersions, type Versions } from './versions.ts'

const HOUR = 3_600_000

const onFailure = (error: unknown) =>
  void process.stderr.write(
    `gateway: the database of versions: ${error instanceof Error ? error.message : String(error)}\n`,
  )

/** Opens the versions that the environment names. */
export const openConfigured = async (config: VersionsConfig): Promise<Versions> => {
  const { artifacts, dataDir, databaseUrl, retentionDays } = config
  // Alone, whatever an earlier process left is nobody's; beside other gateways it may be theirs, and under way.
  const sweepAfter = databaseUrl === undefined ? 0 : HOUR
  const store =
    artifacts.kind === 'folder'
      ? createFolderStore({ folder: artifacts.folder, sweepAfter })
      : createS3Store({ ...artifacts, sweepAfter })
  const opened = await openGatewayDatabase(dataDir, databaseUrl)
  try {
    return await openVersions({ ...opened, store, retentionDays, onFailure })
  } catch (error) {
    await opened.database.close()
    throw error
  }
}
