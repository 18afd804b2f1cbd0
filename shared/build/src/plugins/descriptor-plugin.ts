import type { Artifact, Descriptor, SharedModule, SourceDescriptor } from '@atalaia/contracts'
import { descriptorSchema, EMBED_ENTRY, EMBED_FOLDER } from '@atalaia/contracts'
import webpack, { type Compilation, type Compiler } from 'webpack'
import { assetFiles } from '../asset-files.ts'
import { groupFiles, unique } from '../chunk-files.ts'
import { federatedModule } from '../federation-modules.ts'
import { installedVersion } from '../shared-modules.ts'
import { prerenderedPages } from './prerender-plugin.ts'

export type DescriptorPluginOptions = {
  readonly descriptor: SourceDescriptor
  readonly container: string
  readonly module: string
  /** Name of the exposed module's chunk. */
  readonly chunk: string
  readonly dir: string
}

/** Writes the built descriptor `remote.json` once all files are final. */
export class DescriptorPlugin {
  readonly #options: DescriptorPluginOptions

  constructor(options: DescriptorPluginOptions) {
    this.#options = options
  }

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('DescriptorPlugin', (compilation) => {
      if (compilation.compiler !== compiler) return
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: 'DescriptorPlugin', stage }, () => {
        // A failed build has errors of its own to show, and no container to describe.
        if (compilation.errors.length > 0) return
        const descriptor = describe(compilation, this.#options)
        const text = `${JSON.stringify(descriptor, null, 2)}\n`
        compilation.emitAsset('remote.json', new compiler.webpack.sources.RawSource(text))
      })
    })
  }
}

const describe = (compilation: Compilation, options: DescriptorPluginOptions): Descriptor => {
  const { descriptor, container, module, chunk, dir } = options
  const entry = entryFile(compilation, container)
  const prerendered = prerenderedPages(compilation)
  const [ofEmbed, files] = partition(assetFiles(compilation), ({ path }) => path.startsWith(EMBED_FOLDER))
  const artifact: Artifact = {
    entry,
    container,
    module,
    files,
    shared: consumedModules(compilation, dir),
    routeFiles: routeFiles(compilation, descriptor, chunk),
    ...(prerendered && { prerendered }),
    ...(ofEmbed.length > 0 && { embed: { entry: EMBED_FOLDER + EMBED_ENTRY, files: ofEmbed } }),
  }
  return descriptorSchema.parse({ ...descriptor, artifact })
}

const partition = <Item>(items: readonly Item[], is: (item: Item) => boolean): [Item[], Item[]] => [
  items.filter(is),
  items.filter((item) => !is(item)),
]

const entryFile = (compilation: Compilation, container: string): string => {
  const files = compilation.entrypoints.get(container)?.getFiles() ?? []
  const [entry, ...others] = files.filter((file) => file.endsWith('.js'))
  if (entry === undefined || others.length > 0)
    throw new Error(`${container}: the container must be one script, and is ${files.join(', ')}`)
  return entry
}

const consumedModules = (compilation: Compilation, dir: string): SharedModule[] => {
  const names = [...compilation.modules].flatMap((module) => {
    const federated = federatedModule(module)
    return federated?.kind === 'consume' ? [federated.name] : []
  })
  return unique(names)
    .toSorted()
    .map((name) => {
      const version = installedVersion(dir, name)
      return { name, version, requiredVersion: `^${version}` }
    })
}

const routeFiles = (
  compilation: Compilation,
  { routes }: SourceDescriptor,
  exposed: string,
): Record<string, string[]> =>
  Object.fromEntries(
    routes.map(({ id }) => {
      const groups = [exposed, `route-${id}`].map((name) => compilation.namedChunkGroups.get(name))
      return [id, unique(groups.flatMap((group) => (group ? groupFiles(group) : [])))]
    }),
  )
