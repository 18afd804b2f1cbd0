import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import { constants, type BrotliOptions } from 'node:zlib'
import { LOAD_LIMITS_MS } from '@atalaia/contracts'
import CompressionPlugin from 'compression-webpack-plugin'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import MinimizerPlugin from 'minimizer-webpack-plugin'
import type { Configuration } from 'webpack'
import { ECMASCRIPT } from './ecmascript.ts'
import { ChunkScriptPlugin } from './chunk-script-plugin.ts'

const { resolve } = createRequire(import.meta.url)

/** TypeScript in the workspace, JavaScript when installed. */
export const ownModule = (name: string): string => join(import.meta.dirname, `${name}${extname(import.meta.filename)}`)

export type Mode = 'production' | 'development'

export const modeFromEnvironment = (): Mode =>
  process.env['NODE_ENV'] === 'development' ? 'development' : 'production'

/** 64 bits: a page lists some thirty. */
export const CONTENT_HASH = '[contenthash:16]'

export const assetModuleFilename = `[name].${CONTENT_HASH}[ext]`

export type BaseOptions = { readonly dir: string; readonly name: string; readonly mode: Mode }

export const baseConfig = ({ dir, name, mode }: BaseOptions): Configuration => {
  const production = mode === 'production'
  return {
    name,
    mode,
    context: dir,
    target: ['web', ECMASCRIPT],
    // `eval` would break the content security policy.
    devtool: production ? false : 'cheap-module-source-map',
    output: {
      path: join(dir, 'dist'),
      publicPath: 'auto',
      filename: `[name].${CONTENT_HASH}.js`,
      chunkFilename: `[name].${CONTENT_HASH}.js`,
      assetModuleFilename,
      uniqueName: name,
      crossOriginLoading: 'anonymous',
      chunkLoadTimeout: LOAD_LIMITS_MS.chunk,
      clean: true,
    },
    resolve: browserResolve,
    module: {
      rules: [messagesRule, ...scriptRules, cssRule, assetRule],
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
        filename: `[name].${CONTENT_HASH}.css`,
        chunkFilename: `[name].${CONTENT_HASH}.css`,
      }),
      new ChunkScriptPlugin(),
      ...(production ? compressionPlugins : []),
    ],
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'warn' },
  }
}

/** Tried in this order. */
export const SCRIPT_EXTENSIONS = ['.ts', '.tsx', '.js', '.jsx']

/** `undefined`: no such source. Example: `./src/remote.tsx`. */
export const findSource = (dir: string, name: string): string | undefined =>
  SCRIPT_EXTENSIONS.map((extension) => `./src/${name}${extension}`).find((path) => existsSync(join(dir, path)))

export const browserResolve = {
  extensions: SCRIPT_EXTENSIONS,
  // NodeNext writes `./x.js` for the source `./x.ts`.
  extensionAlias: { '.js': ['.js', '.ts', '.tsx'] },
  // The same verdicts in a seventh of the bytes (ADR 0017).
  alias: { 'zod/mini$': ownModule('browser/schema') },
}

const swcRule = (parser: { syntax: 'typescript'; tsx: true } | { syntax: 'ecmascript'; jsx: true }) => ({
  loader: resolve('swc-loader'),
  options: {
    jsc: {
      parser,
      // Never the development runtime: a remote under development runs on the React of a shell that was built for
      // production, and that shell shares no `react/jsx-dev-runtime`.
      transform: { react: { runtime: 'automatic', development: false } },
      target: ECMASCRIPT,
    },
  },
})

/** Compiles JSX too; JavaScript only outside installed packages. */
export const scriptRules = [
  { test: /\.tsx?$/, ...swcRule({ syntax: 'typescript', tsx: true }) },
  { test: /\.jsx?$/, exclude: /[\\/]node_modules[\\/]/, ...swcRule({ syntax: 'ecmascript', jsx: true }) },
]

/** Runs before {@link scriptRules}. */
export const messagesRule = {
  test: /\.messages\.ts$/,
  enforce: 'pre' as const,
  loader: ownModule('loaders/compile-messages'),
}

const cssRule = {
  test: /\.css$/,
  // Styles stay, also where a package says that importing it has no effect.
  sideEffects: true,
  use: [MiniCssExtractPlugin.loader, resolve('css-loader')],
}

export const assetRule = { test: /\.(svg|png|webp|avif|jpe?g|woff2?|ico)$/, type: 'asset/resource' }

const compression = {
  test: /\.(js|css|svg|json|html|txt|xml|webmanifest|ico)$/,
  // The descriptions of the build: only a server reads them.
  exclude: /^(remote|shell)\.json$/,
  /** Bytes. Below, headers outweigh the saving. */
  threshold: 1024,
  minRatio: Infinity,
}

const compressionPlugins = [
  new CompressionPlugin<BrotliOptions>({
    ...compression,
    algorithm: 'brotliCompress',
    filename: '[path][base].br',
    compressionOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } },
  }),
  new CompressionPlugin({
    ...compression,
    algorithm: 'gzip',
    filename: '[path][base].gz',
    compressionOptions: { level: constants.Z_BEST_COMPRESSION },
  }),
]
