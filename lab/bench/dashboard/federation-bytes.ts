import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { shellConfig } from '@atalaia/build'
import { root } from '@atalaia/stack'
import { run } from '../opponents/webpack-build.ts'

const weigh = async (folder: string, pattern: RegExp): Promise<number> => {
  const files = (await readdir(folder)).filter((file) => pattern.test(file))
  const sizes = await Promise.all(
    files.map(async (file) => brotliCompressSync(await readFile(join(folder, file))).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** The shell's runtime without the kernel, which its entry has too. */
const buildRuntime = async (path: string): Promise<number> => {
  const dir = join(root, 'host-shell')
  await run(
    shellConfig(dir, { mode: 'production', webpack: { output: { path }, optimization: { runtimeChunk: 'single' } } }),
  )
  return weigh(path, /^runtime\.\w+\.js$/)
}

/** Brotli bytes of runtime and dashboard's remote entry: ours, and default federation's from `folder`. */
export const federationBytes = async (folder: string | undefined): Promise<{ ours: number; theirs?: number }> => {
  const path = await mkdtemp(join(tmpdir(), 'atalaia-bench-'))
  const runtime = await buildRuntime(path).finally(() => rm(path, { recursive: true, force: true }))
  const ours = runtime + (await weigh(join(root, 'mfe-analytics/dist'), /^remote-entry\.\w+\.js$/))
  if (folder === undefined) return { ours }
  const theirs = await weigh(join(folder, 'shell'), /^main\.\w+\.js$/)
  return { ours, theirs: theirs + (await weigh(join(folder, 'mfe-analytics'), /^remoteEntry\.js$/)) }
}
