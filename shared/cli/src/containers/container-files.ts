import { BuildFault, routeChunk } from '@atalaia/artifact'
import { DESCRIPTOR_FILE, TYPES_FOLDER, type ArtifactFile } from '@atalaia/contracts'
import { integrityOf } from '@atalaia/contracts/node'
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** Module Federation's manifest, from webpack, Rspack and Vite. */
export const MANIFEST_FILE = 'mf-manifest.json'
/** webpack's statistics: `webpack --json dist/stats.json`. */
export const STATS_FILE = 'stats.json'

const DESCRIPTIONS = new Set([DESCRIPTOR_FILE, MANIFEST_FILE, STATS_FILE, 'mf-stats.json', 'index.html'])
const UNSHIPPED = /\.(map|br|gz|dcz)$|^@mf-types/

/**
 * Shipped files with sizes and hashes, sorted by path. Omits source maps, compressed copies,
 * descriptions, declarations and dot files.
 */
export const containerFiles = async (dir: string): Promise<ArtifactFile[]> =>
  (await builtFiles(dir)).filter(({ path }) => !isDeclaration(path))

/** The declarations of a build: `types/*.d.ts`, as `tsc --declaration` writes them. */
export const declarationFiles = async (dir: string): Promise<ArtifactFile[]> =>
  (await builtFiles(dir)).filter(({ path }) => isDeclaration(path))

const isDeclaration = (path: string) => path.startsWith(TYPES_FOLDER) && path.endsWith('.d.ts')

const builtFiles = async (dir: string): Promise<ArtifactFile[]> => {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new BuildFault('content', `${dir}: there is no such folder: build the remote first, or name it with --dist`, {
      cause,
    })
  })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(join(dir, sep).length).split(sep).join('/'))
    .filter((path) => !DESCRIPTIONS.has(path) && !UNSHIPPED.test(path) && !/(^|\/)\./.test(path))
  const files = paths.toSorted().map(async (path) => {
    const content = await readFile(join(dir, path))
    return { path, bytes: content.length, integrity: integrityOf(content) }
  })
  return Promise.all(files)
}

const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** `route-home.9f2c.js` belongs to the chunk `route-home`. The longest matching id wins. */
export const filesByChunkName = (files: readonly ArtifactFile[], ids: readonly string[]) => {
  const chunks = ids.map(routeChunk).toSorted((one, other) => other.length - one.length)
  const chunkOf = (path: string) =>
    chunks.find((chunk) => baseName(path).startsWith(chunk) && /^[.-]/.test(baseName(path).slice(chunk.length)))
  return (name: string): readonly string[] =>
    files.map(({ path }) => path).filter((path) => isScriptOrStyle(path) && chunkOf(path) === name)
}

export const isScriptOrStyle = (path: string): boolean => /\.(m?js|css)$/.test(path)
