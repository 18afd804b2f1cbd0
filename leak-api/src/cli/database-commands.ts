import { addDatabaseCommands, type CommandLine, type DatabaseCommandOptions } from '@atalaia/server'
import { refuseShards } from '../base/store/refuse-shards.ts'

/** Adds `migrate` and `move` to a command line of leak-api. */
export const addLeakDatabaseCommands = (
  line: CommandLine,
  { readConfig, screen }: Pick<DatabaseCommandOptions, 'readConfig' | 'screen'>,
): void => {
  addDatabaseCommands(line, {
    server: 'leak-api',
    readConfig,
    // Late: a wrong call, and help, need no database.
    loadMigrations: async () => (await import('../base/store/store.ts')).MIGRATIONS,
    check: refuseShards,
    content: 'accounts, addresses, leaks and runs',
    nextStep:
      'Start the servers with DATABASE_URL set to it, and with the same keys: those in DATA_DIR/keys, or LEAK_API_*_KEY. ' +
      'What the gateway keeps is moved by npm run remotes -- move.',
    screen,
  })
}
