import { join } from 'node:path'
import { root } from '@atalaia/stack'
import type { Configuration } from 'webpack'
import { buildEntry, remoteNames, shellWith, type Edition, type Variant } from '../webpack-build.ts'

const singleBundle = (path: string, edition: Edition, loader = 'federation.ts'): Configuration => {
  const config = shellWith(join(import.meta.dirname, loader), { path, publicPath: '/files/' }, edition)
  const aliases = [
    ...remoteNames.map((name) => [`@bench/${name.replace('mfe-', '')}`, join(root, name, 'src/remote.tsx')]),
    ['@bench/shell', join(root, 'host-shell/src')],
  ]
  return {
    ...config,
    entry: { main: join(import.meta.dirname, '../whole-shell.ts') },
    resolve: { ...config.resolve, alias: { ...config.resolve?.alias, ...Object.fromEntries(aliases) } },
  }
}

const addressesOf = async (config: Configuration): Promise<Variant> => ({
  entry: await buildEntry(config, '/files/'),
})

export const buildSingleBundle = (folder: string, edition: Edition): Promise<Variant> =>
  addressesOf(singleBundle(folder, edition))

/** Runtime and libraries are separate files, cached across product changes. */
export const buildSplitBundle = (folder: string, edition: Edition): Promise<Variant> => {
  const config = singleBundle(folder, edition)
  const optimization: Configuration['optimization'] = {
    ...config.optimization,
    runtimeChunk: 'single',
    splitChunks: { cacheGroups: { libraries: { name: 'libraries', chunks: 'initial', test: /node_modules/ } } },
  }
  return addressesOf({ ...config, optimization })
}

/** Yields like our shell: between modules, and before a remote's start. */
export const buildYieldingBundle = (folder: string, edition: Edition): Promise<Variant> =>
  addressesOf({ ...singleBundle(folder, edition, 'federation-yielding.ts'), entry: { main: './src/index.ts' } })
