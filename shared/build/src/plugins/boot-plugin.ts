import { createHash } from 'node:crypto'
import type { Compilation, Configuration, WebpackPluginInstance } from 'webpack'
import { innerBuild, readBuilt } from './inner-build.ts'
import { emitText, onAssets } from './on-assets.ts'

const bootFiles = new WeakMap<Compilation, string>()

export const bootFile = (compilation: Compilation): string | undefined => bootFiles.get(compilation)

/** Builds it separately: it runs before the first paint, without the federation runtime. */
export const bootPlugin = (config: Configuration): WebpackPluginInstance =>
  onAssets('BootPlugin', 'additional', async (compilation) => {
    const text = await innerBuild(compilation, config, readBuilt)
    if (text === undefined) return
    const file = `boot.${createHash('sha256').update(text).digest('hex').slice(0, 20)}.js`
    bootFiles.set(compilation, file)
    emitText(compilation, file, text, { minimized: true, immutable: true })
  })
