import {
  addMigrateCommand,
  addMoveCommand,
  demandDatabase,
  openDatabase,
  type CommandLine,
  type MoveOptions,
} from '@atalaia/server'
import type { Config } from '../config.ts'
import { refuseShards } from '../base/store/refuse-shards.ts'

export type DatabaseCommandParts = Pick<MoveOptions, 'screen'> & { readonly readConfig: () => Config }

/** Adds the commands on the database as a whole to a command line of leak-api. */
export const addDatabaseCommands = (line: CommandLine, { readConfig, screen }: DatabaseCommandParts): void => {
  const open = async (databaseUrl: string | undefined) => {
    const { dataDir } = readConfig()
    // Late: a wrong call, and help, need no database.
    const { MIGRATIONS } = await import('../base/store/store.ts')
    const { database, keepCopy } = await openDatabase({
      databaseUrl,
      dataDir,
      server: 'leak-api',
      migrations: MIGRATIONS,
    })
    await refuseShards(database).catch(async (error: unknown) => {
      await database.close()
      throw error
    })
    return { database, migrations: MIGRATIONS, beforeFirst: keepCopy }
  }
  const readDatabaseUrl = () => {
    const config = readConfig()
    demandDatabase(config)
    return config.databaseUrl
  }
  addMigrateCommand(line, () => open(readDatabaseUrl()))
  addMoveCommand(line, {
    content: 'accounts, addresses, leaks and runs',
    nextStep:
      'Start the servers with DATABASE_URL set to it, and with the same keys: those in DATA_DIR/keys, or LEAK_API_*_KEY. ' +
      'What the gateway keeps is moved by npm run remotes -- move.',
    readDatabaseUrl,
    open,
    screen,
  })
}
