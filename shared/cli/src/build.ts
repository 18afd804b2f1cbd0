import {
  BuildFault,
  createSharedScan,
  judgeAlone,
  listedFiles,
  readDescription,
  verifyFiles,
  type Reason,
} from '@atalaia/artifact'
import { DESCRIPTOR_FILE, SHELL_FILE, SHELL_NAME, type Descriptor } from '@atalaia/contracts'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { pack } from 'tar-stream'

/** Remote's or shell's build; checks files. Throws a `BuildFault`. */
export const readBuild = async (dir: string): Promise<Descriptor> => {
  const build = await readDescription(dir)
  if (!build) {
    const isThere = (await stat(dir).catch(() => undefined)) !== undefined
    const what = isThere ? `there is no ${DESCRIPTOR_FILE}` : 'there is no such folder'
    throw new BuildFault('content', `${dir}: ${what}: build the remote first`)
  }
  return verified(dir, build.descriptor)
}

/** Checks the listed files. Throws a `BuildFault`. */
export const verified = async (dir: string, descriptor: Descriptor): Promise<Descriptor> => {
  const listed = listedFiles(descriptor.artifact).map(({ path }) => path)
  const there = await Promise.all(
    listed.map(async (path) => {
      const stats = await stat(join(dir, path)).catch(() => undefined)
      return stats?.isFile() ? [path] : []
    }),
  )
  await verifyFiles(dir, descriptor, new Set(there.flat()))
  return descriptor
}

/** Archive of the descriptor and its listed files. */
export const packBuild = async (dir: string, descriptor: Descriptor): Promise<Buffer> => {
  const archive = pack()
  const whole = buffer(archive)
  if (descriptor.name === SHELL_NAME) archive.entry({ name: SHELL_FILE }, await readFile(join(dir, SHELL_FILE)))
  else archive.entry({ name: DESCRIPTOR_FILE }, JSON.stringify(descriptor))
  for (const { path } of listedFiles(descriptor.artifact))
    archive.entry({ name: path }, await readFile(join(dir, path)))
  archive.finalize()
  return promisify(gzip)(await whole)
}

export type CheckedBuild =
  | { readonly status: 'readable'; readonly descriptor: Descriptor; readonly reasons: readonly Reason[] }
  | { readonly status: 'unreadable'; readonly reasons: readonly Reason[] }

/** Judges a build without a gateway (M-PUBLISH-5). */
export const checkBuild = async (dir: string, read: () => Promise<Descriptor>): Promise<CheckedBuild> => {
  try {
    const descriptor = await read()
    const scan = createSharedScan(descriptor)
    for (const { path } of descriptor.artifact.files) scan.look(path, await readFile(join(dir, path)))
    return { status: 'readable', descriptor, reasons: [...judgeAlone(descriptor), ...scan.reasons()] }
  } catch (error) {
    if (error instanceof BuildFault)
      return { status: 'unreadable', reasons: [{ code: 'build', message: error.message }] }
    throw error
  }
}
