import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { withDependencies, type Package } from './workspace.ts'

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'fixtures', '__screenshots__'])
const skippedFile = /\.test\.tsx?$|\.md$/

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || SKIPPED_FOLDERS.has(entry.name)) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesBelow(path)
    return skippedFile.test(entry.name) ? [] : [path]
  })

export type FingerprintOptions = {
  readonly root: string
  readonly packages: ReadonlyMap<string, Package>
  readonly name: string
  readonly salt: string
}

/** Names and contents, without tests and builds. */
export const hashOfFolders = (root: string, folders: readonly string[], salt: string): string => {
  const hash = createHash('sha256').update(salt)
  for (const file of folders.flatMap(filesBelow).toSorted()) {
    hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/** Covers sources, used packages, and the lockfile. */
export const buildFingerprint = ({ root, packages, name, salt }: FingerprintOptions): string => {
  const lockfile = join(root, 'pnpm-lock.yaml')
  const locked = existsSync(lockfile) ? readFileSync(lockfile, 'utf8') : ''
  const folders = withDependencies(packages, name).map(({ folder }) => folder)
  return hashOfFolders(root, folders, `${salt}\0${locked}`)
}
