import { createLazyClient, gatewayOrigin, overHttp, type Client } from '@atalaia/cli'
import { createCommandLine } from '@atalaia/server'
import { addAccessCommands, addRuleCommands } from './access-commands.ts'
import { addCommands } from './commands.ts'
import { addGatewayDatabaseCommands } from './database-commands.ts'

export type Run = {
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly root: string
  out(text: string): void
  err(text: string): void
}

const notes = `GATEWAY_URL   the gateway (http://localhost:3000); links begin with it, or with PUBLIC_ORIGIN
DEPLOY_TOKEN  the token of the remote. Without it the command works on the gateway's database and store, as its
              operator: give it the settings of the gateway (DATA_DIR, DATABASE_URL, ARTIFACTS_*, REMOTES, SHELL_DIR).`

/** Connects over HTTP with DEPLOY_TOKEN. Without it, works on the gateway's database in this process. */
const connect = async (env: NodeJS.ProcessEnv, root: string): Promise<Client> => {
  const { DEPLOY_TOKEN: token } = env
  if (token) return overHttp(gatewayOrigin(env), token)
  // Late: it loads the server's modules.
  const { openDirect } = await import('./direct-client.ts')
  return openDirect(env, root)
}

export const runRemotes = async ({ args, env, root, out, err }: Run): Promise<number> => {
  const description = 'The life of a remote: published, promoted, rolled back.'
  const line = createCommandLine({ name: 'remotes', call: 'npm run remotes --', description, notes, out, err })
  const client = createLazyClient(() => connect(env, root))
  const tools = { client, root, env }
  addCommands(line, tools)
  addAccessCommands(line, tools)
  addRuleCommands(line, tools)
  addGatewayDatabaseCommands(line, { env, root, screen: { write: err } })
  try {
    return await line.run(args)
  } finally {
    await client.close()
  }
}
