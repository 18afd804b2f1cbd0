import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { EMBED_ENTRY } from '@atalaia/contracts'
import MinimizerPlugin from 'minimizer-webpack-plugin'
import webpack, { type Configuration } from 'webpack'
import { merge } from 'webpack-merge'
import {
  assetModuleFilename,
  assetRule,
  browserResolve,
  messagesRule,
  ownModule,
  scriptRules,
  type Mode,
} from './base-config.ts'
import { ECMASCRIPT } from './ecmascript.ts'

const { resolve } = createRequire(import.meta.url)

export type EmbedOptions = { readonly dir: string; readonly mode: Mode }

export const portalConfig = ({ dir, mode }: EmbedOptions): Configuration => ({
  mode,
  context: dir,
  target: ['web', ECMASCRIPT],
  devtool: false,
  output: { publicPath: 'auto', chunkFilename: '[name].[contenthash].js', assetModuleFilename },
  resolve: browserResolve,
  module: {
    rules: [
      messagesRule,
      ...scriptRules,
      {
        test: /\.css$/,
        sideEffects: true,
        use: [
          { loader: ownModule('loaders/register-css'), options: { styles: join(dir, 'src/embed/styles.ts') } },
          { loader: resolve('css-loader'), options: { exportType: 'string', importLoaders: 1 } },
          ownModule('loaders/shadow-css'),
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
 * ES module of `src/embed/embed.ts` with React, for pages without federation (M-EMBED-4).
 * `src/embed/frame.ts`, if any, is the script of frames. No globals.
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
