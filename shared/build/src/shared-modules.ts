import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inRange, versionSchema } from '@atalaia/contracts'
import { object, optional, record, string } from 'zod/mini'

export type SharedOption = {
  readonly singleton: true
  readonly strictVersion: true
  readonly version: string
  readonly requiredVersion: string
  readonly import?: false
}

/**
 * Packages that exist once in the page (M-REMOTE-9), with their share keys. Without `react-dom/`,
 * `react-dom/client` would bring a second copy.
 */
const sharedPackages: Readonly<Record<string, readonly string[]>> = {
  react: ['react', 'react/'],
  'react-dom': ['react-dom', 'react-dom/'],
  '@atalaia/react': ['@atalaia/react', '@atalaia/react/'],
}

/**
 * States installed versions: the federation plugin does not know `workspace:` and `catalog:`. The
 * shell provides all; a remote has no copy. The kernel refuses a remote with an unmet {@link
 * requiredRange}.
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
 * Range in package.json, peer dependencies first, if the installed version fits (M-REMOTE-13).
 * Otherwise `^` and the installed version; also for exact versions, tags, addresses and protocols.
 */
export const requiredRange = (dir: string, request: string): string => {
  const installed = installedVersion(dir, request)
  const { dependencies, devDependencies, peerDependencies } = manifestSchema.parse(readJson(join(dir, 'package.json')))
  const stated = { ...devDependencies, ...dependencies, ...peerDependencies }[packageName(request)] ?? ''
  const isRange = OPERATOR.test(stated) && !versionSchema.safeParse(stated).success
  return isRange && inRange(installed, stated) ? stated : `^${installed}`
}

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

const findInstalled = (dir: string, path: string): string | undefined => {
  const file = join(dir, path)
  if (existsSync(file)) return file
  const above = dirname(dir)
  return above === dir ? undefined : findInstalled(above, path)
}
