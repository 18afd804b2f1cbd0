import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EMBED_FOLDER } from '@atalaia/contracts'
import webpack, { type Compilation, type WebpackPluginInstance } from 'webpack'
import { CONTAINER_FILE, containerConfig, containerName, type ContainerOptions } from '../container-config.ts'
import { embedConfig } from '../embed-config.ts'
import { runApart } from './inner-build.ts'
import { onAssets } from './on-assets.ts'

/** Builds a remote's embeds for pages of other applications into `embed/` of the artifact, if it has `src/embed`. */
export const embedPlugin = (options: ContainerOptions): WebpackPluginInstance | undefined => {
  if (!existsSync(join(options.dir, 'src/embed'))) return undefined
  return onAssets('EmbedPlugin', 'named', async (compilation) => {
    const configs = [embedConfig(options), containerConfig(options)]
    const path = await mkdtemp(join(tmpdir(), 'atalaia-embed-'))
    try {
      const built = await Promise.all(configs.map((config) => runApart(compilation, config, path)))
      if (built.every(Boolean)) await emitAll(compilation, path, containerName(options), CONTAINER_FILE)
    } finally {
      await rm(path, { recursive: true, force: true })
    }
  })
}

const HASHED = /\.[0-9a-f]{16,}\./

const emitAll = async (
  compilation: Compilation,
  path: string,
  container: string,
  containerFile: RegExp,
): Promise<void> => {
  const emit = (name: string, content: string | Buffer) =>
    compilation.emitAsset(EMBED_FOLDER + name, new webpack.sources.RawSource(content), {
      minimized: true,
      immutable: HASHED.test(name),
    })
  const names = await readdir(path)
  for (const name of names) emit(name, await readFile(join(path, name)))
  const file = names.find((name) => containerFile.test(name))
  if (file === undefined) throw new Error(`${container}: the federation container was not built`)
  for (const [name, text] of Object.entries(containerEntries(container, file))) emit(name, text)
}

/**
 * The federation container under names that stay: a module, and a script that sets the one global by which hosts find
 * scripts (M-EMBED-38). The container's own name changes with its content, so that a page which loads one of them again
 * gets the version of that moment: browsers load a module once. A container takes one share scope, and refuses another:
 * the second host of a page, which has one of its own, gets the modules that the first one has let it choose.
 */
const containerEntries = (container: string, file: string): Readonly<Record<string, string>> => ({
  'remoteEntry.mjs': `import{get,init as i}from'./${file}'\nexport{get}\nexport const init=(...a)=>{try{return i(...a)}catch{}}\n`,
  'remoteEntry.js': `var ${container}=(s=>{const c=()=>import(s);return{init:(...a)=>c().then(m=>m.init(...a)).catch(()=>{}),get:(...a)=>c().then(m=>m.get(...a))}})(new URL('${file}',document.currentScript.src).href)\n`,
})
