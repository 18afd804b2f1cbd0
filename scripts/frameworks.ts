import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildPackages, root, runCaptured } from '@atalaia/stack'
import { e2e } from './support/tests/steps.ts'

// npm run frameworks: builds the remotes of examples/remotes, and tries them in a shell.

const FRAMEWORKS = ['vue', 'svelte', 'angular']

const run = async (folder: string, program: string, args: readonly string[]): Promise<void> => {
  const { code, output } = await runCaptured(program, args, { cwd: folder })
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} in ${folder} ended with ${code}\n${output}`)
}

const pnpm = join(root, 'node_modules', '.bin', 'pnpm')

/** Like its team. */
const build = async (name: string): Promise<void> => {
  const folder = join(root, 'examples', 'remotes', name)
  if (!existsSync(join(folder, 'node_modules')))
    await run(folder, pnpm, ['install', '--frozen-lockfile', '--prefer-offline'])
  await run(folder, pnpm, ['run', 'build'])
  await run(folder, process.execPath, [join(root, 'shared', 'cli', 'src', 'bin.ts'), 'describe'])
  console.log(`  examples/remotes/${name}`)
}

await buildPackages({ log: console.log })
for (const name of FRAMEWORKS) await build(name)
process.env['FRAMEWORKS'] = '1'
const { failed } = await e2e(['frameworks.spec'])
process.exitCode = failed > 0 ? 1 : 0
