import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, runCaptured } from '@atalaia/stack'

/** Installs once: no other installation has these packages, which would slow it. */
export const installOwn = async (folder: string): Promise<void> => {
  if (existsSync(join(folder, 'node_modules'))) return
  const args = ['install', '--frozen-lockfile', '--prefer-offline']
  const { code, output } = await runCaptured(join(root, 'node_modules/.bin/pnpm'), args, { cwd: folder })
  if (code !== 0) throw new Error(`bench: the packages of ${folder} were not installed\n${output}`)
}
