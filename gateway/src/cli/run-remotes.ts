import { createCommandLine } from '@atalaia/server'
import { connect, type Client } from './client.ts'
import { addCommands } from './commands.ts'

/** One call of the command: its words, and where it writes. */
export type Run = {
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** The workspace. */
  readonly root: string
  out(text: string): void
  err(text: string): void
}

const notes = `GATEWAY_URL   the gateway (http://localhost:3000)
DEPLOY_TOKEN  the token of the remote. Without it the gateway's socket in DATA_DIR (.data) is used,
              which its operator may open; and without a socket there, the database at DATABASE_URL.`

/** Connects with the first call, so that a wrong call and what is found out on this machine need no gateway. */
const createLazyClient = (open: () => Promise<Client>): Client => {
  let opening: Promise<Client> | undefined
  return {
    call: async (call) => (await (opening ??= open())).call(call),
    close: async () => {
      const client = await opening?.catch(() => undefined)
      await client?.close()
    },
  }
}

/** Runs `npm run remotes`, and gives its exit code. */
export const runRemotes = async ({ args, env, root, out, err }: Run): Promise<number> => {
  const description = 'The life of a remote: published, promoted, rolled back.'
  const line = createCommandLine({ name: 'remotes', call: 'npm run remotes --', description, notes, out, err })
  const client = createLazyClient(() => connect(env, root))
  addCommands(line, { client, root, env })
  try {
    return await line.run(args)
  } finally {
    await client.close()
  }
}
