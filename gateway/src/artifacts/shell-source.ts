import { join } from 'node:path'
import { shellManifestSchema, type ShellManifest } from '@atalaia/contracts'
import { atMostEvery } from './at-most-every.ts'
import { jsonFile, type JsonFileState } from './json-file.ts'
import { openStored, type Encoding, type StoredFile } from './stored-file.ts'

/** Where the built shell comes from. */
export type ShellSource = {
  manifest(): Promise<JsonFileState<ShellManifest>>
  /** As {@link ArtifactSource.open}, of the shell's files. */
  open(path: string, encodings: readonly Encoding[]): Promise<StoredFile | undefined>
}

/** The shell as it was built into `dir`; `every` as of a folder of remotes. */
export const createShellSource = (dir: string, every = 0): ShellSource => {
  const manifest = atMostEvery(every, jsonFile(join(dir, 'shell.json'), shellManifestSchema))
  return {
    manifest,
    open: async (path, encodings) => {
      const state = await manifest()
      if (state.status !== 'ready' || !state.value.files.some((file) => file.path === path)) return undefined
      return openStored(join(dir, path), encodings)
    },
  }
}
