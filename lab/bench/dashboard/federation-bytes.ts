import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { root } from '@atalaia/stack'

const weigh = async (folder: string, pattern: RegExp): Promise<number> => {
  const files = (await readdir(folder)).filter((file) => pattern.test(file))
  const sizes = await Promise.all(
    files.map(async (file) => brotliCompressSync(await readFile(join(folder, file))).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * Brotli bytes of the shell's entry, the pure runtime, and the dashboard's remote entry: ours, and
 * default federation's from `folder`.
 */
export const federationBytes = async (folder: string | undefined): Promise<{ ours: number; theirs?: number }> => {
  const [shell, remote] = [join(root, 'host-shell/dist'), join(root, 'mfe-analytics/dist')]
  const ours = (await weigh(shell, /^main\.\w+\.js$/)) + (await weigh(remote, /^remote-entry\.\w+\.js$/))
  if (folder === undefined) return { ours }
  const runtime = await weigh(join(folder, 'shell'), /^main\.\w+\.js$/)
  return { ours, theirs: runtime + (await weigh(join(folder, 'mfe-analytics'), /^remoteEntry\.js$/)) }
}
