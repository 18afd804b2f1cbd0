import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceDescriptorSchema, type EmbedSurface, type SourceDescriptor } from '@atalaia/contracts'
import webpack, { type Configuration } from 'webpack'
import { merge } from 'webpack-merge'
import { baseConfig, CONTENT_HASH, findSource, modeFromEnvironment, type Mode } from './base-config.ts'
import { descriptorPlugin } from './plugins/descriptor-plugin.ts'
import { embedPlugin } from './plugins/embed-plugin.ts'
import { namelessChunksPlugin } from './plugins/nameless-chunks-plugin.ts'
import { prerenderRoutesPlugin } from './plugins/prerender-plugin.ts'
import { sharedModules } from './shared-modules.ts'

export type ConfigOptions = {
  /** Default: production, unless `NODE_ENV` is `development`. */
  readonly mode?: Mode
  readonly surface?: EmbedSurface
  /** Merged over the configuration. */
  readonly webpack?: Configuration
}

export const exposedModule = './remote'

const exposedChunk = 'remote'

/**
 * Includes the version: `mfe_analytics_1_4_0`. Two versions in a page share no global name
 * (M-REMOTE-10).
 */
const containerName = ({ name, version }: SourceDescriptor): string =>
  `${name}_${version}`.toLowerCase().replaceAll(/[^a-z0-9]/g, '_')

/**
 * Exposes `src/remote.tsx` (`.ts`, `.jsx`, `.js`) as {@link exposedModule}; writes `dist` with
 * `remote.json`. Throws for a missing or invalid `remote.json`.
 */
export const remoteConfig = (dir: string, options: ConfigOptions = {}): Configuration => {
  const descriptor = readSourceDescriptor(dir)
  const mode = options.mode ?? modeFromEnvironment()
  const container = containerName(descriptor)
  const config: Configuration = {
    // The container is the only entry.
    entry: {},
    // Of it webpack makes the name of the chunks' registry in the page.
    output: { uniqueName: container },
    plugins: [
      ...(mode === 'production' ? [namelessChunksPlugin()] : []),
      // webpack's own container, and not @module-federation/enhanced's: the page has no runtime of it (ADR 0018).
      new webpack.container.ModuleFederationPlugin({
        name: container,
        filename: `remote-entry.${CONTENT_HASH}.js`,
        exposes: { [exposedModule]: { import: findSource(dir, 'remote') ?? './src/remote.tsx', name: exposedChunk } },
        shared: sharedModules(dir, 'remote'),
      }),
      prerenderRoutesPlugin({ dir, mode, routeIds: descriptor.routes.map(({ id }) => id) }),
      embedPlugin({ dir, mode, name: descriptor.name, version: descriptor.version }),
      descriptorPlugin({
        descriptor,
        container,
        module: exposedModule,
        chunk: exposedChunk,
        dir,
        surface: options.surface,
      }),
    ],
  }
  return merge(baseConfig({ dir, name: descriptor.name, mode }), config, options.webpack ?? {})
}

const readSourceDescriptor = (dir: string): SourceDescriptor => {
  const file = join(dir, 'remote.json')
  try {
    return sourceDescriptorSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    throw new Error(`${file}: not a source descriptor: ${cause instanceof Error ? cause.message : ''}`, { cause })
  }
}
