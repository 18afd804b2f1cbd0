import {
  migrate as applyMigrations,
  type BeforeMigrating,
  type Database,
  type MigrationOptions,
} from '@atalaia/database'
import { beforeMigrating, openDatabase, type MigratingSettings, type OpenedDatabase } from '@atalaia/server'
import { createFingerprint } from './fingerprint.ts'
import { loadKeys, type Keys } from './keys.ts'
import { refuseShards } from './refuse-shards.ts'
import { proveFingerprintKey } from './settings-repository.ts'

/** The database with its schema up to date, and the keys. */
export type Store = {
  readonly database: Database
  readonly keys: Keys
  /** Closes the database, and gives the folder of an embedded one free. */
  close(): Promise<void>
}

export type OpenedStore =
  | { readonly status: 'open'; readonly store: Store }
  /** The embedded database belongs to one process at a time; `message` says which one has it. */
  | { readonly status: 'in-use'; readonly pid: number; readonly message: string }

export type StoreOptions = MigratingSettings & {
  readonly dataDir: string
  /** The environment, which may hold the keys. */
  readonly environment: NodeJS.ProcessEnv
}

/** The folder of the embedded database, inside the data folder. */
export const DATABASE_FOLDER = 'db'

/** The changes of the API's schema. */
export const MIGRATIONS: MigrationOptions = { folder: new URL('./migrations/', import.meta.url) }

/** Brings the API's schema up to date. */
export const migrate = async (database: Database, beforeFirst?: BeforeMigrating): Promise<void> =>
  void (await applyMigrations(database, MIGRATIONS, beforeFirst))

/** Opens the database and brings its schema up to date. Rejects, with all closed, when a step fails. */
export const openMigrated = async (settings: Omit<StoreOptions, 'environment'>): Promise<OpenedDatabase> => {
  const { dataDir, databaseUrl } = settings
  const opened = await openDatabase({ databaseUrl, dataDir, lockName: 'leak-api', folder: DATABASE_FOLDER })
  if (opened.status === 'in-use') return opened
  try {
    await refuseShards(opened.database)
    await migrate(opened.database, beforeMigrating(settings, 'npm run leaks -- migrate'))
    return opened
  } catch (error) {
    await opened.database.close()
    throw error
  }
}

/** Opens the database, brings its schema up to date and loads the keys. Rejects, with all closed, when a step fails. */
export const openStore = async ({ environment, ...settings }: StoreOptions): Promise<OpenedStore> => {
  const { dataDir } = settings
  const opened = await openMigrated(settings)
  if (opened.status === 'in-use') return opened
  const { database } = opened
  try {
    const keys = await loadKeys(dataDir, environment)
    await proveFingerprintKey(database, createFingerprint(keys.fingerprint))
    return { status: 'open', store: { database, keys, close: () => database.close() } }
  } catch (error) {
    await database.close()
    throw error
  }
}
