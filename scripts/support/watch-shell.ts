import { join } from 'node:path'
import { root } from '@atalaia/stack'
import { shellConfig } from '@atalaia/build'
import webpack from 'webpack'

export type ShellWatch = { readonly folder: string; stop(): Promise<void> }

/** Rebuilds on change; resolves after the first build. */
export const watchShell = (onRebuilt: () => void, log: (line: string) => void): Promise<ShellWatch> => {
  // Beside the production build, which stays as it is.
  const folder = join(root, '.cache', 'dev', 'host-shell')
  const config = shellConfig(join(root, 'host-shell'), { mode: 'development', webpack: { output: { path: folder } } })
  const compiler = webpack(config)
  if (!compiler) throw new Error('host-shell: webpack made no compiler of its configuration')
  const stop = () => new Promise<void>((resolve) => compiler.close(() => resolve()))

  return new Promise((resolve, reject) => {
    let first = true
    compiler.watch({}, (error, stats) => {
      if (error) return reject(error)
      if (stats?.hasErrors()) log(stats.toString('errors-only'))
      else if (first) resolve({ folder, stop })
      else onRebuilt()
      if (!stats?.hasErrors()) first = false
    })
  })
}
