import type { Artifact, Descriptor, EmbedSurface, SharedModule, SourceDescriptor } from '@atalaia/contracts'
import { DESCRIPTOR_FILE, descriptorSchema, EMBED_ENTRY, EMBED_FOLDER } from '@atalaia/contracts'
import type { Compilation, WebpackPluginInstance } from 'webpack'
import { assetFiles } from '../asset-files.ts'
import { groupFiles, unique } from '../chunk-files.ts'
import { federatedModule } from '../federation-modules.ts'
import { installedVersion } from '../shared-modules.ts'
import { describeBuild, holdToBudget } from './on-assets.ts'
import { prerenderedPages } from './prerender-plugin.ts'

export type DescriptorPluginOptions = {
  readonly descriptor: SourceDescriptor
  readonly container: string
  readonly module: string
  /** Name of the exposed module's chunk. */
  readonly chunk: string
  readonly dir: string
  readonly surface: EmbedSurface | undefined
}

/** Writes the built descriptor `remote.json` once all files are final. */
export const descriptorPlugin = (options: DescriptorPluginOptions): WebpackPluginInstance =>
  describeBuild('DescriptorPlugin', DESCRIPTOR_FILE, (compilation) => describe(compilation, options))

const describe = (compilation: Compilation, options: DescriptorPluginOptions): Descriptor => {
  const { descriptor, container, module, chunk, dir, surface } = options
  const entry = entryFile(compilation, container)
  const prerendered = prerenderedPages(compilation)
  const [ofEmbed, files] = partition(assetFiles(compilation), ({ path }) => path.startsWith(EMBED_FOLDER))
  const artifact: Artifact = {
    entry,
    container,
    module,
    runtime: 'own',
    files,
    shared: consumedModules(compilation, dir),
    routeFiles: routeFiles(compilation, descriptor, chunk),
    ...(prerendered && { prerendered }),
    ...(ofEmbed.length > 0 && { embed: { entry: EMBED_FOLDER + EMBED_ENTRY, files: ofEmbed, surface } }),
  }
  holdToBudget(compilation, DESCRIPTOR_FILE, descriptor.budget, { files, entry: [entry], routes: artifact.routeFiles })
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
  { routes, widgets = [] }: SourceDescriptor,
  exposed: string,
): Record<string, string[]> =>
  Object.fromEntries(
    [...routes, ...widgets].map(({ id }) => {
      const groups = [exposed, `route-${id}`].map((name) => compilation.namedChunkGroups.get(name))
      return [id, unique(groups.flatMap((group) => (group ? groupFiles(group) : [])))]
    }),
  )
