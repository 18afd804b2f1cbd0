import type { Descriptor } from '@atalaia/contracts'
import { createSharedScan, fileFaults, type Reason } from '@atalaia/artifact'
import { Problem } from '@atalaia/server'
import { bufferOf, type StoredCoding, type StoredFile } from './artifact.ts'

/**
 * Identifies a published build. The digest lets a new upload replace an interrupted one of the same
 * version.
 */
export type ArtifactKey = { readonly name: string; readonly version: string; readonly digest: string }

/**
 * - `read-only`: serves files and refuses uploads, for example on a full disk.
 * - `down`: does not answer, or misses builds (M-FAIL-21).
 */
export type StoreHealth = 'ready' | 'read-only' | 'down'

export const storeAway = (cause?: unknown): Problem =>
  new Problem(503, 'the store of published versions is not available now; try again', {
    headers: { 'retry-after': '5' },
    cause,
  })

export type KeptFile = { readonly key: ArtifactKey; readonly path: string }

/** Files of published builds. A kept build never changes. */
export type ArtifactStore = {
  /** Makes an empty local folder for an upload. The caller removes it. Rejects while the store is away. */
  draft(): Promise<string>
  keep(key: ArtifactKey, draft: string): Promise<void>
  /**
   * Opens the first available coding of `encodings`, else the plain file. `undefined` when it is
   * missing.
   */
  open(key: ArtifactKey, path: string, encodings: readonly StoredCoding[]): Promise<StoredFile | undefined>
  /** Has no effect on a missing build. */
  remove(key: ArtifactKey): Promise<void>
  holds(key: ArtifactKey, paths: readonly string[]): Promise<boolean>
  /** Checks the store and the files in `live` within a time limit. Never rejects. */
  health(live: readonly KeptFile[]): Promise<StoreHealth>
  /**
   * Runs once at the start: creates the place of builds, and removes leftovers and builds that
   * `isKept` does not know. No other call creates the place, so that a removed volume does not come
   * back empty.
   */
  sweep(isKept: (key: ArtifactKey) => boolean): Promise<void>
}

export type SweepOptions = {
  /** Milliseconds that a leftover must be unchanged: another gateway may be writing it. */
  readonly sweepAfter: number
}

/** The gate's reasons against the stored files (M-GATE-7). */
export const storedFaults = async (
  artifact: ArtifactKey & { readonly descriptor: Descriptor },
  { open }: Pick<ArtifactStore, 'open'>,
): Promise<Reason[]> => {
  const scan = createSharedScan(artifact.descriptor)
  const found = await fileFaults(artifact.descriptor, async (path) => {
    const file = await open(artifact, path, [])
    const content = file && (await bufferOf(file))
    if (content) scan.look(path, content)
    return content
  })
  return [...found.map((message) => ({ code: 'file', message })), ...scan.reasons()]
}
