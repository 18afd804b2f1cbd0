import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const FIELDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']
/** Beside what holds no package: folders with an installation of their own. */
const SKIPPED = ['node_modules', 'dist', 'lab', 'examples']
const skipped = (name) => name.startsWith('.') || SKIPPED.includes(name)

const folders = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !skipped(entry.name))
    .map((entry) => join(folder, entry.name))

/** All package.json of the workspace; its packages lie at most three folders deep. */
const manifests = (folder, depth = 3) => [
  ...[join(folder, 'package.json')].filter(existsSync),
  ...(depth > 0 ? folders(folder).flatMap((inner) => manifests(inner, depth - 1)) : []),
]

/** Scripts that an install runs: each writes a file that Git ignores, from a file beside it and packages. */
export const GENERATORS = [
  { script: 'shared/ui/scripts/bootstrap.ts', source: 'shared/ui/src/styles/bootstrap.scss' },
  { script: 'mfe-template-kit/scripts/bootstrap.ts', source: 'mfe-template-kit/src/kit/bootstrap.scss' },
]

/** A hash of all that decides what an install puts into node_modules, and what it generates. */
export const fingerprintOfDependencies = (root) => {
  const hash = createHash('sha256')
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...GENERATORS.flatMap(Object.values)]
  for (const file of files.map((name) => join(root, name)).filter(existsSync)) hash.update(readFileSync(file))
  for (const file of manifests(root).toSorted()) {
    const manifest = JSON.parse(readFileSync(file, 'utf8'))
    hash.update(JSON.stringify([file.slice(root.length), manifest.name, ...FIELDS.map((field) => manifest[field])]))
  }
  return hash.digest('hex')
}
