import type { Descriptor, SourceDescriptor } from '@atalaia/contracts'
import { integrityOf } from '@atalaia/contracts/node'
import { LRUCache } from 'lru-cache'
import { createReadStream, type Stats } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

export type DescriptorText = { readonly text: string; readonly integrity: string }

const texts = new WeakMap<Descriptor, DescriptorText>()

/** The sent JSON and its hash. Computed once per descriptor. */
export const descriptorText = (descriptor: Descriptor): DescriptorText => {
  const known = texts.get(descriptor)
  if (known) return known
  const text = JSON.stringify(descriptor)
  const made = { text, integrity: integrityOf(text) }
  texts.set(descriptor, made)
  return made
}

/**
 * A built artifact lists at least its entry. A sealed descriptor lists no file either, and has
 * `sealed`.
 */
export const isBuilt = ({ artifact }: Descriptor): boolean => artifact.files.length > 0

/** Keeps routes and sidebar of a remote without a build. Its entry answers 404. */
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

/** Preferred encoding first. */
export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** A zstd delta against the file whose SHA-256 starts with these 32 hex digits (RFC 9842, `dcz`). */
export type DeltaCoding = `dcz-${string}`
export type StoredCoding = Encoding | DeltaCoding

/** `sha256`: 64 hex digits. */
export const deltaCoding = (sha256: string): DeltaCoding => `dcz-${sha256.slice(0, 32)}`

/** Value of `Content-Encoding`. */
export const codingName = (coding: StoredCoding): string => (isDelta(coding) ? 'dcz' : coding)

export const isDelta = (coding: StoredCoding): coding is DeltaCoding => coding.startsWith('dcz-')

/** A content hash in a file name. PostgreSQL reads the same expression. */
export const HASH_IN_NAME = /\.[0-9a-f]{16,}\./

export const isNamedByContent = (path: string): boolean => HASH_IN_NAME.test(path)

/** True when the name of every requestable file has a hash. Prerendered HTML does not count. */
export const areNamedByContent = ({ artifact }: Descriptor): boolean =>
  artifact.files.every(({ path }) => path.endsWith('.html') || isNamedByContent(path))

/**
 * The name of a file across versions, with `*` for the hash. `undefined` without a hash, for types
 * without gain by deltas, and for names that URL patterns would misread.
 */
export const familyOf = (path: string): string | undefined =>
  /^[\w.,~/@-]+\.(m?js|css)$/.test(path) && HASH_IN_NAME.test(path) ? path.replace(HASH_IN_NAME, '.*.') : undefined

export type StoredFile = {
  readonly encoding: StoredCoding | undefined
  /** Size in `encoding`. */
  readonly bytes: number
  /** A stream is consumed or destroyed by the caller. */
  readonly content: Buffer | Readable
}

export const bufferOf = async ({ content }: StoredFile): Promise<Buffer> =>
  content instanceof Readable ? buffer(content) : content

export const discard = ({ content }: StoredFile): void => {
  if (content instanceof Readable) content.destroy()
}

export const FILE_SUFFIXES: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' }

export const suffixOf = (coding: StoredCoding): string =>
  isDelta(coding) ? `.${coding.slice('dcz-'.length)}.dcz` : FILE_SUFFIXES[coding]

/** Opens the first available copy, else the file. `undefined` when both are missing. */
export const openStored = async (file: string, accepted: readonly StoredCoding[]): Promise<StoredFile | undefined> => {
  for (const encoding of [...accepted, undefined]) {
    const path = encoding ? file + suffixOf(encoding) : file
    const recent = recentOf(path)
    if (recent) return { encoding, bytes: recent.length, content: recent }
    const stats = await stat(path).catch(() => undefined)
    if (!stats?.isFile()) continue
    if (stats.size > MAX_HOT_BYTES) return { encoding, bytes: stats.size, content: createReadStream(path) }
    const content = await readHot(path, stats).catch(() => undefined)
    if (content) return { encoding, bytes: content.length, content }
  }
  return undefined
}

const MAX_HOT_BYTES = 1024 * 1024
// Only for names with a hash of the content: nothing changes under them.
const LOOK_EVERY_MS = 1000
const hot = new LRUCache<string, { readonly stamp: string; readonly content: Buffer; readonly looked: number }>({
  maxSize: 64 * MAX_HOT_BYTES,
  sizeCalculation: ({ content }) => content.length + 1,
})

const recentOf = (path: string): Buffer | undefined => {
  const known = hot.get(path)
  const isRecent = known && performance.now() - known.looked < LOOK_EVERY_MS && isNamedByContent(path)
  return isRecent ? known.content : undefined
}

/** From memory while the file on the disk is the same. */
const readHot = async (path: string, { ino, size, mtimeMs }: Stats): Promise<Buffer> => {
  const stamp = `${ino} ${size} ${mtimeMs}`
  const known = hot.get(path)
  const content = known?.stamp === stamp ? known.content : await readFile(path)
  if (content.length === size) hot.set(path, { stamp, content, looked: performance.now() })
  return content
}

export type ArtifactState =
  | { readonly status: 'ready'; readonly descriptor: Descriptor }
  /** The remote cannot run. `known` has its routes and sidebar when they are readable. */
  | { readonly status: 'broken'; readonly name: string; readonly reason: string; readonly known?: SourceDescriptor }

export type ArtifactAddress = { readonly name: string; readonly version: string; readonly path: string }

export type Reach = {
  /** Includes unpromoted versions (M-PUBLISH-15). Default: false. */
  readonly unpromoted?: boolean
}

export type ArtifactSource = {
  /** Lists ready and broken remotes. Reads only changes. Never rejects. */
  list(): Promise<readonly ArtifactState[]>
  /** Ignores channels. `undefined` for an unknown version. */
  describe(name: string, version: string, reach?: Reach): Promise<Descriptor | undefined>
  /**
   * Opens a file in the best stored encoding; with `ANY_VERSION`, by its name alone. `undefined`
   * for unlisted or missing files.
   */
  open(file: ArtifactAddress, encodings: readonly StoredCoding[], reach?: Reach): Promise<StoredFile | undefined>
}
