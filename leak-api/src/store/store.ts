import { migrate as applyMigrations, type Database, type MigrationOptions } from '@atalaia/database'
import { openDatabase, type OpenedDatabase } from '@atalaia/server'
import { openKeys, type OpenedKeys } from './open-keys.ts'
import { refuseShards } from './refuse-shards.ts'

/** The database with its schema up to date, and the keys. */
export type Store = OpenedKeys & {
  readonly database: Database
  close(): Promise<void>
}

export type StoreOptions = {
  readonly dataDir: string
  /** PostgreSQL's address; without it the embedded PostgreSQL in `dataDir` is used. */
  readonly databaseUrl: string | undefined
  /** The environment, which may hold the keys. */
  readonly environment: NodeJS.ProcessEnv
}

/** The folder of the embedded database, inside the data folder. */
export const DATABASE_FOLDER = 'postgres'

/** The changes of the API's schema. */
export const MIGRATIONS: MigrationOptions = { folder: new URL('./migrations/', import.meta.url) }

/** Brings the API's schema up to date. */
export const migrate = (database: Database): Promise<void> => applyMigrations(database, MIGRATIONS)

/** Opens the database and brings its schema up to date. Rejects, with all closed, when a step fails. */
export const openMigrated = async ({
  dataDir,
  databaseUrl,
}: Pick<StoreOptions, 'dataDir' | 'databaseUrl'>): Promise<OpenedDatabase> => {
  const opened = await openDatabase({ databaseUrl, dataDir, server: 'leak-api' })
  try {
    await refuseShards(opened.database)
    await migrate(opened.database)
    return opened
  } catch (error) {
    await opened.database.close()
    throw error
  }
}

/** Opens the database, brings its schema up to date and opens the keys. Rejects, with all closed, when a step fails. */
export const openStore = async ({ dataDir, databaseUrl, environment }: StoreOptions): Promise<Store> => {
  const { database } = await openMigrated({ dataDir, databaseUrl })
  try {
    const keys = await openKeys(database, { dataDir, environment })
    return { database, ...keys, close: () => database.close() }
  } catch (error) {
    await database.close()
    throw error
  }
}
