import {
  bringOver,
  EMBEDDED_FOLDER,
  openPostgres,
  useEmbedded,
  type Database,
  type EmbeddedOptions,
  type MigrationOptions,
} from '@atalaia/database'
import { join } from 'node:path'
import { claimDataFolder } from './data-folder.ts'

export type DatabaseOptions = {
  readonly databaseUrl: string | undefined
  readonly dataDir: string
  readonly server: EmbeddedOptions['user']
  /** M-MOVE-2 */
  readonly migrations: MigrationOptions
  /** Default: standard error. */
  readonly warn?: (text: string) => void
}

export type OpenedDatabase = {
  readonly database: Database
  readonly url: string
  /** Copies the embedded database's folder, and reports the place. Absent on an operator's server. */
  readonly keepCopy?: () => Promise<void>
  /** Copies the running embedded database to a folder. Absent on an operator's server. */
  readonly copy?: (to: string) => Promise<void>
}

/**
 * Without `databaseUrl`: the embedded database that all processes share. Rejects on failure, or
 * when the folder is open to others.
 */
export const openDatabase = async (options: DatabaseOptions): Promise<OpenedDatabase> => {
  const { databaseUrl, dataDir, server, migrations } = options
  const { warn = (text: string) => void process.stderr.write(`${server}: ${text}\n`) } = options
  await claimDataFolder(dataDir, warn)
  if (databaseUrl !== undefined) return { database: await openPostgres(databaseUrl), url: databaseUrl }
  const { url, copy, release } = await useEmbedded(dataDir, { user: server, log: warn })
  const keepCopy = async () => {
    const to = join(dataDir, `${EMBEDDED_FOLDER}.before-${server}`)
    await copy(to)
    warn(`the database as it was before its migration is in ${to}`)
  }
  try {
    const database = await openPostgres(url)
    await bringOver({ dataDir, server, target: database, migrations, log: warn }).catch(async (error: unknown) => {
      await database.close()
      throw error
    })
    return { database: { ...database, close: () => database.close().finally(release) }, url, keepCopy, copy }
  } catch (error) {
    await release()
    throw error
  }
}

/** Applies no migration. `database` may reject. */
export const openUnmigrated = (options: DatabaseOptions) => {
  const opening = openDatabase(options)
  return {
    database: async (): Promise<Database> => (await opening).database,
    isServer: options.databaseUrl !== undefined,
    close: async (): Promise<void> => (await opening.catch(() => undefined))?.database.close(),
  }
}
