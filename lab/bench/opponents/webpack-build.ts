import { join } from 'node:path'
import { baseConfig } from '@atalaia/build'
import { root } from '@atalaia/stack'
import webpack, { type Configuration } from 'webpack'

export const remoteNames = ['mfe-analytics', 'mfe-auth', 'mfe-landing', 'mfe-template-kit'] as const

export const CHANGED_REMOTE = 'mfe-analytics'

/** The workspace's version of {@link CHANGED_REMOTE}, or the next. */
export type Edition = 'current' | 'next'

export const CHANGED_TITLE = { text: 'Ativos Empresariais', by: 'Ativos da Empresa' } as const

const CHANGED_FILE = join(root, CHANGED_REMOTE, 'remote.json')
const change = {
  loader: join(import.meta.dirname, 'replace-text.ts'),
  options: CHANGED_TITLE,
  ident: 'bench',
  type: 'module',
}

const changePlugin: webpack.WebpackPluginInstance = {
  apply: (compiler: webpack.Compiler) =>
    compiler.hooks.compilation.tap('change', (compilation) =>
      webpack.NormalModule.getCompilationHooks(compilation).beforeLoaders.tap('change', (loaders, { resource }) => {
        if (resource === CHANGED_FILE) loaders.push(change)
      }),
    ),
}

/** The change that the next version of {@link CHANGED_REMOTE} makes: the same in each build. */
export const changeOf = (edition: Edition): webpack.WebpackPluginInstance[] =>
  edition === 'current' ? [] : [changePlugin]

export const containerOf = (name: string) => name.replaceAll('-', '_')

/** Omits this product's federation additions. */
export const plain = (
  name: string,
  output: { readonly path: string; readonly publicPath: string },
  edition: Edition = 'current',
): Configuration => {
  const dir = join(root, name)
  const base = baseConfig({ dir, name, mode: 'production' })
  return {
    ...base,
    output: { ...base.output, ...output },
    plugins: [...(base.plugins ?? []), ...changeOf(edition)],
  }
}

const insteadOfFederation = (replacement: string): webpack.WebpackPluginInstance => ({
  apply: (compiler) => {
    let replaced = false
    new webpack.NormalModuleReplacementPlugin(
      /^\.\/federation\.ts$/,
      (module: { request: string; context: string }) => {
        if (!module.context.startsWith(join(root, 'host-shell'))) return
        replaced = true
        module.request = replacement
      },
    ).apply(compiler)
    compiler.hooks.afterCompile.tap('insteadOfFederation', (compilation) => {
      if (!replaced && !compilation.compiler.isChild())
        compilation.errors.push(new webpack.WebpackError('bench: the shell has no ./federation.ts to replace'))
    })
  },
})

export const shellWith = (
  replacement: string,
  output: { readonly path: string; readonly publicPath: string },
  edition: Edition = 'current',
): Configuration => {
  const config = plain('host-shell', output, edition)
  return { ...config, plugins: [...(config.plugins ?? []), insteadOfFederation(replacement)] }
}

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

/** Returns addresses of the entry's scripts and styles below `base`, in order. */
export const buildEntry = async (config: Configuration, base: string): Promise<string[]> => {
  const { entrypoints } = (await run(config)).toJson({ all: false, entrypoints: true })
  return (entrypoints?.['main']?.assets ?? []).map(({ name }) => base + name)
}

export type Variant = {
  readonly entry: readonly string[]
  /** Elements before the entry: an import map. */
  readonly head?: string
  /** `module`: ES modules. Default: classic scripts. */
  readonly scripts?: 'module'
}
