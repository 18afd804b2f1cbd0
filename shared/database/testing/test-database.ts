import { createDatabaseOn } from './postgres-server.ts'

/** Environment variable with the address of the server that `jest-postgres.ts` started. */
export const SERVER_VARIABLE = 'TEST_POSTGRES_URL'

/**
 * An empty database on the server of the run, until the run ends. Tests that stop their server use
 * `startPostgresServer`.
 */
export const createTestDatabase = (): Promise<string> => {
  const server = process.env[SERVER_VARIABLE]
  if (server === undefined) throw new Error(`${SERVER_VARIABLE} is not set: jest.config.ts starts no server here`)
  return createDatabaseOn(server)
}
