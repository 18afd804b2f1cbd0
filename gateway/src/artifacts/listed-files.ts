import type { ArtifactFile } from '@atalaia/contracts'

type Listing = { readonly files: readonly ArtifactFile[]; readonly embed?: Listing | undefined }

/** All files of an artifact: those of our own pages, and those of the embed. */
export const listedFiles = ({ files, embed }: Listing): readonly ArtifactFile[] =>
  embed ? [...files, ...embed.files] : files
