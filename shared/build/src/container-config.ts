import webpack, { type Configuration } from 'webpack'
import { merge } from 'webpack-merge'
import { portalConfig, type EmbedOptions } from './embed-config.ts'
import { requiredRange } from './shared-modules.ts'

export type ContainerOptions = EmbedOptions & { readonly name: string; readonly version: string }

export const CONTAINER_FILE = /^container\.[0-9a-f]+\.js$/

export const containerName = ({ name }: Pick<ContainerOptions, 'name'>): string => name.replaceAll('-', '_')

/**
 * Exposes `src/embed/federation.ts` as `./dashboard` for federation hosts. An ES module without
 * globals; webpack's container suits hosts of any runtime (ADR 0018). Uses the host's React of
 * the range in package.json, else its own, which the host does not get.
 */
export const containerConfig = ({ name, version, ...options }: ContainerOptions): Configuration => {
  const container = containerName({ name })
  const own = (request: string) => ({ requiredVersion: requiredRange(options.dir, request), strictVersion: true })
  return merge(portalConfig(options), {
    entry: {},
    experiments: { outputModule: true },
    output: { uniqueName: `${container}_${version}`, module: true, chunkFormat: 'module', chunkLoading: 'import' },
    plugins: [
      new webpack.container.ContainerPlugin({
        name: container,
        filename: 'container.[contenthash].js',
        library: { type: 'module' },
        exposes: { './dashboard': './src/embed/federation.ts' },
      }),
      new webpack.sharing.ConsumeSharedPlugin({
        consumes: Object.fromEntries(['react', 'react/', 'react-dom', 'react-dom/'].map((key) => [key, own(key)])),
      }),
    ],
  })
}
