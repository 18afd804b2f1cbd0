import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import webpack, { type Compilation, type Configuration, type Stats } from 'webpack'

export type Built = {
  readonly file: string
  readonly assets: readonly { readonly name: string; readonly content: Buffer }[]
}

/**
 * Builds one script, gives it to `use`, then removes it. The outer build watches its sources and
 * takes its errors. `undefined`: the build failed.
 */
export const innerBuild = async <Result>(
  compilation: Compilation,
  config: Configuration,
  use: (built: Built) => Promise<Result>,
): Promise<Result | undefined> => {
  const path = await mkdtemp(join(tmpdir(), 'atalaia-build-'))
  try {
    const filename = 'out.cjs'
    const stats = await runApart(compilation, { ...config, output: { ...config.output, filename } }, path)
    if (!stats) return undefined
    const others = Object.keys(stats.compilation.assets).filter((name) => name !== filename)
    const assets = await Promise.all(others.map(async (name) => ({ name, content: await readFile(join(path, name)) })))
    return await use({ file: join(path, filename), assets })
  } finally {
    await rm(path, { recursive: true, force: true })
  }
}

/** On behalf of an outer build. `undefined`: the build failed. */
export const runApart = async (
  compilation: Compilation,
  config: Configuration,
  path: string,
): Promise<Stats | undefined> => {
  const stats = await run({ ...config, output: { ...config.output, path } })
  compilation.fileDependencies.addAll(stats.compilation.fileDependencies)
  compilation.errors.push(...stats.compilation.errors)
  compilation.warnings.push(...stats.compilation.warnings)
  return stats.hasErrors() ? undefined : stats
}

export const readBuilt = ({ file }: Built): Promise<string> => readFile(file, 'utf8')

const run = (config: Configuration): Promise<Stats> =>
  new Promise((resolve, reject) => {
    const compiler = webpack(config)
    compiler?.run((failure, stats) => {
      compiler.close((closing) => {
        if (stats && !failure && !closing) resolve(stats)
        else reject(failure ?? closing ?? new Error('webpack gave no result'))
      })
    })
  })
