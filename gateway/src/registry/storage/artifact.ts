import type { ArtifactFile, Descriptor, SourceDescriptor } from '@atalaia/contracts'
import { integrityOf } from '@atalaia/contracts/node'

type Listing = { readonly files: readonly ArtifactFile[]; readonly embed?: Listing | undefined }

/** All files of an artifact: those of our own pages, and those of the embed. */
export const listedFiles = ({ files, embed }: Listing): readonly ArtifactFile[] =>
  embed ? [...files, ...embed.files] : files

export type DescriptorText = { readonly text: string; readonly integrity: string }

const texts = new WeakMap<Descriptor, DescriptorText>()

/** The JSON under which a descriptor is sent, and the hash of exactly that text. Computed once for each descriptor. */
export const descriptorText = (descriptor: Descriptor): DescriptorText => {
  const known = texts.get(descriptor)
  if (known) return known
  const text = JSON.stringify(descriptor)
  const made = { text, integrity: integrityOf(text) }
  texts.set(descriptor, made)
  return made
}

/**
 * Whether a remote was built. An artifact lists at least its entry; the descriptor of a remote that was not built lists
 * no file. (A descriptor that a page carries sealed lists none either, and says so by `sealed`.)
 */
export const isBuilt = ({ artifact }: Descriptor): boolean => artifact.files.length > 0

/** The descriptor of a remote that was not built: its routes and sidebar are known, its entry answers 404. */
export const unbuiltDescriptor = (known: SourceDescriptor): Descriptor => ({
  ...known,
  artifact: {
    entry: 'not-built.js',
    container: known.name.replaceAll('-', '_'),
    module: './remote',
    files: [],
    shared: [],
    routeFiles: {},
  },
})
