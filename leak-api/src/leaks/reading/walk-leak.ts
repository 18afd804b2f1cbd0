import { createReadStream } from 'node:fs'
import { lstat, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { LeakFile } from './credential.ts'
import { logFileRole, logFolders, logOf } from './log-names.ts'
import { isVolume, volumeSets } from './volumes.ts'

const BUFFER_BYTES = 256 * 1024

/** Rejects at the end when the file changed during reading. */
async function* contentOf(path: string): AsyncGenerator<Buffer> {
  const before = await stat(path)
  for await (const chunk of createReadStream(path, { highWaterMark: BUFFER_BYTES })) yield Buffer.from(chunk)
  const after = await stat(path)
  if (after.size !== before.size || after.mtimeMs !== before.mtimeMs)
    throw new Error('the file was changed while it was read; import it again')
}

const isOther = (path: string) => logFileRole(path) === 'other'

/** Files with facts of a log come first. Does not follow links. */
const filesBelow = async (folder: string, within: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = (is: (entry: (typeof entries)[number]) => boolean) =>
    entries
      .filter(is)
      .map(({ name }) => `${within}${name}`)
      .toSorted()
  const files = names((entry) => entry.isFile())
  const below: string[] = []
  for (const path of names((entry) => entry.isDirectory()))
    below.push(...(await filesBelow(join(folder, basename(path)), `${path}/`)))
  return [...files.filter((path) => !isOther(path)), ...files.filter(isOther), ...below]
}

export type LeakFolder = { readonly root: string; readonly folder: string; readonly paths: readonly string[] }

/** For a folder, or the parts of an archive around one. `undefined`: one file. */
export const leakFolder = async (path: string): Promise<LeakFolder | undefined> => {
  if ((await lstat(path)).isDirectory())
    return { root: basename(path), folder: path, paths: await filesBelow(path, '') }
  const folder = dirname(path)
  const beside = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile())
  const set = volumeSets(beside.map(({ name }) => name)).get(basename(path))
  const isPart = set !== undefined || isVolume(path)
  return isPart ? { root: basename(folder), folder, paths: set?.parts ?? [basename(path)] } : undefined
}

export async function* walkLeak(path: string): AsyncGenerator<LeakFile> {
  const found = await leakFolder(path)
  if (found === undefined) {
    yield { path: basename(path), content: contentOf(path) }
    return
  }
  const { root, folder, paths } = found
  const folders = logFolders(paths)
  const sets = volumeSets(paths)
  for (const file of paths)
    yield {
      path: `${root}/${file}`,
      ...logOf(root, file, folders),
      set: sets.get(file),
      content: contentOf(join(folder, file)),
    }
}
