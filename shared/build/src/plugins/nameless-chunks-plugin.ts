import webpack, { type Compilation, type WebpackPluginInstance } from 'webpack'
import { onAssets } from './on-assets.ts'

/** webpack's runtime writes `<uniqueName>:chunk-<id>` on the element. */
const ASKING_REGISTRY = 'globalThis["webpackChunk"+document.currentScript.dataset.webpack.split(":")[0]]'

/** Removes the versioned bundle name from chunks: an unchanged chunk keeps its address (M-RELEASE-14). */
export const namelessChunksPlugin = (): WebpackPluginInstance =>
  onAssets('NamelessChunksPlugin', 'minified', (compilation) => {
    const { uniqueName = '' } = compilation.outputOptions
    // As webpack makes it of `output.uniqueName`, minified or not.
    const named = new RegExp(
      `\\b(?:globalThis|self)(?:\\.webpackChunk${uniqueName}\\b|\\["webpackChunk${uniqueName}"\\])`,
      'g',
    )
    for (const file of chunkScripts(compilation)) {
      compilation.updateAsset(file, (source) => {
        const text = source.source().toString()
        const nameless = text.replaceAll(named, () => ASKING_REGISTRY)
        // Otherwise each version would have all files under other names, and nobody would notice.
        if (nameless === text) throw new Error(`${file} has no registry of chunks in it`)
        return new webpack.sources.RawSource(nameless)
      })
    }
  })

const chunkScripts = ({ chunks }: Compilation): Set<string> =>
  new Set(
    [...chunks]
      .filter((chunk) => !chunk.hasRuntime())
      .flatMap(({ files }) => [...files].filter((file) => file.endsWith('.js'))),
  )
