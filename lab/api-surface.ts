import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'
import { object, optional, record, string, union } from 'zod/mini'
import { root, runCaptured } from '@atalaia/stack'
import { publicPackages } from '../scripts/support/packages/public-packages.ts'

type Entry = {
  readonly name: string
  /** Like `@atalaia/kernel/testing`. */
  readonly specifier: string
  readonly packageFolder: string
  readonly source: string
}

const manifestSchema = object({
  name: string(),
  exports: optional(record(string(), union([string(), object({ types: string() })]))),
})

const sourceOf = (target: string | { readonly types: string }): string =>
  typeof target === 'string' ? target : target.types.replace(/^\.\/dist\/embed-loader\/(src\/.+)\.d\.ts$/, './$1.ts')

const INNER: readonly string[] = ['@atalaia/artifact', '@atalaia/verifier']

const recordedEntries = (): readonly Entry[] =>
  publicPackages().flatMap(({ name, folder }) => {
    if (INNER.includes(name)) return []
    const packageFolder = relative(root, folder)
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
    return Object.entries(manifest.exports ?? {})
      .map(([path, target]) => ({ path, source: sourceOf(target) }))
      .filter(({ source }) => /(?<!\.d)\.tsx?$/.test(source))
      .map(({ path, source }) => ({
        name: [basename(packageFolder), ...path.split('/').slice(1)].join('.'),
        specifier: join(manifest.name, path),
        packageFolder,
        source: join(packageFolder, source),
      }))
  })

const work = join(root, '.cache', 'api')
const declarations = join(work, 'declarations')

const emitDeclarations = async (entries: readonly Entry[]): Promise<void> => {
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      // One order of the members of a union, whatever else is compiled.
      singleThreaded: true,
      rootDir: root,
      // Through node_modules, a package of the workspace counts as foreign, and gets no declarations.
      paths: Object.fromEntries(entries.map(({ specifier, source }) => [specifier, [join(root, source)]])),
      outDir: declarations,
    },
    include: [join(root, 'types')],
    files: entries.map(({ source }) => join(root, source)),
  }
  const file = join(work, 'tsconfig.json')
  writeFileSync(file, JSON.stringify(config))
  const { code, output } = await runCaptured(join(root, 'node_modules', '.bin', 'tsc'), ['-p', file], { cwd: root })
  if (code !== 0) throw new Error(`no declarations: ${output}`)
  for (const folder of new Set(entries.map(({ packageFolder }) => packageFolder))) {
    cpSync(join(root, folder, 'package.json'), join(declarations, folder, 'package.json'))
    // What a package imports is found where its sources find it.
    symlinkSync(join(root, folder, 'node_modules'), join(declarations, folder, 'node_modules'))
  }
}

const silent = { default: { logLevel: ExtractorLogLevel.None } }

const configOf = ({ name, packageFolder, source }: Entry): ExtractorConfig => {
  const entryPoint = join(declarations, source.replace(/\.tsx?$/, '.d.ts'))
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(declarations, packageFolder, 'package.json'),
    configObject: {
      projectFolder: join(declarations, packageFolder),
      mainEntryPointFilePath: entryPoint,
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'es2022',
            module: 'esnext',
            moduleResolution: 'bundler',
            jsx: 'react-jsx',
            allowImportingTsExtensions: true,
            noEmit: true,
            skipLibCheck: true,
            lib: ['es2023', 'dom', 'dom.iterable'],
            types: ['node'],
            typeRoots: [join(root, 'node_modules', '@types')],
          },
          files: [entryPoint],
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: `${name}.api.md`,
        reportFolder: join(work, 'reports'),
        reportTempFolder: join(work, 'temporary'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        extractorMessageReporting: silent,
        tsdocMessageReporting: silent,
        compilerMessageReporting: silent,
      },
    },
  })
}

const silence = (message: { handled: boolean }) => {
  message.handled = true
}

const extract = (entries: readonly Entry[]): ReadonlyMap<string, string> => {
  const configs = entries.map((entry) => ({ name: entry.name, config: configOf(entry) }))
  const [first, ...others] = configs.map(({ config }) => config)
  if (!first) return new Map()
  const additionalEntryPoints = others.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath)
  const compilerState = CompilerState.create(first, { additionalEntryPoints })
  return new Map(
    configs.map(({ name, config }) => {
      Extractor.invoke(config, { localBuild: true, compilerState, messageCallback: silence })
      return [name, readFileSync(config.reportFilePath, 'utf8')]
    }),
  )
}

export const currentSurfaces = async (): Promise<ReadonlyMap<string, string>> => {
  rmSync(work, { recursive: true, force: true })
  for (const folder of ['reports', 'temporary']) mkdirSync(join(work, folder), { recursive: true })
  const entries = recordedEntries()
  try {
    await emitDeclarations(entries)
    return extract(entries)
  } finally {
    // The test runner refuses a second package.json of the same name.
    rmSync(declarations, { recursive: true, force: true })
  }
}
