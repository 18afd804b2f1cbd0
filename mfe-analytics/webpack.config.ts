import { remoteConfig } from '@atalaia/build'
import { ANALYTICS_SURFACE } from '@atalaia/contracts'
import { join } from 'node:path'

export const webpackOptions = {
  resolve: { alias: { fflate$: join(import.meta.dirname, 'src/lists/zip.ts') } },
  // Styles stay in their route's file: routes need them in different orders.
  optimization: { splitChunks: { minSize: { javascript: 20_700, unknown: 20_700, 'css/mini-extract': 200_000 } } },
}

export default remoteConfig(import.meta.dirname, { surface: ANALYTICS_SURFACE, webpack: webpackOptions })
