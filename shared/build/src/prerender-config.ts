import type { Configuration } from 'webpack'
import { assetModuleFilename, assetRule, SCRIPT_EXTENSIONS, scriptRules, type Mode } from './base-config.ts'

/**
 * The webpack configuration of `src/prerender` for Node. Styles and files belong to the browser's build and are
 * left out. The address of a file begins with `%BASE%`, which the gateway replaces with the artifact's address.
 */
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
