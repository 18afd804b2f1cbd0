import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '@atalaia/stack'

const run = promisify(execFile)

export type NewRemote = { readonly folder: string; remove(): Promise<void> }

const link = async (folder: string): Promise<void> => {
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  for (const [dependency, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    const target = String(version).startsWith('workspace:')
      ? join(root, 'shared', dependency.replace('@atalaia/', ''))
      : join(root, 'mfe-auth', 'node_modules', dependency)
    const place = join(folder, 'node_modules', dependency)
    await mkdir(dirname(place), { recursive: true })
    await symlink(await realpath(target), place)
  }
}

/** `npm run new:remote` and a build, in a separate workspace. */
export const buildNewRemote = async (name: string, title: string): Promise<NewRemote> => {
  const workspace = await realpath(await mkdtemp(join(tmpdir(), 'atalaia-new-remote-')))
  const folder = join(workspace, name)
  await writeFile(join(workspace, 'package.json'), '{"type":"module"}')
  await cp(join(root, 'tsconfig.json'), join(workspace, 'tsconfig.json'))
  const made = ['scripts/new-remote.ts', name, '--title', title, '--in', workspace, '--no-install']
  await run(process.execPath, made, { cwd: root })
  await link(folder)
  const webpack = join(folder, 'node_modules', 'webpack', 'bin', 'webpack.js')
  await run(process.execPath, [webpack], { cwd: folder, env: { ...process.env, NODE_ENV: 'production' } })
  return { folder, remove: () => rm(workspace, { recursive: true, force: true }) }
}
