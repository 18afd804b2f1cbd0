import { createRequire } from 'node:module'
import { join } from 'node:path'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import MinimizerPlugin from 'minimizer-webpack-plugin'
import type { Configuration } from 'webpack'
import { CompressionPlugin } from './plugins/compression-plugin.ts'
import { IntegrityPlugin } from './plugins/integrity-plugin.ts'

const { resolve } = createRequire(import.meta.url)

export type Mode = 'production' | 'development'

/** Production unless `NODE_ENV` says development. */
export const modeFromEnvironment = (): Mode =>
  process.env['NODE_ENV'] === 'development' ? 'development' : 'production'

/** A chunk that has not come after this many milliseconds counts as failed (P-ERROR-4). */
const chunkLoadTimeout = 120_000

export const assetModuleFilename = '[name].[contenthash][ext]'

export type BaseOptions = { readonly dir: string; readonly name: string; readonly mode: Mode }

/** What the shell and all remotes have in common. */
export const baseConfig = ({ dir, name, mode }: BaseOptions): Configuration => {
  const production = mode === 'production'
  return {
    name,
    mode,
    context: dir,
    target: ['web', 'es2022'],
    // `eval` would break the content security policy.
    devtool: production ? false : 'cheap-module-source-map',
    output: {
      path: join(dir, 'dist'),
      publicPath: 'auto',
      filename: '[name].[contenthash].js',
      chunkFilename: '[name].[contenthash].js',
      assetModuleFilename,
      uniqueName: name,
      crossOriginLoading: 'anonymous',
      chunkLoadTimeout,
      clean: true,
    },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    module: {
      rules: [typescriptRule, cssRule, assetRule],
      parser: { javascript: { exportsPresence: 'error' } },
    },
    optimization: {
      moduleIds: 'deterministic',
      chunkIds: 'deterministic',
      minimizer: [
        new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, extractComments: false }),
        new MinimizerPlugin({ test: /\.css$/, minify: MinimizerPlugin.lightningCssMinify }),
      ],
    },
    plugins: [
      new MiniCssExtractPlugin({
        filename: '[name].[contenthash].css',
        chunkFilename: '[name].[contenthash].css',
      }),
      new IntegrityPlugin(),
      ...(production ? [new CompressionPlugin()] : []),
    ],
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'warn' },
  }
}

export const typescriptRule = {
  test: /\.tsx?$/,
  loader: resolve('swc-loader'),
  options: {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      // Never the development runtime: a remote under development runs on the React of a shell that was built for
      // production, and that shell shares no `react/jsx-dev-runtime`.
      transform: { react: { runtime: 'automatic', development: false } },
      target: 'es2022',
    },
  },
}

const cssRule = {
  test: /\.css$/,
  // Styles stay, also where a package says that importing it has no effect.
  sideEffects: true,
  use: [MiniCssExtractPlugin.loader, resolve('css-loader')],
}

export const assetRule = { test: /\.(svg|png|webp|avif|jpe?g|woff2?|ico)$/, type: 'asset/resource' }
