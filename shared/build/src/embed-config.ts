import { createRequire } from 'node:module'
import { join } from 'node:path'
import { EMBED_ENTRY } from '@atalaia/contracts'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import MinimizerPlugin from 'minimizer-webpack-plugin'
import webpack, { type Configuration } from 'webpack'
import { merge } from 'webpack-merge'
import { assetModuleFilename, assetRule, typescriptRule, type Mode } from './base-config.ts'
import { installedVersion } from './shared-modules.ts'

const { resolve } = createRequire(import.meta.url)
const loader = (name: string) => join(import.meta.dirname, 'loaders', `${name}.ts`)

export type EmbedOptions = { readonly dir: string; readonly mode: Mode }

/**
 * What both forms for pages of others have in common: all that the remote needs is in it, and styles are texts, made
 * for a shadow root; `src/embed/styles.ts` gathers them.
 */
const guestConfig = ({ dir, mode }: EmbedOptions): Configuration => ({
  mode,
  context: dir,
  target: ['web', 'es2022'],
  devtool: false,
  output: { publicPath: 'auto', chunkFilename: '[name].[contenthash].js', assetModuleFilename },
  resolve: { extensions: ['.ts', '.tsx', '.js'] },
  module: {
    rules: [
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
      { test: /[\\/]zod[\\/]v4[\\/]core[\\/]/, use: loader('no-global') },
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
 * `src/embed/embed.ts` for pages that know nothing of us: one ES module, its own React included, and chunks for what
 * can wait. No federation, and no global: ES modules need none.
 */
export const embedConfig = (options: EmbedOptions): Configuration =>
  merge(guestConfig(options), {
    entry: { embed: './src/embed/embed.ts' },
    experiments: { outputModule: true },
    output: { module: true, chunkFormat: 'module', chunkLoading: 'import', filename: EMBED_ENTRY },
  })

export type ContainerOptions = EmbedOptions & { readonly name: string; readonly version: string }

/**
 * `src/embed/federation.ts` as the module `./dashboard` of a container for portals that are federation hosts
 * themselves: `remoteEntry.js`, global name as the remote's in snake case. It brings its own federation runtime, and
 * takes React from the host where that has just its version (React and react-dom refuse to differ), else its own.
 */
export const containerConfig = ({ name, version, ...options }: ContainerOptions): Configuration => {
  const container = name.replaceAll('-', '_')
  const own = (request: string) => ({ requiredVersion: installedVersion(options.dir, request), strictVersion: true })
  return merge(guestConfig(options), {
    entry: {},
    output: { uniqueName: `${container}_${version}` },
    plugins: [
      new ModuleFederationPlugin({
        name: container,
        filename: 'remoteEntry.js',
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
