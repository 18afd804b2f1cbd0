import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const FIELDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']
const skipped = (name) => name.startsWith('.') || name === 'node_modules' || name === 'dist'

const folders = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !skipped(entry.name))
    .map((entry) => join(folder, entry.name))

/** All package.json of the workspace; its packages lie at most three folders deep. */
const manifests = (folder, depth = 3) => [
  ...[join(folder, 'package.json')].filter(existsSync),
  ...(depth > 0 ? folders(folder).flatMap((inner) => manifests(inner, depth - 1)) : []),
]

/** A hash of all that decides what an install puts into node_modules. */
export const fingerprintOfDependencies = (root) => {
  const hash = createHash('sha256')
  for (const name of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) hash.update(readFileSync(join(root, name)))
  for (const file of manifests(root).toSorted()) {
    const manifest = JSON.parse(readFileSync(file, 'utf8'))
    hash.update(JSON.stringify([file.slice(root.length), manifest.name, ...FIELDS.map((field) => manifest[field])]))
  }
  return hash.digest('hex')
}
