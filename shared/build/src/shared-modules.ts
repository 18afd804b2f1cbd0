import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One entry of Module Federation's `shared`. */
export type SharedOption = {
  readonly singleton: true
  readonly strictVersion: true
  readonly version: string
  readonly requiredVersion: string
  readonly import?: false
}

/**
 * The packages that exist once in the page, each with the share keys of its entry and its sub-paths: without
 * `react-dom/`, `react-dom/client` would not be shared and would bring a second copy.
 */
const sharedPackages: Readonly<Record<string, readonly string[]>> = {
  react: ['react', 'react/'],
  'react-dom': ['react-dom', 'react-dom/'],
  '@atalaia/react': ['@atalaia/react', '@atalaia/react/'],
}

/**
 * The shared modules in the versions that the package in `dir` has installed. The versions are stated because the
 * federation plugin's own detection does not know `workspace:` and `catalog:`. The shell provides all of them. A
 * remote consumes them and has no copy of its own, so that no second React can enter the page. The kernel refuses a
 * remote whose `requiredVersion` is not met.
 */
export const sharedModules = (dir: string, side: 'shell' | 'remote'): Record<string, SharedOption> =>
  Object.fromEntries(
    Object.entries(sharedPackages).flatMap(([name, keys]) => {
      const version = installedVersion(dir, name)
      const option: SharedOption = {
        singleton: true,
        strictVersion: true,
        version,
        requiredVersion: `^${version}`,
        ...(side === 'remote' && { import: false }),
      }
      return keys.map((key) => [key, option])
    }),
  )

/** The installed version of the package that the module `request` belongs to. */
export const installedVersion = (dir: string, request: string): string => {
  const [first = '', second = ''] = request.split('/')
  const name = first.startsWith('@') ? `${first}/${second}` : first
  const file = join(dir, 'node_modules', name, 'package.json')
  try {
    const { version } = JSON.parse(readFileSync(file, 'utf8'))
    return String(version)
  } catch (cause) {
    throw new Error(`${dir}: shared module ${name} is not installed; add it to the dependencies`, { cause })
  }
}
