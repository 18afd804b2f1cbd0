import type { Live } from '../versions/live-state.ts'
import type { ArtifactSource } from './artifact-source.ts'
import { listedFiles } from './listed-files.ts'
import type { ArtifactStore } from './artifact-store.ts'

/** Files of published builds first, and of the workspace's builds where nothing is published. */
export const withPublished = (
  workspace: ArtifactSource,
  { live, store }: { live: Live; store: ArtifactStore },
): ArtifactSource => ({
  list: () => workspace.list(),
  describe: async (name, version) => {
    const artifact = await publishedArtifact(live, name, version)
    return artifact?.prunedAt === null ? artifact.descriptor : workspace.describe(name, version)
  },
  open: async (address, encodings) => {
    const artifact = await publishedArtifact(live, address.name, address.version)
    const listed = artifact && listedFiles(artifact.descriptor.artifact).some(({ path }) => path === address.path)
    const file = artifact && listed ? await store.open(artifact, address.path, encodings) : undefined
    return file ?? workspace.open(address, encodings)
  },
})

const shape = /^mfe-[a-z0-9-]{1,80}$/
const versionShape = /^[0-9A-Za-z.-]{1,80}$/

const publishedArtifact = async (live: Live, name: string, version: string) =>
  shape.test(name) && versionShape.test(version) ? live.artifact(name, version) : undefined
