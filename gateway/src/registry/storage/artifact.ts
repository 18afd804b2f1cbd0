import type { Descriptor, SourceDescriptor } from '@atalaia/contracts'
import { integrityOf } from '@atalaia/contracts/node'
import { open, type FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'

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

/** A delta in zstd against a file whose SHA-256 begins with these 32 hexadecimal digits (RFC 9842, `dcz`). */
export type DeltaCoding = `dcz-${string}`
export type StoredCoding = Encoding | DeltaCoding

/** The coding of a delta against the file with this SHA-256, in 64 hexadecimal digits. */
export const deltaCoding = (sha256: string): DeltaCoding => `dcz-${sha256.slice(0, 32)}`

/** The `Content-Encoding` of a coding. */
export const codingName = (coding: StoredCoding): string => (isDelta(coding) ? 'dcz' : coding)

export const isDelta = (coding: StoredCoding): coding is DeltaCoding => coding.startsWith('dcz-')

/** The hash of its content in the name of a file. PostgreSQL reads the expression in the same way. */
export const HASH_IN_NAME = /\.[0-9a-f]{16,}\./

/** Whether a file's name carries the hash of its content, so that the name stands for the content. */
export const isNamedByContent = (path: string): boolean => HASH_IN_NAME.test(path)

/** Whether each file that a page can ask for is named by its content. Prerendered HTML is only part of a page. */
export const areNamedByContent = ({ artifact }: Descriptor): boolean =>
  artifact.files.every(({ path }) => path.endsWith('.html') || isNamedByContent(path))

/**
 * The name that a file has in all versions, with `*` for the hash; `undefined` without a hash in its name, for what gains
 * nothing by a delta, and for a name that means something else in a URL pattern.
 */
export const familyOf = (path: string): string | undefined =>
  /^[\w.,~/@-]+\.(m?js|css)$/.test(path) && HASH_IN_NAME.test(path) ? path.replace(HASH_IN_NAME, '.*.') : undefined

/** An open file. Its stream must be consumed or destroyed. */
export type StoredFile = {
  readonly encoding: StoredCoding | undefined
  /** Size in `encoding`. */
  readonly bytes: number
  readonly stream: Readable
}

export const FILE_SUFFIXES: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' }

/** Ends the name of a file's copy in `coding`, which stands beside it. */
export const suffixOf = (coding: StoredCoding): string =>
  isDelta(coding) ? `.${coding.slice('dcz-'.length)}.dcz` : FILE_SUFFIXES[coding]

/** Opens the first compressed copy in the order of `accepted`, else the file itself; `undefined` when neither exists. */
export const openStored = async (file: string, accepted: readonly StoredCoding[]): Promise<StoredFile | undefined> => {
  for (const encoding of [...accepted, undefined]) {
    const handle = await openIfThere(encoding ? file + suffixOf(encoding) : file)
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

/** One remote as a source knows it. */
export type ArtifactState =
  | { readonly status: 'ready'; readonly descriptor: Descriptor }
  /** The remote cannot be served. `known` holds its own facts (routes, sidebar) when at least those can be read. */
  | { readonly status: 'broken'; readonly name: string; readonly reason: string; readonly known?: SourceDescriptor }

/** Identifies one file of one version of a remote. `path` is relative to the artifact. */
export type ArtifactAddress = { readonly name: string; readonly version: string; readonly path: string }

/** The versions that a source gives. */
export type Reach = {
  /** Whether a published version counts that was never promoted (M-PUBLISH-15). Default: false. */
  readonly unpromoted?: boolean
}

/** A place that built remotes come from: the workspace's folders, or the store of published versions before them. */
export type ArtifactSource = {
  /** Lists every remote, ready or broken. Reads only what has changed since the last call. Never rejects. */
  list(): Promise<readonly ArtifactState[]>
  /** The descriptor of one version, whether or not a channel points to it now; `undefined` when there is none. */
  describe(name: string, version: string, reach?: Reach): Promise<Descriptor | undefined>
  /**
   * Opens a file, by its name alone where the version is `ANY_VERSION`, in the first of `encodings` that is stored, else as it was built. `undefined` for a path that the
   * descriptor does not list, and for a file that is gone. The caller consumes or destroys the stream.
   */
  open(file: ArtifactAddress, encodings: readonly StoredCoding[], reach?: Reach): Promise<StoredFile | undefined>
}
