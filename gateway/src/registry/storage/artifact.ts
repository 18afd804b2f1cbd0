import type { ArtifactFile, Descriptor, SourceDescriptor } from '@atalaia/contracts'
import { integrityOf } from '@atalaia/contracts/node'
import { open, type FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'

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

/** Encodings of the compressed copies beside a file, the preferred one first. */
export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** An open file. Its stream must be consumed or destroyed. */
export type StoredFile = {
  readonly encoding: Encoding | undefined
  /** Size in `encoding`. */
  readonly bytes: number
  readonly stream: Readable
}

export const FILE_SUFFIXES: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' }

/** Opens the first compressed copy in the order of `accepted`, else the file itself; `undefined` when neither exists. */
export const openStored = async (file: string, accepted: readonly Encoding[]): Promise<StoredFile | undefined> => {
  for (const encoding of [...accepted, undefined]) {
    const handle = await openIfThere(encoding ? file + FILE_SUFFIXES[encoding] : file)
    if (!handle) continue
    const stats = await handle.stat()
    if (stats.isFile()) return { encoding, bytes: stats.size, stream: handle.createReadStream() }
    await handle.close()
  }
  return undefined
}

const openIfThere = async (path: string): Promise<FileHandle | undefined> => {
  try {
    return await open(path)
  } catch {
    return undefined
  }
}
