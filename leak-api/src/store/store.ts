import { migrate as applyMigrations, type Database, type MigrationOptions } from '@atalaia/database'
import { openDatabase, type OpenedDatabase } from '@atalaia/server'
import { openKeys, type OpenedKeys } from './open-keys.ts'

/** The database with its schema up to date, and the keys. */
export type Store = OpenedKeys & {
  readonly database: Database
  /** Closes the database, and gives the folder of an embedded one free. */
  close(): Promise<void>
}

export type OpenedStore =
  | { readonly status: 'open'; readonly store: Store }
  /** The embedded database belongs to one process at a time; `message` says which one has it. */
  | { readonly status: 'in-use'; readonly pid: number; readonly message: string }

export type StoreOptions = {
  readonly dataDir: string
  /** PostgreSQL's address; without it the embedded database in `dataDir` is opened. */
  readonly databaseUrl: string | undefined
  /** The environment, which may hold the keys. */
  readonly environment: NodeJS.ProcessEnv
}

/** The folder of the embedded database, inside the data folder. */
export const DATABASE_FOLDER = 'db'

/** The changes of the API's schema. */
export const MIGRATIONS: MigrationOptions = { folder: new URL('./migrations/', import.meta.url) }

/** Brings the API's schema up to date. */
export const migrate = (database: Database): Promise<void> => applyMigrations(database, MIGRATIONS)

/** Opens the database and brings its schema up to date. Rejects, with all closed, when a step fails. */
export const openMigrated = async ({
  dataDir,
  databaseUrl,
}: Pick<StoreOptions, 'dataDir' | 'databaseUrl'>): Promise<OpenedDatabase> => {
  const opened = await openDatabase({ databaseUrl, dataDir, lockName: 'leak-api', folder: DATABASE_FOLDER })
  if (opened.status === 'in-use') return opened
  try {
    await migrate(opened.database)
    return opened
  } catch (error) {
    await opened.database.close()
    throw error
  }
}

/** Opens the database, brings its schema up to date and opens the keys. Rejects, with all closed, when a step fails. */
export const openStore = async ({ dataDir, databaseUrl, environment }: StoreOptions): Promise<OpenedStore> => {
  const opened = await openMigrated({ dataDir, databaseUrl })
  if (opened.status === 'in-use') return opened
  const { database } = opened
  try {
    const keys = await openKeys(database, { dataDir, environment })
    return { status: 'open', store: { database, ...keys, close: () => database.close() } }
  } catch (error) {
    await database.close()
    throw error
  }
}
