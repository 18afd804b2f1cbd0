import { demandDatabase, Misuse, openDatabase, type CommandLine } from '@atalaia/server'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { operandOf } from '../commands.ts'
import { MIGRATIONS } from './store.ts'

type Settings = { readonly dataDir: string; readonly databaseUrl: string | undefined }

/** M-BACKUP-1 */
export const addBackupCommand = (
  { program, action }: CommandLine,
  { readConfig }: { readonly readConfig: () => Settings },
): void => {
  program
    .command('backup')
    .usage('FOLDER [--json]')
    .summary('copies the embedded database while it runs')
    .description(
      'Copies the embedded PostgreSQL of DATA_DIR to a new folder, while servers run. To restore it, stop the servers and ' +
        'put the copy in the place of DATA_DIR/postgres. It has no keys and no builds.',
    )
    .argument('[folder]')
    .action(
      action(z.object({}), async ({ operands }) => {
        const to = resolve(operandOf('backup', 'FOLDER', operands))
        const config = readConfig()
        demandDatabase({ ...config, server: 'leak-api' })
        if (config.databaseUrl !== undefined)
          throw new Misuse('backup: DATABASE_URL is set: save a PostgreSQL server with deploy/backup/backup.sh')
        if (existsSync(to)) throw new Misuse(`backup: ${to} exists already: name a new folder`)
        const { dataDir } = config
        const opened = await openDatabase({
          databaseUrl: undefined,
          dataDir,
          server: 'leak-api',
          migrations: MIGRATIONS,
        })
        try {
          await opened.copy?.(to)
        } finally {
          await opened.database.close()
        }
        return { text: `The database is saved in ${to}.\n`, json: { folder: to } }
      }),
    )
}
