import { ANY_VERSION, remoteNameSchema, SHELL_NAME, versionSchema } from '@atalaia/contracts'
import type { Registry } from './registry.ts'
import { storeAway } from './storage/artifact-store.ts'
import { listedFiles } from '@atalaia/artifact'
import { isNamedByContent, type ArtifactAddress, type ArtifactSource, type Reach } from './storage/artifact.ts'
import type { ShellSource } from './storage/workspace.ts'

/**
 * Promoted builds before the workspace's. An unpromoted version comes from `workspace` first
 * (M-CHANNEL-5). A file that the store lost gets 503 instead of 404.
 */
export const withPublished = (
  workspace: ArtifactSource,
  { live, store }: Pick<Registry, 'live' | 'store'>,
): ArtifactSource => {
  const published = async (name: string, version: string, { unpromoted }: Reach) => {
    if (!remoteNameSchema.safeParse(name).success || !versionSchema.safeParse(version).success) return undefined
    return unpromoted === true ? live.artifact(name, version) : live.promoted(name, version)
  }
  const holder = async ({ name, version, path }: ArtifactAddress, reach: Reach) =>
    version === ANY_VERSION && isNamedByContent(path) ? live.holder(name, path) : published(name, version, reach)
  /** Detects that another gateway removed the files meanwhile. */
  const isPruned = async (name: string, version: string) => {
    live.forget(name, version)
    return (await live.artifact(name, version))?.prunedAt !== null
  }
  return {
    list: () => workspace.list(),
    describe: async (name, version, reach = {}) => {
      const artifact = await published(name, version, reach)
      return artifact?.prunedAt === null ? artifact.descriptor : workspace.describe(name, version)
    },
    open: async (address, encodings, reach = {}) => {
      const { name } = address
      // What the workspace has is served while the database is away.
      const artifact = await holder(address, reach).catch(async (error: unknown) => {
        if ((await workspace.describe(name, address.version)) === undefined) throw error
        return undefined
      })
      const listed = artifact && listedFiles(artifact.descriptor.artifact).some(({ path }) => path === address.path)
      const file = artifact && listed ? await store.open(artifact, address.path, encodings) : undefined
      const found = file ?? (await workspace.open(address, encodings))
      if (found === undefined && listed && !(await isPruned(name, artifact.version))) throw storeAway()
      return found
    },
  }
}

export const withPublishedShells = (
  workspace: ShellSource,
  { live, store }: Pick<Registry, 'live' | 'store'>,
): ShellSource => ({
  manifest: () => workspace.manifest(),
  open: async (path, encodings) => {
    const own = await workspace.open(path, encodings)
    if (own || !isNamedByContent(path)) return own
    const holder = await live.holder(SHELL_NAME, path)
    const file = holder && (await store.open(holder, path, encodings))
    if (holder && !file) throw storeAway()
    return file
  },
})
