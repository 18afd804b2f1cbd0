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

/** Writes to `embed/` of the artifact, if `src/embed` exists. A container needs `federation.ts`. */
export const embedPlugin = (options: ContainerOptions): WebpackPluginInstance | undefined => {
  if (!existsSync(join(options.dir, 'src/embed'))) return undefined
  return onAssets('EmbedPlugin', 'named', async (compilation) => {
    const isFederated = existsSync(join(options.dir, 'src/embed/federation.ts'))
    const configs = [embedConfig(options), ...(isFederated ? [containerConfig(options)] : [])]
    const path = await mkdtemp(join(tmpdir(), 'atalaia-embed-'))
    try {
      const built = await Promise.all(configs.map((config) => runApart(compilation, config, path)))
      if (built.every(Boolean)) await emitAll(compilation, path, isFederated ? containerName(options) : undefined)
    } finally {
      await rm(path, { recursive: true, force: true })
    }
  })
}

const HASHED = /\.[0-9a-f]{16,}\./

const emitAll = async (compilation: Compilation, path: string, container: string | undefined): Promise<void> => {
  const emit = (name: string, content: string | Buffer) =>
    compilation.emitAsset(EMBED_FOLDER + name, new webpack.sources.RawSource(content), {
      minimized: true,
      immutable: HASHED.test(name),
    })
  const names = await readdir(path)
  for (const name of names) emit(name, await readFile(join(path, name)))
  if (container === undefined) return
  const file = names.find((name) => CONTAINER_FILE.test(name))
  if (file === undefined) throw new Error(`${container}: the federation container was not built`)
  for (const [name, text] of Object.entries(containerEntries(container, file))) emit(name, text)
}

/**
 * A share scope without the versions of React whose `react-dom/client` the host does not share: React
 * DOM works with exactly its own version.
 */
const PAIRED =
  "(s={})=>Object.fromEntries(Object.entries(s).map(([k,m])=>[k,/^react(-dom)?(\\/|$)/.test(k)?Object.fromEntries(Object.entries(m).filter(([v])=>s.react?.[v]&&s['react-dom/client']?.[v])):m]))"

/**
 * Stable names: a module, and a script with the global for hosts (M-EMBED-38). The container's own
 * name changes with its content, because browsers load a module once. A page's second host gets
 * modules chosen by the first.
 */
const containerEntries = (container: string, file: string): Readonly<Record<string, string>> => ({
  'remoteEntry.mjs': `import{get,init as i}from'./${file}'\nexport{get}\nconst p=${PAIRED}\nexport const init=(s,...a)=>{try{return i(p(s),...a)}catch{}}\n`,
  'remoteEntry.js': `var ${container}=(s=>{const c=()=>import(s),p=${PAIRED};return{init:(h,...a)=>c().then(m=>m.init(p(h),...a)).catch(()=>{}),get:(...a)=>c().then(m=>m.get(...a))}})(new URL('${file}',document.currentScript.src).href)\n`,
})
