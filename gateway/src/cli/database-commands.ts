import {
  addMigrateCommand,
  addMoveCommand,
  demandDatabase,
  openDatabase,
  type CommandLine,
  type MoveOptions,
} from '@atalaia/server'
import { readEnvironment } from '../config.ts'

export type DatabaseCommandParts = Pick<MoveOptions, 'screen'> & {
  readonly env: NodeJS.ProcessEnv
  /** The workspace. */
  readonly root: string
}

/** Adds the commands on the database as a whole to the command line. They ask no gateway. */
export const addDatabaseCommands = (line: CommandLine, { env, root, screen }: DatabaseCommandParts): void => {
  const readConfig = () => {
    const environment = readEnvironment(env, root)
    if (!environment.ok) throw new Error(environment.message)
    const { registry } = environment.config
    if (!registry) throw new Error('set DATABASE_URL, or DATA_DIR to the folder of the gateway')
    return registry
  }
  const open = async (databaseUrl: string | undefined) => {
    const { dataDir } = readConfig()
    // Late: most commands ask a gateway.
    const { MIGRATIONS } = await import('../registry/registry.ts')
    const { database, keepCopy } = await openDatabase({
      databaseUrl,
      dataDir,
      server: 'gateway',
      migrations: MIGRATIONS,
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
    content: 'channels, their history, deploy tokens and rights, but not the files of builds,',
    nextStep:
      'Start the gateways with DATABASE_URL set to it, and with the same files: ARTIFACTS_DIR or ARTIFACTS_BUCKET.',
    readDatabaseUrl,
    open,
    screen,
  })
}
