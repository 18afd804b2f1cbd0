import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EMBED_FOLDER } from '@atalaia/contracts'
import webpack, { type Compilation, type Compiler } from 'webpack'
import { containerConfig, embedConfig, type ContainerOptions } from '../embed-config.ts'
import { runApart } from './inner-build.ts'

/** Builds a remote's forms for pages of others, when it has `src/embed`, into `embed/` of the artifact. */
export class EmbedPlugin {
  readonly #options: ContainerOptions

  constructor(options: ContainerOptions) {
    this.#options = options
  }

  apply(compiler: Compiler): void {
    if (!existsSync(join(this.#options.dir, 'src/embed'))) return
    const configs = [embedConfig(this.#options), containerConfig(this.#options)]
    compiler.hooks.thisCompilation.tap('EmbedPlugin', (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1
      compilation.hooks.processAssets.tapPromise({ name: 'EmbedPlugin', stage }, async () => {
        const path = await mkdtemp(join(tmpdir(), 'atalaia-embed-'))
        try {
          const built = await Promise.all(configs.map((config) => runApart(compilation, config, path)))
          if (built.every(Boolean)) await emitAll(compilation, path)
        } finally {
          await rm(path, { recursive: true, force: true })
        }
      })
    })
  }
}

const hashed = /\.[0-9a-f]{16,}\./

const emitAll = async (compilation: Compilation, path: string): Promise<void> => {
  for (const name of await readdir(path)) {
    const content = new webpack.sources.RawSource(await readFile(join(path, name)))
    compilation.emitAsset(EMBED_FOLDER + name, content, { minimized: true, immutable: hashed.test(name) })
  }
}
