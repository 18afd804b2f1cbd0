import { demandDatabase } from '@atalaia/server'
import type { Database } from '@atalaia/database'
import type { Clock } from '../base/clock.ts'
import type { Config } from '../config.ts'
import type { Keys } from '../base/store/keys.ts'

export type InstallationTools = {
  readonly database: Database
  readonly keys: Keys
  readonly dataDir: string
  readonly origin: string
  readonly apiUrl: string | undefined
  readonly clock: Clock
}

export type Installation = {
  tools(): Promise<InstallationTools>
  close(): Promise<void>
}

export type InstallationOptions = {
  readonly readConfig: () => Config
  readonly environment: NodeJS.ProcessEnv
}

type Opened = { readonly tools: InstallationTools; close(): Promise<void> }

const open = async ({ readConfig, environment }: InstallationOptions): Promise<Opened> => {
  const config = readConfig()
  demandDatabase({ ...config, server: 'leak-api' })
  // Late: a wrong call, and help, need no database.
  const { openStore } = await import('../base/store/store.ts')
  const { readAddresses } = await import('../base/store/public-addresses.ts')
  const { database, keys, close } = await openStore({ ...config, environment })
  const { dataDir, publicOrigin, publicUrl } = config
  const addresses = environment['PUBLIC_ORIGIN']
    ? { origin: publicOrigin, apiUrl: new URL(publicUrl, publicOrigin).href }
    : await readAddresses(database)
  // The default of the setting would be an address of nobody's.
  const { origin, apiUrl } = addresses ?? { origin: publicOrigin, apiUrl: undefined }
  return { tools: { database, keys, dataDir, origin, apiUrl, clock: () => new Date() }, close }
}

export const createInstallation = (options: InstallationOptions): Installation => {
  let opening: Promise<Opened> | undefined
  return {
    tools: async () => (await (opening ??= open(options))).tools,
    close: async () => (await opening?.catch(() => undefined))?.close(),
  }
}
