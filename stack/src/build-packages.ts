import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join, relative, sep } from 'node:path'
import { buildFingerprint } from './fingerprint.ts'
import { runCaptured } from './run-captured.ts'
import { whenStale } from './when-stale.ts'
import { root, workspacePackages, type Package } from './workspace.ts'

export type BuildOptions = {
  /** Default: packages with a webpack.config.ts, except test packages. */
  readonly only?: readonly string[]
  /** Also builds current packages. */
  readonly force?: boolean
  readonly log: (line: string) => void
}

const AT_A_TIME = 2
const isBuilt = ({ folder }: Package) => existsSync(join(folder, 'webpack.config.ts'))
const isFixture = ({ folder }: Package) => ['e2e', 'lab'].includes(relative(root, folder).split(sep)[0] ?? '')
const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`

const outcome = ({ folder }: Package) =>
  ['remote.json', 'shell.json'].map((name) => join(folder, 'dist', name)).find(existsSync)

const build = async (target: Package): Promise<void> => {
  const webpack = createRequire(join(target.folder, 'package.json')).resolve('webpack/bin/webpack.js')
  const result = await runCaptured(process.execPath, [webpack], {
    cwd: target.folder,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (result.code !== 0) throw new Error(`${target.name}: the build failed\n${result.output}`)
  if (!outcome(target)) throw new Error(`${target.name}: the build put out neither remote.json nor shell.json`)
}

/** Builds two at a time; throws webpack's words. */
export const buildPackages = async ({ only, force = false, log }: BuildOptions): Promise<void> => {
  const packages = workspacePackages()
  const targets = [...packages.values()].filter((found) =>
    only ? only.includes(found.name) : isBuilt(found) && !isFixture(found),
  )
  const unknown = only?.find((name) => !packages.has(name))
  if (unknown) throw new Error(`${unknown}: no such package in the workspace`)

  const buildIfStale = async (target: Package) => {
    const fingerprint = () => buildFingerprint({ root, packages, name: target.name, salt: 'production' })
    const isThere = () => outcome(target) !== undefined
    await whenStale({ name: basename(target.folder), fingerprint, isThere, force }, async () => {
      const began = Date.now()
      await build(target)
      log(`  built ${target.name} in ${seconds(began)}`)
    })
  }

  const queue = [...targets]
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await buildIfStale(next)
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
}
