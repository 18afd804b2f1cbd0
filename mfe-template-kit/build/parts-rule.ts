import { join } from 'node:path'

/** Fills the catalogue's list of parts from the sources of the packages. */
export const partsRule = {
  test: /[\\/]catalogue[\\/]parts\.ts$/,
  enforce: 'pre',
  loader: join(import.meta.dirname, 'parts-loader.cjs'),
} as const
