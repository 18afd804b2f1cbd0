import { join } from 'node:path'
import { buildPackages } from './build-packages.ts'
import { startPlatform } from './platform.ts'
import type { Service } from './service.ts'
import { root } from './workspace.ts'

export type DemoPlatform = {
  readonly url: string
  readonly account: { readonly email: string; readonly password: string }
}

export type DemoPlatformOptions = {
  readonly log: (line: string) => void
  readonly onStarted: (service: Service) => void
  /** Default: `.cache/demo-data`. The data stay for the next start. */
  readonly dataDir?: string
}

/** Production build on a free port, with demonstration data. */
export const startDemoPlatform = async ({
  log,
  onStarted,
  dataDir = join(root, '.cache', 'demo-data'),
}: DemoPlatformOptions): Promise<DemoPlatform> => {
  await buildPackages({ log })
  const { url, demo } = await startPlatform({
    env: {
      LOG_LEVEL: 'warn',
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
    },
    noDemo: false,
    onStarted,
  })
  if (!demo) throw new Error('there is no demonstration account: take NODE_ENV=production and DATABASE_URL away')
  return { url, account: demo }
}
