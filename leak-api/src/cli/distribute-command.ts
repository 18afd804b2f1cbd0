import { EXIT, Misuse, type CommandLine, type Outcome } from '@atalaia/server'
import type { Database } from '@atalaia/database'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { distribute, isDistributed, planDistribution } from '../base/store/distribute.ts'
import { openMigrated } from '../base/store/store.ts'

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** Distributes the credentials, or tells what would be done. */
export const distributeOrPlan = async (database: Database, yes: boolean): Promise<Outcome> => {
  const { servers, megabytes } = await planDistribution(database)
  const there = await isDistributed(database)
  const where = servers.join(', ')
  if (!there && !yes)
    return {
      text:
        `${number.format(megabytes)} MB of credentials would be copied to ${where}; imports wait meanwhile.\n` +
        'There is no command back: make a backup, and call it again with --yes.\n',
      json: { servers, megabytes, distributed: false },
      code: EXIT.failed,
    }
  await distribute(database)
  return {
    text: there ? `The credentials are distributed over ${where}.\n` : `The credentials are now on ${where}.\n`,
    json: { servers, megabytes, distributed: true },
  }
}

/** Adds `distribute` to a command line. */
export const addDistributeCommand = (
  { program, action }: CommandLine,
  { readConfig }: { readonly readConfig: () => Config },
): void => {
  program
    .command('distribute')
    .usage('[--yes] [--json]')
    .summary('--yes: credentials over the servers of the extension Citus')
    .description(
      'Distributes the credentials by their address over the servers that the extension Citus knows, as a whole or not at all. ' +
        'Without --yes it tells what it would do.',
    )
    .option('--yes', 'distributes them')
    .action(
      action(z.object({ yes: z.boolean().default(false) }), async ({ options }) => {
        const { databaseUrl, dataDir } = readConfig()
        if (databaseUrl === undefined)
          throw new Misuse('distribute: DATABASE_URL is not set: the embedded database has no other servers')
        const opened = await openMigrated({ dataDir, databaseUrl })
        try {
          return await distributeOrPlan(opened.database, options.yes)
        } finally {
          await opened.database.close()
        }
      }),
    )
}
