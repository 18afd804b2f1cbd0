import { BuildFault, type BuiltContainer } from '@atalaia/artifact'
import { versionSchema, type ArtifactFile, type SharedModule, type SourceDescriptor } from '@atalaia/contracts'
import { z } from 'zod'
import { filesByChunkName, isScriptOrStyle, MANIFEST_FILE } from './container-files.ts'

const assets = z.object({ sync: z.array(z.string()).default([]) }).default({ sync: [] })

/** Read part of `mf-manifest.json`: https://module-federation.io/configure/manifest */
const manifestSchema = z.object({
  metaData: z.object({
    globalName: z.string(),
    remoteEntry: z.object({ name: z.string(), path: z.string().default(''), type: z.string().default('global') }),
  }),
  exposes: z.array(
    z.object({
      path: z.string(),
      assets: z.object({ js: assets, css: assets }).default({ js: { sync: [] }, css: { sync: [] } }),
    }),
  ),
  shared: z.array(
    z.object({ name: z.string(), version: z.string().default(''), requiredVersion: z.string().optional() }),
  ),
})
type Manifest = z.output<typeof manifestSchema>

export type ContainerOptions = {
  readonly source: SourceDescriptor
  readonly files: readonly ArtifactFile[]
  readonly installedVersion: (request: string) => string | undefined
}

const EXPOSED_MODULE = './remote'

/** `./remote`, or the only module. */
export const exposedModule = (keys: readonly string[]): string => {
  const [only, ...others] = keys
  if (keys.includes(EXPOSED_MODULE)) return EXPOSED_MODULE
  if (only !== undefined && others.length === 0) return only
  throw new BuildFault(
    'content',
    `the container exposes ${keys.join(', ') || 'nothing'}: expose the module for the shell as ${EXPOSED_MODULE}`,
  )
}

/** Throws a {@link BuildFault} when the shell cannot load the container. */
export const fromManifest = (json: unknown, { source, files, installedVersion }: ContainerOptions): BuiltContainer => {
  const parsed = manifestSchema.safeParse(json)
  if (!parsed.success)
    throw new BuildFault('content', `${MANIFEST_FILE}: it is no manifest of Module Federation`, { cause: parsed.error })
  const { metaData, exposes, shared } = parsed.data
  const { name, path, type } = metaData.remoteEntry
  const entry = `${path.replace(/^\.?\//, '').replace(/([^/])$/, '$1/')}${name}`
  const module = exposedModule(exposes.map((expose) => expose.path))
  return {
    entry,
    // A module leaves nothing under a global name; that of the manifest may be no identifier.
    ...(isModule(type)
      ? { format: 'module' as const, container: source.name.replaceAll('-', '_') }
      : { container: metaData.globalName }),
    module,
    modules: exposes.map((expose) => expose.path),
    files,
    shared: sharedOf(shared, installedVersion),
    moduleFiles: moduleFiles(parsed.data, module, entry),
    chunkFiles: filesByChunkName(
      files,
      [...source.routes, ...(source.widgets ?? [])].map(({ id }) => id),
    ),
  }
}

const isModule = (type: string) => type === 'module' || type === 'esm'

const moduleFiles = ({ exposes }: Manifest, module: string, entry: string): string[] =>
  exposes
    .filter(({ path }) => path === module)
    .flatMap(({ assets: { js, css } }) => [...js.sync, ...css.sync])
    .filter((path) => path !== entry && isScriptOrStyle(path))

const packageOf = (request: string) =>
  request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/')

/** A sub-path (`react/jsx-runtime`) has its package's range. A missing version is the installed version. */
const sharedOf = (
  shared: Manifest['shared'],
  installedVersion: ContainerOptions['installedVersion'],
): SharedModule[] => {
  const ranges = new Map(shared.map(({ name, requiredVersion }) => [name, requiredVersion]))
  return (
    shared
      // A key with a slash at its end stands for sub-paths, and is no module.
      .filter(({ name }) => !name.endsWith('/'))
      .map(({ name, version: said, requiredVersion: own }) => {
        const installed = installedVersion(name)
        const version = versionSchema.safeParse(said).success ? said : (installed ?? '0.0.0')
        const ofPackage = ranges.get(`${packageOf(name)}/`) ?? ranges.get(packageOf(name))
        const requiredVersion = (name === packageOf(name) ? own : (ofPackage ?? own)) ?? `^${version}`
        return { name, version, requiredVersion }
      })
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  )
}
