import { join } from 'node:path'
import { lockFolder, openPglite, openPostgres, type Database } from '@atalaia/database'
import { claimDataFolder } from './data-folder.ts'

export type DatabaseOptions = {
  /** PostgreSQL's address; without it, the embedded database in `dataDir` is opened. */
  readonly databaseUrl: string | undefined
  /** The server's folder, which no other user may enter (`claimDataFolder`). */
  readonly dataDir: string
  /** The server's name; the lock on the embedded database is `<dataDir>/<lockName>.lock`. */
  readonly lockName: string
  /** The folder of the embedded database, inside `dataDir`. */
  readonly folder: string
  /** Gets the line that says what was changed about the folder. Default: writes it to standard error. */
  readonly warn?: (text: string) => void
}

export type OpenedDatabase =
  | {
      readonly status: 'open'
      /** Closing it also releases the folder's lock. */
      readonly database: Database
      /** PostgreSQL's address, for notices (LISTEN); `undefined` when embedded: no other process writes. */
      readonly listenTo: string | undefined
    }
  /** Another running process has the embedded database. `message` says so, and what to do. */
  | { readonly status: 'in-use'; readonly pid: number; readonly message: string }

/**
 * Opens the database of a server: PostgreSQL when `databaseUrl` is given, otherwise the embedded one, which belongs to
 * one process at a time. A dead process's lock is taken over.
 *
 * Rejects when PostgreSQL cannot be reached or the embedded database cannot be opened; the lock is released then.
 */
export const openDatabase = async (options: DatabaseOptions): Promise<OpenedDatabase> => {
  const { databaseUrl, dataDir, lockName, folder } = options
  const { warn = (text: string) => void process.stderr.write(`${lockName}: ${text}\n`) } = options
  await claimDataFolder(dataDir, warn)
  if (databaseUrl !== undefined)
    return { status: 'open', database: await openPostgres(databaseUrl), listenTo: databaseUrl }
  const lock = await lockFolder(dataDir, lockName)
  if (lock.status === 'taken') {
    const { pid } = lock
    const message = `data folder ${dataDir}: process ${pid} has it; stop that one, or set DATA_DIR to another`
    return { status: 'in-use', pid, message }
  }
  try {
    const database = await openPglite(join(dataDir, folder))
    const close = () => database.close().finally(() => lock.release())
    return { status: 'open', database: { ...database, close }, listenTo: undefined }
  } catch (error) {
    await lock.release()
    throw error
  }
}
