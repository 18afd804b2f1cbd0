import { describeBuild } from '@atalaia/artifact'
import {
  DESCRIPTOR_FILE,
  type Descriptor,
  type EmbedSurface,
  type SharedModule,
  type SourceDescriptor,
} from '@atalaia/contracts'
import type { Compilation, WebpackPluginInstance } from 'webpack'
import { assetFiles } from '../asset-files.ts'
import { groupFiles, unique } from '../chunk-files.ts'
import { federatedModule, usedExports } from '../federation-modules.ts'
import { installedVersion, requiredRange } from '../shared-modules.ts'
import { emitDescription, holdToBudget } from './on-assets.ts'
import { prerenderedPages } from './prerender-plugin.ts'

export type DescriptorPluginOptions = {
  readonly descriptor: SourceDescriptor
  readonly container: string
  readonly module: string
  readonly chunk: string
  readonly dir: string
  readonly surface: EmbedSurface | undefined
}

/** Writes `remote.json` once all files are final. */
export const descriptorPlugin = (options: DescriptorPluginOptions): WebpackPluginInstance =>
  emitDescription('DescriptorPlugin', DESCRIPTOR_FILE, (compilation) => describe(compilation, options))

const describe = (compilation: Compilation, options: DescriptorPluginOptions): Descriptor => {
  const { descriptor, container, module, chunk, dir, surface } = options
  const chunkFiles = (name: string) => {
    const group = compilation.namedChunkGroups.get(name)
    return group ? groupFiles(group) : []
  }
  const described = describeBuild(descriptor, {
    entry: entryFile(compilation, container),
    container,
    module,
    runtime: 'own',
    files: assetFiles(compilation),
    shared: consumedModules(compilation, dir),
    moduleFiles: chunkFiles(chunk),
    chunkFiles,
    prerendered: prerenderedPages(compilation),
    surface,
  })
  const { entry, files, routeFiles } = described.artifact
  holdToBudget(compilation, DESCRIPTOR_FILE, descriptor.budget, { files, entry: [entry], routes: routeFiles })
  return described
}

const entryFile = (compilation: Compilation, container: string): string => {
  const files = compilation.entrypoints.get(container)?.getFiles() ?? []
  const [entry, ...others] = files.filter((file) => file.endsWith('.js'))
  if (entry === undefined || others.length > 0)
    throw new Error(`${container}: the container must be one script, and is ${files.join(', ')}`)
  return entry
}

const consumedModules = (compilation: Compilation, dir: string): SharedModule[] => {
  const consumed = [...compilation.modules].flatMap((module) => {
    const federated = federatedModule(module)
    return federated?.kind === 'consume' ? [{ module, name: federated.name }] : []
  })
  return unique(consumed.map(({ name }) => name))
    .toSorted()
    .map((name) => {
      const modules = consumed.filter((one) => one.name === name).map(({ module }) => module)
      return {
        name,
        version: installedVersion(dir, name),
        requiredVersion: requiredRange(dir, name),
        exports: usedExports(compilation, modules),
      }
    })
}
