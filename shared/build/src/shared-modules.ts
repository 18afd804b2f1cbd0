import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inRange, versionSchema } from '@atalaia/contracts'
import { object, optional, record, string } from 'zod/mini'

/** One entry of Module Federation's `shared`. */
export type SharedOption = {
  readonly singleton: true
  readonly strictVersion: true
  readonly version: string
  readonly requiredVersion: string
  readonly import?: false
}

/**
 * The packages that exist once in the page (M-REMOTE-9), each with the share keys of its entry and its sub-paths:
 * without `react-dom/`, `react-dom/client` would not be shared and would bring a second copy.
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
 * remote whose `requiredVersion`, its {@link requiredRange}, is not met.
 */
export const sharedModules = (dir: string, side: 'shell' | 'remote'): Record<string, SharedOption> =>
  Object.fromEntries(
    Object.entries(sharedPackages).flatMap(([name, keys]) => {
      const version = installedVersion(dir, name)
      const option: SharedOption = {
        singleton: true,
        strictVersion: true,
        version,
        requiredVersion: requiredRange(dir, name),
        ...(side === 'remote' && { import: false }),
      }
      return keys.map((key) => [key, option])
    }),
  )

const rangesSchema = optional(record(string(), string()))
const manifestSchema = object({
  dependencies: rangesSchema,
  devDependencies: rangesSchema,
  peerDependencies: rangesSchema,
})

const OPERATOR = /^[\^~<>=\d]/

/**
 * The versions of a shared module that the package in `dir` accepts (M-REMOTE-13): the range that its package.json
 * states (peer dependencies first), if the installed version is in it: `^19 || ^20`. In place of an exact version, a
 * tag, an address or a protocol of the package manager: `^` and the installed version.
 */
export const requiredRange = (dir: string, request: string): string => {
  const installed = installedVersion(dir, request)
  const { dependencies, devDependencies, peerDependencies } = manifestSchema.parse(readJson(join(dir, 'package.json')))
  const stated = { ...devDependencies, ...dependencies, ...peerDependencies }[packageName(request)] ?? ''
  const isRange = OPERATOR.test(stated) && !versionSchema.safeParse(stated).success
  return isRange && inRange(installed, stated) ? stated : `^${installed}`
}

/** The installed version of the package that the module `request` belongs to. */
export const installedVersion = (dir: string, request: string): string => {
  const name = packageName(request)
  const file = findInstalled(dir, join('node_modules', name, 'package.json'))
  if (file === undefined) throw new Error(`${dir}: shared module ${name} is not installed; add it to the dependencies`)
  return object({ version: string() }).parse(readJson(file)).version
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

const packageName = (request: string): string => {
  const [first = '', second = ''] = request.split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}

/** The nearest `path` in `dir` or above it: a workspace may have its packages at its root. */
const findInstalled = (dir: string, path: string): string | undefined => {
  const file = join(dir, path)
  if (existsSync(file)) return file
  const above = dirname(dir)
  return above === dir ? undefined : findInstalled(above, path)
}
