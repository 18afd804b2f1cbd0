import { root, runCaptured } from '@atalaia/stack'
import { globSync } from 'node:fs'
import { copyFile, cp, mkdir } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { z } from 'zod'

const SERVERS = ['gateway', 'leak-api']
const WORKSPACE_FILES = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'deploy/health.mjs']
const NOT_SHIPPED = new Set(['node_modules', 'dist', 'testing'])

const selectServers = SERVERS.flatMap((name) => ['--filter-prod', `${name}...`])
const packagesSchema = z.array(z.object({ path: z.string() }))

const isShipped = (path: string) => !NOT_SHIPPED.has(basename(path)) && !/\.test\.tsx?$/.test(path)

/**
 * Both servers with their production packages and every build, into the empty folder `to`
 * (M-IMAGE-1). `pnpm deploy` would put workspace packages under `node_modules`, where Node runs no
 * TypeScript.
 */
export const writeProductionTree = async (to: string): Promise<void> => {
  const listed = await pnpm([...selectServers, 'list', '--depth', '-1', '--json'], root)
  const folders = packagesSchema.parse(JSON.parse(listed)).map(({ path }) => relative(root, path))
  const builds = globSync('{host-shell,mfe-*}/dist', { cwd: root })
  await mkdir(join(to, 'deploy'), { recursive: true })
  for (const file of WORKSPACE_FILES) await copyFile(join(root, file), join(to, file))
  for (const folder of folders) await cp(join(root, folder), join(to, folder), { recursive: true, filter: isShipped })
  for (const build of builds) await cp(join(root, build), join(to, build), { recursive: true })
  await pnpm([...selectServers, 'install', '--prod', '--frozen-lockfile', '--prefer-offline'], to)
}

const pnpm = async (args: readonly string[], cwd: string): Promise<string> => {
  const command = join(root, 'node_modules', '.bin', 'pnpm')
  const { code, output } = await runCaptured(command, args, { cwd, env: { ...process.env, CI: 'true' } })
  if (code !== 0) throw new Error(`pnpm ${args.join(' ')} ended with ${code}:\n${output}`)
  return output
}
