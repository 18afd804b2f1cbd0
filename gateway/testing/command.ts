import { runRemotes } from '../src/cli/run-remotes.ts'
import type { Build } from './archives.ts'
import { createPublished, type Opened, type PublishedOptions } from './published.ts'

export type Said = { readonly code: number; readonly out: string; readonly err: string }

export const createCommand = async (opened: Opened, options: PublishedOptions = {}) => {
  const stage = await createPublished(opened, options)
  const { workspace, app } = stage
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const settings = {
    DATABASE_URL: opened.listenTo ?? '',
    DATA_DIR: workspace.root,
    ARTIFACTS_DIR: stage.folder,
    SHELL_DIR: workspace.shellDir,
    REMOTES: workspace.remoteDirs.join(','),
    VERDICTS: options.verdicts ?? '',
    GATEWAY_URL: url,
  }
  const run = async (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Said> => {
    const said = { out: '', err: '' }
    const code = await runRemotes({
      args,
      root: workspace.root,
      env: { ...settings, ...env },
      out: (text) => void (said.out += text),
      err: (text) => void (said.err += text),
    })
    // The notice of the database may be on its way.
    await stage.registry.live.refresh()
    return { code, ...said }
  }
  return {
    ...stage,
    url,
    settings,
    run,
    asTeam: (token: string, args: readonly string[]) => run(args, { DEPLOY_TOKEN: token }),
    write: async ({ descriptor, files }: Build, changes: Readonly<Record<string, string>> = {}) => {
      const dir = `builds/${descriptor.name}-${descriptor.version}`
      const all = { 'remote.json': JSON.stringify(descriptor), ...files, ...changes }
      await workspace.write(
        Object.fromEntries(Object.entries(all).map(([path, content]) => [`${dir}/${path}`, content])),
      )
      return dir
    },
  }
}
