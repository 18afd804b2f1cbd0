import { openPostgres, useEmbedded, type Database, type EmbeddedOptions } from '@atalaia/database'
import { claimDataFolder } from './data-folder.ts'

export type DatabaseOptions = {
  /** PostgreSQL's address; without it, the embedded PostgreSQL in `dataDir` is used. */
  readonly databaseUrl: string | undefined
  /** The server's folder, which no other user may enter (`claimDataFolder`). */
  readonly dataDir: string
  readonly server: EmbeddedOptions['user']
  /** Gets a line about the folder or the embedded server. Default: writes it to standard error. */
  readonly warn?: (text: string) => void
}

export type OpenedDatabase = {
  /** Closing it also ends the use of the embedded PostgreSQL. */
  readonly database: Database
  /** PostgreSQL's address, for notices (LISTEN). */
  readonly url: string
}

/**
 * Opens the database of a server or of a command: PostgreSQL when `databaseUrl` is given, otherwise the embedded one,
 * which all processes of the installation share.
 *
 * Rejects when the folder is open to others, when PostgreSQL cannot be reached, and when the embedded one cannot be started.
 */
export const openDatabase = async (options: DatabaseOptions): Promise<OpenedDatabase> => {
  const { databaseUrl, dataDir, server } = options
  const { warn = (text: string) => void process.stderr.write(`${server}: ${text}\n`) } = options
  await claimDataFolder(dataDir, warn)
  if (databaseUrl !== undefined) return { database: await openPostgres(databaseUrl), url: databaseUrl }
  const { url, release } = await useEmbedded(dataDir, { user: server, log: warn })
  try {
    const database = await openPostgres(url)
    return { database: { ...database, close: () => database.close().finally(release) }, url }
  } catch (error) {
    await release()
    throw error
  }
}
