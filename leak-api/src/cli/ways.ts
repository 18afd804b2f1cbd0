import type { Config } from '../config.ts'
import { runImport } from '../importing/run-import.ts'
import { socketPath } from '../importing/socket-path.ts'
import { createImportsRepository } from '../importing/imports-repository.ts'
import { runPortalOperation } from '../portals/portal-operations.ts'
import { openStore } from '../store/store.ts'
import { connectServer, type ServerClient } from './server-client.ts'

/** How the command reaches the database. */
export type Way = ServerClient & { close(): Promise<void> }

const openDirect = async (config: Config): Promise<Way> => {
  const opened = await openStore({ ...config, environment: process.env })
  if (opened.status === 'in-use') {
    throw new Error(
      `data folder ${config.dataDir}: process ${opened.pid} has it and takes no imports yet; try again when it is up or gone`,
    )
  }
  const { store } = opened
  const tools = { ...store, dataDir: config.dataDir, clock: () => new Date() }
  return {
    upload: (upload, onProgress) => runImport(tools, { ...upload, onProgress }),
    sources: () => createImportsRepository(store.database).sources(),
    portal: (order) => runPortalOperation(tools, order),
    close: () => store.close(),
  }
}

/** With DATABASE_URL straight to it; else through the running server, which owns the folder; else the folder itself. */
export const findWay = async (config: Config): Promise<Way> => {
  if (config.databaseUrl === undefined) {
    const server = await connectServer(socketPath(config.dataDir))
    if (server !== undefined) return { ...server, close: () => Promise.resolve() }
  }
  return openDirect(config)
}
