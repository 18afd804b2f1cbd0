import { join } from 'node:path'

/** Gives each example of a page its own text, as the export `source`, to be shown beside it. */
export const exampleSourceRule = {
  test: /[\\/]examples[\\/][^\\/]+\.tsx$/,
  enforce: 'pre',
  loader: join(import.meta.dirname, 'example-source-loader.cjs'),
} as const
