import { openOperatorSocket, type OperatorSockets } from '@atalaia/server'
import { gatewaySocketPath } from '../src/config.ts'
import { runRemotes } from '../src/cli/run-remotes.ts'
import type { Build } from './archives.ts'
import { createPublished, type Opened, type PublishedOptions } from './published.ts'

export type Said = { readonly code: number; readonly out: string; readonly err: string }

/** A gateway that listens, with its operators' socket, and `npm run remotes` beside it. */
export const createCommand = async (opened: Opened, options: PublishedOptions = {}) => {
  const operators: OperatorSockets = new WeakSet()
  const stage = await createPublished(opened, { ...options, operators })
  const { workspace, app } = stage
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = await openOperatorSocket({ app, operators, path: gatewaySocketPath(workspace.root) })
  const run = async (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Said> => {
    const said = { out: '', err: '' }
    const code = await runRemotes({
      args,
      root: workspace.root,
      env: { DATA_DIR: workspace.root, ...env },
      out: (text) => void (said.out += text),
      err: (text) => void (said.err += text),
    })
    return { code, ...said }
  }
  return {
    ...stage,
    url,
    run,
    /** As a team does it, over HTTP. */
    asTeam: (token: string, args: readonly string[]) => run(args, { GATEWAY_URL: url, DEPLOY_TOKEN: token }),
    /** Puts a build where webpack would, and gives its folder. */
    write: async ({ descriptor, files }: Build, changes: Readonly<Record<string, string>> = {}) => {
      const dir = `builds/${descriptor.name}-${descriptor.version}`
      const all = { 'remote.json': JSON.stringify(descriptor), ...files, ...changes }
      await workspace.write(
        Object.fromEntries(Object.entries(all).map(([path, content]) => [`${dir}/${path}`, content])),
      )
      return dir
    },
    closeSocket: socket.close,
    close: async () => {
      await socket.close()
      await stage.close()
    },
  }
}
