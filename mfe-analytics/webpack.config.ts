import { remoteConfig } from '@atalaia/build'
import { ANALYTICS_SURFACE } from '@atalaia/contracts'
import { join } from 'node:path'

export default remoteConfig(import.meta.dirname, {
  surface: ANALYTICS_SURFACE,
  webpack: { resolve: { alias: { fflate$: join(import.meta.dirname, 'src/lists/zip.ts') } } },
})
