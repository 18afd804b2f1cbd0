import { BuildFault, describeBuild, issuesText, parseDescriptor } from '@atalaia/artifact'
import { DESCRIPTOR_FILE, sourceDescriptorSchema, type Descriptor, type SourceDescriptor } from '@atalaia/contracts'
import { existsSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { Outcome } from './base/command-line.ts'
import { readBuild, verified } from './build.ts'
import { linesOf } from './outcomes.ts'
import { containerFiles, declarationFiles, MANIFEST_FILE, STATS_FILE } from './containers/container-files.ts'
import { fromManifest } from './containers/federation-manifest.ts'
import { fromStats } from './containers/webpack-stats.ts'

/** `root` has `remote.json`; `dist` has the bundler's output. */
export type Repository = { readonly root: string; readonly dist: string }

/** `dist` may be relative to `root`. */
export const repositoryAt = (root: string, dist: string): Repository => ({ root, dist: resolve(root, dist) })

/** Reads `remote.json`. Throws a `BuildFault` for a missing or wrong file. */
export const readSource = async ({ root }: Pick<Repository, 'root'>): Promise<SourceDescriptor> => {
  const file = join(root, DESCRIPTOR_FILE)
  const parsed = sourceDescriptorSchema.safeParse(
    await readJson(file, `${file}: it is missing: run this in the folder of the remote, beside its package.json`),
  )
  if (parsed.success) return parsed.data
  throw new BuildFault('content', `${file}: ${issuesText(parsed.error.issues)}`)
}

/**
 * From `mf-manifest.json`, else `stats.json`, else `@atalaia/build`'s descriptor (M-PUBLISH-8).
 * Checks all files. Throws a `BuildFault`.
 */
export const describeRepository = async (repository: Repository): Promise<Descriptor> => {
  const { root, dist } = repository
  const source = await readSource(repository)
  const reader = READERS.find(([file]) => existsSync(join(dist, file)))
  if (!reader) return withDeclarations(dist, await builtDescriptor(repository, source))
  const [file, read] = reader
  const json = await readJson(join(dist, file))
  const options = { source, files: await containerFiles(dist), installedVersion: installedVersionIn(root) }
  const described = describeBuild(source, read(json, options))
  return withDeclarations(dist, described)
}

const withDeclarations = async (dist: string, { artifact, ...source }: Descriptor): Promise<Descriptor> => {
  const types = await declarationFiles(dist)
  const described = { ...source, artifact: { ...artifact, ...(types.length > 0 && { types }) } }
  return verified(dist, parseDescriptor(JSON.stringify(described)))
}

const READERS = [
  [MANIFEST_FILE, fromManifest],
  [STATS_FILE, fromStats],
] as const

/** Must have the version that the team wrote. */
const builtDescriptor = async ({ dist }: Repository, source: SourceDescriptor): Promise<Descriptor> => {
  if (!existsSync(join(dist, DESCRIPTOR_FILE)))
    throw new BuildFault(
      'content',
      `${dist}: no ${MANIFEST_FILE}, ${STATS_FILE} or ${DESCRIPTOR_FILE} is there: build the remote first, ` +
        `with the manifest of its federation plugin (manifest: true) or with webpack --json ${STATS_FILE}`,
    )
  const built = await readBuild(dist)
  if (built.name === source.name && built.version === source.version) return built
  throw new BuildFault(
    'content',
    `${dist} has ${built.name} ${built.version}, and ${DESCRIPTOR_FILE} says ${source.name} ${source.version}: build it again`,
  )
}

const readJson = async (file: string, missing = `${file}: it is missing`): Promise<unknown> => {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new BuildFault('content', missing, { cause })
  })
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new BuildFault('content', `${file}: it is no JSON`, { cause })
  }
}

const versionSchema = z.object({ version: z.string() })

const installedVersionIn = (root: string) => {
  const { resolve: resolvePaths } = createRequire(join(root, 'package.json'))
  return (request: string): string | undefined => {
    const name = request
      .split('/')
      .slice(0, request.startsWith('@') ? 2 : 1)
      .join('/')
    const file = (resolvePaths.paths(name) ?? [])
      .map((folder) => join(folder, name, 'package.json'))
      .find((path) => existsSync(path))
    return file && versionSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data?.version
  }
}

/** Writes the descriptor into the build's folder, and reports it. */
export const describe = async (repository: Repository): Promise<Outcome> => {
  const descriptor = await describeRepository(repository)
  const { entry, shared, files } = descriptor.artifact
  await writeFile(join(repository.dist, DESCRIPTOR_FILE), `${JSON.stringify(descriptor, null, 2)}\n`)
  return {
    text: linesOf([
      `${descriptor.name} ${descriptor.version}: entry ${entry}, ${files.length} files`,
      ...shared.map(({ name, requiredVersion }) => `  takes ${name} ${requiredVersion}`),
    ]),
    json: descriptor,
  }
}
