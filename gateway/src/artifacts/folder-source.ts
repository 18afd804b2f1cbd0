import { basename, dirname, join } from 'node:path'
import { descriptorSchema, sourceDescriptorSchema } from '@atalaia/contracts'
import type { ArtifactSource, ArtifactState } from './artifact-source.ts'
import { listedFiles } from './listed-files.ts'
import { atMostEvery } from './at-most-every.ts'
import { jsonFile } from './json-file.ts'
import { openStored } from './stored-file.ts'

/**
 * Remotes as they were built into `dirs`, each a `dist` beside the remote's own `remote.json`. A new build is noticed
 * `every` so many milliseconds; 0: whenever somebody asks.
 */
export const createFolderSource = (dirs: readonly string[], every = 0): ArtifactSource => {
  const folders = dirs.map(createFolder)

  const list = atMostEvery(every, async () => {
    const states = await Promise.all(folders.map(({ state }) => state()))
    return states.map((state, index) => refuseSecond(state, states.slice(0, index)))
  })

  return {
    list,
    describe: async (name, version) => {
      const found = (await list()).find(
        (state) => state.status === 'ready' && isVersion(state.descriptor, name, version),
      )
      return found?.status === 'ready' ? found.descriptor : undefined
    },
    open: async ({ name, version, path }, encodings) => {
      const states = await list()
      const at = states.findIndex((state) => state.status === 'ready' && isVersion(state.descriptor, name, version))
      const [state, folder] = [states[at], folders[at]]
      if (state?.status !== 'ready' || !folder) return undefined
      if (!listedFiles(state.descriptor.artifact).some((file) => file.path === path)) return undefined
      return openStored(join(folder.dir, path), encodings)
    },
  }
}

const createFolder = (dir: string) => {
  const built = jsonFile(join(dir, 'remote.json'), descriptorSchema)
  const source = jsonFile(join(dirname(dir), 'remote.json'), sourceDescriptorSchema)
  const state = async (): Promise<ArtifactState> => {
    const descriptor = await built()
    if (descriptor.status === 'ready') return { status: 'ready', descriptor: descriptor.value }
    const known = await source()
    const { reason } = descriptor
    return known.status === 'ready'
      ? { status: 'broken', name: known.value.name, reason, known: known.value }
      : { status: 'broken', name: basename(dirname(dir)), reason }
  }
  return { dir, state }
}

const isVersion = (found: { name: string; version: string }, name: string, version: string) =>
  found.name === name && found.version === version

const nameOf = (state: ArtifactState) => (state.status === 'ready' ? state.descriptor.name : state.name)

const refuseSecond = (state: ArtifactState, earlier: readonly ArtifactState[]): ArtifactState => {
  const name = nameOf(state)
  return earlier.some((other) => nameOf(other) === name)
    ? { status: 'broken', name, reason: `a second folder says that it is ${name}; the first is served` }
    : state
}
