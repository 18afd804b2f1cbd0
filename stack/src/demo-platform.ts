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
  /** Called with each server at once, so that it can be stopped while the next is still starting. */
  readonly onStarted: (service: Service) => void
}

/** The production build on a free port, with the demonstration account's data, for scripts that look at it. */
export const startDemoPlatform = async ({ log, onStarted }: DemoPlatformOptions): Promise<DemoPlatform> => {
  await buildPackages({ log })
  const { url, demo } = await startPlatform({
    env: {
      LOG_LEVEL: 'warn',
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: join(root, '.cache', 'demo-data'),
    },
    noDemo: false,
    onStarted,
  })
  if (!demo) throw new Error('there is no demonstration account: take NODE_ENV=production and DATABASE_URL away')
  return { url, account: demo }
}
