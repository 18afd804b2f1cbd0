import { channelSchema, EMBED_FOLDER, remoteNameSchema, versionSchema, type Descriptor } from '@atalaia/contracts'
import type { ArtifactSource } from '../../registry/storage/artifact.ts'
import type { ChannelState } from '../../registry/live-state.ts'
import type { Registry } from '../../registry/registry.ts'

/** The build to which an address under `/embed` leads. */
export type FoundEmbed = {
  readonly descriptor: Descriptor
  /** Whether this address leads to this build for ever. */
  readonly fixed: boolean
}

/** Finds the build of an embed. Canary versions are for our own pages: a portal gets the version for everybody. */
export type EmbedSource = {
  /** The build that a channel or a version names; `undefined` when there is none. */
  find(name: string, pointer: string): Promise<FoundEmbed | undefined>
  /** The newest kept version that has this file. */
  findHolder(name: string, path: string): Promise<Descriptor | undefined>
}

export type EmbedSourceOptions = {
  readonly artifacts: ArtifactSource
  readonly registry: Pick<Registry, 'live' | 'artifacts'> | undefined
  /** The channel under which the workspace's build is found as long as nothing was promoted. */
  readonly channel: string
}

/** Whether the part of an embed's address that points to a build is a version, and not a channel. */
export const isVersion = (pointer: string): boolean => versionSchema.safeParse(pointer).success

/** The kept versions of all remotes, the newest of each first. */
const readVersions = async ({ artifacts: list }: Pick<Registry, 'artifacts'>): Promise<readonly Descriptor[]> => {
  const rows = await list()
  const descriptors = rows.filter(({ prunedAt }) => prunedAt === null).map(({ descriptor }) => descriptor)
  return descriptors.toReversed()
}

export const createEmbedSource = ({ artifacts, registry, channel }: EmbedSourceOptions): EmbedSource => {
  let kept: { readonly state: ChannelState; readonly descriptors: Promise<readonly Descriptor[]> } | undefined

  /** Read once for each state of the channels, however many ask at the same time. */
  const keptVersions = async () => {
    if (!registry) return []
    const state = registry.live.current()
    if (kept?.state === state) return kept.descriptors
    const reading = { state, descriptors: readVersions(registry) }
    kept = reading
    // A failure is not kept: the next request tries again.
    reading.descriptors.catch(() => {
      if (kept === reading) kept = undefined
    })
    return reading.descriptors
  }
  const built = async (name: string) =>
    (await artifacts.list()).flatMap((state) =>
      state.status === 'ready' && state.descriptor.name === name ? [state.descriptor] : [],
    )[0]

  const pointedTo = async (name: string, wanted: string) => {
    const pointers = registry?.live.current().pointers ?? []
    const version = pointers.find((pointer) => pointer.remote === name && pointer.channel === wanted)?.version
    if (version !== undefined && version !== null) return artifacts.describe(name, version)
    return wanted === channel ? built(name) : undefined
  }

  return {
    find: async (name, pointer) => {
      if (!remoteNameSchema.safeParse(name).success) return undefined
      if (isVersion(pointer)) {
        const descriptor = await artifacts.describe(name, pointer)
        // A build that was not published may be made again under the same version.
        const fixed = (await registry?.live.artifact(name, pointer)) !== undefined
        return descriptor && { descriptor, fixed }
      }
      const descriptor = channelSchema.safeParse(pointer).success ? await pointedTo(name, pointer) : undefined
      return descriptor && { descriptor, fixed: false }
    },
    findHolder: async (name, path) =>
      (await keptVersions()).find(
        (descriptor) =>
          descriptor.name === name &&
          descriptor.artifact.embed?.files.some((file) => file.path === EMBED_FOLDER + path) === true,
      ),
  }
}
