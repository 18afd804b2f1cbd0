import {
  migrate as applyMigrations,
  type BeforeMigrating,
  type Database,
  type MigrationOptions,
} from '@atalaia/database'
import { beforeMigrating, openDatabase, type MigratingSettings, type OpenedDatabase } from '@atalaia/server'
import { openKeys, type OpenedKeys } from './open-keys.ts'
import { refuseShards } from './refuse-shards.ts'

export type Store = OpenedKeys & {
  readonly database: Database
  close(): Promise<void>
}

export type StoreOptions = MigratingSettings & {
  readonly dataDir: string
  /** Default: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined
  readonly environment: NodeJS.ProcessEnv
}

export const MIGRATIONS: MigrationOptions = { folder: new URL('./migrations/', import.meta.url) }

export const migrate = async (database: Database, beforeFirst?: BeforeMigrating): Promise<void> =>
  void (await applyMigrations(database, MIGRATIONS, beforeFirst))

export const openMigrated = async (settings: Omit<StoreOptions, 'environment'>): Promise<OpenedDatabase> => {
  const { dataDir, databaseUrl } = settings
  const opened = await openDatabase({ databaseUrl, dataDir, server: 'leak-api', migrations: MIGRATIONS })
  try {
    await refuseShards(opened.database)
    await migrate(opened.database, beforeMigrating(opened, settings, 'npm run leaks -- migrate'))
    return opened
  } catch (error) {
    await opened.database.close()
    throw error
  }
}

/** After a failure, closes all and rejects. */
export const openStore = async ({ environment, ...settings }: StoreOptions): Promise<Store> => {
  const { dataDir } = settings
  const { database } = await openMigrated(settings)
  try {
    const isShared = settings.databaseUrl !== undefined && environment['NODE_ENV'] === 'production'
    const keys = await openKeys(database, { dataDir, environment, isShared })
    return { database, ...keys, close: () => database.close() }
  } catch (error) {
    await database.close()
    throw error
  }
}
