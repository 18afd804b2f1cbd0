import type { Descriptor } from '@atalaia/contracts'
import { createSharedScan, fileFaults, type Reason } from '@atalaia/artifact'
import { Problem } from '@atalaia/server'
import { buffer } from 'node:stream/consumers'
import type { StoredCoding, StoredFile } from './artifact.ts'

/**
 * Identifies one published build. The digest of its content is part of the key, so that an interrupted upload of
 * other content under the same version never stands in the way.
 */
export type ArtifactKey = { readonly name: string; readonly version: string; readonly digest: string }

/**
 * - `read-only`: files are served, and nothing can be published, for example because the disk is full.
 * - `down`: the store does not answer, or does not have the builds that it should have (M-FAIL-21).
 */
export type StoreHealth = 'ready' | 'read-only' | 'down'

/** The answer to a request that needs the store while it is away. */
export const storeAway = (cause?: unknown): Problem =>
  new Problem(503, 'the store of published versions is not available now; try again', {
    headers: { 'retry-after': '5' },
    cause,
  })

/** One file of a published build. */
export type KeptFile = { readonly key: ArtifactKey; readonly path: string }

/** Keeps the files of published builds. A kept build never changes. */
export type ArtifactStore = {
  /** Makes an empty folder on this machine's disk for an upload. The caller removes it. Rejects while the store is away. */
  draft(): Promise<string>
  /** Takes a draft over, whole or not at all. Keeping the same key again has no effect. */
  keep(key: ArtifactKey, draft: string): Promise<void>
  /** Opens a file in the first of `encodings` that is stored, else as it was built; `undefined` when it is not there. */
  open(key: ArtifactKey, path: string, encodings: readonly StoredCoding[]): Promise<StoredFile | undefined>
  /** Removes all files of a build. Removing a build that is not there has no effect. */
  remove(key: ArtifactKey): Promise<void>
  /** Whether the store has all of these files of a build. */
  holds(key: ArtifactKey, paths: readonly string[]): Promise<boolean>
  /** Asks the store how it is, and whether it has the files in `live`, with a limit of time. Never rejects. */
  health(live: readonly KeptFile[]): Promise<StoreHealth>
  /**
   * Called once at the start: makes the place for builds when there is none yet, and removes what interrupted uploads
   * left behind, every build that `isKept` does not know. Nothing else makes the place, so that one that was taken away
   * does not come back empty.
   */
  sweep(isKept: (key: ArtifactKey) => boolean): Promise<void>
}

export type SweepOptions = {
  /** Milliseconds that a leftover must be untouched before a sweep removes it: other gateways may be writing it. */
  readonly sweepAfter: number
}

/** The gate's reasons against a build's files, as they are stored (M-GATE-7). */
export const storedFaults = async (
  artifact: ArtifactKey & { readonly descriptor: Descriptor },
  { open }: Pick<ArtifactStore, 'open'>,
): Promise<Reason[]> => {
  const scan = createSharedScan(artifact.descriptor)
  const found = await fileFaults(artifact.descriptor, async (path) => {
    const file = await open(artifact, path, [])
    const content = file && (await buffer(file.stream))
    if (content) scan.look(path, content)
    return content
  })
  return [...found.map((message) => ({ code: 'file', message })), ...scan.reasons()]
}
