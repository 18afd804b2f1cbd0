import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { EMBEDDED_FOLDER } from '@atalaia/database'

/** The settings that name an installation's database. */
export type DatabasePlace = {
  /** PostgreSQL's address; without it the embedded database in `dataDir` is meant. */
  readonly databaseUrl: string | undefined
  readonly dataDir: string
}

/**
 * Throws when the place has no database: servers make it, and commands only use it. A command with other settings than
 * the servers would otherwise write into a second database, which nobody reads (M-COMMAND-1).
 */
export const demandDatabase = ({ databaseUrl, dataDir }: DatabasePlace): void => {
  if (databaseUrl !== undefined || existsSync(join(dataDir, EMBEDDED_FOLDER))) return
  throw new Error(
    `data folder ${dataDir}: there is no database in it; start the server once, or set DATA_DIR to its folder, ` +
      'or DATABASE_URL if the database of the installation is on a server of its own',
  )
}
