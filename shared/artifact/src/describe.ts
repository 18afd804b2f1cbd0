import {
  descriptorSchema,
  EMBED_ENTRY,
  EMBED_FOLDER,
  inRange,
  type Artifact,
  type ArtifactFile,
  type Descriptor,
  type EmbedSurface,
  type SharedModule,
  type SourceDescriptor,
} from '@atalaia/contracts'
import { BuildFault, issuesText } from './verify-build.ts'

export type BuiltContainer = Pick<Artifact, 'entry' | 'container' | 'format' | 'module' | 'runtime' | 'prerendered'> & {
  /** All exposed modules, if more than `module`. */
  readonly modules?: readonly string[]
  readonly files: readonly ArtifactFile[]
  readonly shared: readonly SharedModule[]
  /** Scripts and styles that `module` needs beyond the entry, in loading order. */
  readonly moduleFiles: readonly string[]
  /** Scripts and styles of a chunk, in loading order; empty for an unknown chunk. */
  readonly chunkFiles: (name: string) => readonly string[]
  readonly surface?: EmbedSurface | undefined
}

/** Last contract whose shells load scripts alone. */
const LAST_OF_SCRIPTS = '1.6.0'

export const routeChunk = (id: string): string => `route-${id}`

/**
 * Describes a build from its team's and its bundler's facts. Throws a {@link BuildFault} for unfit
 * facts.
 */
export const describeBuild = (source: SourceDescriptor, built: BuiltContainer): Descriptor => {
  const { entry, container, format, module, modules, runtime, prerendered, shared, moduleFiles, chunkFiles, surface } =
    built
  if (format === 'module' && inRange(LAST_OF_SCRIPTS, source.contract))
    throw new BuildFault(
      'content',
      `its entry is an ES module, which shells take from contract 1.7 on: "contract" in remote.json is ^1.7.0, not ${source.contract}`,
    )
  const [ofEmbed, files] = partition(built.files, ({ path }) => path.startsWith(EMBED_FOLDER))
  const parsed = descriptorSchema.safeParse({
    ...source,
    artifact: {
      entry,
      container,
      module,
      ...(format && { format }),
      ...(runtime && { runtime }),
      ...(modules && modules.length > 1 && { modules }),
      files,
      shared,
      routeFiles: Object.fromEntries(
        [...source.routes, ...(source.widgets ?? [])].map(({ id }) => [
          id,
          [...new Set([...moduleFiles, ...chunkFiles(routeChunk(id))])],
        ]),
      ),
      ...(prerendered && { prerendered }),
      ...(ofEmbed.length > 0 && { embed: { entry: EMBED_FOLDER + EMBED_ENTRY, files: ofEmbed, surface } }),
    },
  })
  if (parsed.success) return parsed.data
  throw new BuildFault('content', `the build cannot be described: ${issuesText(parsed.error.issues)}`)
}

const partition = <Item>(items: readonly Item[], is: (item: Item) => boolean): [Item[], Item[]] => [
  items.filter(is),
  items.filter((item) => !is(item)),
]

export const firstPage = ({ routes }: Pick<SourceDescriptor, 'routes'>): string =>
  routes.find(({ path }) => !/[:*]/.test(path))?.path ?? '/'
