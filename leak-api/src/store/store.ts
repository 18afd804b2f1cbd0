import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { lockFolder, openPglite, openPostgres, type Database } from '@atalaia/database'
import { migrate } from './migrate.ts'
import { createFingerprint, proveFingerprintKey, type Fingerprint } from './fingerprint.ts'
import { loadKeys, type Keys } from './keys.ts'

export type Store = {
  readonly database: Database
  readonly keys: Keys
  readonly fingerprint: Fingerprint
  close(): Promise<void>
}

export type OpenedStore =
  | { readonly status: 'open'; readonly store: Store }
  /** The embedded database belongs to one process at a time. */
  | { readonly status: 'in-use'; readonly pid: number }

export type StoreOptions = {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly environment: NodeJS.ProcessEnv
}

const prepare = async (database: Database, options: StoreOptions, release: () => Promise<void>): Promise<Store> => {
  const close = async () => {
    await database.close()
    await release()
  }
  try {
    await migrate(database)
    const keys = await loadKeys(options.dataDir, options.environment)
    const fingerprint = createFingerprint(keys.fingerprint)
    await proveFingerprintKey(database, fingerprint)
    return { database, keys, fingerprint, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Opens the database, brings its schema up to date and loads the keys. */
export const openStore = async (options: StoreOptions): Promise<OpenedStore> => {
  const { dataDir, databaseUrl } = options
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if (databaseUrl !== undefined) {
    const store = await prepare(await openPostgres(databaseUrl), options, () => Promise.resolve())
    return { status: 'open', store }
  }
  const lock = await lockFolder(dataDir, 'leak-api')
  if (lock.status === 'taken') return { status: 'in-use', pid: lock.pid }
  try {
    const database = await openPglite(join(dataDir, 'db'))
    return { status: 'open', store: await prepare(database, options, () => lock.release()) }
  } catch (error) {
    await lock.release()
    throw error
  }
}
