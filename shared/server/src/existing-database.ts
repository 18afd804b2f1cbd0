import { existsSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EMBEDDED_FOLDER } from '@atalaia/database'
import type { DatabaseOptions } from './database.ts'

export type DatabasePlace = Pick<DatabaseOptions, 'databaseUrl' | 'dataDir'>

type ServerPlace = DatabasePlace & Pick<DatabaseOptions, 'server'>

const noteOf = ({ dataDir, server }: Pick<ServerPlace, 'dataDir' | 'server'>) => join(dataDir, `${server}.database`)

/** The address without user and password. */
const publicAddress = (databaseUrl: string): string => databaseUrl.replace(/\/\/[^/]*@/, '//').replace(/\?.*$/, '')

/** Notes the database of a started server, or of a move, for commands without `DATABASE_URL`. */
export const noteDatabase = async ({ databaseUrl, ...place }: ServerPlace): Promise<void> => {
  if (databaseUrl === undefined) await rm(noteOf(place), { force: true })
  else await writeFile(noteOf(place), `${publicAddress(databaseUrl)}\n`, { mode: 0o600 })
}

/**
 * Throws without a database: only servers make one. A command with wrong settings would otherwise
 * write into a second, unread database (M-COMMAND-1, M-COMMAND-3).
 */
export const demandDatabase = ({ databaseUrl, dataDir, server }: ServerPlace): void => {
  if (databaseUrl !== undefined) return
  const note = noteOf({ dataDir, server })
  if (existsSync(note))
    throw new Error(
      `data folder ${dataDir}: the database of ${server} is ${readFileSync(note, 'utf8').trim()}; set DATABASE_URL ` +
        `to it, or remove ${note} to use the database in the folder`,
    )
  if (existsSync(join(dataDir, EMBEDDED_FOLDER))) return
  throw new Error(
    `data folder ${dataDir}: there is no database in it; start the server once, or set DATA_DIR to its folder, ` +
      'or DATABASE_URL if the database of the installation is on a server of its own',
  )
}
