import { join } from 'node:path'

/** Keeps ApexCharts within the content security policy. */
export const styleElementsRule = {
  test: /[\\/]apexcharts\.esm\.js$/,
  loader: join(import.meta.dirname, 'style-elements-loader.cjs'),
} as const
