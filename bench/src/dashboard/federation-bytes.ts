import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { root } from './build-variants.ts'

const weigh = async (folder: string, pattern: RegExp): Promise<number> => {
  const files = (await readdir(folder)).filter((file) => pattern.test(file))
  const sizes = await Promise.all(
    files.map(async (file) => brotliCompressSync(await readFile(join(folder, file))).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * Bytes (brotli) of the shell's entry, which is nothing but the runtime, and of the dashboard's remote entry; of our
 * build, and of default federation in `folder`.
 */
export const federationBytes = async (folder: string): Promise<{ ours: number; standard: number }> => ({
  ours:
    (await weigh(join(root, 'host-shell/dist'), /^main\.\w+\.js$/)) +
    (await weigh(join(root, 'mfe-analytics/dist'), /^remote-entry\.\w+\.js$/)),
  standard:
    (await weigh(join(folder, 'shell'), /^main\.\w+\.js$/)) +
    (await weigh(join(folder, 'mfe-analytics'), /^remoteEntry\.js$/)),
})
