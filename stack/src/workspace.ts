import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')

export type Package = {
  readonly name: string
  readonly folder: string
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

export const workspacePackages = (from = root): ReadonlyMap<string, Package> => {
  const folders = parents
    .map((parent) => join(from, parent))
    .filter(existsSync)
    .flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)))
    .filter((folder) => existsSync(join(folder, 'package.json')))
  return new Map(folders.map((folder) => readPackage(folder)).map((found) => [found.name, found]))
}

/** Includes indirect dependencies. */
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
