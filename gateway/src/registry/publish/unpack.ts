import { artifactFileSchema } from '@atalaia/contracts'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import { codeOf, messageOf, Problem, withoutSlashesAtEnd } from '@atalaia/server'

const MEBIBYTE = 1024 * 1024

/** Limits of one upload (M-GATEWAY-10). */
export type UploadLimits = {
  readonly fileBytes: number
  readonly totalBytes: number
  readonly files: number
  /** Unpacked bytes per byte of the archive, checked after the first MiB. */
  readonly ratio: number
}

export const DEFAULT_LIMITS: UploadLimits = {
  fileBytes: 20 * MEBIBYTE,
  totalBytes: 60 * MEBIBYTE,
  files: 2000,
  ratio: 200,
}

/** Folders are entries too. */
const MAX_ENTRIES_PER_FILE = 2

const pathSchema = artifactFileSchema.shape.path
const TAR_HEADER_BYTES = 4 * MEBIBYTE

export const maxArchiveBytes = ({ totalBytes }: UploadLimits): number => totalBytes + TAR_HEADER_BYTES

export type Upload = { readonly archive: Readable; readonly gzip: boolean }

/**
 * Unpacks a tar stream into `folder`, never outside it, and returns the paths.
 * Throws a `Problem` for a bad archive, and the system's error when the disk fails.
 */
export const unpack = async ({ archive, gzip }: Upload, folder: string, limits: UploadLimits): Promise<Set<string>> => {
  const paths = new Set<string>()
  const packed = counter(maxArchiveBytes(limits), 'the archive is too large')
  const unpacked = counter(maxArchiveBytes(limits), `more than ${limits.totalBytes} bytes come out of it`, (bytes) => {
    if (bytes > MEBIBYTE && bytes > packed.bytes() * limits.ratio)
      throw new Problem(413, `it unpacks to more than ${limits.ratio} times its size`)
  })
  const tar = extract()
  const reading = gzip
    ? pipeline(archive, packed.stream, createGunzip(), unpacked.stream, tar)
    : pipeline(archive, packed.stream, unpacked.stream, tar)
  const cut = new AbortController()
  let failure: unknown
  // An entry that is being written would wait for its rest for ever.
  reading.catch((error: unknown) => {
    failure = error
    cut.abort(error)
  })
  let [total, entries] = [0, 0]
  try {
    for await (const entry of tar) {
      entries += 1
      if (entries > MAX_ENTRIES_PER_FILE * limits.files) throw new Problem(413, 'more folders than files can lie in')
      const path = pathOf(entry.header)
      if (path === undefined) {
        entry.resume()
        continue
      }
      const size = entry.header.size ?? 0
      if (paths.has(path)) throw new Problem(400, `${path}: it is there twice`)
      if (size > limits.fileBytes)
        throw new Problem(413, `${path}: ${size} bytes; a file has at most ${limits.fileBytes}`)
      total += size
      if (total > limits.totalBytes) throw new Problem(413, `more than ${limits.totalBytes} bytes come out of it`)
      if (paths.size >= limits.files) throw new Problem(413, `more than ${limits.files} files`)
      paths.add(path)
      await write(entry, { folder, path, signal: cut.signal })
    }
    await reading
  } catch (thrown) {
    const error = failure ?? thrown
    tar.destroy()
    // Only what comes from the archive itself is the sender's fault.
    if (error instanceof Problem) throw error
    if (isSystemError(error)) throw error
    const detail = messageOf(error)
    throw new Problem(400, `it cannot be read as ${gzip ? 'tar.gz' : 'tar'}: ${detail}`, { cause: error })
  }
  return paths
}

/** Replaces the file system's texts, which would name folders of the server. */
const PATH_FAULTS: Readonly<Record<string, string>> = {
  ENAMETOOLONG: 'its name is too long',
  ENOTDIR: 'it lies in what is a file',
  EEXIST: 'it is a file and a folder at once',
  EISDIR: 'it is a file and a folder at once',
}

type Place = { readonly folder: string; readonly path: string; readonly signal: AbortSignal }

const write = async (entry: AsyncIterable<unknown>, { folder, path, signal }: Place): Promise<void> => {
  const file = join(folder, path)
  try {
    await mkdir(dirname(file), { recursive: true })
    await pipeline(entry, createWriteStream(file, { flags: 'wx', mode: 0o644 }), { signal })
  } catch (error) {
    const fault = PATH_FAULTS[codeOf(error) ?? '']
    throw fault === undefined ? error : new Problem(400, `${path.slice(0, MAX_SHOWN)}: ${fault}`)
  }
}

const MAX_SHOWN = 200

const SYSTEM_CODES = new Set(['ENOSPC', 'EACCES', 'EROFS', 'EMFILE', 'EIO', 'EDQUOT'])
const isSystemError = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && SYSTEM_CODES.has(error.code)

/** `undefined` for a folder: its first file makes it. */
const pathOf = (header: Header): string | undefined => {
  const name = header.name.replace(/^(\.\/)+/, '')
  if (header.type === 'directory') {
    if (name !== '' && name !== '.' && !pathSchema.safeParse(withoutSlashesAtEnd(name)).success)
      throw new Problem(400, `"${header.name}": a path is relative and stays inside the artifact`)
    return undefined
  }
  if (header.type !== 'file' && header.type !== 'contiguous-file')
    throw new Problem(400, `"${header.name}": it is a ${header.type ?? 'thing of unknown kind'}; only files are taken`)
  if (!pathSchema.safeParse(name).success)
    throw new Problem(400, `"${header.name}": a path is relative and stays inside the artifact`)
  return name
}

const counter = (limit: number, reason: string, check?: (bytes: number) => void) => {
  let bytes = 0
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length
      try {
        if (bytes > limit) throw new Problem(413, reason)
        check?.(bytes)
        done(null, chunk)
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
  })
  return { stream, bytes: () => bytes }
}
