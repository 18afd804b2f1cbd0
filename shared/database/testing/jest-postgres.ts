import { startPostgresServer } from './postgres-server.ts'
import { SERVER_VARIABLE } from './test-database.ts'

const SETTINGS = ['fsync=off', 'max_connections=200']

const startServer = async (): Promise<void> => {
  const server = await startPostgresServer(SETTINGS)
  process.env[SERVER_VARIABLE] = server.url
  globalThis.stopTestPostgres = server.stop
}

declare global {
  var stopTestPostgres: (() => Promise<void>) | undefined
}

export default startServer
