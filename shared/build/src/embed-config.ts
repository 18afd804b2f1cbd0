import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { EMBED_ENTRY } from '@atalaia/contracts'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import MinimizerPlugin from 'minimizer-webpack-plugin'
import webpack, { type Configuration } from 'webpack'
import { merge } from 'webpack-merge'
import {
  assetModuleFilename,
  assetRule,
  browserResolve,
  messagesRule,
  typescriptRule,
  type Mode,
} from './base-config.ts'
import { installedVersion } from './shared-modules.ts'

const { resolve } = createRequire(import.meta.url)
const loader = (name: string) => join(import.meta.dirname, 'loaders', `${name}.ts`)

export type EmbedOptions = { readonly dir: string; readonly mode: Mode }

/**
 * The webpack configuration that both embeds have in common: they contain all that the remote needs. Styles are texts
 * for a shadow root, which `src/embed/styles.ts` collects.
 */
const portalConfig = ({ dir, mode }: EmbedOptions): Configuration => ({
  mode,
  context: dir,
  target: ['web', 'es2022'],
  devtool: false,
  output: { publicPath: 'auto', chunkFilename: '[name].[contenthash].js', assetModuleFilename },
  resolve: browserResolve,
  module: {
    rules: [
      messagesRule,
      typescriptRule,
      {
        test: /\.css$/,
        sideEffects: true,
        use: [
          { loader: loader('register-css'), options: { styles: join(dir, 'src/embed/styles.ts') } },
          { loader: resolve('css-loader'), options: { exportType: 'string', importLoaders: 1 } },
          loader('shadow-css'),
        ],
      },
      assetRule,
    ],
    // The script's own address is known in the page alone.
    parser: { javascript: { exportsPresence: 'error', importMeta: false } },
  },
  optimization: {
    minimizer: [new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, extractComments: false })],
  },
  // axios takes it for granted in Node alone, and listens to the window's messages for it everywhere else, for ever.
  plugins: [new webpack.DefinePlugin({ setImmediate: 'queueMicrotask' })],
  performance: false,
})

/**
 * The webpack configuration of `src/embed/embed.ts` as an ES module with its own React, for pages without federation, and
 * of `src/embed/frame.ts`, if there is one, as the script of the gateway's page for frames. Later parts are chunks.
 * Neither sets a global.
 */
export const embedConfig = (options: EmbedOptions): Configuration =>
  merge(portalConfig(options), {
    entry: {
      embed: { import: './src/embed/embed.ts', filename: EMBED_ENTRY },
      ...(existsSync(join(options.dir, 'src/embed/frame.ts')) && { frame: './src/embed/frame.ts' }),
    },
    experiments: { outputModule: true },
    output: { module: true, chunkFormat: 'module', chunkLoading: 'import', filename: '[name].js' },
  })

export type ContainerOptions = EmbedOptions & { readonly name: string; readonly version: string }

/** The file of the federation container. Others have the names that hosts know: see `embed-plugin.ts`. */
export const CONTAINER_FILE = /^container\.[0-9a-f]+\.js$/

/** The container's name for hosts: the remote's in snake case. */
export const containerName = ({ name }: Pick<ContainerOptions, 'name'>): string => name.replaceAll('-', '_')

/**
 * The webpack configuration of `src/embed/federation.ts` as the module `./dashboard` of a federation container, for
 * portals that are federation hosts. The container is an ES module, and so are its later parts: it sets no global.
 * It contains its own federation runtime. It uses the host's React if that has exactly its version (React and
 * react-dom refuse to differ), else its own.
 */
export const containerConfig = ({ name, version, ...options }: ContainerOptions): Configuration => {
  const container = containerName({ name })
  const own = (request: string) => ({ requiredVersion: installedVersion(options.dir, request), strictVersion: true })
  return merge(portalConfig(options), {
    entry: {},
    experiments: { outputModule: true },
    output: { uniqueName: `${container}_${version}`, module: true, chunkFormat: 'module', chunkLoading: 'import' },
    plugins: [
      new ModuleFederationPlugin({
        name: container,
        filename: 'container.[contenthash].js',
        library: { type: 'module' },
        exposes: { './dashboard': './src/embed/federation.ts' },
        shared: Object.fromEntries(['react', 'react/', 'react-dom', 'react-dom/'].map((key) => [key, own(key)])),
        experiments: { optimization: { disableSnapshot: true, target: 'web' } },
        dts: false,
        dev: false,
        manifest: false,
      }),
    ],
  })
}
