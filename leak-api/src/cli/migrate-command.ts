import { addMigrateCommand, openDatabase, type CommandLine } from '@atalaia/server'
import type { Config } from '../config.ts'

/** Adds `migrate` to a command line of leak-api. */
export const addApiMigrateCommand = (line: CommandLine, readConfig: () => Config): void =>
  addMigrateCommand(line, async () => {
    const { databaseUrl, dataDir } = readConfig()
    // Late: a wrong call, and help, need no database.
    const { DATABASE_FOLDER, MIGRATIONS } = await import('../store/store.ts')
    const opened = await openDatabase({ databaseUrl, dataDir, lockName: 'leak-api', folder: DATABASE_FOLDER })
    if (opened.status === 'in-use') throw new Error(opened.message)
    return { database: opened.database, migrations: MIGRATIONS }
  })
