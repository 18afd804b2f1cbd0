import type { Descriptor } from '@atalaia/contracts'
import { createHash } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import type { Database } from '@atalaia/database'
import { findArtifact } from '../repository/artifacts-repository.ts'
import { listPointers } from '../repository/channels-repository.ts'
import type { ArtifactKey, ArtifactStore } from '../storage/artifact-store.ts'
import {
  bufferOf,
  deltaCoding,
  discard,
  ENCODINGS,
  familyOf,
  FILE_SUFFIXES,
  suffixOf,
  type Encoding,
} from '../storage/artifact.ts'

const COMPRESSIBLE = /\.(m?js|css|svg|json)$/
/** Smaller files gain nothing. */
const MIN_COMPRESSED_BYTES = 1024
const BROTLI_QUALITY = 9
/** Best compression starts within this time. It takes some 20 times as long as {@link BROTLI_QUALITY}. */
const BEST_LIMIT_MS = 3000
/** Best compression of a larger file takes seconds. */
const MAX_BEST_BYTES = 512 * 1024
/** Leaves threads of zlib's pool to answers. */
const AT_ONCE = 2

const brotli = (content: Buffer, quality = BROTLI_QUALITY) =>
  promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })

/**
 * Writes compressed copies next to the files that gain by them. It starts with the smallest files,
 * because pages need them first.
 */
export const compressFiles = async (folder: string, paths: Iterable<string>): Promise<void> => {
  const files = [...paths].filter((path) => COMPRESSIBLE.test(path)).map((path) => join(folder, path))
  const sized = await Promise.all(files.map(async (file) => ({ file, bytes: (await stat(file)).size })))
  const until = performance.now() + BEST_LIMIT_MS
  const waiting = sized.toSorted((a, b) => a.bytes - b.bytes).values()
  const compress = async () => {
    for (const { file, bytes } of waiting) {
      if (bytes < MIN_COMPRESSED_BYTES) continue
      const content = await readFile(file)
      const isBest = bytes <= MAX_BEST_BYTES && performance.now() < until
      const quality = isBest ? constants.BROTLI_MAX_QUALITY : BROTLI_QUALITY
      const [br, gz] = await Promise.all([brotli(content, quality), promisify(gzip)(content, { level: 9 })])
      await writeFile(file + FILE_SUFFIXES.br, br)
      await writeFile(file + FILE_SUFFIXES.gzip, gz)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, compress))
}

const MAX_DELTA_FILE_BYTES = 2 * 1024 * 1024
/** Versions of one remote that deltas refer to. */
const MAX_DICTIONARY_VERSIONS = 4
/** An upload has 15 s in all. */
const DELTAS_LIMIT_MS = 4000
const ZSTD_LEVEL = 19
/** 8 MiB, which every browser accepts (RFC 9842, section 5). */
const WINDOW_LOG = 23
/** Start of a zstd delta: a skippable frame with the SHA-256 of the dictionary. */
const DELTA_MAGIC = Buffer.from('5e2a4d1820000000', 'hex')

export type DeltaTools = { readonly database: Database; readonly store: ArtifactStore }
type Draft = { readonly descriptor: Descriptor; readonly draft: string }

/**
 * Writes deltas of each script and style against the live versions (M-PUBLISH-7). Skips deltas that
 * are late or no smaller than the compressed copy. Never rejects.
 */
export const writeDeltas = async ({ descriptor, draft }: Draft, { database, store }: DeltaTools): Promise<void> => {
  const until = performance.now() + DELTAS_LIMIT_MS
  const made = new Set<string>()
  try {
    for (const key of await liveVersions(descriptor.name, database)) {
      const before = byFamily(key.descriptor)
      for (const [family, path] of byFamily(descriptor)) {
        const old = before.get(family)
        if (performance.now() > until) return
        const dictionary = old === undefined ? undefined : await readStored(store, key, old)
        if (dictionary === undefined) continue
        const digest = createHash('sha256').update(dictionary).digest()
        const file = join(draft, path)
        const copy = file + suffixOf(deltaCoding(digest.toString('hex')))
        if (made.has(copy)) continue
        made.add(copy)
        const delta = await deltaOf(await readFile(file), dictionary, digest)
        if (delta && delta.length < (await sentBytes(file))) await writeFile(copy, delta)
      }
    }
  } catch {
    // Of the store, the database or zlib: deltas are no reason to refuse a version.
  }
}

const REUSE_LIMIT_MS = 2000

/**
 * Copies compressed files of a live version with the same content, so that a small change is
 * compressed fast (M-PUBLISH-11). Returns the complete paths. Never rejects.
 */
export const reuseCopies = async (
  { descriptor, draft }: Draft,
  { database, store }: DeltaTools,
): Promise<ReadonlySet<string>> => {
  const until = performance.now() + REUSE_LIMIT_MS
  const reused = new Set<string>()
  try {
    for (const key of await liveVersions(descriptor.name, database)) {
      const known = new Map(key.descriptor.artifact.files.map(({ path, integrity }) => [path, integrity]))
      for (const { path, integrity } of descriptor.artifact.files) {
        if (performance.now() > until) return reused
        if (reused.has(path) || known.get(path) !== integrity) continue
        const copies = await Promise.all(ENCODINGS.map((encoding) => copyStored({ store, key, path, encoding, draft })))
        if (copies.every(Boolean)) reused.add(path)
      }
    }
  } catch {
    // Of the store or the database: the files are compressed anew.
  }
  return reused
}

type Copied = {
  readonly store: ArtifactStore
  readonly key: ArtifactKey
  readonly path: string
  readonly encoding: Encoding
  readonly draft: string
}

/** `false` when the version has no such copy. */
const copyStored = async ({ store, key, path, encoding, draft }: Copied): Promise<boolean> => {
  const file = await store.open(key, path, [encoding])
  if (file?.encoding !== encoding) {
    if (file) discard(file)
    return false
  }
  await writeFile(join(draft, path) + FILE_SUFFIXES[encoding], file.content)
  return true
}

/** Size of the compressed copy, or of the file without a copy. */
const sentBytes = async (file: string): Promise<number> => {
  const sent = await stat(file + FILE_SUFFIXES.br).catch(() => stat(file))
  return sent.size
}

/** `undefined` for a file that is too large. */
export const deltaOf = async (content: Buffer, dictionary: Buffer, digest: Buffer): Promise<Buffer | undefined> => {
  if (Math.max(content.length, dictionary.length) > MAX_DELTA_FILE_BYTES) return undefined
  const params = { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL, [constants.ZSTD_c_windowLog]: WINDOW_LOG }
  const frame = await promisify(zstdCompress)(content, { dictionary, params })
  return Buffer.concat([DELTA_MAGIC, digest, frame])
}

const byFamily = ({ artifact }: Descriptor): ReadonlyMap<string, string> =>
  new Map(
    artifact.files.flatMap(({ path }) => {
      const family = familyOf(path)
      return family === undefined ? [] : [[family, path] as const]
    }),
  )

const liveVersions = async (name: string, database: Database) => {
  const pointers = (await listPointers(database)).filter(({ remote }) => remote === name)
  const versions = new Set(pointers.flatMap(({ version, candidate }) => [version ?? [], candidate ?? []].flat()))
  const found = [...versions].slice(0, MAX_DICTIONARY_VERSIONS).map((version) => findArtifact(database, name, version))
  return (await Promise.all(found)).flatMap((row) => (row && row.prunedAt === null ? [row] : []))
}

const readStored = async (store: ArtifactStore, key: ArtifactKey, path: string): Promise<Buffer | undefined> => {
  const file = await store.open(key, path, [])
  if (file === undefined) return undefined
  if (file.bytes <= MAX_DELTA_FILE_BYTES) return bufferOf(file)
  discard(file)
  return undefined
}
