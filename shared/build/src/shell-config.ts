import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { budgetSchema, CONTRACT_VERSION, deprecationSchema, SHELL_BASE } from '@atalaia/contracts'
import MinimizerPlugin from 'minimizer-webpack-plugin'
import webpack, { type Configuration } from 'webpack'
import { merge } from 'webpack-merge'
import { array, object, optional } from 'zod/mini'
import { baseConfig, browserResolve, modeFromEnvironment, ownModule, scriptRules } from './base-config.ts'
import { ECMASCRIPT } from './ecmascript.ts'
import { bootPlugin } from './plugins/boot-plugin.ts'
import { prerenderShellPlugin } from './plugins/prerender-plugin.ts'
import { MANIFEST_FILE, shellManifestPlugin } from './plugins/shell-manifest-plugin.ts'
import type { ConfigOptions } from './remote-config.ts'
import { sharedModules } from './shared-modules.ts'

const name = 'host-shell'
const preloadedFonts = /-latin-normal\..*woff2$/

/** Every page needs all of it: one request, and cached while the shell changes. */
const sharedChunk = {
  name: 'shared',
  chunks: 'async',
  enforce: true,
  test: /[\\/]shared[\\/]react[\\/]src[\\/]|[\\/](react|react-dom|scheduler|react-router|react-router-dom|cookie|set-cookie-parser|redux|redux-thunk|react-redux|@reduxjs[\\/]toolkit|immer|reselect|use-sync-external-store)[\\/](?!.*node_modules)/,
} as const

/**
 * `src/boot.ts` runs before the first paint. `src/favicon.svg`, `src/prerender.tsx` and
 * `shell.json` (budget, deprecations) are optional. Writes `dist` with `shell.json`.
 */
export const shellConfig = (dir: string, options: ConfigOptions = {}): Configuration => {
  const mode = options.mode ?? modeFromEnvironment()
  const config: Configuration = {
    entry: { main: [...iconEntry(dir), './src/index.ts'] },
    // Fixed, so that the runtime knows the addresses of the styles in the page.
    output: { publicPath: SHELL_BASE },
    optimization: { splitChunks: { cacheGroups: { shared: sharedChunk, defaultVendors: false } } },
    plugins: [
      // The shell provides and consumes nothing: its own imports are the modules that remotes get (ADR 0018).
      new webpack.sharing.ProvideSharedPlugin({ provides: providedModules(dir) }),
      bootPlugin(bootConfig(dir, mode)),
      prerenderShellPlugin({ dir, mode }),
      shellManifestPlugin({ version: packageVersion(dir), entry: 'main', preloadedFonts, ...sourceManifest(dir) }),
    ],
  }
  return merge(baseConfig({ dir, name, mode }), config, options.webpack ?? {})
}

const providedModules = (dir: string) =>
  Object.fromEntries(
    Object.entries(sharedModules(dir, 'shell')).map(([key, { version }]) => [key, { shareKey: key, version }]),
  )

const bootConfig = (dir: string, mode: 'production' | 'development'): Configuration => ({
  mode,
  context: dir,
  target: ['web', ECMASCRIPT],
  devtool: false,
  entry: './src/boot.ts',
  resolve: { ...browserResolve, alias: { ...browserResolve.alias, 'jwt-decode$': ownModule('browser/jwt') } },
  module: { rules: scriptRules },
  optimization: { minimizer: [new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, extractComments: false })] },
  performance: false,
})

const iconEntry = (dir: string): string[] => (existsSync(join(dir, 'src/favicon.svg')) ? ['./src/favicon.svg'] : [])

const sourceManifestSchema = object({
  budget: optional(budgetSchema),
  deprecations: optional(array(deprecationSchema)),
})

const sourceManifest = (dir: string) => {
  const file = join(dir, MANIFEST_FILE)
  return existsSync(file) ? sourceManifestSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {}
}

const packageVersion = (dir: string): string => {
  const { version } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'))
  return typeof version === 'string' ? version : CONTRACT_VERSION
}
