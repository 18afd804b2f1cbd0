import { join } from 'node:path'

/** Keeps ApexCharts and react-colorful within the content security policy. */
export const styleElementsRule = {
  test: /[\\/]apexcharts\.esm\.js$|[\\/]react-colorful[\\/]dist[\\/]index\.mjs$/,
  loader: join(import.meta.dirname, 'style-elements-loader.cjs'),
} as const
