import { join } from 'node:path'

/** Reads the catalogue's parts from the packages' sources. */
export const partsRule = {
  test: /[\\/]catalogue[\\/]parts\.ts$/,
  enforce: 'pre',
  loader: join(import.meta.dirname, 'parts-loader.cjs'),
} as const
