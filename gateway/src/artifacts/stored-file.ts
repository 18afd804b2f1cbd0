import { open, type FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** A compressed copy beside the file, in the order in which it is preferred. */
export const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** A file on its way out; its stream must be consumed or destroyed. */
export type StoredFile = {
  readonly encoding: Encoding | undefined
  readonly bytes: number
  readonly stream: Readable
}

export const fileSuffixes: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' }

/** Opens the first copy that there is, in the order of `accepted`, and the file itself at last. */
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
