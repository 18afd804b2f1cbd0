import { createRequire } from 'node:module'
import { join } from 'node:path'
import MinimizerPlugin from 'minimizer-webpack-plugin'
import webpack, { type Configuration } from 'webpack'
import { assetModuleFilename, assetRule, typescriptRule, type Mode } from './base-config.ts'

const { resolve } = createRequire(import.meta.url)
const loader = (name: string) => join(import.meta.dirname, 'loaders', `${name}.ts`)

/** Name of the script that a portal loads. */
export const embedEntry = 'embed.js'

/**
 * A remote's custom element for pages that know nothing of us: one ES module with all that it needs, its own React
 * included, and chunks for what can wait. Styles are texts in it, made for a shadow root; `src/embed/styles.ts` gathers
 * them. No federation, and no global: ES modules need none.
 */
export const embedConfig = ({ dir, entry, mode }: { dir: string; entry: string; mode: Mode }): Configuration => ({
  mode,
  context: dir,
  target: ['web', 'es2022'],
  devtool: false,
  entry: { embed: entry },
  experiments: { outputModule: true },
  output: {
    module: true,
    chunkFormat: 'module',
    chunkLoading: 'import',
    publicPath: 'auto',
    filename: embedEntry,
    chunkFilename: '[name].[contenthash].js',
    assetModuleFilename,
  },
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
