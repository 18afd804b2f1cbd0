import { addDatabaseCommands, type CommandLine, type DatabaseCommandOptions } from '@atalaia/server'
import { readEnvironment } from '../config.ts'

export type GatewayDatabaseParts = Pick<DatabaseCommandOptions, 'screen'> & {
  readonly env: NodeJS.ProcessEnv
  readonly root: string
}

export const addGatewayDatabaseCommands = (line: CommandLine, { env, root, screen }: GatewayDatabaseParts): void => {
  addDatabaseCommands(line, {
    server: 'gateway',
    readConfig: () => {
      const environment = readEnvironment(env, root)
      if (!environment.ok) throw new Error(environment.message)
      const { registry } = environment.config
      if (!registry) throw new Error('set DATABASE_URL, or DATA_DIR to the folder of the gateway')
      return registry
    },
    // Late: most commands ask a gateway.
    loadMigrations: async () => (await import('../registry/registry.ts')).MIGRATIONS,
    content: 'channels, their history, deploy tokens and rights, but not the files of builds,',
    nextStep:
      'Start the gateways with DATABASE_URL set to it, and with the same files: ARTIFACTS_DIR or ARTIFACTS_BUCKET.',
    screen,
  })
}
