import { remoteNameSchema, versionSchema } from '@atalaia/contracts'
import type { Registry } from './registry.ts'
import { listedFiles, type ArtifactSource } from './storage/artifact.ts'

/** Published builds before the workspace's own: a version that is not published is looked for in `workspace`. */
export const withPublished = (
  workspace: ArtifactSource,
  { live, store }: Pick<Registry, 'live' | 'store'>,
): ArtifactSource => {
  const published = async (name: string, version: string) =>
    remoteNameSchema.safeParse(name).success && versionSchema.safeParse(version).success
      ? live.artifact(name, version)
      : undefined
  return {
    list: () => workspace.list(),
    describe: async (name, version) => {
      const artifact = await published(name, version)
      return artifact?.prunedAt === null ? artifact.descriptor : workspace.describe(name, version)
    },
    open: async (address, encodings) => {
      const { name, version } = address
      // What the workspace has is served while the database is away.
      const artifact = await published(name, version).catch(async (error: unknown) => {
        if ((await workspace.describe(name, version)) === undefined) throw error
        return undefined
      })
      const listed = artifact && listedFiles(artifact.descriptor.artifact).some(({ path }) => path === address.path)
      const file = artifact && listed ? await store.open(artifact, address.path, encodings) : undefined
      return file ?? workspace.open(address, encodings)
    },
  }
}
