import { createLazyClient, gatewayOrigin, headersOf, overHttp, type Client } from '@atalaia/cli'
import { createCommandLine, createOperatorClient } from '@atalaia/server'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { gatewaySocketPath } from '../config.ts'
import { addAccessCommands, addRuleCommands } from './access-commands.ts'
import { addCommands } from './commands.ts'
import { addDatabaseCommands } from './database-commands.ts'

/** One call of the command: its words, and where it writes. */
export type Run = {
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** The workspace. */
  readonly root: string
  out(text: string): void
  err(text: string): void
}

const notes = `GATEWAY_URL   the gateway (http://localhost:3000); links begin with it, or with PUBLIC_ORIGIN
DEPLOY_TOKEN  the token of the remote. Without it the gateway's socket in DATA_DIR (.data) is used,
              which its operator may open; and without a socket there, the database at DATABASE_URL.`

/** A client of the gateway on this machine, as its operator. */
const overSocket = (socketPath: string, host: string | undefined): Client => {
  const operator = createOperatorClient(socketPath)
  return {
    call: (call) => {
      const { method, path, json, archive } = call
      return operator.call({
        method,
        path,
        headers: { ...headersOf(call), ...(host && { host }) },
        json,
        ...(archive && { body: archive }),
      })
    },
    close: async () => undefined,
  }
}

/** The host and port that are named for a gateway on this machine, with which links begin where PUBLIC_ORIGIN is not set. */
const localHost = (env: NodeJS.ProcessEnv): string | undefined => {
  if (!env.GATEWAY_URL) return undefined
  const { host, hostname } = new URL(gatewayOrigin(env))
  return ['localhost', '127.0.0.1'].includes(hostname) ? host : undefined
}

/**
 * The gateway that the environment names: over HTTP with DEPLOY_TOKEN, else over its operator socket in DATA_DIR, else
 * in this process on DATABASE_URL.
 */
const connect = async (env: NodeJS.ProcessEnv, root: string): Promise<Client> => {
  const { DEPLOY_TOKEN: token } = env
  if (token) return overHttp(gatewayOrigin(env), token)
  const socket = gatewaySocketPath(resolve(root, env.DATA_DIR || '.data'))
  if (existsSync(socket)) return overSocket(socket, localHost(env))
  if (env.DATABASE_URL) {
    // Loads the server's modules, which no other way needs.
    const { openDirect } = await import('./direct-client.ts')
    return openDirect(env, root)
  }
  throw new Error(
    `set DEPLOY_TOKEN, or run this where the gateway runs: ${socket} is not there (DATA_DIR names its folder)`,
  )
}

/** Runs `npm run remotes`, and gives its exit code. */
export const runRemotes = async ({ args, env, root, out, err }: Run): Promise<number> => {
  const description = 'The life of a remote: published, promoted, rolled back.'
  const line = createCommandLine({ name: 'remotes', call: 'npm run remotes --', description, notes, out, err })
  const client = createLazyClient(() => connect(env, root))
  const tools = { client, root, env }
  addCommands(line, tools)
  addAccessCommands(line, tools)
  addRuleCommands(line, tools)
  addDatabaseCommands(line, { env, root, screen: { write: err } })
  try {
    return await line.run(args)
  } finally {
    await client.close()
  }
}
