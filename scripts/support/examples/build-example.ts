import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCaptured } from '../run-captured.ts'
import { examplesFolder } from './example-names.ts'

/** Builds an example for this gateway, where there is something to build; gives the folder that its portal serves. */
export const buildExample = async (name: string, gateway: string): Promise<string> => {
  const folder = join(examplesFolder, name)
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const script: unknown = Object(Object(manifest).scripts).build
  if (typeof script !== 'string') return folder
  const [program = '', ...args] = script.split(' ')
  const { code, output } = await runCaptured(join(folder, 'node_modules', '.bin', program), args, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', VITE_ATALAIA: gateway },
  })
  if (code !== 0) throw new Error(`example ${name}: the build failed\n${output}`)
  return join(folder, 'dist')
}
