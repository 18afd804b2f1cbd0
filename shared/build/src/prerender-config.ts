import type { Configuration } from 'webpack'
import { assetModuleFilename, assetRule, SCRIPT_EXTENSIONS, scriptRules, type Mode } from './base-config.ts'

/** Omits styles and files. Addresses begin with `%BASE%`, which the gateway replaces. */
export const prerenderConfig = ({ dir, entry, mode }: { dir: string; entry: string; mode: Mode }): Configuration => ({
  mode,
  context: dir,
  target: 'node24',
  devtool: false,
  entry,
  output: { library: { type: 'commonjs2' }, assetModuleFilename, publicPath: '%BASE%/' },
  resolve: { extensions: SCRIPT_EXTENSIONS },
  module: {
    rules: [...scriptRules, { test: /\.css$/, type: 'asset/source' }, assetRule],
    // One file, whatever is lazy in it.
    parser: { javascript: { dynamicImportMode: 'eager' } },
  },
  optimization: { minimize: false },
  performance: false,
})
