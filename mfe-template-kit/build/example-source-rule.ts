import { join } from 'node:path'

/** Adds the export `source` with its text to each example, in one chunk a page. */
export const exampleSourceRule = {
  test: /[\\/]examples[\\/][^\\/]+\.tsx$/,
  enforce: 'pre',
  loader: join(import.meta.dirname, 'example-source-loader.cjs'),
} as const
