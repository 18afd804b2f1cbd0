import {
  migrate as applyMigrations,
  type BeforeMigrating,
  type Database,
  type MigrationOptions,
} from '@atalaia/database'
import { beforeMigrating, openDatabase, type MigratingSettings, type OpenedDatabase } from '@atalaia/server'
import { openKeys, type OpenedKeys } from './open-keys.ts'
import { refuseShards } from './refuse-shards.ts'

/** The database with its schema up to date, and the keys. */
export type Store = OpenedKeys & {
  readonly database: Database
  close(): Promise<void>
}

export type StoreOptions = MigratingSettings & {
  readonly dataDir: string
  /** PostgreSQL's address; without it the embedded PostgreSQL in `dataDir` is used. */
  readonly databaseUrl: string | undefined
  /** The environment, which may hold the keys. */
  readonly environment: NodeJS.ProcessEnv
}

/** The changes of the API's schema. */
export const MIGRATIONS: MigrationOptions = { folder: new URL('./migrations/', import.meta.url) }

/** Brings the API's schema up to date. */
export const migrate = async (database: Database, beforeFirst?: BeforeMigrating): Promise<void> =>
  void (await applyMigrations(database, MIGRATIONS, beforeFirst))

/** Opens the database and brings its schema up to date. Rejects, with all closed, when a step fails. */
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

/** Opens the database, brings its schema up to date and opens the keys. Rejects, with all closed, when a step fails. */
export const openStore = async ({ environment, ...settings }: StoreOptions): Promise<Store> => {
  const { dataDir } = settings
  const { database } = await openMigrated(settings)
  try {
    const keys = await openKeys(database, { dataDir, environment })
    return { database, ...keys, close: () => database.close() }
  } catch (error) {
    await database.close()
    throw error
  }
}
