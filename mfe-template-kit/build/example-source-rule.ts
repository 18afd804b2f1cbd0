import { join } from 'node:path'

/** Gives each example of a page its own text, as the export `source`, in one chunk for the page that is loaded for showing it. */
export const exampleSourceRule = {
  test: /[\\/]examples[\\/][^\\/]+\.tsx$/,
  enforce: 'pre',
  loader: join(import.meta.dirname, 'example-source-loader.cjs'),
} as const
