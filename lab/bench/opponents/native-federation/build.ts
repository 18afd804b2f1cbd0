import { copyFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root, runCaptured } from '@atalaia/stack'
import { z } from 'zod'
import { installOwn } from '../install-own.ts'
import { CHANGED_REMOTE, CHANGED_TITLE, remoteNames, type Variant } from '../webpack-build.ts'

const here = import.meta.dirname

const run = async (cwd: string, args: readonly string[]): Promise<void> => {
  const { code, output } = await runCaptured(process.execPath, args, { cwd })
  if (code !== 0) throw new Error(`bench: native federation: ${args.join(' ')}\n${output}`)
}

const versionSchema = z.object({ version: z.string() })

const prepare = async (name: string, stage: string): Promise<void> => {
  const own = join(root, name)
  await rm(stage, { recursive: true, force: true })
  await mkdir(stage, { recursive: true })
  for (const entry of ['src', 'node_modules']) await symlink(join(own, entry), join(stage, entry))
  const versionOf = async (dependency: string) => {
    const text = await readFile(join(own, 'node_modules', dependency, 'package.json'), 'utf8')
    return [dependency, `^${versionSchema.parse(JSON.parse(text)).version}`] as const
  }
  const dependencies = Object.fromEntries(await Promise.all(['react', 'react-dom', '@atalaia/react'].map(versionOf)))
  await writeFile(join(stage, 'package.json'), JSON.stringify({ name, version: '1.0.0', type: 'module', dependencies }))
  await copyFile(join(root, 'tsconfig.json'), join(stage, 'tsconfig.json'))
}

const build = async (name: string, folder: string, ...change: readonly string[]): Promise<void> => {
  const stage = join(folder, '../../stages', name)
  await prepare(name, stage)
  await run(stage, [join(here, 'build.mjs'), name, folder, ...change])
}

/** esbuild adapter, orchestrator, and a remoteEntry.json for shell and remotes. */
export const buildNativeFederation = async (folder: string): Promise<Variant> => {
  await installOwn(here)
  const shell = join(folder, 'shell')
  await build('host-shell', shell)
  for (const name of remoteNames) await build(name, join(folder, name))
  const files = await readdir(shell)
  const entry = files.filter((file) => /^(styles-\w+\.css|main-\w+\.js)$/.test(file)).toSorted()
  return { entry: entry.toReversed().map((file) => `/files/shell/${file}`), scripts: 'module' }
}

export const buildNextNativeFederation = async (folder: string, before: Variant): Promise<Variant> => {
  const place = join(folder, CHANGED_REMOTE)
  await rm(place, { recursive: true, force: true })
  await build(CHANGED_REMOTE, place, JSON.stringify(CHANGED_TITLE))
  return before
}
