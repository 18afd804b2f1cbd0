import { sql } from 'kysely'
import { int, object, string } from 'zod/mini'
import type { Queryable } from './database.ts'

/** Oldest major version of PostgreSQL with all used features. */
const OLDEST_MAJOR = 16
const versionRow = object({ version: string(), major: int() })

/** Rejects for an older server (M-SCHEMA-5). */
export const checkVersion = async (database: Queryable): Promise<void> => {
  const [server] = await database.query(
    versionRow,
    sql`SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
            current_setting('server_version_num')::int / 10000 AS major`,
  )
  if (server !== undefined && server.major < OLDEST_MAJOR)
    throw new Error(`PostgreSQL ${server.version} is too old: the oldest that works is ${OLDEST_MAJOR}`)
}
