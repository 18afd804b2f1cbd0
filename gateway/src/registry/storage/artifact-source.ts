import type { Descriptor, SourceDescriptor } from '@atalaia/contracts'
import type { Encoding, StoredFile } from './artifact.ts'

/** One remote as a source knows it. */
export type ArtifactState =
  | { readonly status: 'ready'; readonly descriptor: Descriptor }
  /** The remote cannot be served. `known` holds its own facts (routes, sidebar) when at least those can be read. */
  | { readonly status: 'broken'; readonly name: string; readonly reason: string; readonly known?: SourceDescriptor }

/** Identifies one file of one version of a remote. `path` is relative to the artifact. */
export type ArtifactAddress = { readonly name: string; readonly version: string; readonly path: string }

/** A place that built remotes come from: the workspace's folders, or the store of published versions before them. */
export type ArtifactSource = {
  /** Lists every remote, ready or broken. Reads only what has changed since the last call. Never rejects. */
  list(): Promise<readonly ArtifactState[]>
  /** The descriptor of one version, whether or not a channel points to it; `undefined` when there is none. */
  describe(name: string, version: string): Promise<Descriptor | undefined>
  /**
   * Opens a file in the first of `encodings` that is stored, else as it was built. `undefined` for a path that the
   * descriptor does not list, and for a file that is gone. The caller consumes or destroys the stream.
   */
  open(file: ArtifactAddress, encodings: readonly Encoding[]): Promise<StoredFile | undefined>
}
