import { ADVISORY_LOCKS, type Database, type Queryable, sql } from '@atalaia/database'
import { int, object } from 'zod/mini'

const MAX_KEY = 2_147_483_647

/** A run of 100,000 addresses takes half a minute. */
export const COUNTING = { statementMs: 600_000 }

/** Call it before counting, under the organisation's lock. */
export const holdCount = async (transaction: Queryable, organisationId: string): Promise<void> => {
  await transaction.execute(
    sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.addressCount}, (${organisationId}::bigint % ${sql.lit(MAX_KEY)})::int)`,
  )
}

/** Running counts may miss committed rows, and their addresses are invisible. Later counts see the rows. */
export const waitForCounts = async (database: Database): Promise<void> => {
  for (const { key } of await database.query(
    object({ key: int() }),
    sql`SELECT DISTINCT objid::bigint::int AS key FROM pg_locks
  WHERE locktype = 'advisory' AND classid = ${ADVISORY_LOCKS.addressCount}::int::oid AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  ))
    await database.transaction(
      (on) => on.execute(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.addressCount}, ${key})`),
      COUNTING,
    )
}
