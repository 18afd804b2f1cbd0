import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { baseConfig, sharedModules } from '@atalaia/build'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import webpack, { type Configuration } from 'webpack'

export const root = join(import.meta.dirname, '../../..')
export const remoteNames = ['mfe-analytics', 'mfe-auth', 'mfe-landing', 'mfe-template-kit'] as const

const containerOf = (name: string) => name.replaceAll('-', '_')
const { resolve } = createRequire(import.meta.url)

/** The shell's or a remote's own configuration, without what this product adds to federation. */
export const plain = (name: string, output: { readonly path: string; readonly publicPath: string }): Configuration => {
  const dir = join(root, name)
  const base = baseConfig({ dir, name, mode: 'production' })
  return {
    ...base,
    output: { ...base.output, ...output },
    plugins: (base.plugins ?? []).filter((plugin) => plugin?.constructor.name !== 'IntegrityPlugin'),
  }
}

/** Builds the shell with another federation. The build fails if there was none to replace. */
export const insteadOfFederation = (variant: string): webpack.WebpackPluginInstance => ({
  apply: (compiler) => {
    let replaced = false
    const replacement = join(import.meta.dirname, 'variants', `${variant}.ts`)
    new webpack.NormalModuleReplacementPlugin(/^\.\/federation\.ts$/, (module: { request: string }) => {
      replaced = true
      module.request = replacement
    }).apply(compiler)
    compiler.hooks.afterCompile.tap('insteadOfFederation', (compilation) => {
      if (!replaced && !compilation.compiler.isChild())
        compilation.errors.push(new webpack.WebpackError('bench: the shell has no ./federation.ts to replace'))
    })
  },
})

/** Everything in one build, with no federation at all; `loader` is the file in the place of federation. */
const singleBundle = (path: string, loader = 'single-bundle'): Configuration => {
  const config = plain('host-shell', { path, publicPath: '/files/' })
  const aliases = [
    ...remoteNames.map((name) => [`@bench/${name.replace('mfe-', '')}`, join(root, name, 'src/remote.tsx')]),
    ['@bench/shell', join(root, 'host-shell/src')],
  ]
  return {
    ...config,
    entry: { main: './src/bootstrap.tsx' },
    resolve: { ...config.resolve, alias: { ...config.resolve?.alias, ...Object.fromEntries(aliases) } },
    plugins: [...(config.plugins ?? []), insteadOfFederation(loader)],
  }
}

const defaultShared = (dir: string) =>
  Object.fromEntries(
    Object.entries(sharedModules(dir, 'shell')).map(([key, { requiredVersion, version }]) => [
      key,
      { singleton: true, requiredVersion, version },
    ]),
  )

/** Federation with a manifest for each remote, all options left as they are. */
const defaultFederation = (path: string): Configuration[] => {
  const shell = plain('host-shell', { path: join(path, 'shell'), publicPath: '/files/shell/' })
  const remotes = remoteNames.map((name): Configuration => {
    const config = plain(name, { path: join(path, name), publicPath: 'auto' })
    const federation = new ModuleFederationPlugin({
      name: containerOf(name),
      filename: 'remoteEntry.js',
      exposes: { './remote': './src/remote.tsx' },
      shared: defaultShared(join(root, name)),
      dts: false,
    })
    return { ...config, entry: {}, plugins: [...(config.plugins ?? []), federation] }
  })
  const host = new ModuleFederationPlugin({
    name: 'host_shell',
    remotes: Object.fromEntries(
      remoteNames.map((name) => [containerOf(name), `${containerOf(name)}@/files/${name}/mf-manifest.json`]),
    ),
    shared: defaultShared(join(root, 'host-shell')),
    dts: false,
  })
  return [
    {
      ...shell,
      entry: { main: './src/index.ts' },
      resolve: {
        ...shell.resolve,
        alias: {
          ...shell.resolve?.alias,
          '@module-federation/enhanced/runtime$': resolve('@module-federation/enhanced/runtime'),
        },
      },
      plugins: [...(shell.plugins ?? []), insteadOfFederation('default-federation'), host],
    },
    ...remotes,
  ]
}

/** Scripts and styles of the build's entry, in order. */
export const entryFiles = (stats: webpack.Stats): string[] =>
  (stats.toJson({ all: false, entrypoints: true }).entrypoints?.['main']?.assets ?? []).map(({ name }) => name)

export const run = (config: Configuration): Promise<webpack.Stats> =>
  new Promise((done, failed) => {
    // The minimizer's workers inherit them, and what ends this process with its parent would end a worker at once.
    process.execArgv = []
    webpack(config)?.run((error, stats) => {
      if (error || !stats) return failed(error ?? new Error('webpack gave no result'))
      if (stats.hasErrors()) return failed(new Error(stats.toString({ all: false, errors: true })))
      done(stats)
    })
  })

/** A build in `folder`, served as `/files/`. */
export type Variant = {
  readonly folder: string
  /** Addresses of the scripts and styles that the page begins with. */
  readonly entry: readonly string[]
  /** Further elements of the page's head, before the entry: an import map. */
  readonly head?: string
  /** `module`: the entry's scripts are ES modules. Default: classic scripts. */
  readonly scripts?: 'module'
}

export const buildSingleBundle = async (folder: string): Promise<Variant> => ({
  folder,
  entry: entryFiles(await run(singleBundle(folder))).map((file) => `/files/${file}`),
})

/** The single bundle with webpack's runtime and the libraries in files of their own, which stay cached while the product changes. */
export const buildSplitBundle = async (folder: string): Promise<Variant> => {
  const config = singleBundle(folder)
  const optimization: Configuration['optimization'] = {
    ...config.optimization,
    runtimeChunk: 'single',
    splitChunks: { cacheGroups: { libraries: { name: 'libraries', chunks: 'initial', test: /node_modules/ } } },
  }
  const files = entryFiles(await run({ ...config, optimization }))
  return { folder, entry: files.map((file) => `/files/${file}`) }
}

/** The single bundle with the yields that our shell has: between its modules, and between a remote's code and its start. */
export const buildYieldingBundle = async (folder: string): Promise<Variant> => {
  const config = { ...singleBundle(folder, 'single-bundle-yielding'), entry: { main: './src/index.ts' } }
  return { folder, entry: entryFiles(await run(config)).map((file) => `/files/${file}`) }
}

export const buildDefaultFederation = async (folder: string): Promise<Variant> => {
  const entry: string[] = []
  for (const config of defaultFederation(folder)) {
    const stats = await run(config)
    if (config.name === 'host-shell') entry.push(...entryFiles(stats).map((file) => `/files/shell/${file}`))
  }
  return { folder, entry }
}

/** The descriptor of a built remote as a page without our release needs it: routes, and where its module is. */
export const bareDescriptor = (name: string): unknown => {
  const descriptor = JSON.parse(readFileSync(join(root, name, 'dist/remote.json'), 'utf8'))
  const artifact = { entry: 'unused.js', container: containerOf(name), module: './remote' }
  return { ...descriptor, artifact: { ...artifact, files: [], shared: [], routeFiles: {} } }
}
