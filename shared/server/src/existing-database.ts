import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { EMBEDDED_FOLDER } from '@atalaia/database'

export type DatabasePlace = {
  readonly databaseUrl: string | undefined
  readonly dataDir: string
}

/**
 * Throws without a database: only servers make one. A command with wrong settings would otherwise
 * write into a second, unread database (M-COMMAND-1).
 */
export const demandDatabase = ({ databaseUrl, dataDir }: DatabasePlace): void => {
  if (databaseUrl !== undefined || existsSync(join(dataDir, EMBEDDED_FOLDER))) return
  throw new Error(
    `data folder ${dataDir}: there is no database in it; start the server once, or set DATA_DIR to its folder, ` +
      'or DATABASE_URL if the database of the installation is on a server of its own',
  )
}
