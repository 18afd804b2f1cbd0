import { join } from 'node:path'

/** Adds its own text to each example of a page, as the export `source`, for showing it. */
export const exampleSourceRule = {
  test: /[\\/]examples[\\/][^\\/]+\.tsx$/,
  enforce: 'pre',
  loader: join(import.meta.dirname, 'example-source-loader.cjs'),
} as const
