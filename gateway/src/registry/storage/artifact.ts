import type { ArtifactFile, Descriptor } from '@atalaia/contracts'
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
