import type { Encoding, StoredFile } from './artifact.ts'

/**
 * Identifies one published build. The digest of its content is part of the key, so that an interrupted upload of
 * other content under the same version never stands in the way.
 */
export type ArtifactKey = { readonly name: string; readonly version: string; readonly digest: string }

/** `read-only`: files are served, and nothing can be published, for example because the disk is full. */
export type StoreHealth = 'ready' | 'read-only' | 'down'

/** Keeps the files of published builds. A kept build never changes. */
export type ArtifactStore = {
  /** Makes an empty folder on this machine's disk for an upload. The caller removes it. */
  draft(): Promise<string>
  /** Takes a draft over, whole or not at all. Keeping the same key again has no effect. */
  keep(key: ArtifactKey, draft: string): Promise<void>
  /** Opens a file in the first of `encodings` that is stored, else as it was built; `undefined` when it is not there. */
  open(key: ArtifactKey, path: string, encodings: readonly Encoding[]): Promise<StoredFile | undefined>
  /** Removes all files of a build. Removing a build that is not there has no effect. */
  remove(key: ArtifactKey): Promise<void>
  /** Asks the store how it is, with a limit of time. Never rejects. */
  health(): Promise<StoreHealth>
  /** Removes what interrupted uploads left behind: every build that `isKept` does not know. */
  sweep(isKept: (key: ArtifactKey) => boolean): Promise<void>
}

export type SweepOptions = {
  /** Milliseconds that a leftover must be untouched before a sweep removes it: other gateways may be writing it. */
  readonly sweepAfter: number
}
