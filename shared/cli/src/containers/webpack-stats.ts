import { BuildFault, type BuiltContainer } from '@atalaia/artifact'
import type { SharedModule } from '@atalaia/contracts'
import { z } from 'zod'
import { isScriptOrStyle, STATS_FILE } from './container-files.ts'
import { exposedModule, type ContainerOptions } from './federation-manifest.ts'

const groupSchema = z.object({ assets: z.array(z.object({ name: z.string() })) })

/** Read part: https://webpack.js.org/api/stats */
const statsSchema = z.object({
  namedChunkGroups: z.record(z.string(), groupSchema),
  modules: z.array(z.object({ identifier: z.string().default(''), name: z.string().default('') })),
  entrypoints: z.record(z.string(), groupSchema),
})

const exposesSchema = z.array(z.tuple([z.string(), z.object({ name: z.string().optional() })]))

const CONTAINER = /^container entry \([^)]*\) (\[.*\])/
const CONSUMED = /^consume shared module \([^)]*\) (@?[^@]+)@([^(]+?)(?: \(|$)/

/** For webpack's own ModuleFederationPlugin. Throws a {@link BuildFault}. */
export const fromStats = (json: unknown, { files, installedVersion }: ContainerOptions): BuiltContainer => {
  const parsed = statsSchema.safeParse(json)
  if (!parsed.success)
    throw new BuildFault('content', `${STATS_FILE}: it is not what webpack --json writes`, { cause: parsed.error })
  const { modules, namedChunkGroups, entrypoints } = parsed.data
  const exposes = modules.map(exposesOf).find((found) => found !== undefined)
  if (!exposes)
    throw new BuildFault('content', `${STATS_FILE}: the build has no federation container: use ModuleFederationPlugin`)
  const module = exposedModule(exposes.map(([key]) => key))
  const chunkFiles = (name: string) =>
    (namedChunkGroups[name]?.assets ?? []).map((asset) => asset.name).filter(isScriptOrStyle)
  const chunk = exposes.find(([key]) => key === module)?.[1].name
  const bringsRuntime = modules.some(({ name }) => name.includes('@module-federation/'))
  return {
    ...entryOf(entrypoints),
    module,
    modules: exposes.map(([key]) => key),
    ...(!bringsRuntime && { runtime: 'own' as const }),
    files,
    shared: consumedModules(modules, installedVersion),
    moduleFiles: chunk === undefined ? [] : chunkFiles(chunk),
    chunkFiles,
  }
}

const exposesOf = ({ identifier }: { readonly identifier: string }) => {
  const [, list] = CONTAINER.exec(identifier) ?? []
  return list === undefined ? undefined : exposesSchema.parse(JSON.parse(list))
}

const entryOf = (entrypoints: Readonly<Record<string, z.output<typeof groupSchema>>>) => {
  const [first, ...others] = Object.entries(entrypoints)
  if (!first || others.length > 0)
    throw new BuildFault(
      'content',
      `the build has the entries ${Object.keys(entrypoints).join(', ')}: a remote has its container alone (entry: {})`,
    )
  const [container, { assets }] = first
  const [entry, ...more] = assets.map(({ name }) => name).filter((name) => /\.m?js$/.test(name))
  if (entry === undefined || more.length > 0)
    throw new BuildFault('content', `${container}: the container must be one script, without runtimeChunk`)
  return { container, entry }
}

const consumedModules = (
  modules: readonly { readonly name: string }[],
  installedVersion: ContainerOptions['installedVersion'],
): SharedModule[] => {
  const ranges = modules.flatMap(({ name }) => {
    const [, key, range] = CONSUMED.exec(name) ?? []
    return key === undefined || range === undefined ? [] : [[key, range] as const]
  })
  return [...new Map(ranges)].toSorted().map(([name, requiredVersion]) => ({
    name,
    version: installedVersion(name) ?? '0.0.0',
    requiredVersion,
  }))
}
