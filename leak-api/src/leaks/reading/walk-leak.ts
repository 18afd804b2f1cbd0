import { createReadStream } from 'node:fs'
import { lstat, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { LeakFile } from './credential.ts'
import { logFileRole, logFolderOf, logFolders } from './log-facts.ts'

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
export const filesBelow = async (folder: string, within: string): Promise<string[]> => {
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

export async function* walkLeak(path: string): AsyncGenerator<LeakFile> {
  if (!(await lstat(path)).isDirectory()) {
    yield { path: basename(path), content: contentOf(path) }
    return
  }
  const root = basename(path)
  const paths = await filesBelow(path, '')
  const folders = logFolders(paths)
  for (const file of paths) {
    const folder = logFolderOf(file, folders)
    const log = folder === undefined ? undefined : folder === '' ? root : `${root}/${folder}`
    yield { path: `${root}/${file}`, log, content: contentOf(join(path, file)) }
  }
}
