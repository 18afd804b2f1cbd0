import { makeFreshPglite } from './fresh-pglite.ts'
import { startPostgresServer } from './postgres-server.ts'
import { SERVER_VARIABLE } from './test-database.ts'

const SETTINGS = ['fsync=off', 'max_connections=200']

/**
 * Jest's global setup of the servers' tests: starts one PostgreSQL server, on which each test file has databases, and
 * makes the folder that embedded databases begin with.
 */
const startServer = async (): Promise<void> => {
  const [server] = await Promise.all([startPostgresServer(SETTINGS), makeFreshPglite()])
  process.env[SERVER_VARIABLE] = server.url
  globalThis.stopTestPostgres = server.stop
}

declare global {
  var stopTestPostgres: (() => Promise<void>) | undefined
}

export default startServer
