import { createDatabaseOn } from './postgres-server.ts'

/** Environment variable with the address of the server that `jest-postgres.ts` started. */
export const SERVER_VARIABLE = 'TEST_POSTGRES_URL'

/**
 * Creates an empty database on the one PostgreSQL server of a test run, and returns its address. It stays until the
 * run ends. A test that stops or configures its server starts one of its own with `startPostgresServer`.
 */
export const createTestDatabase = (): Promise<string> => {
  const server = process.env[SERVER_VARIABLE]
  if (server === undefined) throw new Error(`${SERVER_VARIABLE} is not set: jest.config.ts starts no server here`)
  return createDatabaseOn(server)
}
