import type { Encoding, StoredFile } from './stored-file.ts'

/** Where one published build lies. The digest is part of it, so that an attempt that was cut off is in nobody's way. */
export type ArtifactKey = { readonly name: string; readonly version: string; readonly digest: string }

/** Keeps the files of published builds. */
export type ArtifactStore = {
  /** Makes an empty folder on this machine's disk for an upload; whoever asked removes it. */
  draft(): Promise<string>
  /** Takes a draft over, whole or not at all. Doing it again is harmless. */
  keep(key: ArtifactKey, draft: string): Promise<void>
  /** A file in the first of `encodings` that there is, and else as it was built; `undefined` when it is not there. */
  open(key: ArtifactKey, path: string, encodings: readonly Encoding[]): Promise<StoredFile | undefined>
  remove(key: ArtifactKey): Promise<void>
  /** Removes what uploads left behind that were cut off: whatever `isKept` does not know. */
  sweep(isKept: (key: ArtifactKey) => boolean): Promise<void>
}
