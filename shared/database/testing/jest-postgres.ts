import { startPostgresServer } from './postgres-server.ts'
import { SERVER_VARIABLE, SHARDS_VARIABLE } from './test-database.ts'

/** Environment variable with the number of servers that one database is spread over; see `npm run shards`. */
const COUNT_VARIABLE = 'TEST_SHARDS'
const SETTINGS = ['fsync=off', 'max_connections=200']

/**
 * Jest's global setup of the servers' tests: starts one PostgreSQL server, on which each test file has databases.
 */
const startServer = async (): Promise<void> => {
  const others = Array.from({ length: Number(process.env[COUNT_VARIABLE] ?? 1) - 1 }, () =>
    startPostgresServer(SETTINGS),
  )
  const server = await startPostgresServer(SETTINGS)
  const shards = await Promise.all(others)
  process.env[SERVER_VARIABLE] = server.url
  if (shards.length > 0) process.env[SHARDS_VARIABLE] = shards.map(({ url }) => url).join(' ')
  globalThis.stopTestPostgres = async () => {
    for (const { stop } of [server, ...shards]) await stop()
  }
}

declare global {
  var stopTestPostgres: (() => Promise<void>) | undefined
}

export default startServer
