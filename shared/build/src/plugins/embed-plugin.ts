import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import webpack, { type Compilation, type Compiler } from 'webpack'
import type { Mode } from '../base-config.ts'
import { embedConfig, embedEntry } from '../embed-config.ts'
import { runApart } from './inner-build.ts'

/** Where the embed's files lie in the artifact. */
export const embedFolder = 'embed/'

/** Builds a remote's `src/embed/embed.ts`, when there is one, into `embed/` of the artifact. */
export class EmbedPlugin {
  readonly #options: { readonly dir: string; readonly mode: Mode }

  constructor(options: { readonly dir: string; readonly mode: Mode }) {
    this.#options = options
  }

  apply(compiler: Compiler): void {
    const { dir, mode } = this.#options
    const entry = join(dir, 'src/embed/embed.ts')
    if (!existsSync(entry)) return
    compiler.hooks.thisCompilation.tap('EmbedPlugin', (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1
      compilation.hooks.processAssets.tapPromise({ name: 'EmbedPlugin', stage }, async () => {
        const path = await mkdtemp(join(tmpdir(), 'atalaia-embed-'))
        try {
          if (await runApart(compilation, embedConfig({ dir, entry, mode }), path)) await emitAll(compilation, path)
        } finally {
          await rm(path, { recursive: true, force: true })
        }
      })
    })
  }
}

const emitAll = async (compilation: Compilation, path: string): Promise<void> => {
  for (const name of await readdir(path)) {
    const content = new webpack.sources.RawSource(await readFile(join(path, name)))
    compilation.emitAsset(embedFolder + name, content, { minimized: true, immutable: name !== embedEntry })
  }
}
