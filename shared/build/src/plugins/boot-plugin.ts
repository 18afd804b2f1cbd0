import { createHash } from 'node:crypto'
import type { Compilation, Configuration, WebpackPluginInstance } from 'webpack'
import { innerBuild, readBuilt } from './inner-build.ts'
import { emitText, onAssets } from './on-assets.ts'

const bootFiles = new WeakMap<Compilation, string>()

/** The path of the boot script in this compilation. */
export const bootFile = (compilation: Compilation): string | undefined => bootFiles.get(compilation)

/**
 * Builds the shell's boot script on its own. The script runs before the first paint, so it must not carry the
 * federation runtime that every entry of the shell's own build has.
 */
export const bootPlugin = (config: Configuration): WebpackPluginInstance =>
  onAssets('BootPlugin', 'additional', async (compilation) => {
    const text = await innerBuild(compilation, config, readBuilt)
    if (text === undefined) return
    const file = `boot.${createHash('sha256').update(text).digest('hex').slice(0, 20)}.js`
    bootFiles.set(compilation, file)
    emitText(compilation, file, text, { minimized: true, immutable: true })
  })
