import {
  CONTRACT_VERSION,
  shellManifestSchema,
  type Budget,
  type Deprecation,
  type ShellManifest,
} from '@atalaia/contracts'
import type { ChunkGroup, Compilation, Module, WebpackPluginInstance } from 'webpack'
import { assetFiles } from '../asset-files.ts'
import { asyncGroups, groupFiles, groupModules, unique } from '../chunk-files.ts'
import { federatedModule, providedExports, providedVersion } from '../federation-modules.ts'
import { bootFile } from './boot-plugin.ts'
import { emitDescription, holdToBudget } from './on-assets.ts'
import { prerenderedShellPages } from './prerender-plugin.ts'

export type ShellManifestPluginOptions = {
  readonly version: string
  readonly entry: string
  readonly preloadedFonts: RegExp
  readonly budget?: Budget | undefined
  readonly deprecations?: readonly Deprecation[] | undefined
}

export const MANIFEST_FILE = 'shell.json'

export const shellManifestPlugin = (options: ShellManifestPluginOptions): WebpackPluginInstance =>
  emitDescription('ShellManifestPlugin', MANIFEST_FILE, (compilation) => describe(compilation, options))

const describe = (
  compilation: Compilation,
  { version, entry, preloadedFonts, budget, deprecations }: ShellManifestPluginOptions,
): ShellManifest => {
  const initial = compilation.entrypoints.get(entry)
  if (!initial) throw new Error(`the shell has no entry ${entry}`)
  const initialFiles = groupFiles(initial)
  const next = entryModules(compilation, entry).flatMap((module) => asyncGroups(compilation, module))
  const nextFiles = filesWithShared(compilation, next)
  const files = assetFiles(compilation)
  const manifest = shellManifestSchema.parse({
    version,
    contract: CONTRACT_VERSION,
    ...(deprecations && { deprecations }),
    boot: bootFile(compilation),
    ...prerenderedShellPages(compilation),
    scripts: initialFiles.filter(isScript),
    styles: unique([...initialFiles, ...nextFiles]).filter((file) => !isScript(file)),
    preload: nextFiles.filter((file) => isScript(file) && !initialFiles.includes(file)),
    api: groupScripts(compilation.namedChunkGroups.get(HTTP_CHUNK)),
    fonts: files.map(({ path }) => path).filter((path) => preloadedFonts.test(path)),
    files,
    shared: providedModules(compilation),
  })
  const { boot, scripts, styles, preload, api } = manifest
  // The route of the shell's budget is what each page of a remote that calls the API takes from the shell.
  holdToBudget(compilation, MANIFEST_FILE, budget, {
    files,
    entry: scripts,
    routes: { page: [boot, ...styles, ...preload, ...api] },
  })
  return manifest
}

/** Loaded for the first remote that calls the API. */
const HTTP_CHUNK = 'http'

const groupScripts = (group: ChunkGroup | undefined) => (group ? groupFiles(group).filter(isScript) : [])

const isScript = (file: string) => file.endsWith('.js')

const entryModules = (compilation: Compilation, entry: string): Module[] =>
  (compilation.entries.get(entry)?.dependencies ?? []).flatMap(
    (dependency) => compilation.moduleGraph.getModule(dependency) ?? [],
  )

/**
 * Adds files of consumed shared modules, from the provided module's chunks: a fallback module never
 * loads.
 */
const filesWithShared = (compilation: Compilation, groups: readonly ChunkGroup[]): string[] => {
  const seen = new Set<ChunkGroup>()
  const waiting = [...groups]
  for (let group = waiting.shift(); group; group = waiting.shift()) {
    if (seen.has(group)) continue
    seen.add(group)
    const consumed = groupModules(compilation, group).flatMap((module) => namesOf(module, 'consume'))
    waiting.push(...consumed.flatMap((name) => providingGroups(compilation, name)))
  }
  return unique([...seen].flatMap((group) => groupFiles(group)))
}

const providingGroups = (compilation: Compilation, name: string): ChunkGroup[] =>
  [...compilation.modules]
    .filter((module) => namesOf(module, 'provide').includes(name))
    .flatMap((module) => asyncGroups(compilation, module))

const namesOf = (module: Module, kind: 'consume' | 'provide'): string[] => {
  const federated = federatedModule(module)
  return federated?.kind === kind ? [federated.name] : []
}

const providedModules = (compilation: Compilation): ShellManifest['shared'] =>
  [...compilation.modules]
    .flatMap((module) =>
      namesOf(module, 'provide').map((name) => {
        const files = filesWithShared(compilation, asyncGroups(compilation, module)).filter(isScript)
        return { name, version: providedVersion(module), files, exports: providedExports(compilation, module) }
      }),
    )
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
