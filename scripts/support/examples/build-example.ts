import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, runCaptured } from '@atalaia/stack'
import { examplesFolder, scriptOf } from './example-names.ts'

/** The package that portals install; here it is linked, and has to be built first. */
export const buildEmbedPackage = async (): Promise<void> => {
  const tsc = join(root, 'node_modules', '.bin', 'tsc')
  const { code, output } = await runCaptured(tsc, ['-p', 'embed-loader/tsconfig.json'], { cwd: root })
  if (code !== 0) throw new Error(`@atalaia/embed: the build failed\n${output}`)
}

/**
 * Builds an example for this gateway, where there is something to build, into a folder of this run's own; gives the
 * folder that its portal serves.
 */
export const buildExample = async (name: string, gateway: string, into: string): Promise<string> => {
  const folder = join(examplesFolder, name)
  const script = scriptOf(name, 'build')
  if (script === undefined) return folder
  const out = join(into, name)
  const { code, output } = await runCaptured(script.program, script.args, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', VITE_ATALAIA: gateway, OUT_DIR: out },
  })
  if (code !== 0) throw new Error(`example ${name}: the build failed\n${output}`)
  // Where nothing of the gateway goes into the build, it may lie in the example's own folder.
  return existsSync(out) ? out : join(folder, 'dist')
}
