import { migrate as applyMigrations, type Database } from '@atalaia/database'
import { openDatabase } from '@atalaia/server'
import { createFingerprint, proveFingerprintKey } from './fingerprint.ts'
import { loadKeys, type Keys } from './keys.ts'

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

export type StoreOptions = {
  readonly dataDir: string
  /** PostgreSQL's address; without it the embedded database in `dataDir` is opened. */
  readonly databaseUrl: string | undefined
  /** The environment, which may hold the keys. */
  readonly environment: NodeJS.ProcessEnv
}

/** The folder of the embedded database, inside the data folder. */
export const DATABASE_FOLDER = 'db'

/** Brings the API's schema up to date. */
export const migrate = (database: Database): Promise<void> =>
  applyMigrations(database, { folder: new URL('./migrations/', import.meta.url) })

/** Opens the database, brings its schema up to date and loads the keys. Rejects, with all closed, when a step fails. */
export const openStore = async ({ dataDir, databaseUrl, environment }: StoreOptions): Promise<OpenedStore> => {
  const opened = await openDatabase({ databaseUrl, dataDir, lockName: 'leak-api', folder: DATABASE_FOLDER })
  if (opened.status === 'in-use') return opened
  const { database } = opened
  try {
    await migrate(database)
    const keys = await loadKeys(dataDir, environment)
    await proveFingerprintKey(database, createFingerprint(keys.fingerprint))
    return { status: 'open', store: { database, keys, close: () => database.close() } }
  } catch (error) {
    await database.close()
    throw error
  }
}
