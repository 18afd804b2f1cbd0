import {
  bringOver,
  openPostgres,
  useEmbedded,
  type Database,
  type EmbeddedOptions,
  type MigrationOptions,
} from '@atalaia/database'
import { claimDataFolder } from './data-folder.ts'

export type DatabaseOptions = {
  /** PostgreSQL's address; without it, the embedded PostgreSQL in `dataDir` is used. */
  readonly databaseUrl: string | undefined
  /** The server's folder, which no other user may enter (`claimDataFolder`). */
  readonly dataDir: string
  readonly server: EmbeddedOptions['user']
  /** The changes of the server's schema, by which the data of an older engine is brought over (M-MOVE-2). */
  readonly migrations: MigrationOptions
  /** Gets a line about the folder or the embedded server. Default: writes it to standard error. */
  readonly warn?: (text: string) => void
}

export type OpenedDatabase = {
  /** Closing it also ends the use of the embedded PostgreSQL. */
  readonly database: Database
  /** PostgreSQL's address, for notices (LISTEN). */
  readonly url: string
  /** Copies the folder of the embedded database, and tells where the copy is; there is none on a server of the operator's. */
  readonly keepCopy?: () => Promise<void>
}

/**
 * Opens the database of a server or of a command: PostgreSQL when `databaseUrl` is given, otherwise the embedded one,
 * which all processes of the installation share.
 *
 * Rejects when the folder is open to others, when PostgreSQL cannot be reached, and when the embedded one cannot be started.
 */
export const openDatabase = async (options: DatabaseOptions): Promise<OpenedDatabase> => {
  const { databaseUrl, dataDir, server, migrations } = options
  const { warn = (text: string) => void process.stderr.write(`${server}: ${text}\n`) } = options
  await claimDataFolder(dataDir, warn)
  if (databaseUrl !== undefined) return { database: await openPostgres(databaseUrl), url: databaseUrl }
  const { url, copy, release } = await useEmbedded(dataDir, { user: server, log: warn })
  const keepCopy = async () =>
    warn(`the database as it was before its migration is in ${await copy(`before-${server}`)}`)
  try {
    const database = await openPostgres(url)
    await bringOver({ dataDir, server, target: database, migrations, log: warn }).catch(async (error: unknown) => {
      await database.close()
      throw error
    })
    return { database: { ...database, close: () => database.close().finally(release) }, url, keepCopy }
  } catch (error) {
    await release()
    throw error
  }
}
