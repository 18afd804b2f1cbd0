import {
  EXIT,
  Misuse,
  type CommandLine,
  type Outcome,
  addDatabaseCommands,
  type DatabaseCommandOptions,
  demandDatabase,
  openUnmigrated,
} from '@atalaia/server'
import type { Database } from '@atalaia/database'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { distribute, isDistributed, planDistribution } from '../base/store/distribute.ts'
import { MIGRATIONS, openMigrated } from '../base/store/store.ts'
import { addBackupCommand } from '../base/store/backup-command.ts'
import { refuseShards } from '../base/store/refuse-shards.ts'
import { addIdentityCommands } from '../accounts/identities/identity-commands.ts'
import { addKeyCommands } from '../accounts/api-keys/key-commands.ts'
import { addAuditCommands } from '../base/audit/audit-commands.ts'
import { addImportCommands } from '../leaks/importing/import-commands.ts'
import { addInstallationKeyCommands } from '../base/installation-keys/installation-key-commands.ts'
import { addInstallationCommand } from '../base/installation/installation-command.ts'
import { installationChecks } from '../base/installation/installation-checks.ts'
import { addDeliveriesCommand } from '../base/deliveries/deliveries-command.ts'
import { addOperatorCommands } from '../accounts/operators/operator-commands.ts'
import { addPortalCommands } from '../connect/portals/portal-commands.ts'
import { addRetentionCommands } from '../accounts/privacy/retention-commands.ts'
import { addSiemCommands } from '../notify/siem/siem-commands.ts'
import type { CommandLineParts } from './run-command-line.ts'

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

const distributeOrPlan = async (database: Database, yes: boolean): Promise<Outcome> => {
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

const addDistributeCommand = (
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

export const leaksCommands: CommandLineParts = {
  name: 'leaks',
  description:
    'Brings leak files into the database, makes keys for other systems, and looks after organisations and people; while the server runs or without it.',
  register: (line, { tools, readConfig, env: environment, screen }) => {
    addImportCommands(line, { tools, screen })
    addDeliveriesCommand(line, { tools })
    addKeyCommands(line, { tools })
    addSiemCommands(line, { tools })
    addIdentityCommands(line, { tools })
    addOperatorCommands(line, { tools })
    addRetentionCommands(line, { tools })
    addAuditCommands(line, { tools })
    addInstallationKeyCommands(line, {
      withKeys: async (work) => {
        const config = readConfig()
        demandDatabase({ ...config, server: 'leak-api' })
        const { database } = await openMigrated(config)
        const parts = { database, dataDir: config.dataDir, environment, clock: () => new Date() }
        return work(parts).finally(() => database.close())
      },
    })
    addInstallationCommand(line, () => {
      const config = { ...readConfig(), server: 'leak-api', migrations: MIGRATIONS } as const
      demandDatabase(config)
      const { close, ...opened } = openUnmigrated(config)
      return { checks: installationChecks({ ...config, ...opened, environment }), close }
    })
    addLeakDatabaseCommands(line, { readConfig, screen })
    addBackupCommand(line, { readConfig })
    addDistributeCommand(line, { readConfig })
    // Portals had their place here before they got a command line of their own.
    const moved = (command: string) => void screen.write(`leaks: call it as npm run portals -- ${command}\n`)
    addPortalCommands(line, { tools, moved })
  },
}
