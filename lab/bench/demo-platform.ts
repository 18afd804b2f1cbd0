import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserArgs, buildPackages, ensureBrowser, startPlatform, type Service } from '@atalaia/stack'
import { chromium, type Browser } from '@playwright/test'
import { tokenOf } from './dashboard/visit.ts'

export type DemoPlatform = {
  readonly browser: Browser
  readonly url: string
  readonly token: string
  readonly dataDir: string
}

const log = (line: string) => console.error(line)

/** Adds `env`. Removes the platform afterwards. */
export const withDemoPlatform = async <Result>(
  work: (platform: DemoPlatform) => Promise<Result>,
  env: Readonly<Record<string, string>> = {},
): Promise<Result> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'atalaia-bench-'))
  const services: Service[] = []
  const executablePath = await ensureBrowser(log)
  await buildPackages({ log })
  const browser = await chromium.launch({ executablePath, args: browserArgs() })
  try {
    const { url, demo } = await startPlatform({
      env: { ...process.env, LOG_LEVEL: 'warn', PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, ...env },
      noDemo: false,
      onStarted: (service) => services.push(service),
    })
    if (!demo) throw new Error('there is no demonstration account: take NODE_ENV=production away')
    return await work({ browser, url, token: await tokenOf(url, demo), dataDir })
  } finally {
    await browser.close()
    for (const service of services.toReversed()) await service.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
