import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import webpack, { type Compiler } from 'webpack'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const compressible = /\.(js|css|svg|json|html|txt|xml|webmanifest|ico)$/
/** Below this many bytes headers outweigh what is saved. */
const minimumBytes = 1024

/** Puts a `.br` and a `.gz` beside each text file above 1 KB. zlib works on its own threads. */
export class CompressionPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('CompressionPlugin', (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER
      compilation.hooks.processAssets.tapPromise({ name: 'CompressionPlugin', stage }, async (assets) => {
        const { RawSource } = compiler.webpack.sources
        await Promise.all(
          Object.entries(assets).map(async ([path, source]) => {
            const content = source.buffer()
            if (!compressible.test(path) || content.length < minimumBytes) return
            const params = {
              [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
              [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
            }
            const [br, gz] = await Promise.all([brotli(content, { params }), gzipped(content, { level: 9 })])
            compilation.emitAsset(`${path}.br`, new RawSource(br))
            compilation.emitAsset(`${path}.gz`, new RawSource(gz))
          }),
        )
      })
    })
  }
}
