import { open, type FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** Encodings of the compressed copies beside a file, the preferred one first. */
export const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** An open file. Its stream must be consumed or destroyed. */
export type StoredFile = {
  readonly encoding: Encoding | undefined
  /** Size in `encoding`. */
  readonly bytes: number
  readonly stream: Readable
}

export const fileSuffixes: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' }

/** Opens the first compressed copy in the order of `accepted`, else the file itself; `undefined` when neither exists. */
export const openStored = async (file: string, accepted: readonly Encoding[]): Promise<StoredFile | undefined> => {
  for (const encoding of [...accepted, undefined]) {
    const handle = await openIfThere(encoding ? file + fileSuffixes[encoding] : file)
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
