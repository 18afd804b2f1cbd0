import type { Descriptor, SourceDescriptor } from '@atalaia/contracts'
import type { Encoding, StoredFile } from './stored-file.ts'

/** One remote as a source knows it. */
export type ArtifactState =
  | { readonly status: 'ready'; readonly descriptor: Descriptor }
  /** It cannot be served. `known` says what it would offer, when at least that can be read. */
  | { readonly status: 'broken'; readonly name: string; readonly reason: string; readonly known?: SourceDescriptor }

/** Where built remotes come from: folders, or a store of published versions. */
export type ArtifactSource = {
  /** Every remote, ready or broken. Cheap: what has not changed is not read again. Never rejects. */
  list(): Promise<readonly ArtifactState[]>
  /** The descriptor of one version, whether or not anybody is pointed to it. */
  describe(name: string, version: string): Promise<Descriptor | undefined>
  /**
   * A file of an artifact in the first of `encodings` that there is, and else as it was built. `undefined` for
   * whatever the descriptor does not list, and for what is gone.
   */
  open(file: ArtifactAddress, encodings: readonly Encoding[]): Promise<StoredFile | undefined>
}

export type ArtifactAddress = { readonly name: string; readonly version: string; readonly path: string }
