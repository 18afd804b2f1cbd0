import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOperatorClient, type OperatorClient } from '@atalaia/server'
import { leakApiSocket, type Config } from '../config.ts'
import { openOperator } from '../operator.ts'
import { openStore } from '../store/store.ts'

/** Opens the database in this process, which then answers its own operations on a socket of its own. */
export const openOwnOperator = async (
  config: Config,
): Promise<{ readonly client: OperatorClient; close(): Promise<void> }> => {
  const store = await openStore({ ...config, environment: process.env })
  const folder = await mkdtemp(join(tmpdir(), 'leak-api-'))
  const path = leakApiSocket(folder)
  const { dataDir, publicOrigin: origin } = config
  // The default of the setting would be an address of nobody's.
  const apiUrl = process.env['PUBLIC_ORIGIN'] ? new URL(config.publicUrl, origin).href : undefined
  const operator = await openOperator({ tools: { ...store, dataDir, origin, apiUrl, clock: () => new Date() }, path })
  return {
    client: createOperatorClient(path),
    close: async () => {
      await operator.close()
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
