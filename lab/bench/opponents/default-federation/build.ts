import { createRequire } from 'node:module'
import { join } from 'node:path'
import { sharedModules } from '@atalaia/build'
import { root } from '@atalaia/stack'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import type { Configuration } from 'webpack'
import {
  buildEntry,
  CHANGED_REMOTE,
  containerOf,
  plain,
  remoteNames,
  run,
  shellWith,
  type Edition,
  type Variant,
} from '../webpack-build.ts'

const { resolve } = createRequire(import.meta.url)

const SHELL_FILES = '/files/shell/'
/** Loads a remote once it is asked for, as the documentation advises where speed matters. */
const SHARE_STRATEGY = 'loaded-first'

const shared = (dir: string) =>
  Object.fromEntries(
    Object.entries(sharedModules(dir, 'shell')).map(([key, { requiredVersion, version }]) => [
      key,
      { singleton: true, requiredVersion, version },
    ]),
  )

const remoteOf = (name: string, path: string, edition: Edition): Configuration => {
  const config = plain(name, { path, publicPath: 'auto' }, edition)
  const federation = new ModuleFederationPlugin({
    name: containerOf(name),
    filename: 'remoteEntry.js',
    exposes: { './remote': './src/remote.tsx' },
    shared: shared(join(root, name)),
    shareStrategy: SHARE_STRATEGY,
    dts: false,
  })
  return { ...config, entry: {}, plugins: [...(config.plugins ?? []), federation] }
}

const shell = (path: string): Configuration => {
  const config = shellWith(join(import.meta.dirname, 'federation.ts'), { path, publicPath: SHELL_FILES })
  const federation = new ModuleFederationPlugin({
    name: 'host_shell',
    remotes: Object.fromEntries(
      remoteNames.map((name) => [containerOf(name), `${containerOf(name)}@/files/${name}/mf-manifest.json`]),
    ),
    shared: shared(join(root, 'host-shell')),
    shareStrategy: SHARE_STRATEGY,
    dts: false,
  })
  const alias = {
    ...config.resolve?.alias,
    '@bench/shell': join(root, 'host-shell/src'),
    '@module-federation/enhanced/runtime$': resolve('@module-federation/enhanced/runtime'),
  }
  return {
    ...config,
    entry: { main: join(import.meta.dirname, 'main.ts') },
    resolve: { ...config.resolve, alias },
    plugins: [...(config.plugins ?? []), federation],
  }
}

/** A manifest for each remote. */
export const buildDefaultFederation = async (folder: string): Promise<Variant> => {
  const entry = await buildEntry(shell(join(folder, 'shell')), SHELL_FILES)
  for (const name of remoteNames) await run(remoteOf(name, join(folder, name), 'current'))
  return { entry }
}

export const buildNextFederation = async (folder: string, before: Variant): Promise<Variant> => {
  await run(remoteOf(CHANGED_REMOTE, join(folder, CHANGED_REMOTE), 'next'))
  return before
}
