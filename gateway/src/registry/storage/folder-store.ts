import { mkdir, mkdtemp, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '@atalaia/server'
import { storeAway, type ArtifactKey, type ArtifactStore, type SweepOptions } from './artifact-store.ts'
import { openStored } from './artifact.ts'

const PROBE_BYTES = 64 * 1024
/** Only the gateway's user reads builds, like the upload folders of `mkdtemp`. */
const MODE = 0o700

export type FolderStoreOptions = SweepOptions & { readonly folder: string }

export const createFolderStore = ({ folder, sweepAfter }: FolderStoreOptions): ArtifactStore => {
  const incoming = join(folder, '.incoming')
  const placeOf = ({ name, version, digest }: ArtifactKey) => join(folder, name, `${version}_${digest}`)

  const removeOld = async (path: string) => {
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs >= sweepAfter) await rm(path, { recursive: true, force: true })
  }

  return {
    draft: async () => {
      await makeFolder(incoming).catch((error: unknown) => {
        throw codeOf(error) === 'ENOENT' ? storeAway(error) : error
      })
      return mkdtemp(join(incoming, 'upload-'))
    },
    keep: async (key, draft) => {
      const place = placeOf(key)
      await syncAll(draft)
      await makeFolder(dirname(place))
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
    holds: (key, paths) => areThere(paths.map((path) => join(placeOf(key), path))),
    health: async (live) => {
      if (!(await areThere(live.map(({ key, path }) => join(placeOf(key), path))))) return 'down'
      const probe = join(incoming, `.health-${process.pid}`)
      try {
        await makeFolder(incoming)
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
      await mkdir(folder, { recursive: true, mode: MODE })
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

const isThere = (error: unknown) => ['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')

/** Requires the parent. Keeps an existing folder. */
const makeFolder = async (path: string): Promise<void> => {
  try {
    await mkdir(path, MODE)
  } catch (error) {
    if (!isThere(error)) throw error
  }
}

const areThere = async (paths: readonly string[]): Promise<boolean> =>
  (await Promise.allSettled(paths.map((path) => stat(path)))).every(({ status }) => status === 'fulfilled')

const syncFolder = async (path: string) => {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}

/** Flushes all files, so that no row refers to a file that a crash lost. */
const syncAll = async (folder: string): Promise<void> => {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    await (entry.isDirectory() ? syncAll(path) : syncFolder(path))
  }
  await syncFolder(folder)
}
