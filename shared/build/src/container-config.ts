import webpack, { type Configuration } from 'webpack'
import { merge } from 'webpack-merge'
import { portalConfig, type EmbedOptions } from './embed-config.ts'
import { installedVersion } from './shared-modules.ts'

export type ContainerOptions = EmbedOptions & { readonly name: string; readonly version: string }

/** The file of the federation container. Others have the names that hosts know: see `embed-plugin.ts`. */
export const CONTAINER_FILE = /^container\.[0-9a-f]+\.js$/

/** The container's name for hosts: the remote's in snake case. */
export const containerName = ({ name }: Pick<ContainerOptions, 'name'>): string => name.replaceAll('-', '_')

/**
 * The webpack configuration of `src/embed/federation.ts` as the module `./dashboard` of a federation container, for
 * portals that are federation hosts. The container is an ES module, and so are its later parts: it sets no global.
 * It is webpack's own container, which hosts of any runtime take (ADR 0018). It uses the host's React if that has exactly its version (React and
 * react-dom refuse to differ), else its own.
 */
export const containerConfig = ({ name, version, ...options }: ContainerOptions): Configuration => {
  const container = containerName({ name })
  const own = (request: string) => ({ requiredVersion: installedVersion(options.dir, request), strictVersion: true })
  return merge(portalConfig(options), {
    entry: {},
    experiments: { outputModule: true },
    output: { uniqueName: `${container}_${version}`, module: true, chunkFormat: 'module', chunkLoading: 'import' },
    plugins: [
      new webpack.container.ModuleFederationPlugin({
        name: container,
        filename: 'container.[contenthash].js',
        library: { type: 'module' },
        exposes: { './dashboard': './src/embed/federation.ts' },
        shared: Object.fromEntries(['react', 'react/', 'react-dom', 'react-dom/'].map((key) => [key, own(key)])),
      }),
    ],
  })
}
