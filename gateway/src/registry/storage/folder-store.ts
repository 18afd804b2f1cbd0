import { mkdir, mkdtemp, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ArtifactKey, ArtifactStore, SweepOptions } from './artifact-store.ts'
import { openStored } from './artifact.ts'

const PROBE_BYTES = 64 * 1024

export type FolderStoreOptions = SweepOptions & { readonly folder: string }

/** Keeps published builds in a folder of this machine, or of a network file system. */
export const createFolderStore = ({ folder, sweepAfter }: FolderStoreOptions): ArtifactStore => {
  const incoming = join(folder, '.incoming')
  const placeOf = ({ name, version, digest }: ArtifactKey) => join(folder, name, `${version}_${digest}`)

  const removeOld = async (path: string) => {
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs >= sweepAfter) await rm(path, { recursive: true, force: true })
  }

  return {
    draft: async () => {
      await mkdir(incoming, { recursive: true })
      return mkdtemp(join(incoming, 'upload-'))
    },
    keep: async (key, draft) => {
      const place = placeOf(key)
      await syncAll(draft)
      await mkdir(dirname(place), { recursive: true })
      try {
        await rename(draft, place)
      } catch (error) {
        // The digest stands for the content: an earlier attempt brought it here whole.
        if (!isThere(error)) throw error
        await rm(draft, { recursive: true, force: true })
      }
      await syncFolder(dirname(place))
    },
    open: (key, path, encodings) => openStored(join(placeOf(key), path), encodings),
    health: async () => {
      const probe = join(incoming, `.health-${process.pid}`)
      try {
        await mkdir(incoming, { recursive: true })
        // A full disk takes empty files.
        await writeFile(probe, Buffer.alloc(PROBE_BYTES))
        return 'ready'
      } catch {
        return readdir(folder).then(
          () => 'read-only',
          () => 'down',
        )
      } finally {
        await rm(probe, { force: true }).catch(() => undefined)
      }
    },
    remove: (key) => rm(placeOf(key), { recursive: true, force: true }),
    sweep: async (isKept) => {
      for (const upload of await names(incoming)) await removeOld(join(incoming, upload))
      for (const name of (await names(folder)).filter((entry) => entry.startsWith('mfe-')))
        for (const entry of await names(join(folder, name))) {
          const [version = '', digest = ''] = entry.split('_')
          if (!isKept({ name, version, digest })) await removeOld(join(folder, name, entry))
        }
    },
  }
}

const names = (path: string): Promise<string[]> => readdir(path).catch(() => [])

const isThere = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST')

const syncFolder = async (path: string) => {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}

/** Forces all files of `folder` to the disk, so that no row refers to a file that a crash could lose. */
const syncAll = async (folder: string): Promise<void> => {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    await (entry.isDirectory() ? syncAll(path) : syncFolder(path))
  }
  await syncFolder(folder)
}
