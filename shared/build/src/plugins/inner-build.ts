import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import webpack, { type Compilation, type Configuration, type Stats } from 'webpack'

/**
 * Builds `config` apart from the build around it, as one file, and gives its path to `use` while the file is there.
 * What it was made from is watched with the outer build; its errors and warnings are the outer build's too.
 * Gives back `undefined` when it failed.
 */
export const innerBuild = async <Result>(
  compilation: Compilation,
  config: Configuration,
  use: (file: string) => Promise<Result>,
): Promise<Result | undefined> => {
  const path = await mkdtemp(join(tmpdir(), 'atalaia-build-'))
  try {
    const filename = 'out.cjs'
    const stats = await run({ ...config, output: { ...config.output, path, filename } })
    compilation.fileDependencies.addAll(stats.compilation.fileDependencies)
    compilation.errors.push(...stats.compilation.errors)
    compilation.warnings.push(...stats.compilation.warnings)
    return stats.hasErrors() ? undefined : await use(join(path, filename))
  } finally {
    await rm(path, { recursive: true, force: true })
  }
}

/** The built file's text. */
export const readBuilt = (file: string): Promise<string> => readFile(file, 'utf8')

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
