import { addMigrateCommand, openDatabase, type CommandLine } from '@atalaia/server'
import { readEnvironment } from '../config.ts'
import type { Tools } from './commands.ts'

/** Adds `migrate` to the command line: it works on the database itself, and asks no gateway. */
export const addGatewayMigrateCommand = (line: CommandLine, { env, root }: Pick<Tools, 'env' | 'root'>): void =>
  addMigrateCommand(line, async () => {
    const environment = readEnvironment(env, root)
    if (!environment.ok) throw new Error(environment.message)
    const { registry } = environment.config
    if (!registry) throw new Error('set DATABASE_URL, or DATA_DIR to the folder of the gateway')
    const { databaseUrl, dataDir } = registry
    // Late: most commands ask a gateway.
    const { MIGRATIONS } = await import('../registry/registry.ts')
    const opened = await openDatabase({ databaseUrl, dataDir, lockName: 'gateway', folder: 'gateway-db' })
    if (opened.status === 'in-use') throw new Error(opened.message)
    return { database: opened.database, migrations: MIGRATIONS }
  })
