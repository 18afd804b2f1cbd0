import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EMBED_FOLDER } from '@atalaia/contracts'
import webpack, { type Compilation, type WebpackPluginInstance } from 'webpack'
import { containerConfig, embedConfig, type ContainerOptions } from '../embed-config.ts'
import { runApart } from './inner-build.ts'
import { onAssets } from './on-assets.ts'

/** Builds a remote's embeds for pages of other applications into `embed/` of the artifact, if it has `src/embed`. */
export const embedPlugin = (options: ContainerOptions): WebpackPluginInstance | undefined => {
  if (!existsSync(join(options.dir, 'src/embed'))) return undefined
  const configs = [embedConfig(options), containerConfig(options)]
  return onAssets('EmbedPlugin', 'named', async (compilation) => {
    const path = await mkdtemp(join(tmpdir(), 'atalaia-embed-'))
    try {
      const built = await Promise.all(configs.map((config) => runApart(compilation, config, path)))
      if (built.every(Boolean)) await emitAll(compilation, path)
    } finally {
      await rm(path, { recursive: true, force: true })
    }
  })
}

const HASHED = /\.[0-9a-f]{16,}\./

const emitAll = async (compilation: Compilation, path: string): Promise<void> => {
  for (const name of await readdir(path)) {
    const content = new webpack.sources.RawSource(await readFile(join(path, name)))
    compilation.emitAsset(EMBED_FOLDER + name, content, { minimized: true, immutable: HASHED.test(name) })
  }
}
