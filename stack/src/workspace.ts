import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The repository's folder. */
export const root = join(import.meta.dirname, '..', '..')

export type Package = {
  readonly name: string
  readonly folder: string
  /** Names of the workspace packages that it depends on, directly. */
  readonly dependsOn: readonly string[]
}

const parents = ['.', 'shared', 'e2e/fixtures', 'lab']

const readPackage = (folder: string): Package => {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { name, dependencies, devDependencies } = Object(manifest)
  const dependsOn = Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, version]) => /^(workspace|link):/.test(String(version)))
    .map(([dependency]) => dependency)
  return { name: String(name), folder, dependsOn }
}

/** All packages of the workspace below `from`, by name. */
export const workspacePackages = (from = root): ReadonlyMap<string, Package> => {
  const folders = parents
    .map((parent) => join(from, parent))
    .filter(existsSync)
    .flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)))
    .filter((folder) => existsSync(join(folder, 'package.json')))
  return new Map(folders.map((folder) => readPackage(folder)).map((found) => [found.name, found]))
}

/** `name` and all that it depends on, directly or not. */
export const withDependencies = (packages: ReadonlyMap<string, Package>, name: string): readonly Package[] => {
  const found = new Set<Package>()
  const visit = (next: string) => {
    const reached = packages.get(next)
    if (!reached || found.has(reached)) return
    found.add(reached)
    reached.dependsOn.forEach(visit)
  }
  visit(name)
  return [...found]
}
