import { createHash } from 'node:crypto'
import webpack, { type Compilation, type Compiler, type Configuration } from 'webpack'
import { innerBuild, readBuilt } from './inner-build.ts'

const bootFiles = new WeakMap<Compilation, string>()

/** The boot script's file in this compilation. */
export const bootFile = (compilation: Compilation): string | undefined => bootFiles.get(compilation)

/**
 * Builds the shell's boot script apart: it runs before the first paint, so it carries nothing of the federation
 * runtime that every entry of the shell's own build has.
 */
export class BootPlugin {
  readonly #config: Configuration

  constructor(config: Configuration) {
    this.#config = config
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('BootPlugin', (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL
      compilation.hooks.processAssets.tapPromise({ name: 'BootPlugin', stage }, async () => {
        const text = await innerBuild(compilation, this.#config, readBuilt)
        if (text === undefined) return
        const file = `boot.${createHash('sha256').update(text).digest('hex').slice(0, 20)}.js`
        bootFiles.set(compilation, file)
        // Minimised already, and named by what it contains now.
        const info = { minimized: true, immutable: true }
        compilation.emitAsset(file, new compiler.webpack.sources.RawSource(text), info)
      })
    })
  }
}
