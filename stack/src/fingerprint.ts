import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { withDependencies, type Package } from './workspace.ts'

const skippedFolders = new Set(['node_modules', 'dist', 'fixtures', '__screenshots__'])
const skippedFile = /\.test\.tsx?$|\.md$/

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || skippedFolders.has(entry.name)) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesBelow(path)
    return skippedFile.test(entry.name) ? [] : [path]
  })

export type FingerprintOptions = {
  readonly root: string
  readonly packages: ReadonlyMap<string, Package>
  readonly name: string
  /** Further input of the build beside its files, for example the mode. */
  readonly salt: string
}

/** A hash of all that goes into the build of a package: its sources, those of what it uses, and the lockfile. */
export const buildFingerprint = ({ root, packages, name, salt }: FingerprintOptions): string => {
  const hash = createHash('sha256').update(salt)
  const lockfile = join(root, 'pnpm-lock.yaml')
  if (existsSync(lockfile)) hash.update(readFileSync(lockfile))
  const files = withDependencies(packages, name).flatMap(({ folder }) => filesBelow(folder))
  for (const file of files.toSorted()) {
    hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}
